package script_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/script"
)

func metadataOf(t *testing.T, slug, home string) []script.MetadataItem {
	t.Helper()
	agent, err := catalog.Default().Lookup(slug)
	if err != nil {
		t.Fatal(err)
	}
	o := options(t, agent)
	o.Home, o.Workdir, o.DataDir = home, home, filepath.Join(home, "data")
	o.StatePersistence = true
	return script.Metadata(o)
}

// sh runs a metadata script as a Coder agent with the poorest shell does, and
// returns what it printed and how long it computed. On a machine with nothing
// else to do that is how long it took.
func sh(t *testing.T, text string) (string, time.Duration) {
	t.Helper()
	cmd := exec.Command("sh", "-c", text)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s\n%v\n%s", text, err, out)
	}
	return strings.TrimSpace(string(out)), cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

func TestMetadata(t *testing.T) {
	home := filepath.Join(t.TempDir(), "it's a $(home)")
	items := metadataOf(t, "claude-code", home)
	if len(items) != 2 {
		t.Fatalf("%d items, want disk use and last save", len(items))
	}
	if got, _ := sh(t, items[1].Script); got != "never" {
		t.Errorf("last save without a state file: %q", got)
	}
	if got, _ := sh(t, items[0].Script); got != "0" {
		t.Errorf("disk use without any file: %q", got)
	}
	write(t, filepath.Join(home, "data", "state", "agentapi-state.json"), "{}", 0)
	write(t, filepath.Join(home, ".claude", "projects", "-w", "a.jsonl"), strings.Repeat("x", 1<<20), 0)
	if got, _ := sh(t, items[1].Script); !regexp.MustCompile(`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$`).MatchString(got) {
		t.Errorf("last save: %q", got)
	}
	if got, _ := sh(t, items[0].Script); !regexp.MustCompile(`^1\.\d+M$`).MatchString(got) {
		t.Errorf("disk use of 1 MiB: %q", got)
	}
}

// TestMetadataIsQuick takes the best of several runs on a tree of 20,000 files
// and 5 GB.
func TestMetadataIsQuick(t *testing.T) {
	home := t.TempDir()
	for i := range 20_000 {
		path := filepath.Join(home, ".claude", "projects", fmt.Sprintf("-p%d", i%100), fmt.Sprintf("%d.jsonl", i))
		if i < 100 {
			if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
				t.Fatal(err)
			}
		}
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Truncate(250_000); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	const limit = 100 * time.Millisecond
	for _, item := range metadataOf(t, "claude-code", home) {
		best := time.Hour
		for range 10 {
			_, took := sh(t, item.Script)
			best = min(best, took)
		}
		if best > limit {
			t.Errorf("%s took %v at best, more than %v", item.Key, best, limit)
		}
	}
}
