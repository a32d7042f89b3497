package scripttest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/modelserver"
)

// A session is given up only after its store was read and does not hold it.

// breakages are what a person or an update does to an agent, and how it is
// mended. Each keeps the CLI from running at all.
var breakages = map[string]struct {
	apply func(f *fixture) (mend func())
	// says is a part of what the CLI prints.
	says string
}{
	"codex":  {typo(".codex/config.toml", "model = = \n"), "config"},
	"goose":  {replacedProgram, "cannot find module"},
	"gemini": {typo(".gemini/settings.json", "{ \"general\": oops\n"), "settings"},
}

// replacedProgram puts a program in the CLI's place that fails as a script does
// when an update has broken node.
func replacedProgram(f *fixture) (mend func()) {
	name := f.program()
	broken := filepath.Join(f.LogDir, "broken")
	f.must(os.WriteFile(broken, []byte("#!/bin/bash\necho 'cannot find module' >&2\nexit 1\n"), 0o700))
	target, err := os.Readlink(filepath.Join(f.Bin, name))
	f.must(err)
	f.must(f.Link(name, broken))
	return func() { f.must(f.Link(name, target)) }
}

// typo puts text before a settings file's content.
func typo(file, text string) func(f *fixture) (mend func()) {
	return func(f *fixture) (mend func()) {
		content, err := os.ReadFile(filepath.Join(f.Home, file))
		f.must(err)
		f.must(f.WriteFile(file, text+string(content)))
		return func() { f.must(f.WriteFile(file, string(content))) }
	}
}

// TestTroubleKeepsSession: an agent cannot run for a while, because of a typo
// in its settings or a broken program. The start tries a bounded number of
// times, passes the agent's own words on and fails; once the trouble is over
// the session is resumed, and the task is not given again.
func TestTroubleKeepsSession(t *testing.T) {
	t.Parallel()
	for agent, breakage := range breakages {
		t.Run(agent, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, agent)
			f.startTask()
			f.stop()
			mend := breakage.apply(f)
			f.refused(breakage.says)
			f.kill()
			mend()
			f.start()
			f.carries(f.say(firstMessage), prompt, modelserver.ReplyPrefix(1))
			f.given(prompt, 1)
		})
	}
}

// TestTroubleThatPasses: the trouble is over before the start gives up, so the
// same start brings the session back.
func TestTroubleThatPasses(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "goose")
	f.startTask()
	f.stop()
	tried := filepath.Join(f.LogDir, "tried")
	goose, err := os.Readlink(filepath.Join(f.Bin, "goose"))
	f.must(err)
	flaky := filepath.Join(f.LogDir, "flaky")
	f.must(os.WriteFile(flaky, fmt.Appendf(nil, `#!/bin/bash
if [[ $1 == session && $2 != list && ! -e '%[1]s' ]]; then
  : >'%[1]s'
  echo 'database is locked'
  exit 1
fi
exec '%[2]s' "$@"
`, tried, goose), 0o700))
	f.must(f.Link("goose", flaky))
	f.start()
	if _, err := os.Stat(tried); err != nil {
		t.Fatal("the agent was never started in vain: this test proves nothing")
	}
	f.carries(f.say(firstMessage), prompt, modelserver.ReplyPrefix(1))
	f.given(prompt, 1)
}

// TestKilledAgentComesBack: the kernel kills the agent alone, right after a
// resume. It comes back in the same session.
func TestKilledAgentComesBack(t *testing.T) {
	t.Parallel()
	for _, agent := range []string{"claude-code", "codex", "goose", "gemini", "copilot"} {
		t.Run(agent, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, agent)
			f.startTask()
			f.stop()
			f.start()
			if agent == "gemini" {
				f.waitFor("the whole record", f.recordIsWhole)
			}
			killed := f.agentPID()
			f.must(f.Kill9(killed))
			f.waitFor("another agent", func() bool {
				if _, err := f.client().Status(shortly(t)); err != nil {
					return false
				}
				return f.run.AgentAPI() != 0 && f.agentPID() != killed
			})
			f.must(f.run.WaitStable(f.context()))
			f.carries(f.say(firstMessage), prompt, modelserver.ReplyPrefix(1))
			f.stop()
			f.start()
			f.carries(f.say(secondMessage), prompt, firstMessage)
			f.given(prompt, 1)
		})
	}
}

