package script_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/script"
)

// TestDirectories runs the first part of a start script that moves the agent's
// data, and the clean-up, which has to look in the same place.
func TestDirectories(t *testing.T) {
	agent, err := catalog.Default().Lookup("claude-code")
	if err != nil {
		t.Fatal(err)
	}
	o := options(t, agent)
	moved := filepath.Join(t.TempDir(), "it's here", ".claude")
	o.Directories = map[string]string{"CLAUDE_CONFIG_DIR": moved, "ANOTHER_DIR": moved + "-b"}
	o.RetentionDays = 1

	start := render(t, script.Start, o)
	head, _, found := strings.Cut(start, "\n# --- agentapi and its state file")
	if !found {
		t.Fatal("the start script has no AgentAPI part")
	}
	cmd := exec.CommandContext(t.Context(), "bash", "-c", head+"\n"+`printf '%s' "$(bash -c 'printf %s "$CLAUDE_CONFIG_DIR"')"`)
	out, err := cmd.Output()
	if err != nil || string(out) != moved {
		t.Errorf("a child of the start script has CLAUDE_CONFIG_DIR=%q (%v), want %q", out, err, moved)
	}
	for _, dir := range o.Directories {
		if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("%s is not a private directory: %v", dir, err)
		}
	}
	if strings.Index(start, "export ANOTHER_DIR=") > strings.Index(start, "export CLAUDE_CONFIG_DIR=") {
		t.Error("the exports are not sorted")
	}
	if !strings.Contains(render(t, script.Cleanup, o), "\nexport CLAUDE_CONFIG_DIR=") {
		t.Error("the clean-up looks in the wrong place")
	}
}
