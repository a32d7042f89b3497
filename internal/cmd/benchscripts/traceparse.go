package main

import (
	"errors"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

// trace is what "strace -f" saw before agentapi was executed as a server.
type trace struct {
	// execs and forks count by program: what was executed, and who made
	// processes. A thread is none.
	execs, forks map[string]int
	// calls counts system calls, by program and then by name.
	calls map[string]map[string]int
	// failed counts those that returned an error, likewise.
	failed map[string]map[string]int
}

func (t *trace) execCount() int { return sum(t.execs) }
func (t *trace) forkCount() int { return sum(t.forks) }

func sum(counts map[string]int) int {
	total := 0
	for _, n := range counts {
		total += n
	}
	return total
}

// callsOf adds up the calls of the programs that want returns true for.
func (t *trace) callsOf(want func(program string) bool) (calls, failed map[string]int) {
	calls, failed = map[string]int{}, map[string]int{}
	for program, counts := range t.calls {
		if !want(program) {
			continue
		}
		for name, n := range counts {
			calls[name] += n
		}
		for name, n := range t.failed[program] {
			failed[name] += n
		}
	}
	return calls, failed
}

// top returns the n names with the highest counts, the highest first.
func top(counts map[string]int, n int) []string {
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		if counts[a] != counts[b] {
			return counts[b] - counts[a]
		}
		return strings.Compare(a, b)
	})
	return names[:min(n, len(names))]
}

var (
	// A call that another process interrupts has its result on a later line.
	callLine    = regexp.MustCompile(`^(\d+) +(\w+)\((.*)$`)
	resumedLine = regexp.MustCompile(`^(\d+) +<\.\.\. (\w+) resumed>(.*)$`)
	resultText  = regexp.MustCompile(`\) += (-?\d+|0x[0-9a-f]+)(?: [^)]*)?(?:\([^)]*\))?$`)
	execText    = regexp.MustCompile(`^"((?:[^"\\]|\\.)*)", \["(?:[^"\\]|\\.)*"(?:, "((?:[^"\\]|\\.)*)")?`)
)

// errNoServer is returned for a trace in which agentapi never served.
var errNoServer = errors.New("agentapi server was never executed")

// tracer reads a trace line by line.
type tracer struct {
	trace
	// program is what a process runs. One that was not seen to be made yet
	// runs what its maker does, and all makers before it are shells.
	program map[string]string
	// pending are the arguments of interrupted calls.
	pending map[string]string
}

// parseTrace reads the output of "strace -f -o FILE" up to the execution of
// "agentapi server".
func parseTrace(text string) (*trace, error) {
	t := &tracer{
		trace: trace{
			execs: map[string]int{}, forks: map[string]int{},
			calls: map[string]map[string]int{}, failed: map[string]map[string]int{},
		},
		program: map[string]string{}, pending: map[string]string{},
	}
	for line := range strings.Lines(text) {
		if t.read(strings.TrimSuffix(line, "\n")) {
			return &t.trace, nil
		}
	}
	return nil, errNoServer
}

// read takes one line in and reports whether the server was executed in it.
func (t *tracer) read(line string) (served bool) {
	if m := callLine.FindStringSubmatch(line); m != nil {
		process, name, rest := m[1], m[2], m[3]
		t.count(t.calls, process, name)
		if arguments, interrupted := strings.CutSuffix(rest, "<unfinished ...>"); interrupted {
			t.pending[process] = arguments
			return false
		}
		return t.finish(process, name, rest)
	}
	if m := resumedLine.FindStringSubmatch(line); m != nil {
		process, name := m[1], m[2]
		rest := t.pending[process] + m[3]
		delete(t.pending, process)
		return t.finish(process, name, rest)
	}
	return false
}

func (t *tracer) count(counts map[string]map[string]int, process, name string) {
	program := t.programOf(process)
	if counts[program] == nil {
		counts[program] = map[string]int{}
	}
	counts[program][name]++
}

func (t *tracer) programOf(process string) string {
	if program, known := t.program[process]; known {
		return program
	}
	return "bash"
}

// finish takes in a call with its arguments and its result.
func (t *tracer) finish(process, name, rest string) (served bool) {
	result := resultText.FindStringSubmatch(rest)
	if result == nil {
		return false // the process ended in it
	}
	if strings.HasPrefix(result[1], "-") {
		t.count(t.failed, process, name)
		return false
	}
	switch name {
	case "execve":
		return t.executed(process, rest)
	case "clone", "clone3", "fork", "vfork":
		// Inside the new process the call returns 0.
		if result[1] != "0" {
			t.made(process, result[1], strings.Contains(rest, "CLONE_THREAD"))
		}
	}
	return false
}

func (t *tracer) executed(process, rest string) (served bool) {
	m := execText.FindStringSubmatch(rest)
	if m == nil {
		return false
	}
	program := path.Base(m[1])
	if program == "agentapi" && m[2] == "server" {
		return true
	}
	t.program[process] = program
	t.execs[program]++
	return false
}

func (t *tracer) made(process, child string, isThread bool) {
	program := t.programOf(process)
	if !isThread {
		t.forks[program]++
	}
	if _, known := t.program[child]; !known {
		t.program[child] = program
	}
}
