package workspace

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
)

// isolationVariable holds the network namespace that Isolate left.
const isolationVariable = "CODER_PERSISTENCE_ISOLATION"

// ErrNotIsolated is wrapped by the errors of [Isolated] and [Isolate].
var ErrNotIsolated = errors.New("not in a network namespace of its own")

// Isolate runs the program again, from its beginning and with the same
// arguments, in a network namespace that has only loopback. Call it first in
// main; it returns nil in the isolated program and an error where the system
// has no namespaces. It needs util-linux and iproute2.
func Isolate() error {
	if os.Getenv(isolationVariable) != "" {
		return Isolated()
	}
	origin, err := os.Readlink("/proc/self/ns/net")
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNotIsolated, err)
	}
	unshare, err := exec.LookPath("unshare")
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNotIsolated, err)
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	args := []string{"unshare", "--net", "--pid", "--fork", "--mount-proc", "--kill-child"}
	if os.Geteuid() != 0 {
		args = append(args, "--map-root-user")
	}
	// The shell stays as process 1: it reaps orphans, and nothing outlives it.
	args = append(args, "sh", "-c", `ip link set lo up && "$0" "$@"; exit $?`, self)
	args = append(args, os.Args[1:]...)
	return fmt.Errorf("%w: %w", ErrNotIsolated,
		syscall.Exec(unshare, args, append(os.Environ(), isolationVariable+"="+origin)))
}

// Isolated returns nil when the program runs isolated, and the reason otherwise.
func Isolated() error {
	origin := os.Getenv(isolationVariable)
	here, err := os.Readlink("/proc/self/ns/net")
	if origin == "" || err != nil || here == origin {
		return ErrNotIsolated
	}
	return nil
}

// Main is for TestMain: it isolates the test program, runs the tests and exits
// with their result. Where isolation is impossible, tests that start agentapi fail.
func Main(m interface{ Run() int }) {
	if err := Isolate(); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(m.Run())
}
