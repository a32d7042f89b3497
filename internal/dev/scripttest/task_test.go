package scripttest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/modelserver"
)

// A task is given at most once, and not never.

// onlyOnce fails unless the conversation holds the task exactly once. How often
// the model was asked does not matter: an agent asks again what it did not keep.
func (f *fixture) onlyOnce(request modelserver.Request, task string) {
	f.t.Helper()
	if got := request.Count(modelserver.RoleUser, task); got != 1 {
		f.t.Errorf("the conversation holds the task %d times, want once", got)
	}
}

// sessionFiles match the agent's session files, below the home.
var sessionFiles = map[string]string{
	"claude-code": ".claude/projects/*/*.jsonl",
	"codex":       ".codex/sessions/*/*/*/rollout-*.jsonl",
	"copilot":     ".copilot/session-state/*/events.jsonl",
	"gemini":      ".gemini/tmp/*/chats/session-*.jsonl",
	"auggie":      ".augment/sessions/*.json",
}

// stores returns the agent's session files that are not empty.
func (f *fixture) stores() []string {
	f.t.Helper()
	files, err := filepath.Glob(filepath.Join(f.Home, sessionFiles[f.agent]))
	f.must(err)
	var stores []string
	for _, file := range files {
		if info, err := os.Stat(file); err == nil && info.Size() > 0 {
			stores = append(stores, file)
		}
	}
	return stores
}

// store is the agent's only session file.
func (f *fixture) store() string {
	f.t.Helper()
	stores := f.stores()
	if len(stores) != 1 {
		f.t.Fatalf("session files: %v, want one", stores)
	}
	return stores[0]
}

// TestKillBeforeTheFirstTurnIsWritten: the machine dies when the session's file
// has its first lines and not the task. The task is given after the restart.
func TestKillBeforeTheFirstTurnIsWritten(t *testing.T) {
	t.Parallel()
	for agent, turn := range map[string]string{
		"claude-code": `"type":"user"`, "codex": prompt, "gemini": `"type":"user"`, "copilot": `"user.message"`,
	} {
		t.Run(agent, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, agent)
			_, release := f.model.Hold("")
			f.launch()
			// The script is not to see what the file holds before it is cut.
			f.waitFor("agentapi", func() bool { return f.server() != 0 })
			f.must(f.Signal(f.run.PID, syscall.SIGSTOP))
			f.asked(prompt)
			f.waitFor("the session's file", func() bool {
				for _, file := range f.stores() {
					text, err := os.ReadFile(file)
					return err == nil && bytes.Contains(text, []byte(turn))
				}
				return false
			})
			f.kill()
			release()
			text, err := os.ReadFile(f.store())
			f.must(err)
			before, _, _ := bytes.Cut(text, []byte(turn))
			before = before[:bytes.LastIndexByte(before, '\n')+1]
			if len(before) == 0 && agent != "copilot" {
				t.Log("this agent's file begins with the task; it is left empty")
			}
			f.must(os.WriteFile(f.store(), before, 0o600))
			f.start()
			f.waitFor("the task", func() bool { return f.times(prompt) == 2 })
			f.must(f.run.WaitStable(f.context()))
			f.onlyOnce(f.say(firstMessage), prompt)
			f.stop()
			f.start()
			request := f.say(secondMessage)
			f.onlyOnce(request, prompt)
			f.carries(request, firstMessage)
		})
	}
}

