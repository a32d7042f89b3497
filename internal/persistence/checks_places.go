package persistence

import (
	"fmt"
	"path"
	"regexp"
	"sync"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
)

// placeChecks make sure that what must survive lies on the volume.
var placeChecks = []Check{
	{"mount-path-is-a-file", StageValidate, Error, "volume.mount_path", "Single File Mount",
		"`volume.mount_path` names a database file", InputVolumeMountPath, checkFileMount},
	{"mount-path-beside-paths", StageValidate, Error, "volume.mount_path", "Conflicting Mount Path",
		"`volume.mount_path` is set with `mount_strategy = \"paths\"`", InputVolumeMountPath | InputMountStrategy, checkMountConflict},
	{"data-off-volume", StageValidate, Error, "volume.mount_path", "Data Off The Volume",
		"the home directory, or `relocate_to`, is not below `volume.mount_path`", InputVolumeMountPath | InputRelocateTo | InputMountStrategy, checkRootOnVolume},
	{"data-dir-off-volume", StageValidate, Error, "data_dir", "Data Directory Off The Volume",
		"`data_dir` is not below `volume.mount_path`", InputVolumeMountPath | InputDataDir | InputMountStrategy, checkDataDirOnVolume},
	{"workdir-off-volume", StagePlan, Error, "workdir", "Working Directory Off The Volume",
		"the agent keeps its session in the working directory, and that is not below `volume.mount_path`", InputAgent | InputVolumeMountPath | InputWorkdir, checkWorkdirOnVolume},
	{"relocation-not-supported", StagePlan, Error, "relocate_to", "Relocation Not Supported",
		"no environment variable moves all that a resume of this agent needs", InputAgent | InputRelocateTo, checkRelocation},
	{"paths-not-supported", StagePlan, Error, "mount_strategy", "Paths Cannot Be Mounted",
		"with `mount_strategy = \"paths\"`, a resume needs a file that lies directly in the home directory and that nothing moves", InputAgent | InputMountStrategy, checkLooseFile},
}

var databaseFile = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\.(db|db3|sqlite|sqlite3)(-wal|-shm|-journal)?$`)
})

func checkFileMount(f *facts) ([]any, string) {
	given := f.request.volume().MountPath
	if !databaseFile().MatchString(given) {
		return nil, ""
	}
	return at("volume", "mount_path"), fmt.Sprintf("A directory is expected: a SQLite database is three files (-wal and -shm beside it), and with one of them alone the sessions are lost or damaged. Given: %q.", given) + write("mount_path = %q", path.Dir(given))
}

// mountPath returns where the volume is mounted whole, "" when it is not, or
// when the path is refused elsewhere.
func (f *facts) mountPath() string {
	given := f.request.volume().MountPath
	if given == "" || f.request.MountStrategy == MountPaths || CheckPath("", given, "") != "" || databaseFile().MatchString(given) {
		return ""
	}
	return cleanPath(given)
}

func checkMountConflict(f *facts) ([]any, string) {
	given := f.request.volume().MountPath
	if given == "" || f.request.MountStrategy != MountPaths || databaseFile().MatchString(given) || CheckPath("", given, "") != "" {
		return nil, ""
	}
	return at("volume", "mount_path"), fmt.Sprintf("No mount path is expected with mount_strategy = \"paths\": the volume is mounted at each path in mounts. Given: %q.\n\nLeave mount_path out, or write mount_strategy = \"home\".", given)
}

// rootOff reports that what the agent keeps is not on the volume.
func (f *facts) rootOff() bool {
	mount := f.mountPath()
	if mount == "" || CheckPath("", f.root, "") != "" || f.request.RelocateTo == "" && f.unknown(InputHome) {
		return false
	}
	return !contains(mount, f.root)
}

func checkRootOnVolume(f *facts) ([]any, string) {
	if !f.rootOff() {
		return nil, ""
	}
	given := f.request.Volume.MountPath
	if f.request.RelocateTo != "" {
		return at("volume", "mount_path"), fmt.Sprintf("The agent's data is moved to %q (relocate_to), which is not on a volume mounted at %q: every stop would lose it.", f.root, given) +
			write("relocate_to = %q", path.Join(cleanPath(given), ".agents"))
	}
	return at("volume", "mount_path"), fmt.Sprintf("The agent keeps its sessions below the home directory %q, which is not on a volume mounted at %q: every stop would lose them.", f.home, given) + write("mount_path = %q", f.home)
}

func checkDataDirOnVolume(f *facts) ([]any, string) {
	mount := f.mountPath()
	if mount == "" || f.request.DataDir == "" || CheckPath("", f.dataDir, "") != "" || contains(mount, f.dataDir) {
		return nil, ""
	}
	if !f.unknown(InputRelocateTo) && f.rootOff() && contains(f.root, f.dataDir) {
		return nil, "" // said of the mount path
	}
	return at("data_dir"), fmt.Sprintf("The chat and the name of the session are kept in the data directory %q, which is not on the volume mounted at %q.\n\nLeave data_dir out, or write: data_dir = %q",
		f.dataDir, f.request.Volume.MountPath, path.Join(mount, DataDirParent, f.likelyName()))
}

// likelyName is the agent's name for an example, before the catalog is known.
func (f *facts) likelyName() string {
	if f.name != "" || f.unknown(InputAgent) {
		return or(f.name, "agent")
	}
	if agent, err := f.request.catalogOrDefault().Lookup(f.request.Agent); err == nil {
		return agent.Slug
	}
	return "agent"
}

func checkWorkdirOnVolume(f *facts) ([]any, string) {
	mount := f.mountPath()
	if mount == "" || f.request.Workdir == "" && f.unknown(InputHome) || contains(mount, f.workdir) {
		return nil, ""
	}
	if !f.hasPath(func(p *catalog.Path) bool { return p.Scope == catalog.ScopeWorkdir && p.Role == catalog.RoleSession }) {
		return nil, ""
	}
	return at("workdir"), fmt.Sprintf("%s keeps its session in the working directory, which is expected on the volume mounted at %q. Given: %q.", f.agent.DisplayName, f.request.Volume.MountPath, f.workdir) +
		example("workdir = %q", path.Join(mount, "project"))
}

func checkRelocation(f *facts) ([]any, string) {
	if f.request.RelocateTo == "" {
		return nil, ""
	}
	_, reason := relocationOf(f.agent, f.root)
	if reason == "" {
		return nil, ""
	}
	return at("relocate_to"), fmt.Sprintf("An agent whose data can be moved is expected. %s Given: %q.\n\nLeave relocate_to out, and keep the home directory on a volume.", reason, f.request.RelocateTo)
}

func checkLooseFile(f *facts) ([]any, string) {
	if f.request.MountStrategy != MountPaths || f.request.RelocateTo != "" {
		return nil, ""
	}
	file := looseFile(f.agent)
	if file == nil {
		return nil, ""
	}
	reason := "registry modules expect it where it is"
	if f.request.ModuleVersion == "" {
		if f.relocation != nil {
			return nil, ""
		}
		reason = "no environment variable moves it"
	}
	return at("mount_strategy"), fmt.Sprintf("An agent whose data lies in directories is expected. %s needs the file %s for a resume, and %s. A mount of that file alone would not do, because programs replace it by renaming. Given: %q.", f.agent.DisplayName, file.Place(), reason, MountPaths) + write("mount_strategy = %q", MountHome)
}
