package scripttest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/persistence"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/toolchain"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/workspace"
)

// atOnce runs scripts side by side, each after its delay, and returns their
// results in the same order.
func (s *standIn) atOnce(delays []time.Duration, scripts ...string) []workspace.Result {
	s.t.Helper()
	results, errs := make([]workspace.Result, len(scripts)), make([]error, len(scripts))
	ctx := s.context()
	var all sync.WaitGroup
	for i, script := range scripts {
		all.Add(1)
		go func() {
			defer all.Done()
			time.Sleep(delays[i])
			results[i], errs[i] = s.RunPlain(ctx, script, nil)
		}()
	}
	all.Wait()
	for i, result := range results {
		s.stops = append(s.stops, result.Output)
		s.must(errs[i])
		if result.OutputLeftOpen {
			s.t.Errorf("script %d left its output open", i+1)
		}
	}
	return results
}

// startLog is what plain starts have written.
func (s *standIn) startLog() string {
	text, err := os.ReadFile(filepath.Join(s.result.DataDir, "logs", "start.log"))
	s.must(err)
	return string(text)
}

// TestFaultTwoStarts: of two starts at once one starts the agent, and neither
// fails.
func TestFaultTwoStarts(t *testing.T) {
	t.Parallel()
	s := newStandIn(t, func(r *persistence.Request) { r.Prompt = prompt })
	start := s.result.StartScript
	for round := range 3 {
		for i, result := range s.atOnce(make([]time.Duration, 3), start, start, start) {
			if result.ExitCode != 0 || !strings.Contains(result.Output, "stand-in-agent is up on port") {
				t.Errorf("start %d ended with status %d:\n%s", i+1, result.ExitCode, result.Output)
			}
		}
		if n := len(s.Find("agentapi")); n != 1 {
			t.Errorf("agentapi runs %d times, want once", n)
		}
		s.must(s.client().WaitStable(s.context()))
		s.began(round)
		s.kill()
	}
	if n := strings.Count(s.turns(), "user: "+prompt); n != 1 {
		t.Errorf("the task was given %d times", n)
	}
}

// TestFaultStartDuringStop: the new start waits for the end of the stop and
// finds everything that it saved.
func TestFaultStartDuringStop(t *testing.T) {
	t.Parallel()
	s := newStandIn(t, nil)
	s.behave("ignore-interrupt") // a stop takes a moment
	s.plain()
	s.must(s.client().WaitStable(s.context()))
	s.say(firstMessage)
	before := s.Find("agentapi")
	results := s.atOnce([]time.Duration{0, 400 * time.Millisecond}, s.result.ShutdownScript, s.result.StartScript)
	if results[0].ExitCode != 0 || !strings.Contains(results[0].Output, "the chat is saved: 1 user messages") {
		t.Errorf("the stop ended with status %d:\n%s", results[0].ExitCode, results[0].Output)
	}
	if results[1].ExitCode != 0 || !strings.Contains(s.startLog(), "waiting for it") {
		t.Errorf("the start ended with status %d:\n%s\n%s", results[1].ExitCode, results[1].Output, s.startLog())
	}
	s.must(s.client().WaitStable(s.context()))
	if after := s.Find("agentapi"); len(before) != 1 || len(after) != 1 || before[0].PID == after[0].PID {
		t.Errorf("agentapi ran as %v and runs as %v", before, after)
	}
	s.chat(firstMessage)
	s.began(1)
}

// TestFaultStopDuringStart: a stop while the start still looks around keeps
// the agent from being started, and loses nothing.
func TestFaultStopDuringStart(t *testing.T) {
	t.Parallel()
	s := newStandIn(t, func(r *persistence.Request) { r.Prompt = prompt })
	slow := filepath.Join(s.LogDir, "agentapi")
	s.must(os.WriteFile(slow, fmt.Appendf(nil, "#!/bin/bash\n[[ $1 != --version ]] || sleep 3\nexec '%s' \"$@\"\n",
		toolchain.RequirePath(t, "agentapi")), 0o700))
	s.must(s.Link("agentapi", slow))
	results := s.atOnce([]time.Duration{0, 1500 * time.Millisecond}, s.result.StartScript, s.result.ShutdownScript)
	if results[1].ExitCode != 0 || results[0].ExitCode == 0 {
		t.Errorf("the start ended with status %d and the stop with %d; want a failure and 0:\n%s\n%s", results[0].ExitCode, results[1].ExitCode, results[0].Output, results[1].Output)
	}
	if !strings.Contains(s.startLog(), "the workspace is stopping; not starting") {
		t.Errorf("the start does not say why nothing runs:\n%s", s.startLog())
	}
	if n := len(s.Find("agentapi")); n != 0 || s.turns() != "" {
		t.Errorf("agentapi runs %d times after the stop; the agent did:\n%s", n, s.turns())
	}
	s.must(s.Halt())
	s.start()
	s.began(0)
	if n := strings.Count(s.turns(), "user: "+prompt); n != 1 {
		t.Errorf("the task was given %d times", n)
	}

	// A stop just after agentapi was started, before it listens.
	s.must(s.Link("agentapi", toolchain.RequirePath(t, "agentapi")))
	s.say(firstMessage)
	s.stop()
	for _, delay := range []time.Duration{100 * time.Millisecond, 200 * time.Millisecond, 300 * time.Millisecond, 500 * time.Millisecond} {
		s.atOnce([]time.Duration{0, delay}, s.result.StartScript, s.result.ShutdownScript)
		s.must(s.Halt())
		if !s.state().Contains(workspace.RoleUser, firstMessage) {
			t.Fatalf("a stop %v after the start lost the chat", delay)
		}
	}
	s.start()
	s.chat(firstMessage)
}