// TestKillDuringTheTask: the machine dies while the model is at the task, and
// right after its answer, before anything could look at the session.
func TestKillDuringTheTask(t *testing.T) {
	t.Parallel()
	for _, agent := range []string{"auggie", "claude-code", "codex", "goose"} {
		for _, moment := range []string{"asked", "answered"} {
			t.Run(agent+" "+moment, func(t *testing.T) {
				t.Parallel()
				f := newFixture(t, agent)
				release := func() {}
				if moment == "asked" {
					_, release = f.model.Hold("")
				}
				defer release()
				f.launch()
				f.asked(prompt)
				if moment == "answered" {
					f.must(f.run.WaitStable(f.context()))
				}
				f.kill()
				release()
				f.start()
				f.must(f.run.WaitStable(f.context()))
				f.waitFor("the task in the session", func() bool { return f.times(prompt) > 0 })
				f.onlyOnce(f.say(firstMessage), prompt)
				if moment == "answered" {
					f.given(prompt, 1)
				}
				f.kill()
				f.start()
				request := f.say(secondMessage)
				f.onlyOnce(request, prompt)
				f.carries(request, firstMessage)
			})
		}
	}
}

// TestTypedTaskIsNotTypedAgain: AgentAPI types the task, and the machine dies
// right after the answer.
func TestTypedTaskIsNotTypedAgain(t *testing.T) {
	t.Parallel()
	for _, agent := range []string{"sourcegraph-amp", "aider"} {
		t.Run(agent, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, agent)
			f.launch()
			f.asked(prompt)
			_, err := f.client().WaitReply(f.context(), modelserver.ReplyPrefix(1))
			f.must(err)
			f.kill()
			f.start()
			f.carries(f.say(firstMessage), prompt, modelserver.ReplyPrefix(1))
			f.given(prompt, 1)
		})
	}
}

// TestFreshSessionStaysWithoutTask: a lost session was replaced by a new one
// without the task, and nobody wrote anything. The next start does not give the
// task either.
func TestFreshSessionStaysWithoutTask(t *testing.T) {
	t.Parallel()
	for _, agent := range []string{"claude-code", "codex", "goose"} {
		t.Run(agent, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, agent)
			f.startTask()
			f.stopAndLoseSession()
			f.start()
			f.stop()
			f.start()
			f.lacks(f.say(firstMessage), prompt)
			f.kill()
			f.start()
			f.carries(f.say(secondMessage), firstMessage)
			f.given(prompt, 1)
		})
	}
}

// TestListOfSessionsFails: the agent does not tell its sessions for a while. A
// session that is there is resumed nevertheless.
func TestListOfSessionsFails(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "goose")
	goose, err := os.Readlink(filepath.Join(f.Bin, "goose"))
	f.must(err)
	failures := filepath.Join(f.LogDir, "failures")
	wrapper := filepath.Join(f.LogDir, "goose")
	// Each line of the file is one failure to come.
	f.must(os.WriteFile(wrapper, fmt.Appendf(nil, `#!/bin/bash
if [[ $1 == session && $2 == list && -s '%[1]s' ]]; then
  tail -n +2 '%[1]s' >'%[1]s.new'
  mv '%[1]s.new' '%[1]s'
  echo 'database is locked' >&2
  exit 1
fi
exec '%[2]s' "$@"
`, failures, goose), 0o700))
	f.must(f.Link("goose", wrapper))
	fail := func(n int) { f.must(os.WriteFile(failures, bytes.Repeat([]byte("once\n"), n), 0o600)) }

	fail(1000) // for the whole first run
	f.startTask()
	f.kill()
	fail(1)
	f.start()
	f.carries(f.say(firstMessage), prompt)
	f.given(prompt, 1)
	f.stop()
	fail(1)
	f.start()
	f.carries(f.say(secondMessage), prompt, firstMessage)
	f.given(prompt, 1)
}

// TestPlantedHistory: a cloned repository brings a history of Aider. It is not
// the agent's own and is not loaded.
func TestPlantedHistory(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "aider")
	f.must(f.WriteFile("project/.aider.chat.history.md", "\n# aider chat started at 2026-01-01 00:00:00\n\n#### "+otherMessage+"\n\nplanted answer\n\n"))
	f.start()
	f.lacks(f.asked(prompt), otherMessage, "planted answer")
	f.must(f.run.WaitStable(f.context()))
	f.kill()
	f.start()
	f.carries(f.say(firstMessage), prompt)
	f.given(prompt, 1)
}