// recordIsWhole reports whether a resumed Gemini has written its messages: it
// begins with an empty list, and finds no session when it is killed then.
func (f *fixture) recordIsWhole() bool {
	for _, file := range f.stores() {
		text, err := os.ReadFile(file)
		f.must(err)
		lists := strings.Split(string(text), `{"$set":{"messages":`)
		if strings.Contains(strings.SplitN(lists[len(lists)-1], "\n", 2)[0], prompt) {
			return true
		}
	}
	return false
}

// stopAndLoseSession stops the agent, once it is on record that somebody has
// spoken in its session, and removes its sessions, as a lost volume does.
func (f *fixture) stopAndLoseSession() {
	f.t.Helper()
	f.waitFor("the session to be on record", func() bool {
		_, err := os.Stat(f.dataPath("state/session-established"))
		return err == nil
	})
	f.stop()
	dir := map[string]string{
		"claude-code": ".claude/projects", "codex": ".codex/sessions", "goose": ".local/share/goose", "copilot": ".copilot/session-state",
	}[f.agent]
	f.must(os.RemoveAll(filepath.Join(f.Home, dir)))
}

// refuses starts the agent, expects an error that has text in it, and that
// nothing runs.
func (f *fixture) refuses(text string) {
	f.t.Helper()
	f.refused(text)
	if agents := f.Find("agentapi"); len(agents) > 0 {
		f.t.Errorf("agentapi runs after a start that failed: %v", agents)
	}
}

// TestLostSession loses the session between two starts. What happens then is
// what the template says.
func TestLostSession(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "goose", lostFails)
	f.startTask()
	f.stopAndLoseSession()
	f.refuses("fail")

	f.render()
	f.start()
	f.lacks(f.say(firstMessage), prompt)
	f.given(prompt, 1)
	f.stop()
	f.start()
	f.carries(f.say(secondMessage), firstMessage)
	f.stopAndLoseSession()

	f.render(lostResends)
	f.start()
	f.waitFor("the task", func() bool { return f.times(prompt) == 2 })
	f.stop()
	f.start()
	f.carries(f.say(thirdMessage), prompt)
	f.given(prompt, 2)
}

// TestLateFailureFollowsTheTemplate: the agent needs longer than any time limit
// to find that its session is gone.
func TestLateFailureFollowsTheTemplate(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		change []change
	}{{"fresh", nil}, {"fail", []change{lostFails}}} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			f := newFake(t, append(test.change, withPrompt(prompt))...)
			f.start()
			f.tell(firstMessage)
			f.stop()
			f.behave("forget-after=22")
			if test.name == "fail" {
				f.refused("fail")
				return
			}
			f.launch()
			f.waitFor("the session to be forgotten", func() bool { return f.turns() == "" })
			f.behave("")
			f.waitFor("a new session", func() bool {
				agents := f.agents()
				return len(agents) == 1 && slices.Contains(agents[0].Args, "--new")
			})
			f.must(f.client().WaitStable(f.context()))
			f.tell(secondMessage)
			if strings.Contains(f.turns(), prompt) {
				t.Error("the task was given again")
			}
		})
	}
}

// TestLateTroubleKeepsSession: the same with a session that is still there.
func TestLateTroubleKeepsSession(t *testing.T) {
	t.Parallel()
	f := newFake(t, lostFails)
	f.start()
	f.tell(firstMessage)
	f.stop()
	f.behave("fail-once-after=22")
	f.launch()
	f.must(f.client().WaitStable(f.context()))
	f.waitFor("the second try", func() bool { return strings.Count(f.turns(), "began: --resume") > 0 })
	f.must(f.client().WaitStable(f.context()))
	f.tell(secondMessage)
	f.began(1)
}

// TestResumeNever begins again at each start, with the task and an empty chat.
func TestResumeNever(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "goose", neverResume)
	for n, message := range []string{firstMessage, secondMessage} {
		f.start()
		f.waitFor("the task", func() bool { return f.times(prompt) == n+1 })
		f.must(f.run.WaitStable(f.context()))
		if messages, err := f.run.Messages(f.context()); err != nil || len(messages) > 1 {
			t.Errorf("start %d shows an old chat: %v %v", n, messages, err)
		}
		f.say(message)
		f.stop()
	}
	f.given(prompt, 2)
}