// TestFaultStopTwice: the module's stop script, ours, and ours again, at once
// and one after the other; with nothing running, and with nothing there at all.
func TestFaultStopTwice(t *testing.T) {
	t.Parallel()
	s := newStandIn(t, nil)
	stop := s.result.ShutdownScript
	if result := s.shutdown(); result.ExitCode != 0 || !strings.Contains(result.Output, "nothing to stop") {
		t.Errorf("before the first start a stop ends with status %d:\n%s", result.ExitCode, result.Output)
	}
	s.start()
	s.say(firstMessage)
	for i, result := range s.atOnce(make([]time.Duration, 3), stop, stop, stop) {
		if result.ExitCode != 0 {
			t.Errorf("stop %d of three ended with status %d:\n%s", i+1, result.ExitCode, result.Output)
		}
	}
	for range 2 {
		if result := s.shutdown(); result.ExitCode != 0 || !strings.Contains(result.Output, "agentapi is not running") || !strings.Contains(result.Output, "the chat is saved: 1 user messages") {
			t.Errorf("a stop with nothing running ended with status %d:\n%s", result.ExitCode, result.Output)
		}
	}
	s.must(s.Halt())
	s.start()
	s.chat(firstMessage)
	s.began(1)
}

// TestFaultFrozenAgentAPI: an agentapi that answers nothing is killed when the
// time is over, and what it had saved is kept.
func TestFaultFrozenAgentAPI(t *testing.T) {
	t.Parallel()
	s := newStandIn(t, func(r *persistence.Request) { r.GracePeriodSeconds = 60 })
	s.start()
	s.say(firstMessage)
	time.Sleep(2500 * time.Millisecond) // more than two save intervals
	s.must(s.Signal(s.run.AgentAPI(), syscall.SIGSTOP))
	const budget = 12
	_, rest, found := strings.Cut(s.result.ShutdownScript, "\nbudget=")
	value, _, _ := strings.Cut(rest, "\n")
	if !found {
		t.Fatal("the shutdown script has no budget")
	}
	s.result.ShutdownScript = without(t, s.result.ShutdownScript, "\nbudget="+value+"\n", "\nbudget="+itoa(budget)+"\n")
	result := s.shutdown()
	if result.ExitCode != 0 || !strings.Contains(result.Output, "the chat is saved: 1 user messages") || len(s.Find("agentapi")) != 0 {
		t.Errorf("status %d, agentapi: %v\n%s", result.ExitCode, s.Find("agentapi"), result.Output)
	}
	if result.Duration > (budget+3)*time.Second {
		t.Errorf("the stop took %v with a budget of %d s", result.Duration, budget)
	}
	s.must(s.Halt())
	s.start()
	s.chat(firstMessage)
}

// slimPath is a directory with the programs of a slim image alone: coreutils
// and what was linked into the workspace. There is no grep, sed, awk, jq, curl,
// flock, ps or python.
func (s *standIn) slimPath() string {
	s.t.Helper()
	list, err := exec.CommandContext(s.context(), "dpkg", "-L", "coreutils").Output()
	if err != nil {
		s.t.Fatalf("this test asks dpkg which programs coreutils has: %v. Run it on Debian or Ubuntu.", err)
	}
	dir := filepath.Join(s.Dir, "slim")
	s.must(os.Mkdir(dir, 0o755))
	for path := range strings.FieldsSeq(string(list)) {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && strings.HasSuffix(filepath.Dir(path), "/bin") {
			s.must(os.Symlink(path, filepath.Join(dir, filepath.Base(path))))
		}
	}
	bash, err := exec.LookPath("bash")
	s.must(err)
	s.must(os.Symlink(bash, filepath.Join(dir, "bash")))
	return dir
}

// TestFaultSlimContainer: PATH has coreutils, bash, agentapi and the agent.
func TestFaultSlimContainer(t *testing.T) {
	t.Parallel()
	s := newStandIn(t, func(r *persistence.Request) { r.Prompt, r.TaskID = prompt, taskID })
	s.Setenv("PATH", s.Bin+":"+s.slimPath())
	s.Setenv("CODER_AGENT_URL", "http://127.0.0.1:9")
	s.Setenv("CODER_AGENT_TOKEN", agentToken)
	s.start()
	s.say(firstMessage)
	result := s.stop()
	for _, text := range []string{"the chat is saved: 1 user messages", "no log snapshot: curl is not installed"} {
		if !strings.Contains(result.Output, text) {
			t.Errorf("the stop does not say %q:\n%s", text, result.Output)
		}
	}
	s.start()
	s.chat(firstMessage)
	s.say(secondMessage)
	time.Sleep(2500 * time.Millisecond) // more than two save intervals
	s.kill()
	s.start()
	s.chat(firstMessage, secondMessage)
	s.began(2)
	if n := strings.Count(s.turns(), "user: "+prompt); n != 1 {
		t.Errorf("the task was given %d times", n)
	}
}
