package scripttest

import (
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/workspace"
)

// TestHazardA_StalePIDFile: after a kill the PID file is still there and its
// number belongs to somebody else, even to another agentapi. The start must
// not mind.
func TestHazardA_StalePIDFile(t *testing.T) {
	t.Parallel()
	other := newStandIn(t, nil)
	other.start()

	s := newStandIn(t, nil)
	s.start()
	s.say(firstMessage)
	s.kill()
	for what, pid := range map[string]int{
		"another program": s.sleeper("sleep"), "another agentapi": other.run.AgentAPI(), "this very test": os.Getpid(),
	} {
		s.must(os.WriteFile(s.statePath("agentapi.pid"), fmt.Appendln(nil, pid), 0o600))
		s.start()
		s.chat(firstMessage)
		s.kill()
		t.Logf("started beside a PID file with the number of %s", what)
	}
	s.began(3)

	// Without the remedy agentapi refuses.
	s.must(os.WriteFile(s.statePath("agentapi.pid"), fmt.Appendln(nil, other.run.AgentAPI()), 0o600))
	s.result.StartScript = without(t, s.result.StartScript, `rm -f -- "$pid_file" "$legacy_pid_file" "$stopping"`, `rm -f -- "$stopping"`)
	s.refused("agentapi has ended")
	if log := s.agentAPILog(); !contains(log, "another instance is already running") {
		t.Errorf("agentapi did not refuse to start:\n%s", log)
	}
}

// TestHazardB_UnrelatedProcess: a stop must not signal the process that has
// the number in the PID file unless it is this agentapi.
func TestHazardB_UnrelatedProcess(t *testing.T) {
	t.Parallel()
	other := newStandIn(t, nil)
	other.start()
	s := newStandIn(t, nil)
	s.start()
	s.stop()

	for what, pid := range map[string]int{
		"another program": s.sleeper("sleep"), "a program called agentapi": s.sleeper("/usr/bin/agentapi"), "another agentapi": other.run.AgentAPI(),
	} {
		for _, file := range []string{"agentapi.pid", "agentapi-legacy.pid"} {
			s.must(os.WriteFile(s.statePath(file), fmt.Appendln(nil, pid, "12345"), 0o600))
			result := s.shutdown()
			if result.ExitCode != 0 || !workspace.Alive(pid) {
				t.Errorf("the shutdown ended with status %d; %s with its number in %s is alive: %v", result.ExitCode, what, file, workspace.Alive(pid))
			}
			s.must(os.Remove(s.statePath(file)))
		}
	}

	// Without the remedy it is killed.
	pid := s.sleeper("sleep")
	s.must(os.WriteFile(s.statePath("agentapi.pid"), fmt.Appendln(nil, pid), 0o600))
	s.result.ShutdownScript = without(t, s.result.ShutdownScript, `[[ $1 =~ ^[1-9][0-9]*$ ]] || return 1`, `return 0`)
	s.shutdown()
	if workspace.Alive(pid) {
		t.Error("the variant without the remedy did no harm: this test proves nothing")
	}
}

// TestHazardC_DefaultSignals: under "nohup … &" SIGINT and SIGHUP are ignored;
// agentapi and the agent must not inherit that, or no agent ends in time.
func TestHazardC_DefaultSignals(t *testing.T) {
	s := newStandIn(t, nil)
	ignored := func() bool {
		processes := append(s.Find("agentapi"), s.Find(standInName)...)
		if len(processes) != 2 {
			t.Fatalf("running: %v; want agentapi and the agent", processes)
		}
		return processes[0].IgnoresInterrupt || processes[0].IgnoresHangup || processes[1].IgnoresInterrupt || processes[1].IgnoresHangup
	}
	s.start()
	if ignored() {
		t.Error("agentapi or the agent ignores SIGINT or SIGHUP")
	}
	with := s.stop().Duration

	s.result.StartScript = without(t, s.result.StartScript, `reset=(env --default-signal)`, `reset=()`)
	// A shutdown script that leaves the agent to agentapi, as others do.
	patient := s.result.ShutdownScript
	for _, step := range []string{"TERM", "KILL"} {
		patient = without(t, patient, `end_agent "$pid" `+step, ":")
	}
	s.result.ShutdownScript = patient
	s.start()
	if !ignored() {
		t.Error("the variant without the remedy does not ignore the signals: this test proves nothing")
	}
	stock := s.stop().Duration
	t.Logf("a stop takes %v; with signals ignored it took %v", with, stock)
	if with > 2*time.Second || stock < 5*time.Second {
		t.Errorf("a stop takes %v and %v with signals ignored; want less than 2 s and more than 5 s", with, stock)
	}
}
