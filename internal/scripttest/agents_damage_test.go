package scripttest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/persistence"
)

// sessionPatterns match the files of the session ID, below the home.
var sessionPatterns = map[string]string{
	"claude-code": ".claude/projects/*/ID.jsonl",
	"codex":       ".codex/sessions/*/*/*/rollout-*-ID.jsonl",
	"copilot":     ".copilot/session-state/ID/events.jsonl",
	"gemini":      ".gemini/tmp/*/chats/session-*-SHORT.jsonl",
	"auggie":      ".augment/sessions/ID.json",
}

// sessionFiles returns the files of the present session: one, but Gemini, whose
// files are named by the minute, begins another when a resume falls into the next.
func (f *fixture) sessionFiles(agent string) []string {
	f.t.Helper()
	text, err := os.ReadFile(f.statePath("session"))
	f.must(err)
	id, _, _ := strings.Cut(string(text), "\n")
	pattern := strings.NewReplacer("ID", id, "SHORT", id[:8]).Replace(sessionPatterns[agent])
	files, err := filepath.Glob(filepath.Join(f.Home, pattern))
	f.must(err)
	if len(files) == 0 || len(files) > 1 && agent != "gemini" {
		f.t.Fatalf("%s matches %v, want one file", pattern, files)
	}
	return files
}

// damages are what a crash, a full disk or a person does to a session's file.
// The last half line is what a kill leaves; the others lose the session.
var damages = []struct {
	name  string
	lost  bool
	apply func(path string) error
}{
	{"last line cut", false, func(path string) error {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		text = append(text, bytes.TrimRight(text[bytes.LastIndexByte(bytes.TrimRight(text, "\n"), '\n')+1:], "\n")...)
		return os.WriteFile(path, text[:len(text)-5], 0o600)
	}},
	{"empty", true, func(path string) error { return os.Truncate(path, 0) }},
	{"missing", true, os.Remove},
}

// TestAgentsDamagedSession: the agent always comes back. With its memory where
// that can be saved; otherwise in a new session, the log says why, and the task
// is not given again.
func TestAgentsDamagedSession(t *testing.T) {
	for _, agent := range realAgents {
		if sessionPatterns[agent] == "" {
			continue // one database for all sessions
		}
		t.Run(agent, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, agent, func(r *persistence.Request) { r.Port = nextPort.Add(1) })
			f.start()
			f.asked(prompt)
			f.must(f.run.WaitStable(f.context()))
			before, fresh := prompt, true
			for _, damage := range damages {
				if agent == "auggie" && !damage.lost {
					continue // the file is rewritten whole, never appended to
				}
				if fresh {
					f.waitLogged("will be resumed")
				}
				f.stop()
				for _, file := range f.sessionFiles(agent) {
					f.must(damage.apply(file))
				}
				f.start()
				message := "After " + damage.name + ", who are you?"
				request := f.say(message)
				if resumed := strings.Contains(string(request.Body), before); resumed == damage.lost {
					t.Errorf("%s: the conversation is resumed: %v", damage.name, resumed)
				}
				if damage.lost {
					f.logged("is gone from disk; starting a new one (on_resume_failure = \"fresh\")")
				}
				before, fresh = message, damage.lost
			}
			f.promptSent(1)
		})
	}
}

// TestAgentsStaleLock: a kill leaves Copilot's lock behind, and after the restart
// its process id belongs to another program. Copilot would ask a question.
func TestAgentsStaleLock(t *testing.T) {
	f := newFixture(t, "copilot", nil)
	f.start()
	f.asked(prompt)
	f.must(f.run.WaitStable(f.context()))
	f.waitLogged("will be resumed")
	f.kill()
	lock := filepath.Join(filepath.Dir(f.sessionFiles("copilot")[0]), fmt.Sprintf("inuse.%d.lock", os.Getpid()))
	f.must(os.WriteFile(lock, []byte(strconv.Itoa(os.Getpid())), 0o600))
	f.start()
	f.carries(f.say(firstMessage), prompt)
	if _, err := os.Stat(lock); err == nil {
		t.Error("the lock is still there")
	}
}
