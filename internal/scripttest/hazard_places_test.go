package scripttest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/persistence"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/workspace"
)

// neighbor is a second agent in the same workspace.
func (s *standIn) neighbor(name string, change func(*persistence.Request)) *standIn {
	s.t.Helper()
	n := &standIn{fixture: &fixture{Workspace: s.Workspace, t: s.t}, port: nextPort.Add(1)}
	s.t.Cleanup(func() {
		n.onlyOurLines()
		if s.t.Failed() {
			s.t.Log(name + "'s log:\n" + n.log())
		}
	})
	n.rerender(func(r *persistence.Request) {
		r.Name = name
		if change != nil {
			change(r)
		}
	})
	return n
}

// TestHazardI_FixedNames: two agents run in one workspace. Nothing of one is
// in the way of the other, and nothing lies in the directory for temporary
// files, which all users of a machine share.
func TestHazardI_FixedNames(t *testing.T) {
	t.Parallel()
	s := newStandIn(t, nil)
	second := s.neighbor("second", nil)
	left := func() []string {
		entries, err := os.ReadDir(s.Tmp)
		s.must(err)
		var names []string
		for _, entry := range entries {
			// agentapi's own, under a name that is made up.
			if !strings.HasPrefix(entry.Name(), "agentapi-uploads-") {
				names = append(names, entry.Name())
			}
		}
		return names
	}
	s.launch()
	second.launch()
	s.must(s.client().WaitStable(s.context()))
	s.must(second.client().WaitStable(s.context()))
	s.say(firstMessage)
	second.say(secondMessage)
	if names := left(); len(names) > 0 {
		t.Errorf("in the directory for temporary files: %v", names)
	}
	if result := s.shutdown(); !strings.Contains(result.Output, "the chat is saved: 1 user messages") {
		t.Errorf("the first one's stop:\n%s", result.Output)
	}
	second.say(thirdMessage)
	if result := second.shutdown(); !strings.Contains(result.Output, "the chat is saved: 2 user messages") {
		t.Errorf("the second one's stop:\n%s", result.Output)
	}
	if names := left(); len(names) > 0 {
		t.Errorf("in the directory for temporary files: %v", names)
	}
	for _, script := range []string{s.result.StartScript, s.result.ShutdownScript} {
		if strings.Contains(strings.ReplaceAll(script, s.Dir, ""), "/tmp") {
			t.Error("a script names /tmp")
		}
	}
	s.must(s.Halt())

	// Two agents that are given one directory say so.
	s.start()
	third := s.neighbor("third", func(r *persistence.Request) { r.DataDir = s.result.DataDir })
	third.refused("Give each agent a name of its own")
	s.say("still here")
	// The remedy is the directory of one's own: with fixed places the second
	// agent never comes up.
	if third.client().WaitListening(shortly(t)) == nil {
		t.Error("the agent with another's directory came up: this test proves nothing")
	}
}

// TestHazardJ_TakenPort: two agents on one port. The second refuses, names the
// first, and does not begin a session that nobody would see.
func TestHazardJ_TakenPort(t *testing.T) {
	t.Parallel()
	s := newStandIn(t, nil)
	s.start()
	second := s.neighbor("second", nil)
	second.port = s.port
	taken := func(r *persistence.Request) { r.Name, r.Prompt = "second", prompt }
	second.rerender(taken)
	sessions := s.turns()
	for _, log := range []string{second.refused("is taken by agentapi"), func() string {
		result := second.plain()
		if result.ExitCode == 0 {
			t.Error("the plain start reports success")
		}
		return result.Output
	}()} {
		for _, text := range []string{`Give "second" a port of its own`, "/stand-in-agent/state/agentapi.pid"} {
			if !strings.Contains(log, text) {
				t.Errorf("the log does not say %q:\n%s", text, log)
			}
		}
	}
	if s.turns() != sessions {
		t.Error("the second agent has run")
	}
	s.say(firstMessage)

	second.result.StartScript = without(t, second.result.StartScript, "\n  check_port\n", "\n")
	if log := second.foreground().Output; strings.Contains(log, "is taken by") {
		t.Errorf("the variant without the remedy says the same: this test proves nothing:\n%s", log)
	}
	if s.turns() == sessions {
		t.Error("without the remedy the second agent did not run either: this test proves nothing")
	}
}

