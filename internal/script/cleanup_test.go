package script_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/script"
)

const (
	currentID = "11111111-2222-4333-8444-555555555555"
	oldID     = "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee"
	newID     = "99999999-bbbb-4ccc-8ddd-eeeeeeeeeeee"
)

// layouts are the files that make up one session, by agent, as each CLI names
// them. A path that ends with a slash is a directory with one file in it.
var layouts = map[string]func(id string) []string{
	"claude-code": func(id string) []string {
		return []string{".claude/projects/-w/" + id + ".jsonl", ".claude/projects/-w/" + id + "/"}
	},
	"codex": func(id string) []string {
		return []string{".codex/sessions/2026/01/02/rollout-2026-01-02T03-04-05-" + id + ".jsonl"}
	},
	"gemini": func(id string) []string {
		return []string{".gemini/tmp/slug/chats/session-2026-01-02T03-04-" + id[:8] + ".jsonl"}
	},
	"copilot": func(id string) []string { return []string{".copilot/session-state/" + id + "/"} },
	"auggie":  func(id string) []string { return []string{".augment/sessions/" + id + ".json"} },
	"kiro-cli": func(id string) []string {
		return []string{".kiro/sessions/cli/" + id + ".jsonl", ".kiro/sessions/cli/" + id + ".json"}
	},
	"cursor-cli": func(id string) []string {
		return []string{".cursor/chats/0123456789abcdef/" + id + "/"}
	},
}

// TestCleanup builds trees with a current, an old and a new session, and looks
// at what is left.
func TestCleanup(t *testing.T) {
	for _, agent := range catalog.Default().Agents() {
		t.Run(agent.Slug, func(t *testing.T) {
			home := filepath.Join(t.TempDir(), "my home")
			run := cleanupScript(t, &agent, home)
			if agent.Cleanup == nil {
				t.Fatal("the catalog does not say how sessions are deleted")
			}
			layout, ok := layouts[agent.Slug]
			if ok == (agent.Cleanup.ByHand != "") {
				t.Fatalf("layout in this test: %v, but the catalog says by hand: %q", ok, agent.Cleanup.ByHand)
			}
			if !ok {
				if out := run("--apply"); !strings.Contains(out, "nothing to delete one by one") {
					t.Errorf("the script does not say what a person can do:\n%s", out)
				}
				return
			}
			for id, days := range map[string]int{currentID: 400, oldID: 91, newID: 89} {
				makeSession(t, home, layout(id), days)
			}

			// Without the current session's identifier nothing is safe to delete.
			if out := run("--apply"); !strings.Contains(out, "nothing is deleted") {
				t.Errorf("the current session is unknown, and yet:\n%s", out)
			}
			write(t, filepath.Join(home, "data", "state", "session"), currentID+"\n"+home+"\n", 0)
			if out := run(); !strings.Contains(out, "would delete 1 sessions") {
				t.Errorf("dry run:\n%s", out)
			}
			left(t, home, layout, currentID, oldID, newID)
			if out := run("--apply"); !strings.Contains(out, oldID[:8]) || strings.Contains(out, newID) {
				t.Errorf("--apply:\n%s", out)
			}
			left(t, home, layout, currentID, newID)
			if out := run("--apply"); !strings.Contains(out, "deleted 0 sessions") {
				t.Errorf("a second --apply:\n%s", out)
			}
		})
	}
}

// TestCleanupFollowsNoLink: a link in the agent's directory is not a session.
func TestCleanupFollowsNoLink(t *testing.T) {
	agent, err := catalog.Default().Lookup("auggie")
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	run := cleanupScript(t, agent, home)
	write(t, filepath.Join(home, "precious.json"), "{}", 1000)
	write(t, filepath.Join(home, "data", "state", "session"), currentID+"\n", 0)
	dir := filepath.Join(home, ".augment", "sessions")
	if err := os.MkdirAll(dir, 0o750); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, oldID+".json")
	if err := os.Symlink(filepath.Join(home, "precious.json"), link); err != nil {
		t.Fatal(err)
	}
	run("--apply")
	for _, path := range []string{link, filepath.Join(home, "precious.json")} {
		if _, err := os.Lstat(path); err != nil {
			t.Errorf("%s is gone: %v", path, err)
		}
	}
}

// cleanupScript renders the cleanup script for 90 days and returns a function
// that runs it.
func cleanupScript(t *testing.T, agent *catalog.Agent, home string) func(args ...string) string {
	t.Helper()
	o := options(t, agent)
	o.Home, o.Workdir, o.DataDir, o.RetentionDays = home, home, filepath.Join(home, "data"), 90
	text := render(t, script.Cleanup, o)
	return func(args ...string) string {
		t.Helper()
		cmd := exec.Command("bash", append([]string{"-c", text, "cleanup"}, args...)...)
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home}
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return string(out)
	}
}

func makeSession(t *testing.T, home string, paths []string, days int) {
	t.Helper()
	for _, p := range paths {
		full := filepath.Join(home, p)
		if strings.HasSuffix(p, "/") {
			full = filepath.Join(full, "events.jsonl")
		}
		write(t, full, fmt.Sprintf("%d days old\n", days), days)
		if strings.HasSuffix(p, "/") {
			age(t, filepath.Join(home, p), days)
		}
	}
}

func write(t *testing.T, path, text string, days int) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	age(t, path, days)
}

func age(t *testing.T, path string, days int) {
	t.Helper()
	when := time.Now().Add(-time.Duration(days)*24*time.Hour - time.Hour)
	if err := os.Chtimes(path, when, when); err != nil {
		t.Fatal(err)
	}
}

// left fails unless exactly the sessions of ids are left.
func left(t *testing.T, home string, layout func(string) []string, ids ...string) {
	t.Helper()
	want := map[string]bool{}
	for _, id := range ids {
		want[id] = true
	}
	for _, id := range []string{currentID, oldID, newID} {
		for _, p := range layout(id) {
			_, err := os.Stat(filepath.Join(home, p))
			if (err == nil) != want[id] {
				t.Errorf("%s: there %v, want %v", p, err == nil, want[id])
			}
		}
	}
}