// TestConversationOfThisDirectory: a person used a CLI with one conversation
// per directory there before. That one is not the agent's.
func TestConversationOfThisDirectory(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "amazon-q")
	cmd := exec.CommandContext(f.context(), "bash", "-c", `q chat -- "$1" </dev/null`, "person", otherMessage)
	cmd.Dir, cmd.Env = f.Workdir, f.Environ(nil)
	if output, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	f.start()
	f.lacks(f.asked(prompt), otherMessage)
	f.must(f.run.WaitStable(f.context()))
	f.kill()
	f.start()
	f.carries(f.say(firstMessage), prompt)
	f.given(prompt, 1)
}

// TestResendTypedTask: the same for a CLI whose task AgentAPI types. AgentAPI
// itself would not type an identical one again.
func TestResendTypedTask(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "aider", lostResends)
	f.startTask()
	f.stop()
	f.must(os.Remove(filepath.Join(f.Workdir, ".aider.chat.history.md")))
	f.launch()
	f.waitFor("the task to be given again", func() bool { return f.times(prompt) == 2 })
	// AgentAPI does not notice an answer that is the same as before, and never
	// calls the agent stable then.
	f.waitFor("the answer", func() bool {
		text, err := os.ReadFile(filepath.Join(f.Workdir, ".aider.chat.history.md"))
		return err == nil && bytes.Contains(text, []byte(modelserver.ReplyPrefix(1)))
	})
	f.stop()
	f.start()
	f.carries(f.say(firstMessage), prompt)
	f.given(prompt, 2)
}

// TestBlankTask: a prompt of blanks is no task.
func TestBlankTask(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "claude-code", withPrompt(" \n\t "))
	f.start()
	f.say(firstMessage)
	if n := len(f.model.Conversation()); n != 1 {
		t.Errorf("the model was asked %d times, want once", n)
	}
	f.stop()
	f.start()
	f.carries(f.say(secondMessage), firstMessage)
}

// TestNotLoggedIn: without an identifier from the CLI nothing is started, the
// log says why, and the task is given once the login is there.
func TestNotLoggedIn(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "sourcegraph-amp")
	f.Setenv("AGENT_FAKE_SERVER", "/proc/nowhere")
	f.refuses("logged in")
	f.Setenv("AGENT_FAKE_SERVER", filepath.Join(f.Dir, "server"))
	f.start()
	f.asked(prompt)
	f.given(prompt, 1)
}

// TestMessageBeforeTheTask: somebody speaks before the task was typed. The task
// is typed after it, once.
func TestMessageBeforeTheTask(t *testing.T) {
	t.Parallel()
	f := newTypedFake(t)
	f.launch()
	f.waitFor("agentapi", func() bool { return f.server() != 0 })
	f.must(f.Signal(f.supervisor(), syscall.SIGSTOP))
	f.must(f.run.WaitStable(f.context()))
	f.tell(firstMessage)
	f.must(f.Signal(f.supervisor(), syscall.SIGCONT))
	f.waitFor("the task", func() bool { return strings.Contains(f.turns(), prompt) })
	f.tell(secondMessage)
	f.stop()
	f.start()
	f.took(prompt, 1)
}

// TestSupervisorKilledBeforeTheTask: the next start takes agentapi over and
// types the task.
func TestSupervisorKilledBeforeTheTask(t *testing.T) {
	t.Parallel()
	f := newTypedFake(t)
	f.launch()
	f.waitFor("agentapi", func() bool { return f.server() != 0 })
	f.must(f.Kill9(f.supervisor()))
	f.isUp(f.plain())
	f.waitFor("the task", func() bool { return strings.Contains(f.turns(), prompt) })
	f.tell(firstMessage)
	f.stop()
	f.start()
	f.took(prompt, 1)
}
