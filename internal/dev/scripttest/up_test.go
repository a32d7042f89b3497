package scripttest

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/toolchain"
	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/workspace"
)

// "Up" is true: this agentapi listens, the agent lives, and a supervisor that
// saves is there.

// isUp fails unless the start ended well and one agent runs.
func (f *fake) isUp(result workspace.Result) {
	f.t.Helper()
	if result.ExitCode != 0 || result.OutputLeftOpen {
		f.t.Fatalf("the start ended with status %d, output left open: %v\n%s", result.ExitCode, result.OutputLeftOpen, result.Output)
	}
	f.must(f.client().WaitStable(f.context()))
	if servers, agents := len(f.Find("agentapi")), len(f.agents()); servers != 1 || agents != 1 {
		f.t.Errorf("agentapi runs %d times and the agent %d times, want once each", servers, agents)
	}
}

// TestPlainCoderScript uses the scripts without the agentapi module: the start
// script returns once agentapi answers, and a second one changes nothing.
func TestPlainCoderScript(t *testing.T) {
	t.Parallel()
	f := newFake(t, withPrompt(prompt))
	f.isUp(f.plain())
	before := f.Find("agentapi")[0].PID
	f.isUp(f.plain())
	if after := f.Find("agentapi")[0].PID; after != before {
		t.Error("a second start replaced agentapi")
	}
	f.stop()
	f.isUp(f.plain())
	f.took(prompt, 1)
	f.began(1)
}

// TestThreeStarts: of several starts at once one starts the agent, and none
// fails.
func TestThreeStarts(t *testing.T) {
	t.Parallel()
	f := newFake(t, withPrompt(prompt))
	start := f.result.StartScript
	for round := range 3 {
		for _, result := range f.atOnce(nil, start, start, start) {
			f.isUp(result)
		}
		f.began(round)
		f.kill()
	}
	f.took(prompt, 1)
}

// TestTwoAgentsOnOnePort: Coder runs scripts at the same time. Of two agents on
// one port one is up, whichever it is; the other fails, names it, and neither
// its agent nor its task was used.
func TestTwoAgentsOnOnePort(t *testing.T) {
	t.Parallel()
	for round := range 4 {
		t.Run(itoa(round), func(t *testing.T) {
			one := newFake(t, withPrompt(prompt))
			two := one.neighbor("second", withPrompt(secondTask), resourcePort(one.port))
			two.port = one.port
			winner, loser := one, two
			task, unused := prompt, secondTask
			results := one.atOnce(nil, one.result.StartScript, two.result.StartScript)
			if results[1].ExitCode == 0 {
				winner, loser, task, unused = two, one, secondTask, prompt
				results[0], results[1] = results[1], results[0]
			}
			says := func(text string) bool { return strings.Contains(results[1].Output, text) }
			if results[1].ExitCode == 0 || !says(winner.result.DataDir) && !says(fmt.Sprintf("%q", winner.result.Name)) {
				t.Errorf("the start of %q ended with status %d and does not name %q:\n%s",
					loser.result.Name, results[1].ExitCode, winner.result.Name, results[1].Output)
			}
			winner.isUp(results[0])
			winner.tell(firstMessage)
			winner.took(task, 1)
			winner.took(unused, 0)
		})
	}
}

// TestTakenPort: the port belongs to an agent that is up, or to a program that
// has nothing to do with us.
func TestTakenPort(t *testing.T) {
	t.Parallel()
	one := newFake(t)
	one.start()
	two := one.neighbor("second", withPrompt(secondTask), resourcePort(one.port))
	two.port = one.port
	for _, log := range []string{two.refused("port"), two.plain().Output} {
		if !strings.Contains(log, one.result.DataDir) && !strings.Contains(log, `"`+fakeName+`"`) {
			t.Errorf("the log does not name the other agent:\n%s", log)
		}
	}
	two.took(secondTask, 0)
	one.tell(firstMessage)

	server := newDrip(t)
	three := one.neighbor("third", resourcePort(server.port))
	three.port = server.port
	three.refused("port")
}

// TestOneDirectoryForTwoAgents: two agents that are given one data directory
// are told so, and the one that runs goes on.
func TestOneDirectoryForTwoAgents(t *testing.T) {
	t.Parallel()
	one := newFake(t)
	one.start()
	two := one.neighbor("second", withDataDir(one.result.DataDir))
	two.refused("name")
	one.tell(firstMessage)
}

// TestTwoAgents run side by side in one workspace.
func TestTwoAgents(t *testing.T) {
	t.Parallel()
	one := newFake(t)
	two := one.neighbor("second")
	one.launch()
	two.launch()
	one.must(one.client().WaitStable(one.context()))
	two.must(two.client().WaitStable(two.context()))
	one.tell(firstMessage)
	two.tell(secondMessage)
	one.stopAgent()
	two.tell(thirdMessage)
	two.stopAgent()
	if !one.saved(firstMessage) || one.saved(secondMessage) || !two.saved(secondMessage) || !two.saved(thirdMessage) || two.saved(firstMessage) {
		t.Error("the chats are mixed up or incomplete")
	}
	entries, err := os.ReadDir(one.Tmp)
	one.must(err)
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), "agentapi-uploads-") { // agentapi's own
			t.Errorf("the directory for temporary files, which all users share, has %s", entry.Name())
		}
	}
}

