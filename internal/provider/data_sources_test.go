package provider_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog/agents"
)

// inHouse is a provider block that changes an agent and adds one.
const inHouse = `
provider "persistence" {
  coder_version = "2.37.0"
  agents = {
    claude = {
      storage = { minimum = "2Gi" }
    }
    in-house = {
      display_name  = "In-House Agent"
      level         = "full"
      session_paths = [{ path = "~/.in-house/sessions", store = "jsonl", relocated_by = "IN_HOUSE_HOME" }]
      storage       = { minimum = "100MB", recommended = "1Gi" }
      session = {
        command     = "in-house-cli"
        id          = "uuid"
        cold        = ["--new", "{session}", "{args}"]
        cold_prompt = ["--new", "{session}", "{args}", "--", "{prompt}"]
        warm        = ["--resume", "{session}", "{args}"]
        detect      = { file = "~/.in-house/sessions/{session}.jsonl" }
      }
    }
  }
}
`

func TestAccAgentDataSource(t *testing.T) {
	known := func(label, attribute string, check knownvalue.Check) statecheck.StateCheck {
		return statecheck.ExpectKnownValue("data.persistence_agent."+label, tfjsonpath.New(attribute), check)
	}
	verdict := func(label, attribute string, check knownvalue.Check) statecheck.StateCheck {
		return statecheck.ExpectKnownValue("data.persistence_agent."+label, tfjsonpath.New("verdict").AtMapKey(attribute), check)
	}
	acceptance(t, resource.TestStep{
		Config: `
data "persistence_agent" "newest" {
  agent = "Claude"
}
data "persistence_agent" "pinned" {
  agent            = "claude-code"
  module_version   = "v4.9.2"
  agentapi_version = "0.12.2"
  coder_version    = "2.34.0"
  home             = "/root"
}
data "persistence_agent" "dotted" {
  agent          = "claude-code"
  module_version = "4.8.0"
  workdir        = "/home/coder/my.project"
}
`,
		ConfigStateChecks: []statecheck.StateCheck{
			known("newest", "slug", knownvalue.StringExact("claude-code")),
			known("newest", "level", knownvalue.StringExact("not_supported")),
			known("newest", "constraint", knownvalue.StringExact(">= 5.0.0")),
			known("newest", "minimum_storage", knownvalue.StringExact("100M")),
			known("newest", "sources", knownvalue.NotNull()),
			verdict("newest", "fix", knownvalue.StringRegexp(regexp.MustCompile(`provider = persistence`))),
			known("pinned", "level", knownvalue.StringExact("full")),
			known("pinned", "constraint", knownvalue.StringExact(">= 4.8.1, < 5.0.0")),
			known("pinned", "session_paths", knownvalue.ListPartial(map[int]knownvalue.Check{
				0: knownvalue.ObjectPartial(map[string]knownvalue.Check{"path": knownvalue.StringExact("/root/.claude/projects")}),
			})),
			verdict("pinned", "resumes", knownvalue.Bool(true)),
			verdict("pinned", "ui_history", knownvalue.Bool(true)),
			verdict("dotted", "resumes", knownvalue.Bool(false)),
			verdict("dotted", "reason", knownvalue.StringRegexp(regexp.MustCompile(`/home/coder/my\.project`))),
			verdict("dotted", "fix", knownvalue.StringExact("version = \"4.9.2\"\nagentapi_version = \"v0.12.2\"")),
		},
	})
}

func TestAccAgentsDataSource(t *testing.T) {
	all := len(agents.Default().Slugs())
	at := tfjsonpath.New[string]
	acceptance(t, resource.TestStep{
		Config: `
data "persistence_agents" "all" {}
`,
		ConfigStateChecks: []statecheck.StateCheck{
			statecheck.ExpectKnownValue("data.persistence_agents.all", at("agents"), knownvalue.ListSizeExact(all)),
			statecheck.ExpectKnownValue("data.persistence_agents.all", at("agents").AtSliceIndex(0), knownvalue.ObjectPartial(map[string]knownvalue.Check{
				"slug":                knownvalue.StringExact("claude-code"),
				"level":               knownvalue.StringExact("not_supported"),
				"resumes":             knownvalue.Bool(false),
				"recommended_storage": knownvalue.StringExact("5G"),
			})),
		},
	})
}

