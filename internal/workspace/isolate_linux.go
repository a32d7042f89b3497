package workspace

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// The program runs as three processes. The original starts the keeper in new
// namespaces; the keeper sets them up, starts the program proper, collects
// orphans, and ends with it. One variable tells them apart:
//
//	unset        the original
//	keeper:NS    the keeper; NS is the original's network namespace
//	program:NS   the program proper
const stageVariable = "CODER_PERSISTENCE_ISOLATION"

// statusFD is where the keeper reports that all is set up, or why not.
const statusFD = 3

const ready = "ready"

func isolate() error {
	stage, origin, _ := strings.Cut(os.Getenv(stageVariable), ":")
	switch stage {
	case "program":
		return isolated()
	case "keeper":
		os.Exit(keep(origin))
	}
	origin, err := os.Readlink("/proc/self/ns/net")
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNotIsolated, err)
	}
	var refused []error
	for _, attempt := range attempts() {
		code, err := attempt.run(origin)
		if err == nil {
			os.Exit(code)
		}
		refused = append(refused, fmt.Errorf("%s: %w", attempt.name, err))
	}
	return fmt.Errorf("%w: %w", ErrNotIsolated, errors.Join(refused...))
}

func isolated() error {
	stage, origin, _ := strings.Cut(os.Getenv(stageVariable), ":")
	if stage != "program" {
		if errIsolation != nil {
			return errIsolation
		}
		return ErrNotIsolated
	}
	// The variable alone proves nothing: it may have been inherited.
	here, err := os.Readlink("/proc/self/ns/net")
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNotIsolated, err)
	}
	if here == origin {
		return fmt.Errorf("%w: %s is set but the network namespace is the original one", ErrNotIsolated, stageVariable)
	}
	return nil
}

// attempt is one combination of namespaces to try.
type attempt struct {
	name  string
	flags uintptr
}

// attempts lists the combinations from the best to the least: with process ids,
// everything left running dies with the keeper, whatever happens; without user
// namespace, file owners are what they seem.
func attempts() []attempt {
	const (
		network   = unix.CLONE_NEWNET
		processes = unix.CLONE_NEWPID | unix.CLONE_NEWNS
		user      = unix.CLONE_NEWUSER
	)
	var list []attempt
	if os.Geteuid() == 0 {
		list = append(list,
			attempt{"network and process namespaces", network | processes},
			attempt{"network namespace", network})
	}
	return append(list,
		attempt{"user, network and process namespaces", user | network | processes},
		attempt{"user and network namespaces", user | network})
}

// run starts the keeper and returns its exit code, or an error when it could
// not set things up.
func (a attempt) run(origin string) (code int, err error) {
	// The keeper dies with the thread that started it.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()

	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	report, reportWriter, err := os.Pipe()
	if err != nil {
		return 0, err
	}
	defer report.Close()

	signals := make(chan os.Signal, 16)
	signal.Notify(signals, forwarded...)
	defer signal.Stop(signals)

	cmd := exec.Command(self)
	cmd.Args = os.Args
	cmd.Env = environment("keeper", origin)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.ExtraFiles = []*os.File{reportWriter}
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: a.flags, Pdeathsig: syscall.SIGKILL}
	if a.flags&unix.CLONE_NEWUSER != 0 {
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{HostID: os.Geteuid(), Size: 1}}
		cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{HostID: os.Getegid(), Size: 1}}
	}
	err = cmd.Start()
	reportWriter.Close()
	if err != nil {
		return 0, err
	}
	outcome, err := io.ReadAll(report)
	if err != nil || string(outcome) != ready {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		return 0, fmt.Errorf("setting up: %s", strings.TrimSpace(string(outcome)))
	}
	go func() {
		for s := range signals {
			_ = cmd.Process.Signal(s)
		}
	}()
	_ = cmd.Wait()
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok {
		return exitCode(status), nil
	}
	return 1, nil
}

// forwarded are the signals that the program proper is to see.
var forwarded = []os.Signal{
	syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM, syscall.SIGUSR1, syscall.SIGUSR2,
}

// exitCode is the shell's: 128 plus the signal for a process that was killed.
func exitCode(status syscall.WaitStatus) int {
	if status.Signaled() {
		return 128 + int(status.Signal())
	}
	return status.ExitStatus()
}

// environment is this process's, made out for the given stage.
func environment(stage, origin string) []string {
	env := slices.DeleteFunc(os.Environ(), func(entry string) bool {
		return strings.HasPrefix(entry, stageVariable+"=")
	})
	return append(env, stageVariable+"="+stage+":"+origin)
}

// keep is the keeper's whole life.
func keep(origin string) int {
	// The program proper dies with the thread that starts it.
	runtime.LockOSThread()
	signals := make(chan os.Signal, 16)
	signal.Notify(signals, forwarded...)

	report := os.NewFile(statusFD, "status")
	// Inherited open, it would stay open in the program: the end of the report
	// would never come.
	unix.CloseOnExec(statusFD)
	program, err := setUp(origin)
	if err != nil {
		_, _ = io.WriteString(report, err.Error())
		return 1
	}
	_, _ = io.WriteString(report, ready)
	report.Close()

	go func() {
		for s := range signals {
			_ = program.Signal(s)
		}
	}()
	code := reap(program.Pid)
	killDescendants()
	return code
}

// setUp finishes the namespaces the keeper was started in, and starts the
// program proper in them.
func setUp(origin string) (*os.Process, error) {
	if here, err := os.Readlink("/proc/self/ns/net"); err != nil {
		return nil, err
	} else if here == origin {
		return nil, errors.New("the network namespace did not change")
	}
	if os.Getpid() == 1 {
		if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
			return nil, fmt.Errorf("making mounts private: %w", err)
		}
		if err := unix.Mount("proc", "/proc", "proc", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, ""); err != nil {
			return nil, fmt.Errorf("mounting /proc: %w", err)
		}
	}
	if err := loopbackUp(); err != nil {
		return nil, fmt.Errorf("bringing loopback up: %w", err)
	}
	// Orphans come to the keeper, with or without a namespace of process ids:
	// a script that waits for a process to vanish would wait for ever if nobody
	// collected it.
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return nil, fmt.Errorf("becoming the parent of orphans: %w", err)
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	// Not os/exec: reap collects every child, this one included.
	return os.StartProcess(self, os.Args, &os.ProcAttr{
		Env:   environment("program", origin),
		Files: []*os.File{os.Stdin, os.Stdout, os.Stderr},
		Sys:   &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL},
	})
}

func loopbackUp() error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	request, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	if err := unix.IoctlIfreq(fd, unix.SIOCGIFFLAGS, request); err != nil {
		return err
	}
	request.SetUint16(request.Uint16() | unix.IFF_UP)
	return unix.IoctlIfreq(fd, unix.SIOCSIFFLAGS, request)
}

// reap collects children until the program proper has ended, and returns its
// exit code.
func reap(program int) int {
	for {
		var status syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &status, 0, nil)
		switch {
		case errors.Is(err, syscall.EINTR):
		case err != nil:
			return 1
		case pid == program && (status.Exited() || status.Signaled()):
			return exitCode(status)
		}
	}
}

// killDescendants ends what the program left running: its orphans are children
// of the keeper, and their children become so in turn.
func killDescendants() {
	for {
		for _, p := range processes() {
			if p.Parent == os.Getpid() {
				_ = syscall.Kill(p.PID, syscall.SIGKILL)
			}
		}
		if _, err := syscall.Wait4(-1, nil, 0, nil); err != nil && !errors.Is(err, syscall.EINTR) {
			return
		}
	}
}
