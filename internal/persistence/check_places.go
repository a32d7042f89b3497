package persistence

import (
	"fmt"
	"path"
	"regexp"
	"strings"
)

// checkPaths reports texts that are no absolute paths.
func checkPaths(r *Request) []Finding {
	mount := r.volume().MountPath
	mountProblem := BadPath(mount)
	if mountProblem == "" && path.Clean(mount) == "/" {
		mountProblem = "a directory below /, not / itself"
	}
	if mountProblem != "" {
		mount = ""
	}
	on := func(p string) bool { return mount == "" || contains(path.Clean(mount), path.Clean(p)) }

	home, root := r.Home, r.Home
	if BadPath(home) != "" {
		home = path.Join("/", home)
		if BadPath(home) != "" || home == "/" || !on(home) {
			home = DefaultHome
		}
		if !on(home) {
			home = mount
		}
		root = home
	}
	relocated := "null"
	if !on(home) {
		relocated = Quote(path.Join(mount, ".agents"))
	}
	if r.RelocateTo != "" && BadPath(r.RelocateTo) == "" {
		root = r.RelocateTo
	}
	wholeMount := Quote(root)
	if r.MountStrategy == MountPaths {
		wholeMount = "null"
	}
	var findings []Finding
	for _, c := range []struct {
		path                            []any
		summary, value, problem, advice string
	}{
		{at("home"), "Invalid Home", r.Home, BadPath(r.Home), Quote(home)},
		{at("workdir"), "Invalid Workdir", r.Workdir, BadPath(r.Workdir), Quote(below(home, r.Workdir))},
		{at("data_dir"), "Invalid Data Directory", r.DataDir, BadPath(r.DataDir), "null"},
		{at("relocate_to"), "Invalid Relocation Path", r.RelocateTo, BadPath(r.RelocateTo), relocated},
		{at("volume", "mount_path"), "Invalid Mount Path", r.volume().MountPath, mountProblem, wholeMount},
	} {
		if c.value == "" || c.problem == "" {
			continue
		}
		name := fmt.Sprint(c.path[len(c.path)-1])
		findings = append(findings, Finding{Error, c.path, c.summary, fmt.Sprintf("%s must be %s, got: %q.", name, c.problem, c.value) + Write(name, c.advice)})
	}
	return findings
}

// below is a path below home with the last name of a path that is refused.
func below(home, refused string) string {
	p := path.Join(home, path.Base("/"+strings.TrimSpace(refused)))
	if BadPath(p) != "" || strings.Contains(p, "~") {
		return home
	}
	return p
}

var shellVariable = regexp.MustCompile(`\$[A-Za-z_{]`)

// BadPath says what a path must be when it is not, or returns "".
func BadPath(p string) string {
	switch {
	case strings.HasPrefix(p, "~") || shellVariable.MatchString(p):
		return "an absolute path, because nothing expands ~ or $HOME in it"
	case strings.TrimSpace(p) != p:
		return "a path without blanks at its ends"
	case !path.IsAbs(p):
		return "an absolute path, which begins with a slash"
	case strings.ContainsFunc(p, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return "a path without control characters such as newlines"
	case strings.Contains(p, ":"):
		return "a path without a colon, which separates paths in Docker and in PATH"
	case strings.Contains(p+"/", "/../"):
		return "a path without .. in it"
	}
	return ""
}

// checkCommand reports a command that is neither a path nor a program's name.
func checkCommand(r *Request) []Finding {
	command := r.Command
	problem := ""
	switch {
	case command == "":
	case path.IsAbs(command) && !strings.Contains(command, " -"):
		problem = BadPath(command)
	case strings.ContainsAny(command, "/\x00\n\t ") || strings.HasPrefix(command, "-"):
		problem = "an absolute path or the bare name of a program on PATH; arguments belong in args"
	}
	if problem == "" {
		return nil
	}
	return []Finding{{Error, at("command"), "Invalid Command", fmt.Sprintf("command must be %s, got: %q. Without it the agent's usual name is "+
		"looked up on PATH.", problem, command) + Write("command", "null")}}
}

var databaseFile = regexp.MustCompile(`\.(db|db3|sqlite|sqlite3)(-wal|-shm|-journal)?$`)

// checkPlaces reports data that would not be on the volume. It knows no agent.
func checkPlaces(r *Request, p place) []Finding {
	if p.MountPath == "" || !r.known("volume.mount_path", "mount_strategy") {
		return nil
	}
	mount := r.Volume.MountPath
	if p.Paths {
		return []Finding{{Error, at("volume", "mount_path"), "Conflicting Mount Path", fmt.Sprintf(
			"With mount_strategy = \"paths\" the volume is mounted at every path in the mounts output, so it has no mount path of its own, got: "+
				"%q.", mount) + Write("mount_path", "null")}}
	}
	if databaseFile.MatchString(mount) {
		return []Finding{{Error, at("volume", "mount_path"), "Single File Mount", fmt.Sprintf(
			"mount_path must be a directory, got: %q. A SQLite database is several files, with -wal and -shm beside it; mounted alone, it loses "+
				"sessions or is damaged.", mount) + Write("mount_path", Quote(p.Root))}}
	}
	if !r.known("home", "relocate_to") {
		return nil
	}
	if contains(p.MountPath, p.Root) {
		if r.known("data_dir") && r.DataDir != "" && !contains(p.MountPath, p.DataDir) {
			return []Finding{{Error, at("data_dir"), "Data Directory Off The Volume", fmt.Sprintf(
				"data_dir keeps the chat and the session's identifier, and %q is not on the volume mounted at %q. Without data_dir it is below "+
					"%q.", p.DataDir, mount, path.Join(p.Root, DataDirParent)) + Write("data_dir", "null")}}
		}
		return nil
	}
	switch {
	case p.Relocated:
		return []Finding{{Error, at("relocate_to"), "Data Off The Volume", fmt.Sprintf(
			"relocate_to moves the agent's data to %q, which is not on the volume mounted at %q, so every stop would lose "+
				"it.", p.Root, mount) + Write("relocate_to", Quote(path.Join(p.MountPath, ".agents")))}}
	case contains(p.Root, p.MountPath):
		return []Finding{{Error, at("volume", "mount_path"), "Data Off The Volume", fmt.Sprintf(
			"A volume at %q keeps only part of what a resume needs: the agent and this provider also have files elsewhere in %q. To mount "+
				"single directories, leave mount_path out, set mount_strategy = \"paths\", and mount the volume at every path in the mounts output. To "+
				"mount the whole home directory:", mount, p.Home) + Write("mount_path", Quote(p.Home))}}
	}
	return []Finding{{Error, at("volume", "mount_path"), "Data Off The Volume", fmt.Sprintf(
		"The agent keeps its sessions below the home directory %q, which is not on the volume mounted at %q, so every stop would lose "+
			"them.", p.Home, mount) + Write("mount_path", Quote(p.Home))}}
}
