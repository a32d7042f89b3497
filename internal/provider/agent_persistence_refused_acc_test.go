package provider

import (
	"fmt"
	"strings"
	"testing"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/persistence"
)

// mistake is a resource with one thing wrong.
type mistake struct {
	summary string
	line    string // the argument that is wrong, as the engine shows it; nested ones are shown by the resource's first line
	with    string // further arguments
	says    string // a piece of the detail
}

// validationMistakes need neither catalog, state nor provider block.
var validationMistakes = []mistake{
	{"Invalid Name", `name = "Two Words"`, "", `Given: "Two Words"`},
	{"Invalid Name", `name = "-x"`, "", `name = "reviewer"`},
	{"Invalid Home", `home = "~"`, "", `home = "/home/coder"`},
	{"Invalid Home", `home = "home/coder"`, "", `home = "/home/coder"`},
	{"Invalid Workdir", `workdir = "project"`, "", `workdir = "/home/coder/project"`},
	{"Invalid Workdir", `workdir = "/a:b"`, "", `Docker and PATH take it as a separator`},
	{"Invalid Data Directory", `data_dir = "$HOME/data"`, "", `nothing expands ~ or $HOME`},
	{"Invalid Relocation Path", `relocate_to = "./agents"`, "", `relocate_to = "/workspaces/.agents"`},
	{"Invalid Mount Path", `volume = { mount_path = "home" }`, "", `volume.mount_path: An absolute path is expected`},
	{"Invalid Command", `command = "claude --model opus"`, "", `belong in args`},
	{"Invalid Prompt", `prompt = format("%0140000d", 0)`, "", `140000 bytes`},
	{"Invalid Argument", `args = ["-p", format("%0140000d", 0)]`, "", `args[1]: At most 131071 bytes`},
	{"Null List Value", `args = ["-p", null]`, "", "null value"},
	{"Invalid Task ID", `task_id = "my task"`, "", "data.coder_task.me.enabled"},
	{"Invalid Port", `port = 0`, "", "from 1 to 65535 is expected. Given: 0."},
	{"Invalid Port", `port = 70000`, "", "from 1 to 65535 is expected. Given: 70000."},
	{"Invalid Save Interval", `state_save_interval_seconds = 86401`, "", "Given: 86401."},
	{"Invalid Grace Period", `grace_period_seconds = 0`, "", "from 1 to 86400"},
	{"Grace Period Too Short", `grace_period_seconds = 30`, "", "grace_period_seconds = 300"},
	{"Invalid Retention", `retention_days = 0`, "", "from 1 to 36500"},
	{"Invalid Launcher", `launcher = "tmux"`, "", `"agentapi", "terminal"`},
	{"Invalid Resume", `resume = "maybe"`, "", `resume = "preferred"`},
	{"Invalid Resume Failure", `on_resume_failure = "panic"`, "", `on_resume_failure = "fresh"`},
	{"Invalid Mount Strategy", `mount_strategy = "file"`, "", `mount_strategy = "home"`},
	{"Invalid AgentAPI Version", `agentapi_version = ">= 0.12"`, "", `agentapi_version = "v0.12.2"`},
	{"AgentAPI Too Old For State", `agentapi_version = "0.11.8"`, "", "state_persistence = false"},
	{"Invalid AgentAPI Module Version", `agentapi_module_version = "~> 2.2"`, "", `agentapi_module_version = "2.4.0"`},
	{"Invalid AgentAPI Module Version", `agentapi_module_version = "0.1.0"`, "", "1.0.0 or newer"},
	{"Invalid Module Version", `module_version = ">= 4.8.0"`, "", "module_version ="},
	{"Relocation With A Registry Module", `relocate_to = "/m"`, `module_version = "4.9.2"`, "Leave one of the two out"},
	{"Invalid Volume Size", `volume = { size = "10g" }`, "", `volume.size: "10g" is not a size in bytes`},
	{"Invalid Volume Size", `volume = { size = "100m" }`, "", `volume.size: "100m" is not a size in bytes`},
	{"Invalid Volume Size", `volume = { size = "abc" }`, "", `volume.size: "abc" is not a size in bytes`},
	{"Invalid Volume Size", `volume = { size = "-1Gi" }`, "", `volume.size: "-1Gi" is not a size in bytes`},
	{"Invalid Volume Size", `volume = { size = "0" }`, "", "volume.size: A size above zero is expected"},
	{"Invalid Volume Kind", `volume = { kind = "nfs" }`, "", `kind = "docker"`},
	{"Invalid File System", `volume = { filesystem = "nfs" }`, "", `filesystem = "local"`},
	{"Single File Mount", `volume = { mount_path = "/home/coder/sessions.db" }`, "", `mount_path = "/home/coder"`},
	{"Conflicting Mount Path", `volume = { mount_path = "/home/coder" }`, `mount_strategy = "paths"`, `mount_strategy = "home"`},
	{"Data Off The Volume", `volume = { mount_path = "/workspaces" }`, "", `mount_path = "/home/coder"`},
	{"Data Off The Volume", `volume = { mount_path = "/data" }`, `relocate_to = "/workspaces"`, `relocate_to = "/data/.agents"`},
	{"Data Directory Off The Volume", `data_dir = "/var/lib/agent"`, `volume = { mount_path = "/home" }`, `data_dir = "/home/.coder-modules/coder-persistence/claude-code"`},
	{"Empty Value", `name = ""`, "", "name = null"},
	{"Empty Value", `volume = { size = "" }`, "", `size = "10Gi"`},
}