// TestHazardK_Quoting: the home, the working directory and the prompt have
// blanks, quotes, dollar signs and characters that are not ASCII.
func TestHazardK_Quoting(t *testing.T) {
	t.Parallel()
	const (
		place = `it's a "place" 返事 & é\n; *`
		odd   = `$(date) ~ ${HOME} ` + place
	)
	s := newStandInAt(t, filepath.Join(t.TempDir(), place), func(r *persistence.Request) {
		r.Prompt = odd
		r.Workdir += "/" + place
	})
	s.start()
	s.say(firstMessage)
	if !strings.Contains(s.turns(), "user: "+odd+"\n") {
		t.Errorf("the prompt came as something else:\n%s", s.turns())
	}
	if directory, err := os.Readlink(filepath.Join("/proc", itoa(s.Find(standInName)[0].PID), "cwd")); err != nil || directory != filepath.Join(s.Workdir, place) {
		t.Errorf("the agent works in %q, %v", directory, err)
	}
	s.stop()
	s.start()
	s.chat(firstMessage)
	s.say(secondMessage)
	time.Sleep(2500 * time.Millisecond)
	s.kill()
	s.start()
	s.chat(firstMessage, secondMessage)
	s.began(2)
	if n := strings.Count(s.turns(), "user: "+odd+"\n"); n != 1 {
		t.Errorf("the prompt was given %d times", n)
	}
	s.stop()

	s.result.StartScript = without(t, s.result.StartScript, `--pid-file "$pid_file" --state-file`, `--pid-file $pid_file --state-file`)
	s.refused("agentapi has ended")
}

// TestHazardL_FailuresAreReported: whatever goes wrong before or in the agent
// ends the start with an error that says what to do.
func TestHazardL_FailuresAreReported(t *testing.T) {
	t.Parallel()
	s := newStandIn(t, nil)
	s.behave("exit=7")
	s.refused("agentapi has ended (status 1); see " + filepath.Join(s.result.DataDir, "logs", "agentapi.log"))
	if result := s.plain(); result.ExitCode != 1 || !strings.Contains(result.Output, "stand-in-agent did not come up; logs: ") {
		t.Errorf("the plain start ended with status %d:\n%s", result.ExitCode, result.Output)
	}
	s.behave("")

	script := s.result.StartScript
	s.result.StartScript = without(t, script, `exit "$exit_status"`, "return 0")
	s.behave("exit=7")
	if result := s.foreground(); result.ExitCode != 0 {
		t.Errorf("the variant without the remedy ends with status %d: this test proves nothing", result.ExitCode)
	}
	s.behave("")
	s.result.StartScript = script

	for program, text := range map[string]string{
		standInName: "stand-in-agent is not on PATH",
		"agentapi":  "agentapi is not on PATH",
	} {
		link := filepath.Join(s.Bin, program)
		s.must(os.Rename(link, link+".away"))
		s.refused(text)
		if result := s.plain(); result.ExitCode == 0 || !strings.Contains(result.Output, text) {
			t.Errorf("without %s the plain start ended with status %d:\n%s", program, result.ExitCode, result.Output)
		}
		s.must(os.Rename(link+".away", link))
	}
	s.Setenv("HOME", "/nonexistent")
	s.refused("HOME is '/nonexistent'")
	s.Setenv("HOME", s.Home)

	s.start()
	if !workspace.Alive(s.run.AgentAPI()) {
		t.Error("the agent does not start any more")
	}
}
