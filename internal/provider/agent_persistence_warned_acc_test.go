package provider

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/persistence"
)

// warningTemplates make every warning that a new resource can have, each once
// in a template, because engines show one of several with the same summary.
var warningTemplates = map[string][]mistake{
	"": {
		{"Grace Period Below The Recommendation", `grace_period_seconds = 120`, "", "grace_period_seconds = 300"},
		{"AgentAPI Module Too Old For State", `agentapi_module_version = "2.1.0"`, "", `agentapi_module_version = "2.4.0"`},
		{"Retention Below Dormancy", `retention_days = 30`, "", "retention_days = 180"},
		{"Volume Below The Recommended Size", `volume = { size = "1G" }`, "", `volume.size: 5 GB (5G) is recommended`},
		{"Docker Does Not Enforce Sizes", `volume = { size = "10Gi", kind = "docker" }`, "", "volume.size:"},
		{"SQLite On A Network File System", `volume = { filesystem = "network" }`, `agent = "goose"`, `volume.filesystem:`},
		{"Module Starts Nothing", `module_version = "5.0.0"`, "", "Leave module_version out"},
		{"Agent Will Not Remember", `module_version = "3.0.0"`, "", `version = "4.9.2"`},
		{"Chat Will Start Empty", `module_version = "4.9.2"`, "", `agentapi_version = "v0.12.2"`},
		{"Registry Module Removed", `module_version = "3.0.1"`, `agent = "amazon-q"
  resume = "never"`, "coder/registry#1025"},
	},
	"2.37.0": {{"Coder Without Tasks", `launcher = "agentapi"`, "", `launcher = "terminal"`}},
	"2.34.0": {{"Tasks Are Deprecated", `task_id = "a"`, "", `launcher = "terminal"`}},
}

// TestAccWarnedOnce plans templates with warnings: each is shown once, at its
// attribute, and the plan goes on.
func TestAccWarnedOnce(t *testing.T) {
	if os.Getenv(resource.EnvTfAcc) == "" {
		t.Skip("TF_ACC is not set: acceptance tests run by \"make acceptance\"")
	}
	engine := newPlanner(t)
	made := map[string]bool{"Volume Shrinks": true} // TestShrinkWarning
	for coder, mistakes := range warningTemplates {
		dir := t.TempDir()
		config := requirement + template(mistakes)
		if coder != "" {
			config += "provider \"coder-persistence\" {\n  coder_version = \"" + coder + "\"\n}\n"
		}
		if err := os.WriteFile(filepath.Join(dir, "main.tf"), []byte(config), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), engine.engine, "plan", "-input=false", "-no-color")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "TF_CLI_CONFIG_FILE="+engine.config, "CHECKPOINT_DISABLE=1", "TF_IN_AUTOMATION=1")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("the plan fails: %v\n%s", err, out)
		}
		said := strings.Join(strings.Fields(string(out)), " ")
		_, said, _ = strings.Cut(said, "Plan: ") // before it there is the warning about the development override
		mustReport(t, strings.ReplaceAll(said, "Warning: ", "Error: "), mistakes)
		if strings.Contains(said, "similar warning") {
			t.Errorf("a warning is said twice:\n%s", out)
		}
		for _, m := range mistakes {
			made[m.summary] = true
		}
	}
	for _, c := range persistence.Checks() {
		if c.Severity == persistence.Warning && !made[c.Summary] {
			t.Errorf("no template makes the warning %q", c.Summary)
		}
	}
}