// TestChangedWorkdir: a session belongs to its directory. Another directory
// begins a new one with the task, and back in the first the old one goes on.
func TestChangedWorkdir(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "goose")
	f.startTask()
	f.stop()
	f.render(inDirectory(filepath.Join(f.Home, "other project")))
	f.start()
	f.waitFor("the task in the other directory", func() bool { return f.times(prompt) == 2 })
	f.must(f.run.WaitStable(f.context()))
	f.say(firstMessage)
	f.stop()
	f.start()
	f.carries(f.say(secondMessage), firstMessage)
	f.given(prompt, 2)
}

// TestGivenUpSessionCanBeTakenUpAgain: a lost session that is found again, on a
// backup perhaps, is listed and can be used again.
func TestGivenUpSessionCanBeTakenUpAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "claude-code")
	f.startTask()
	f.stop()
	transcripts, err := filepath.Glob(filepath.Join(f.Home, ".claude/projects/*/*.jsonl"))
	f.must(err)
	if len(transcripts) != 1 {
		t.Fatalf("%d transcripts, want one", len(transcripts))
	}
	away := filepath.Join(f.Dir, "away")
	f.must(os.Rename(transcripts[0], away))
	f.start()
	f.say(firstMessage)
	f.stop()
	f.must(os.Rename(away, transcripts[0]))
	id := strings.TrimSuffix(filepath.Base(transcripts[0]), ".jsonl")
	if result := f.script(f.command()+" sessions", nil); result.ExitCode != 0 || !strings.Contains(result.Output, id) {
		t.Errorf("the session %s is not listed (status %d):\n%s", id, result.ExitCode, result.Output)
	}
	if result := f.script(f.command()+" sessions use "+id, nil); result.ExitCode != 0 {
		t.Fatalf("taking the session up again ended with status %d:\n%s", result.ExitCode, result.Output)
	}
	f.start()
	request := f.say(secondMessage)
	f.carries(request, prompt)
	f.lacks(request, firstMessage)
}

// TestTerminalTroubleKeepsSession is the same in the terminal launcher: the
// agent is killed within seconds of a resume.
func TestTerminalTroubleKeepsSession(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "goose", inTerminal)
	command := f.installCommand()
	x := f.inTerminal(command)
	f.asked(prompt)
	x.shows(modelserver.ReplyPrefix(1))
	f.waitWritten(modelserver.ReplyPrefix(1))
	f.kill()
	x = f.inTerminal(command)
	f.waitFor("goose", func() bool { return f.inCommand() != 0 })
	killed := f.inCommand()
	shown := len(x.shown())
	f.must(f.Kill9(killed))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = x.cmd.Wait()
	}()
	f.waitFor("the command to notice", func() bool {
		select {
		case <-ended:
			return true
		default:
			pid := f.inCommand()
			return pid != 0 && pid != killed && len(x.shown()) > shown+200
		}
	})
	f.kill()
	x = f.inTerminal(command)
	f.carries(x.asks(firstMessage), prompt, modelserver.ReplyPrefix(1))
	f.given(prompt, 1)
}

// TestReadError: the disk fails when the session's file is read, which is no
// proof that the session is gone.
func TestReadError(t *testing.T) {
	t.Parallel()
	f := newFake(t, withPrompt(prompt))
	f.start()
	f.tell(firstMessage)
	f.sessionOnDisk()
	file := f.status()["session_data"]
	f.stop()
	f.must(os.Rename(file, file+".away"))
	f.must(os.Symlink("/sys/class/net/lo/speed", file)) // a regular file that cannot be read
	f.refused("cannot read " + file)
	f.must(os.Rename(file+".away", file))
	f.start()
	f.began(1)
	f.took(prompt, 1)
}

// TestEmptyRecord: the loss of a node left the record of the session empty.
func TestEmptyRecord(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.talkAndStop("one")
	f.ask("sessions new")
	second := f.talkAndStop("two")
	f.must(os.Truncate(f.dataPath("state/session"), 0))
	if third := f.talkAndStop("three"); third != second {
		t.Errorf("the start took up %s, not %s", third, second)
	}
}

// TestKillBeforeTheClearedChatIsSaved: the supervisor saw /new, and the last save
// of the chat is from before.
func TestKillBeforeTheClearedChatIsSaved(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "codex", saveEvery(600))
	f.startTask()
	first := f.sessionOnDisk()
	f.clear()
	f.lacks(f.say(firstMessage), prompt)
	f.waitFor("the other session", func() bool { s := f.status(); return s["session"] != first && s["resumes"] == "yes" })
	f.kill()
	f.start()
	request := f.say(secondMessage)
	f.carries(request, firstMessage)
	f.lacks(request, prompt)
}
