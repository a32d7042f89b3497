package main

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/workspace"
)

func TestParseEpoch(t *testing.T) {
	for text, want := range map[string]int64{
		"1700000000.000001": 1700000000000001,
		"1700000000,250000": 1700000000250000,
		"1700000000":        0,
		"1700000000.25":     0,
		"17x.000001":        0,
		"":                  0,
	} {
		got, err := parseEpoch(text)
		if want == 0 {
			if err == nil {
				t.Errorf("%q is taken for %v", text, got)
			}
		} else if err != nil || got.UnixMicro() != want {
			t.Errorf("%q: got %v, %v; want %d", text, got.UnixMicro(), err, want)
		}
	}
}

func TestParseStat(t *testing.T) {
	const stat = "42 (a b) c) S 1 42 42 0 -1 4194304 100 200 3 4 5 7 11 13 20 0 1 0 999 1000 200"
	own, children, err := parseStat(stat)
	if err != nil || own != 120*time.Millisecond || children != 240*time.Millisecond {
		t.Errorf("got %v, %v, %v; want 120 ms and 240 ms", own, children, err)
	}
	for _, bad := range []string{"", "42 (x) S 1 2 3", strings.Replace(stat, " 13 ", " x ", 1)} {
		if _, _, err := parseStat(bad); err == nil {
			t.Errorf("no error for %q", bad)
		}
	}
}

func TestParseRollup(t *testing.T) {
	const text = "55d0-7ffe ---p 00000000 00:00 0    [rollup]\nRss:    3648 kB\nPss:    1201 kB\nPss_Dirty:    900 kB\nShared_Clean:   2400 kB\n"
	if got, err := parseRollup(text); err != nil || got != (memory{rss: 3648, pss: 1201}) {
		t.Errorf("got %+v, %v", got, err)
	}
	for _, bad := range []string{"", "Rss:  12 kB\n", "Pss: 12 kB\n", "Rss: x kB\nPss: 12 kB\n"} {
		if got, err := parseRollup(bad); err == nil {
			t.Errorf("%q: no error, but %+v", bad, got)
		}
	}
}

func TestSplit(t *testing.T) {
	agentAPI, ours := split([]workspace.Process{
		{PID: 5, Parent: 9, Args: []string{"node", "tool.js"}}, // below the agent, with a lower number
		{PID: 7, Parent: 1, Args: []string{"bash", "-c", "agentapi"}},
		{PID: 8, Parent: 7, Args: []string{"/opt/agentapi", "server"}},
		{PID: 9, Parent: 8, Args: []string{"goose", "session"}},
		{PID: 10, Parent: 7, Args: []string{"sleep", "1"}},
	})
	var pids []int
	for _, p := range ours {
		pids = append(pids, p.PID)
	}
	if agentAPI != 8 || !slices.Equal(pids, []int{7, 10}) {
		t.Errorf("agentapi is %d and ours are %v, want 8 and [7 10]", agentAPI, pids)
	}
	if agentAPI, ours := split(nil); agentAPI != 0 || ours != nil {
		t.Errorf("of nothing: %d, %v", agentAPI, ours)
	}
}

// straceLines are a start in small, with what makes traces hard to read: calls
// that others interrupt, processes that run before their making is reported,
// threads, failures, and texts that look like calls.
const straceLines = `10 execve("/usr/bin/env", ["/usr/bin/env", "bash", "-c", "log() { exit(1) }"], 0x7ffd /* 9 vars */) = 0
10 execve("/opt/bin/bash", ["bash", "-c", "fork() = 5"], 0x7ffd /* 9 vars */) = -1 ENOENT (No such file or directory)
10 execve("/usr/bin/bash", ["bash", "-c", "fork() = 5"], 0x7ffd /* 9 vars */) = 0
10 openat(AT_FDCWD, "/proc/uptime", O_RDONLY) = 3
10 clone(child_stack=NULL, flags=CLONE_CHILD_CLEARTID|CLONE_CHILD_SETTID|SIGCHLD <unfinished ...>
11 close(3 <unfinished ...>
10 <... clone resumed>, child_tidptr=0x7f) = 11
11 <... close resumed>)                 = 0
11 execve("/opt/bin/agentapi", ["agentapi", "--version"], 0x7ffd /* 9 vars */ <unfinished ...>
10 wait4(-1,  <unfinished ...>
11 <... execve resumed>)                = 0
11 clone(child_stack=0xc000, flags=CLONE_VM|CLONE_FS|CLONE_THREAD|CLONE_SYSVSEM, tls=0xc0) = 12
12 futex(0x7f, FUTEX_WAIT_PRIVATE, 0, NULL <unfinished ...>
11 exit_group(0)                        = ?
12 <... futex resumed>)                 = ?
12 +++ exited with 0 +++
11 +++ exited with 0 +++
10 <... wait4 resumed>[{WIFEXITED(s) && WEXITSTATUS(s) == 0}], 0, NULL) = 11
10 --- SIGCHLD {si_signo=SIGCHLD, si_code=CLD_EXITED, si_pid=11} ---
10 vfork( <unfinished ...>
13 newfstatat(AT_FDCWD, "/a (b) = 1", 0x7ff, 0) = -1 ENOENT (No such file or directory)
13 execve("/opt/bin/agentapi", ["agentapi", "server", "--type", "goose"], 0x7ffd /* 9 vars */) = -1 ENOENT (No such file or directory)
10 <... vfork resumed>)                 = 13
`

const straceServer = `13 execve("/usr/bin/agentapi", ["agentapi", "server", "--type", "goose"...], 0x7ffd /* 9 vars */) = 0
13 openat(AT_FDCWD, "/later", O_RDONLY) = 3
10 fork() = 14
`

func TestParseTrace(t *testing.T) {
	got, err := parseTrace(straceLines + straceServer)
	if err != nil {
		t.Fatal(err)
	}
	if want := map[string]int{"env": 1, "bash": 1, "agentapi": 1}; !maps.Equal(got.execs, want) {
		t.Errorf("executed: %v, want %v", got.execs, want)
	}
	if want := map[string]int{"bash": 2}; !maps.Equal(got.forks, want) {
		t.Errorf("processes made: %v, want %v", got.forks, want)
	}
	calls, failed := got.callsOf(func(program string) bool { return program != "agentapi" })
	wantCalls := map[string]int{"execve": 6, "openat": 1, "clone": 1, "close": 1, "wait4": 1, "vfork": 1, "newfstatat": 1}
	if !maps.Equal(calls, wantCalls) {
		t.Errorf("calls: %v, want %v", calls, wantCalls)
	}
	if want := map[string]int{"execve": 2, "newfstatat": 1}; !maps.Equal(failed, want) {
		t.Errorf("failed: %v, want %v", failed, want)
	}
	asked, _ := got.callsOf(func(program string) bool { return program == "agentapi" })
	if want := map[string]int{"clone": 1, "futex": 1, "exit_group": 1}; !maps.Equal(asked, want) {
		t.Errorf("agentapi's calls: %v, want %v", asked, want)
	}
}

func TestParseTraceWithoutServer(t *testing.T) {
	for _, text := range []string{"", straceLines} {
		if _, err := parseTrace(text); !errors.Is(err, errNoServer) {
			t.Errorf("got %v, want %v", err, errNoServer)
		}
	}
}

func TestTop(t *testing.T) {
	counts := map[string]int{"read": 3, "write": 7, "close": 3}
	if got, want := top(counts, 2), []string{"write", "close"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := top(counts, 9); len(got) != 3 {
		t.Errorf("got %v", got)
	}
}
