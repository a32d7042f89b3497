package scripttest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/modelserver"
)

// TestLateIdentifier: the CLI chooses the identifier and shows it with the first
// message, long after the start. The machine dies right after the answer.
func TestLateIdentifier(t *testing.T) {
	t.Parallel()
	for _, agent := range []string{"auggie", "codex"} {
		t.Run(agent, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, agent, withPrompt(""))
			f.personTalks()
			f.start()
			time.Sleep(12 * time.Second) // the user is thinking
			f.say(firstMessage)
			f.kill()
			f.personTalks()
			f.start()
			request := f.say(secondMessage)
			f.carries(request, firstMessage, modelserver.ReplyPrefix(1))
			f.lacks(request, otherMessage)
		})
	}
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

// TestDamagedSession: the agent always comes back. With its memory where that
// can be saved; otherwise in a new session, and the task is not given again.
func TestDamagedSession(t *testing.T) {
	t.Parallel()
	for _, agent := range []string{"auggie", "claude-code", "codex", "gemini"} {
		t.Run(agent, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, agent)
			f.startTask()
			before := prompt
			for _, damage := range damages {
				if agent == "auggie" && !damage.lost {
					continue // the file is rewritten whole, never appended to
				}
				f.stop()
				for _, file := range f.stores() {
					f.must(damage.apply(file))
				}
				f.start()
				message := "After " + damage.name + ", who are you?"
				request := f.say(message)
				if resumed := strings.Contains(string(request.Body), before); resumed == damage.lost {
					t.Errorf("%s: the conversation is resumed: %v", damage.name, resumed)
				}
				before = message
			}
			f.given(prompt, 1)
		})
	}
}

// TestStaleLock: a kill leaves Copilot's lock behind, and after the restart its
// process id belongs to another program. Copilot would ask a question.
func TestStaleLock(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "copilot")
	f.startTask()
	f.kill()
	lock := filepath.Join(filepath.Dir(f.store()), fmt.Sprintf("inuse.%d.lock", os.Getpid()))
	f.must(os.WriteFile(lock, []byte(strconv.Itoa(os.Getpid())), 0o600))
	f.start()
	f.carries(f.say(firstMessage), prompt)
}

// TestRelocation moves an agent's data to a volume that is not the home
// directory, and starts again.
func TestRelocation(t *testing.T) {
	t.Parallel()
	for agent, moved := range map[string]struct {
		lost  string            // what the old place must not hold
		carry map[string]string // what an image brings along, by where it has to be
	}{
		"claude-code": {
			".claude/projects", map[string]string{".claude.json": "volume/.claude/.claude.json", ".claude/settings.json": "volume/.claude/settings.json"},
		},
		"codex": {
			".codex/sessions", map[string]string{".codex/config.toml": "volume/.codex/config.toml", ".codex/auth.json": "volume/.codex/auth.json"},
		},
		"goose": {".local/share/goose", nil},
	} {
		t.Run(agent, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, agent)
			f.render(relocated(filepath.Join(f.Home, "volume")))
			for from, to := range moved.carry {
				f.carry(from, to)
			}
			f.start()
			f.carries(f.say(firstMessage), prompt, modelserver.ReplyPrefix(1))
			f.stop()
			if _, err := os.Stat(filepath.Join(f.Home, moved.lost)); !os.IsNotExist(err) {
				t.Errorf("~/%s is there (%v), but was to be moved", moved.lost, err)
			}
			f.start()
			f.carries(f.say(secondMessage), prompt, modelserver.ReplyPrefix(1), firstMessage, modelserver.ReplyPrefix(2))
			f.stop()
			f.given(prompt, 1)
		})
	}
}

// TestPathsOfClaudeCode keeps only the mounted directories between two starts:
// ~/.claude.json is not needed, because CLAUDE_CONFIG_DIR has taken it along.
func TestPathsOfClaudeCode(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "claude-code", onlyPaths)
	f.carry(".claude.json", ".claude/.claude.json")
	f.must(os.Remove(filepath.Join(f.Home, ".claude.json")))
	f.start()
	f.carries(f.say(firstMessage), prompt, modelserver.ReplyPrefix(1))
	f.stop()
	if _, err := os.Stat(filepath.Join(f.Home, ".claude.json")); !os.IsNotExist(err) {
		t.Errorf("~/.claude.json is there (%v), but is on no mount", err)
	}
	f.start()
	f.carries(f.say(secondMessage), prompt, modelserver.ReplyPrefix(1), firstMessage, modelserver.ReplyPrefix(2))
}

// carry copies a file of the home directory if it is there.
func (f *fixture) carry(from, to string) {
	f.t.Helper()
	text, err := os.ReadFile(filepath.Join(f.Home, from))
	if os.IsNotExist(err) {
		return
	}
	f.must(err)
	f.must(f.WriteFile(to, string(text)))
}

// TestHistoryOfTheRepository: Aider keeps its history at the top of the
// repository, above the working directory.
func TestHistoryOfTheRepository(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "aider")
	f.must(os.Mkdir(filepath.Join(f.Home, ".git"), 0o755))
	f.startTask()
	f.kill()
	f.start()
	f.carries(f.say(firstMessage), prompt)
	f.given(prompt, 1)
}
