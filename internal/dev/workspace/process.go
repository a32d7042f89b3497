package workspace

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Process is a running process, as /proc shows it.
type Process struct {
	PID    int
	Parent int
	// Args is the command line; empty for a zombie.
	Args []string
	// IgnoresInterrupt is true when SIGINT is ignored, as it is in what a
	// shell started in the background.
	IgnoresInterrupt bool
	// IgnoresHangup is true when SIGHUP is ignored, as under nohup.
	IgnoresHangup bool
	// Zombie is true for a process that has ended and was not collected yet.
	Zombie bool
}

// Name is the base name of the program as it was called.
func (p Process) Name() string {
	if len(p.Args) == 0 {
		return ""
	}
	return filepath.Base(p.Args[0])
}

// processes lists all processes, in order of their ids. It is empty where
// there is no /proc.
func processes() []Process {
	var list []Process
	entries, _ := os.ReadDir("/proc")
	for _, entry := range entries {
		if pid, err := strconv.Atoi(entry.Name()); err == nil {
			if p, err := readProcess(pid); err == nil {
				list = append(list, p)
			}
		}
	}
	slices.SortFunc(list, func(a, b Process) int { return a.PID - b.PID })
	return list
}

func readProcess(pid int) (Process, error) {
	p := Process{PID: pid}
	status, err := os.ReadFile(procFile(pid, "status"))
	if err != nil {
		return p, err
	}
	for line := range strings.Lines(string(status)) {
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		switch name {
		case "PPid":
			p.Parent, _ = strconv.Atoi(value)
		case "State":
			p.Zombie = strings.HasPrefix(value, "Z") || strings.HasPrefix(value, "X")
		case "SigIgn":
			mask, _ := strconv.ParseUint(value, 16, 64)
			p.IgnoresInterrupt = mask&(1<<(uint(syscall.SIGINT)-1)) != 0
			p.IgnoresHangup = mask&(1<<(uint(syscall.SIGHUP)-1)) != 0
		}
	}
	args, _ := os.ReadFile(procFile(pid, "cmdline"))
	if args = bytes.TrimRight(args, "\x00"); len(args) > 0 {
		p.Args = strings.Split(string(args), "\x00")
	}
	return p, nil
}

func procFile(pid int, name string) string {
	return filepath.Join("/proc", strconv.Itoa(pid), name)
}

// Alive reports whether a process runs; a zombie does not.
func Alive(pid int) bool {
	p, err := readProcess(pid)
	return err == nil && !p.Zombie
}

// WaitGone waits until the process no longer runs and returns how long that
// took, or an error after the timeout.
func WaitGone(pid int, timeout time.Duration) (time.Duration, error) {
	begin := time.Now()
	for Alive(pid) {
		if time.Since(begin) > timeout {
			return time.Since(begin), fmt.Errorf("process %d still runs after %s", pid, timeout)
		}
		time.Sleep(2 * time.Millisecond)
	}
	return time.Since(begin), nil
}

// Processes lists the running processes of this workspace: those that carry its
// mark in their environment, whoever their parent is by now.
func (w *Workspace) Processes() []Process {
	return slices.DeleteFunc(processes(), func(p Process) bool { return p.Zombie || !w.owns(p.PID) })
}

// Find lists the running processes of this workspace with the given program
// name. A script's interpreter counts under the script's name as well.
func (w *Workspace) Find(name string) []Process {
	return slices.DeleteFunc(w.Processes(), func(p Process) bool {
		return p.Name() != name && (len(p.Args) < 2 || filepath.Base(p.Args[1]) != name)
	})
}

// owns reports whether a process carries the workspace's mark. One that executes
// another program shows no environment for a moment.
func (w *Workspace) owns(pid int) bool {
	environ, err := os.ReadFile(procFile(pid, "environ"))
	for deadline := time.Now().Add(time.Second); err == nil && len(environ) == 0 && time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if _, kernel := os.Readlink(procFile(pid, "exe")); kernel != nil || !Alive(pid) {
			return false
		}
		environ, err = os.ReadFile(procFile(pid, "environ"))
	}
	return err == nil && slices.Contains(strings.Split(string(environ), "\x00"), markVariable+"="+w.ID)
}

// Signal sends a signal to a process of this workspace and refuses any other,
// so that a process id that meanwhile belongs to somebody else comes to no harm.
func (w *Workspace) Signal(pid int, signal syscall.Signal) error {
	// Opening the process first pins it down: the one that is examined gets
	// the signal.
	process, err := os.FindProcess(pid)
	if err != nil {
		return err
	}
	defer func() { _ = process.Release() }()
	if !w.owns(pid) {
		return fmt.Errorf("process %d does not belong to the workspace: %w", pid, os.ErrProcessDone)
	}
	return process.Signal(signal)
}

// Kill9 kills one process of this workspace with SIGKILL.
func (w *Workspace) Kill9(pid int) error { return w.Signal(pid, syscall.SIGKILL) }

// KillAll kills every process of this workspace with SIGKILL, the way a node
// dies, and waits until all are gone.
func (w *Workspace) KillAll() error {
	for left := w.Processes(); len(left) > 0; left = w.Processes() {
		for _, p := range left {
			_ = w.Kill9(p.PID)
		}
		for _, p := range left {
			// One that is dying has no environment any more and is still there.
			if _, err := WaitGone(p.PID, time.Minute); err != nil {
				return fmt.Errorf("after SIGKILL: %w", err)
			}
		}
	}
	return nil
}