func TestAccStorageDataSource(t *testing.T) {
	at := tfjsonpath.New[string]
	acceptance(t, resource.TestStep{
		Config: `
data "persistence_storage" "both" {
  agents           = ["claude-code", "codex"]
  volume_size      = "100Gi"
  headroom_percent = 20
}
`,
		ConfigStateChecks: []statecheck.StateCheck{
			statecheck.ExpectKnownValue("data.persistence_storage.both", at("minimum").AtMapKey("quantity"), knownvalue.StringExact("240M")),
			statecheck.ExpectKnownValue("data.persistence_storage.both", at("recommended").AtMapKey("gib"), knownvalue.Int64Exact(28)),
		},
	})
}

// An agent of the provider block is known to every type.
func TestAccAgentOfTheProviderBlock(t *testing.T) {
	at := tfjsonpath.New[string]
	acceptance(t, resource.TestStep{
		Config: inHouse + `
data "persistence_agent" "house" {
  agent = "In House"
}
data "persistence_agents" "all" {}
data "persistence_storage" "both" {
  agents = ["in-house", "claude"]
}
` + persist("house", `agent = "in-house"`, `prompt = "Say hello."`, "volume {\n    size = \"10Gi\"\n  }"),
		ConfigStateChecks: []statecheck.StateCheck{
			statecheck.ExpectKnownValue("data.persistence_agent.house", at("level"), knownvalue.StringExact("full")),
			statecheck.ExpectKnownValue("data.persistence_agent.house", at("verdict").AtMapKey("reason"), knownvalue.StringRegexp(regexp.MustCompile(`no Tasks`))),
			statecheck.ExpectKnownValue("data.persistence_agents.all", at("agents").AtSliceIndex(len(agents.Default().Slugs())).AtMapKey("slug"),
				knownvalue.StringExact("in-house")),
			statecheck.ExpectKnownValue("data.persistence_storage.both", at("minimum").AtMapKey("bytes"), knownvalue.Int64Exact(100_000_000+2<<30)),
			statecheck.ExpectKnownValue("coder_agent_persistence.house", at("start_script"), knownvalue.StringRegexp(regexp.MustCompile(`in-house-cli`))),
		},
	})
}

// While the provider block has an unknown value, no agent counts as known.
func TestAccAgentsNotKnownYet(t *testing.T) {
	unknown := `
resource "terraform_data" "size" {
  input = "2Gi"
}
provider "persistence" {
  agents = { claude = { storage = { minimum = terraform_data.size.output } } }
}
`
	acceptance(t,
		resource.TestStep{
			Config:      unknown + "data \"persistence_agents\" \"all\" {}\n",
			ExpectError: regexp.MustCompile("Agents Not Known Yet"),
		},
		resource.TestStep{
			Config: strings.Replace(unknown, "agents = {", "agents = { house = { level = \"full\" },", 1) +
				persist("claude", `agent = "claude-code"`, "volume {\n    shared_with = [\"house\"]\n  }"),
			PlanOnly: true, ExpectNonEmptyPlan: true,
		},
		resource.TestStep{
			Config: unknown + persist("claude", `agent = "claude-code"`),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectUnknownValue("coder_agent_persistence.claude", tfjsonpath.New("env")),
			}},
		},
		resource.TestStep{
			Config:      unknown + persist("claude", `agent = "claude-code"`, "volume {\n    size = \"1Gi\"\n    allow_shrink = true\n  }"),
			ExpectError: regexp.MustCompile("Volume Too Small"),
		},
	)
}
