package persistence

import (
	"fmt"
	"path"
	"regexp"
	"strings"
)

// checkPaths reports texts that are no absolute paths.
func checkPaths(r *Request) []Finding {
	home := r.Home
	if BadPath(home) != "" {
		home = DefaultHome
	}
	mount := r.volume().MountPath
	if BadPath(mount) != "" {
		mount = ""
	}
	relocated := "null"
	if mount != "" && !contains(path.Clean(mount), path.Clean(home)) {
		relocated = fmt.Sprintf("%q", path.Join(mount, ".agents"))
	}
	root := home
	if r.RelocateTo != "" && BadPath(r.RelocateTo) == "" {
		root = r.RelocateTo
	}
	var findings []Finding
	for _, c := range []struct {
		path                   []any
		summary, value, advice string
	}{
		{at("home"), "Invalid Home", r.Home, fmt.Sprintf("%q", home)},
		{at("workdir"), "Invalid Workdir", r.Workdir, fmt.Sprintf("%q", below(home, r.Workdir))},
		{at("data_dir"), "Invalid Data Directory", r.DataDir, "null"},
		{at("relocate_to"), "Invalid Relocation Path", r.RelocateTo, relocated},
		{at("volume", "mount_path"), "Invalid Mount Path", r.volume().MountPath, fmt.Sprintf("%q", root)},
	} {
		if c.value == "" {
			continue
		}
		if problem := BadPath(c.value); problem != "" {
			name := c.path[len(c.path)-1]
			findings = append(findings, Finding{Error, c.path, c.summary, fmt.Sprintf("%s must be %s, got: %q.", name, problem, c.value) + write("%s = %s", name, c.advice)})
		}
	}
	return findings
}

// below is a path below home with the last name of a path that is refused.
func below(home, refused string) string {
	name := path.Base("/" + refused)
	if strings.ContainsAny(name, "~$:.") {
		return home
	}
	return path.Join(home, name)
}

// BadPath says what a path must be when it is not, or returns "".
func BadPath(p string) string {
	switch {
	case strings.HasPrefix(p, "~") || strings.Contains(p, "$HOME") || strings.Contains(p, "${HOME}"):
		return "an absolute path, because nothing expands ~ or $HOME in it"
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
	case path.IsAbs(command):
		problem = BadPath(command)
	case strings.ContainsAny(command, "/\x00\n\t ") || strings.HasPrefix(command, "-"):
		problem = "an absolute path or the bare name of a program on PATH; arguments belong in args"
	}
	if problem == "" {
		return nil
	}
	return []Finding{{Error, at("command"), "Invalid Command", fmt.Sprintf("command must be %s, got: %q. Without it the agent's usual name is looked up on PATH.", problem, command) + write("command = null")}}
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
			"With mount_strategy = \"paths\" the volume is mounted at every path in the mounts output, so it has no mount path of its own, got: %q.", mount) + write("mount_path = null")}}
	}
	if databaseFile.MatchString(mount) {
		return []Finding{{Error, at("volume", "mount_path"), "Single File Mount", fmt.Sprintf(
			"mount_path must be a directory, got: %q. A SQLite database is several files, with -wal and -shm beside it; mounted alone, it loses sessions or is damaged.", mount) + write("mount_path = %q", p.Root)}}
	}
	if !r.known("home", "relocate_to") {
		return nil
	}
	if contains(p.MountPath, p.Root) {
		if r.known("data_dir") && r.DataDir != "" && !contains(p.MountPath, p.DataDir) {
			return []Finding{{Error, at("data_dir"), "Data Directory Off The Volume", fmt.Sprintf(
				"data_dir keeps the chat and the session's identifier, and %q is not on the volume mounted at %q. Without data_dir it is below %q.", p.DataDir, mount, path.Join(p.Root, DataDirParent)) + write("data_dir = null")}}
		}
		return nil
	}
	switch {
	case p.Relocated:
		return []Finding{{Error, at("relocate_to"), "Data Off The Volume", fmt.Sprintf(
			"relocate_to moves the agent's data to %q, which is not on the volume mounted at %q, so every stop would lose it.", p.Root, mount) + write("relocate_to = %q", path.Join(p.MountPath, ".agents"))}}
	case contains(p.Root, p.MountPath):
		return []Finding{{Error, at("volume", "mount_path"), "Data Off The Volume", fmt.Sprintf(
			"A volume at %q keeps only a part of what a resume needs: the agent has files elsewhere in %q too, and so has this provider. To mount single directories, leave mount_path out, set mount_strategy = \"paths\", and mount the volume at every path in the mounts output. To mount the whole home directory:", mount, p.Home) + write("mount_path = %q", p.Home)}}
	}
	return []Finding{{Error, at("volume", "mount_path"), "Data Off The Volume", fmt.Sprintf(
		"The agent keeps its sessions below the home directory %q, which is not on the volume mounted at %q, so every stop would lose them.", p.Home, mount) + write("mount_path = %q", p.Home)}}
}
