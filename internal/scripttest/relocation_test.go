package scripttest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/modelserver"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/persistence"
)

// TestRelocation moves an agent's data to a volume that is not the home
// directory, and starts again in a container whose home directory has lost it.
func TestRelocation(t *testing.T) {
	for agent, moved := range map[string]struct {
		change func(home string, r *persistence.Request)
		lost   string            // what the old place must not hold
		carry  map[string]string // what an image brings along, by where it has to be
	}{
		"claude-code": {
			func(home string, r *persistence.Request) { r.RelocateTo = home + "/volume" },
			".claude/projects", map[string]string{".claude.json": "volume/.claude/.claude.json", ".claude/settings.json": "volume/.claude/settings.json"},
		},
		"codex": {
			func(home string, r *persistence.Request) { r.RelocateTo = home + "/volume" },
			".codex/sessions", map[string]string{".codex/config.toml": "volume/.codex/config.toml", ".codex/auth.json": "volume/.codex/auth.json"},
		},
		"goose": {
			func(home string, r *persistence.Request) { r.RelocateTo = home + "/volume" },
			".local/share/goose", nil,
		},
	} {
		t.Run(agent, func(t *testing.T) {
			f := newFixture(t, agent, nil)
			f.render(agent, func(r *persistence.Request) { moved.change(f.Home, r) })
			for from, to := range moved.carry {
				carry(t, filepath.Join(f.Home, from), filepath.Join(f.Home, to))
			}
			f.start()
			f.carries(f.say(firstMessage), prompt, modelserver.ReplyPrefix(1))
			f.waitLogged("on disk and will be resumed")
			f.stop()
			if _, err := os.Stat(filepath.Join(f.Home, moved.lost)); !os.IsNotExist(err) {
				t.Errorf("~/%s is there (%v), but was to be moved", moved.lost, err)
			}
			f.start()
			f.carries(f.say(secondMessage), prompt, modelserver.ReplyPrefix(1), firstMessage, modelserver.ReplyPrefix(2))
			f.stop()
			if got := len(f.model.Asked(prompt)); got != 1 {
				t.Errorf("the task was given %d times, want once", got)
			}
		})
	}
}

// TestPathsOfClaudeCode keeps only the mounted directories between two starts:
// ~/.claude.json is not needed, because CLAUDE_CONFIG_DIR has taken it along.
func TestPathsOfClaudeCode(t *testing.T) {
	f := newFixture(t, "claude-code", nil)
	f.render("claude-code", func(r *persistence.Request) { r.MountStrategy = persistence.MountPaths })
	carry(t, filepath.Join(f.Home, ".claude.json"), filepath.Join(f.Home, ".claude", ".claude.json"))
	f.must(os.Remove(filepath.Join(f.Home, ".claude.json")))
	f.start()
	f.carries(f.say(firstMessage), prompt, modelserver.ReplyPrefix(1))
	f.waitLogged("on disk and will be resumed")
	f.stop()
	if _, err := os.Stat(filepath.Join(f.Home, ".claude.json")); !os.IsNotExist(err) {
		t.Errorf("~/.claude.json is there (%v), but is on no mount", err)
	}
	f.start()
	f.carries(f.say(secondMessage), prompt, modelserver.ReplyPrefix(1), firstMessage, modelserver.ReplyPrefix(2))
	f.stop()
}

// carry copies a file if it is there.
func carry(t *testing.T, from, to string) {
	t.Helper()
	text, err := os.ReadFile(from)
	if os.IsNotExist(err) {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, text, 0o600); err != nil {
		t.Fatal(err)
	}
}
