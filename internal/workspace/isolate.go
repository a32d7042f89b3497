package workspace

import (
	"errors"
	"os"
)

// ErrNotIsolated is what [Isolated] returns, and [Isolate] wraps, when the
// program is not in a network namespace of its own.
var ErrNotIsolated = errors.New("not in a network namespace of its own")

// Isolate runs the program once more from its beginning, with the same
// arguments, in a network namespace that has only loopback, and if the kernel
// allows it in a process id namespace too. Call it first thing in main.
//
// In the original process it returns only on failure: otherwise it passes
// signals on, waits, and exits as the second run did. In the second run it
// returns nil at once.
//
// An error, which wraps [ErrNotIsolated], says why isolation is impossible
// here: another system than Linux, or what the kernel refused.
func Isolate() error { return isolate() }

// Isolated returns nil when the program runs isolated and the reason otherwise.
// A test that starts AgentAPI skips or fails on an error.
func Isolated() error { return isolated() }

// Main is for TestMain: it isolates the test program, runs the tests and exits
// with their result. When isolation is impossible the tests run all the same,
// and [Isolated] tells them.
func Main(m interface{ Run() int }) {
	if err := Isolate(); err != nil {
		errIsolation = err
	}
	os.Exit(m.Run())
}

// errIsolation keeps the reason that Main met for Isolated.
var errIsolation error
