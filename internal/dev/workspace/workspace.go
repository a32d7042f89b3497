package workspace

import (
	"crypto/rand"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// markVariable carries the workspace's id in the environment of everything
// that runs in it.
const markVariable = "CODER_PERSISTENCE_WORKSPACE"

// systemPath is where a workspace finds the system's own programs.
const systemPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

// Workspace is a simulated Coder workspace. Make one with [New].
type Workspace struct {
	// ID is random and marks the workspace's processes.
	ID string
	// Dir holds everything below.
	Dir string
	// Home is the home directory, the part that a stop leaves alone.
	Home string
	// Workdir is the folder the agent works in, below Home.
	Workdir string
	// Bin comes first on PATH; see [Workspace.Link].
	Bin string
	// Tmp is TMPDIR; a stop empties it.
	Tmp string
	// LogDir collects output that belongs to no module.
	LogDir string

	env       map[string]string
	temporary bool
}

// New makes a workspace below dir, which is created when needed. An empty dir
// means a temporary directory, which [Workspace.Close] removes.
func New(dir string) (*Workspace, error) {
	w := &Workspace{ID: rand.Text()}
	if dir == "" {
		made, err := os.MkdirTemp("", "workspace-")
		if err != nil {
			return nil, fmt.Errorf("workspace: %w", err)
		}
		dir, w.temporary = made, true
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("workspace: %w", err)
	}
	w.Dir = dir
	w.Home = filepath.Join(dir, "home", "coder")
	w.Workdir = filepath.Join(w.Home, "project")
	w.Bin = filepath.Join(dir, "bin")
	w.Tmp = filepath.Join(dir, "tmp")
	w.LogDir = filepath.Join(dir, "logs")
	for _, d := range []string{w.Workdir, w.Bin, w.Tmp, w.LogDir} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			return nil, fmt.Errorf("workspace: %w", err)
		}
	}
	w.env = map[string]string{
		markVariable:      w.ID,
		"HOME":            w.Home,
		"PATH":            w.Bin + ":" + systemPath,
		"TMPDIR":          w.Tmp,
		"USER":            "coder",
		"LOGNAME":         "coder",
		"SHELL":           "/bin/bash",
		"CODER":           "true",
		"CODER_AGENT_URL": "",
	}
	return w, nil
}

// Setenv sets a variable for everything started from now on. An empty value is
// a value; see [Workspace.Unsetenv].
func (w *Workspace) Setenv(name, value string) { w.env[name] = value }

// Unsetenv removes a variable.
func (w *Workspace) Unsetenv(name string) { delete(w.env, name) }

// Environ returns the environment of the workspace, sorted, with extra
// variables in place of those of the same name. It holds nothing of the
// caller's own environment.
func (w *Workspace) Environ(extra map[string]string) []string {
	all := maps.Clone(w.env)
	maps.Copy(all, extra)
	entries := make([]string, 0, len(all))
	for name, value := range all {
		entries = append(entries, name+"="+value)
	}
	slices.Sort(entries)
	return entries
}

// Link puts a program on the workspace's PATH under the given name, which need
// not be the name of its file. An earlier link of that name is replaced, so a
// test can exchange a program for another version of it.
func (w *Workspace) Link(name, target string) error {
	target, err := filepath.Abs(target)
	if err != nil {
		return err
	}
	if _, err := os.Stat(target); err != nil {
		return fmt.Errorf("workspace program %s: %w", name, err)
	}
	link := filepath.Join(w.Bin, name)
	if err := os.Remove(link); err != nil && !os.IsNotExist(err) {
		return err
	}
	return os.Symlink(target, link)
}

// LinkFromPath puts a program of the caller's PATH on the workspace's PATH:
// node, for the agents that are scripts and need it.
func (w *Workspace) LinkFromPath(name string) error {
	path, err := exec.LookPath(name)
	if err != nil {
		return err
	}
	return w.Link(name, path)
}

// WriteFile writes a file below Home, with its directories.
func (w *Workspace) WriteFile(name, content string) error {
	path := filepath.Join(w.Home, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(content), 0o600)
}

// Halt ends the workspace as a container runtime does after its grace period:
// every process is killed and what lies outside Home's volume, TMPDIR, is gone.
// The workspace can be used again, as after a start.
func (w *Workspace) Halt() error {
	if err := w.KillAll(); err != nil {
		return err
	}
	if err := os.RemoveAll(w.Tmp); err != nil {
		return err
	}
	return os.MkdirAll(w.Tmp, 0o755)
}

// Close kills what still runs and removes the directory if New made it.
func (w *Workspace) Close() error {
	if err := w.KillAll(); err != nil {
		return err
	}
	if w.temporary {
		return os.RemoveAll(w.Dir)
	}
	return nil
}
