package workspace

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// pipeDelay is how long the Coder agent waits for a script's output to be
// closed once the script itself has ended.
const pipeDelay = 10 * time.Second

// Result is how a script ended.
type Result struct {
	ExitCode int
	// Output is what the script wrote to standard output and standard error.
	Output   string
	Duration time.Duration
	// OutputLeftOpen is true when something the script left running kept its
	// output open. The Coder agent then waits ten seconds and reports the
	// script as failed.
	OutputLeftOpen bool
}

// RunPlain runs a script as the Coder agent runs a coder_script: not from a
// file but as an argument of its interpreter, the words of the first line or
// else bash, in a session of its own, with the home as directory. It waits for the
// script. When ctx ends first, the script's process group gets SIGHUP, as on a
// coder_script's timeout, and an error is returned beside the result.
func (w *Workspace) RunPlain(ctx context.Context, script string, env map[string]string) (Result, error) {
	interpreter := []string{"/bin/bash"}
	if first, _, _ := strings.Cut(strings.TrimSpace(script), "\n"); strings.HasPrefix(first, "#!") {
		interpreter = strings.Fields(first[2:])
	}
	cmd := exec.CommandContext(ctx, interpreter[0], append(interpreter[1:], "-c", script)...)
	return w.run(ctx, cmd, env)
}

func (w *Workspace) run(ctx context.Context, cmd *exec.Cmd, env map[string]string) (Result, error) {
	var output bytes.Buffer
	cmd.Dir = w.Home
	cmd.Env = w.Environ(env)
	cmd.Stdout, cmd.Stderr = &output, &output
	// The Coder agent, too, starts scripts in a session of their own.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGHUP) }
	cmd.WaitDelay = pipeDelay

	begin := time.Now()
	err := cmd.Run()
	result := Result{Output: output.String(), Duration: time.Since(begin), ExitCode: -1}
	if cmd.ProcessState != nil {
		result.ExitCode = cmd.ProcessState.ExitCode()
	}
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return result, fmt.Errorf("script did not end in time: %w\n%s", ctx.Err(), result.Output)
	case errors.Is(err, exec.ErrWaitDelay):
		result.OutputLeftOpen = true
		return result, nil
	case errors.As(err, &exit):
		return result, nil
	}
	return result, err
}

// Module says how the registry's agentapi module (2.4.0) is configured in a
// simulated workspace.
type Module struct {
	// Script is the module's start_script.
	Script string
	// Dir is module_dir_name, a path below Home.
	Dir string
	// Port is agentapi_port.
	Port int
	// Folder is the folder input; empty means the workspace's Workdir.
	Folder string
	// StatePersistence is enable_state_persistence.
	StatePersistence bool
	// StateFile and PIDFile are state_file_path and pid_file_path; empty means
	// the module's defaults below Dir.
	StateFile, PIDFile string
	// Env holds further variables, as coder_env sets them.
	Env map[string]string
}

// environ is the environment the module hands to the start script.
func (m Module) environ(w *Workspace) map[string]string {
	dir := filepath.Join(w.Home, m.Dir)
	env := map[string]string{
		"LANG": "en_US.UTF-8", "LC_ALL": "en_US.UTF-8",
		"AGENTAPI_CHAT_BASE_PATH":  "",
		"AGENTAPI_ALLOWED_HOSTS":   "*",
		"AGENTAPI_BOUNDARY_PREFIX": "",
		"AGENTAPI_PID_FILE":        filepath.Join(dir, "agentapi.pid"),
	}
	if m.PIDFile != "" {
		env["AGENTAPI_PID_FILE"] = m.PIDFile
	}
	if m.StatePersistence {
		env["AGENTAPI_STATE_FILE"] = filepath.Join(dir, "agentapi-state.json")
		if m.StateFile != "" {
			env["AGENTAPI_STATE_FILE"] = m.StateFile
		}
		env["AGENTAPI_SAVE_STATE"], env["AGENTAPI_LOAD_STATE"] = "true", "true"
	}
	for name, value := range m.Env {
		env[name] = value
	}
	return env
}

// Running is a start script that runs in the background.
type Running struct {
	*Client
	// PID is the process that the module started: the script, or what it
	// turned into with exec.
	PID int
	// Log is the file that takes the script's output.
	Log string

	workspace *Workspace
}

// RunStart starts AgentAPI as the module does: it writes the script to
// DIR/scripts/agentapi-start.sh below Home, and from a shell that ends at once
// runs it in the background under nohup, with the arguments "true" and the
// port, the module's environment, and the folder as directory. SIGINT and
// SIGHUP are therefore ignored in the script, as they are in reality.
//
// It does not wait for anything to answer: see [Client.WaitStable].
func (w *Workspace) RunStart(ctx context.Context, m Module) (*Running, error) {
	if err := Isolated(); err != nil {
		return nil, fmt.Errorf("refusing to start AgentAPI, which listens on all interfaces: %w", err)
	}
	if m.Folder == "" {
		m.Folder = w.Workdir
	}
	dir := filepath.Join(w.Home, m.Dir)
	script, log := filepath.Join(dir, "scripts", "agentapi-start.sh"), filepath.Join(dir, "agentapi-start.log")
	if err := os.MkdirAll(filepath.Dir(script), 0o755); err != nil {
		return nil, err
	}
	// Removed first: the module writes a file of the same name, while bash may
	// still be reading the old one.
	if err := os.Remove(script); err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	if err := os.WriteFile(script, []byte(m.Script), 0o755); err != nil {
		return nil, err
	}
	const launch = `cd "$1" && { nohup "$2" true "$3" &>"$4" & } && echo $!`
	cmd := exec.CommandContext(ctx, "/bin/bash", "-c", launch, "launch", m.Folder, script, strconv.Itoa(m.Port), log)
	result, err := w.run(ctx, cmd, m.environ(w))
	if err != nil {
		return nil, err
	}
	// Before it, bash may complain of a locale that is not installed here.
	lines := strings.Split(strings.TrimSpace(result.Output), "\n")
	pid, err := strconv.Atoi(lines[len(lines)-1])
	if err != nil {
		return nil, fmt.Errorf("start script was not launched: exit code %d\n%s", result.ExitCode, result.Output)
	}
	r := &Running{Client: NewClient(m.Port), PID: pid, Log: log, workspace: w}
	r.Check = func() error {
		if Alive(r.PID) {
			return nil
		}
		return fmt.Errorf("the start script ended\n%s", r.LogTail(40))
	}
	return r, nil
}

// AgentAPI returns the process id of the AgentAPI server, the script itself
// when that has turned into it, and 0 when none runs. With several servers in
// the workspace it is the one below this script.
func (r *Running) AgentAPI() int {
	for _, p := range r.workspace.Find("agentapi") {
		for pid := p.PID; pid > 1; {
			if pid == r.PID {
				return p.PID
			}
			parent, err := readProcess(pid)
			if err != nil {
				break
			}
			pid = parent.Parent
		}
	}
	return 0
}

// WaitGone waits until the script has ended and returns how long that took.
func (r *Running) WaitGone(timeout time.Duration) (time.Duration, error) {
	return WaitGone(r.PID, timeout)
}

// LogText returns everything the script has written so far.
func (r *Running) LogText() string {
	text, err := os.ReadFile(r.Log)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// LogTail returns the last lines of the log.
func (r *Running) LogTail(lines int) string {
	all := strings.Split(strings.TrimRight(r.LogText(), "\n"), "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}