// TestStopDuringStart: a stop in the first moments of a start. When the stop
// has ended well, nothing runs and nothing begins to.
func TestStopDuringStart(t *testing.T) {
	t.Parallel()
	for _, milliseconds := range []int{0, 50, 100, 200, 400, 800, 1500} {
		t.Run(fmt.Sprintf("after %d ms", milliseconds), func(t *testing.T) {
			f := newFake(t, withPrompt(prompt))
			f.launch()
			f.waitFor("the start script", func() bool { return len(f.Processes()) > 0 })
			time.Sleep(time.Duration(milliseconds) * time.Millisecond)
			f.stopAgent()
			f.nothingLeft()
			if n := len(f.agents()); n > 0 {
				t.Errorf("%d agents run after the stop", n)
			}
			f.kill()
			f.start()
			f.tell(firstMessage)
			f.took(prompt, 1)
			f.stop()
			f.start()
			f.chat(firstMessage)
		})
	}
}

// TestStopDuringSlowStart: the same while the start asks agentapi what it can do.
func TestStopDuringSlowStart(t *testing.T) {
	t.Parallel()
	f := newFake(t, withPrompt(prompt))
	asked, slow := filepath.Join(f.LogDir, "asked"), filepath.Join(f.LogDir, "agentapi")
	f.must(os.WriteFile(slow, fmt.Appendf(nil, "#!/bin/bash\n[[ $1 == server && $2 == --type ]] || { : >'%s'; sleep 5; }\nexec '%s' \"$@\"\n",
		asked, toolchain.RequirePath(t, "agentapi")), 0o700))
	f.must(f.Link("agentapi", slow))
	f.launch()
	f.waitFor("the start to ask", func() bool { _, err := os.Stat(asked); return err == nil })
	f.stopAgent()
	f.nothingLeft()
	if f.turns() != "" {
		t.Errorf("the agent has run:\n%s", f.turns())
	}
	f.kill()
	f.must(f.Link("agentapi", toolchain.RequirePath(t, "agentapi")))
	f.start()
	f.tell(firstMessage)
	f.took(prompt, 1)
}

// TestStartDuringStop: a new start waits for the end of the stop and finds
// everything that it saved.
func TestStartDuringStop(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.behave("slow-end=2")
	f.isUp(f.plain())
	f.tell(firstMessage)
	before := f.Find("agentapi")[0].PID
	results := f.atOnce([]time.Duration{0, 400 * time.Millisecond}, f.result.ShutdownScript, f.result.StartScript)
	if results[0].ExitCode != 0 {
		t.Errorf("the stop ended with status %d:\n%s", results[0].ExitCode, results[0].Output)
	}
	f.isUp(results[1])
	if f.Find("agentapi")[0].PID == before {
		t.Error("agentapi was not stopped")
	}
	f.chat(firstMessage)
	f.began(1)
}

// TestKilledSupervisor: the kernel kills the script that watches agentapi. The
// next start sees to it that the chat is saved again, with one agent.
func TestKilledSupervisor(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.isUp(f.plain())
	f.tell(firstMessage)
	f.must(f.Kill9(f.supervisor()))
	f.isUp(f.plain())
	f.tell(secondMessage)
	f.waitSaved(secondMessage)
	f.isUp(f.plain())
	f.kill()
	f.isUp(f.plain())
	f.chat(firstMessage, secondMessage)
}

// supervisor is the process that watches agentapi: it holds the agent's lock. After
// a takeover it is not agentapi's parent.
func (f *fixture) supervisor() int {
	f.t.Helper()
	owner, err := os.Readlink(f.dataPath("state/lock"))
	f.must(err)
	number, _, _ := strings.Cut(owner, ".")
	pid, err := strconv.Atoi(number)
	f.must(err)
	if !workspace.Alive(pid) {
		f.t.Fatalf("agentapi has no supervisor: process %d is gone", pid)
	}
	return pid
}

// TestKilledAgentAPI: the kernel kills agentapi for want of memory. It comes
// back by itself, with its chat and the agent's session.
func TestKilledAgentAPI(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.start()
	f.tell(firstMessage)
	f.waitSaved(firstMessage)
	for n := range 2 {
		killed := f.run.AgentAPI()
		f.must(f.Kill9(killed))
		f.waitFor("another agentapi", func() bool { pid := f.run.AgentAPI(); return pid != 0 && pid != killed })
		f.must(f.run.WaitStable(f.context()))
		f.chat(firstMessage)
		f.began(n + 1)
		if agents := f.agents(); len(agents) != 1 {
			t.Errorf("agents that run: %v, want one", agents)
		}
	}
	f.tell(secondMessage)
	f.stop()
	if !f.saved(secondMessage) {
		t.Error("what was said after the restart is not saved")
	}
}