// planMistakes need the catalog.
var planMistakes = []mistake{
	{"Unknown Agent", `agent = "clod-code"`, "", `no agent is called "clod-code"`},
	{"Unknown Agent On The Volume", `volume = { shared_with = ["goose", "codx"] }`, "", `volume.shared_with[1]: no agent is called "codx"`},
	{"Volume Too Small", `volume = { size = "50M" }`, "", `volume.size: Claude Code needs at least 100 MB (100M)`},
	{"Volume Too Small", `volume = { size = "349M", shared_with = ["codex", "gemini", "openai-codex"] }`, "", `Claude Code 100 MB (100M), Codex 100 MB (100M), Gemini 200 MB (200M)`},
	{"Working Directory Off The Volume", `workdir = "/srv"`, `agent = "aider"
  module_version = "2.0.1"
  volume = { mount_path = "/home/coder" }`, "Aider keeps its session in the working directory"},
	{"Relocation Not Supported", `relocate_to = "/m"`, `agent = "auggie"`, "Auggie has no environment variable"},
	{"Paths Cannot Be Mounted", `mount_strategy = "paths"`, `module_version = "4.9.2"`, "~/.claude.json"},
	{"Module Does Not Resume", `module_version = "5.0.0"`, `resume = "required"`, "Leave module_version out"},
	{"Script Too Long", `prompt = format("%0120000d", 0)`, "", "at most 131071 bytes"},
}

// template writes a resource for each mistake.
func template(mistakes []mistake) string {
	var config strings.Builder
	for i, m := range mistakes {
		arguments := []string{m.line, m.with}
		if !strings.Contains(m.line+m.with, "agent = ") {
			arguments = append(arguments, `agent = "claude-code"`)
		}
		config.WriteString(persist(fmt.Sprintf("mistake_%d", i), arguments...))
	}
	return config.String()
}

// mustReport holds the engine's one answer to all mistakes: each is there, with
// its resource, its line and its text, and nothing else is.
func mustReport(t *testing.T, said string, mistakes []mistake) {
	t.Helper()
	for i, m := range mistakes {
		address := fmt.Sprintf("Error: %s with coder_agent_persistence.mistake_%d,", m.summary, i)
		_, rest, found := strings.Cut(said, address)
		if !found {
			t.Errorf("the engine does not say %q", address)
			continue
		}
		one, _, _ := strings.Cut(rest, "Error: ")
		line := m.line
		if strings.HasPrefix(line, "volume") {
			line = fmt.Sprintf(`resource "coder_agent_persistence" "mistake_%d" {`, i)
		}
		if !strings.Contains(one, ": "+line+" ") || !strings.Contains(one, m.says) {
			t.Errorf("%s: the engine does not show %q, or does not say %q:\n%s", m.summary, line, m.says, one)
		}
	}
	if count := strings.Count(said, "Error: "); count != len(mistakes) {
		t.Errorf("%d errors for %d mistakes:\n%s", count, len(mistakes), said)
	}
}

// TestAccRefusedOnValidation reads the errors the way a person does: all of
// one template at once.
func TestAccRefusedOnValidation(t *testing.T) {
	if len(validationMistakes) < 40 {
		t.Errorf("only %d mistakes", len(validationMistakes))
	}
	mustReport(t, refused(t, template(validationMistakes)), validationMistakes)
}

func TestAccRefusedOnPlan(t *testing.T) {
	mustReport(t, refused(t, template(planMistakes)), planMistakes)
}

// TestErrorsAreMade makes sure that the templates above make every error that
// a new resource can have.
func TestErrorsAreMade(t *testing.T) {
	made := map[string]bool{
		"Volume Would Shrink":       true, // TestAccShrink
		"Storage Too Large":         true, // takes a huge override
		"Script Cannot Be Rendered": true, // takes a broken override
		"Agent Not Supported Yet":   true, // TestAgentsWithoutAScript
	}
	for _, m := range append(validationMistakes, planMistakes...) {
		made[m.summary] = true
	}
	for _, c := range persistence.Checks() {
		if c.Severity == persistence.Error && !made[c.Summary] {
			t.Errorf("no template makes the error %q", c.Summary)
		}
	}
}