// TestStalePIDFile: after a kill the PID file is still there and its number
// belongs to somebody else, even to another agentapi.
func TestStalePIDFile(t *testing.T) {
	t.Parallel()
	other := newFake(t)
	other.start()
	f := newFake(t)
	f.start()
	f.tell(firstMessage)
	f.waitSaved(firstMessage)
	f.kill()
	for what, pid := range map[string]int{
		"another program": f.sleeper("sleep"), "another agentapi": other.run.AgentAPI(), "this test": os.Getpid(),
	} {
		f.must(os.WriteFile(f.dataPath("state/agentapi.pid"), fmt.Appendln(nil, pid), 0o600))
		f.start()
		f.chat(firstMessage)
		f.kill()
		t.Logf("started beside a PID file with the number of %s", what)
	}
	f.began(3)
}

// TestMachinesThatBootAlike: what a killed start left names the very process id
// and start time that the new start has, as happens in containers, and another
// boot.
func TestMachinesThatBootAlike(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.start()
	f.tell(firstMessage)
	f.waitSaved(firstMessage)
	old := f.run.PID
	oldTick := startTick(t, old)
	bootID, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	f.must(err)
	left := f.freeze()
	f.kill()
	// The new start's process replaces the old one's id and time by its own.
	const forge = `read -r stat </proc/$$/stat
stat=(${stat##*) })
"$FORGE" "$$" "${stat[19]}"
exec bash "$SCRIPT" true "$PORT"
`
	path, helper := filepath.Join(f.LogDir, "start.sh"), filepath.Join(f.LogDir, "forge")
	f.must(os.WriteFile(path, []byte(f.result.StartScript), 0o700))
	var edits strings.Builder
	edits.WriteString("#!/bin/bash\nset -e\n")
	for name, text := range left {
		if !strings.Contains(text, oldTick) {
			continue
		}
		text = regexp.MustCompile(`\b`+oldTick+`\b`).ReplaceAllString(text, "@TICK@")
		text = regexp.MustCompile(`\b`+itoa(old)+`\b`).ReplaceAllString(text, "@PID@")
		text = strings.ReplaceAll(text, strings.TrimSpace(string(bootID)), "0b0e7f0c-0000-4000-8000-000000000000")
		stored := filepath.Join(f.LogDir, "left-"+filepath.Base(name))
		f.must(os.WriteFile(stored, []byte(strings.TrimPrefix(text, "link:")), 0o600))
		fmt.Fprintf(&edits, "text=$(sed \"s/@PID@/$1/g; s/@TICK@/$2/g\" '%s')\nrm -f '%s'\n", stored, name)
		if strings.HasPrefix(text, "link:") {
			fmt.Fprintf(&edits, "ln -s \"$text\" '%s'\n", name)
		} else {
			fmt.Fprintf(&edits, "printf '%%s\\n' \"$text\" >'%s'\n", name)
		}
		t.Logf("%s: %s", name, text)
	}
	f.must(os.WriteFile(helper, []byte(edits.String()), 0o700))
	done := make(chan workspace.Result, 1)
	go func() {
		result, _ := f.RunPlain(f.context(), forge, map[string]string{"FORGE": helper, "SCRIPT": path, "PORT": itoa(f.port)})
		done <- result
	}()
	client := f.client()
	client.Check = func() error {
		select {
		case result := <-done:
			return fmt.Errorf("the start ended with status %d:\n%s", result.ExitCode, result.Output)
		default:
			return nil
		}
	}
	f.must(client.WaitStable(f.context()))
	f.chat(firstMessage)
	f.kill()
}

// startTick is when a process started, in clock ticks since boot.
func startTick(t testing.TB, pid int) string {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	return fields[19]
}

// freeze returns the small files and links of the workspace's own directories,
// by path. What a link points to begins with "link:".
func (f *fixture) freeze() map[string]string {
	f.t.Helper()
	found := map[string]string{}
	f.must(filepath.WalkDir(filepath.Join(f.Home, ".coder-modules"), func(path string, entry os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.Type()&os.ModeSymlink != 0:
			target, err := os.Readlink(path)
			found[path] = "link:" + target
			return err
		case entry.Type().IsRegular() && filepath.Ext(path) != ".log":
			text, err := os.ReadFile(path)
			if len(text) < 4096 {
				found[path] = string(text)
			}
			return err
		}
		return nil
	}))
	return found
}

// TestSameTemplateInAContainer: a container inside the workspace runs the same
// template. Its processes are in our /proc, with the same paths, and none of
// our business.
func TestSameTemplateInAContainer(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	inner := f.container(f.result.StartScript)
	f.waitFor("the inner agent", func() bool { return len(f.agents()) == 1 })
	innerServer := f.Find("agentapi")[0].PID
	result := f.plain()
	if result.ExitCode != 0 {
		t.Fatalf("the outer start ended with status %d:\n%s\n%s", result.ExitCode, result.Output, f.log())
	}
	f.must(f.client().WaitStable(f.context()))
	f.tell(firstMessage)
	f.stopAgent()
	if !f.saved(firstMessage) {
		t.Error("the outer chat is not saved")
	}
	if !workspace.Alive(innerServer) {
		t.Errorf("the outer stop ended the agentapi in the container:\n%s", inner.output())
	}
}
