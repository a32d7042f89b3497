package provider

import (
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
)

// custom is a provider block with a thirteenth agent and a changed one.
const custom = `
provider "coder-persistence" {
  coder_version = "2.37.0"
  agents = {
    claude = {
      storage = { minimum = "2Gi" }
    }
    in-house = {
      display_name  = "In-House Agent"
      aliases       = ["house"]
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

// TestAccThirteenthAgent takes an agent from the provider block through every
// type of the provider.
func TestAccThirteenthAgent(t *testing.T) {
	in := func(kind, name string) string { return "data.coder_agent_" + kind + "." + name }
	at := tfjsonpath.New[string]
	known := len(catalog.Default().Slugs())
	acceptance(t, resource.TestStep{
		Config: custom + block("data", "house", `agent = "House"`) + block("data", "claude", `agent = "claude-code"`, `module_version = "4.9.2"`) +
			block("data", "own", `agent = "claude"`, `coder_version = "2.34.0"`) + `
data "coder_agent_catalog" "all" {
  provider = coder-persistence
}
data "coder_agent_storage" "both" {
  provider    = coder-persistence
  agents      = ["in-house", "claude"]
  volume_size = "10Gi"
}
` + persist("house", `agent = "in-house"`, `prompt = "Say hello."`, `volume = { size = "10Gi", mount_path = "/home/coder" }`),
		ConfigStateChecks: []statecheck.StateCheck{
			statecheck.ExpectKnownValue(in("compatibility", "house"), at("slug"), knownvalue.StringExact("in-house")),
			statecheck.ExpectKnownValue(in("compatibility", "house"), at("overridden"), knownvalue.Bool(true)),
			statecheck.ExpectKnownValue(in("compatibility", "house"), at("level"), knownvalue.StringExact("full")),
			statecheck.ExpectKnownValue(in("compatibility", "house"), at("module").AtMapKey("source"), knownvalue.Null()),
			statecheck.ExpectKnownValue(in("compatibility", "claude"), at("overridden"), knownvalue.Bool(true)),
			statecheck.ExpectKnownValue(in("compatibility", "claude"), at("minimum_storage"), knownvalue.StringExact("2Gi")),
			statecheck.ExpectKnownValue(in("compatibility", "claude"), at("verdict").AtMapKey("tasks"), knownvalue.Bool(false)),
			statecheck.ExpectKnownValue(in("compatibility", "own"), at("verdict").AtMapKey("tasks"), knownvalue.Bool(true)),
			statecheck.ExpectKnownValue(in("catalog", "all"), at("slugs").AtSliceIndex(known), knownvalue.StringExact("in-house")),
			statecheck.ExpectKnownValue(in("catalog", "all"), at("agents"), knownvalue.ListSizeExact(known+1)),
			statecheck.ExpectKnownValue(in("catalog", "all"), at("markdown"), knownvalue.StringRegexp(regexp.MustCompile(`\| In-House Agent \|`))),
			statecheck.ExpectKnownValue(in("storage", "both"), at("floor").AtMapKey("bytes"), knownvalue.Int64Exact(100_000_000+2<<30)),
			statecheck.ExpectKnownValue("coder_agent_persistence.house", at("start_script"), knownvalue.StringRegexp(regexp.MustCompile(`in-house-cli`))),
			statecheck.ExpectKnownValue("coder_agent_persistence.house", at("storage").AtMapKey("floor_bytes"), knownvalue.Int64Exact(100_000_000)),
			statecheck.ExpectKnownValue("coder_agent_persistence.house", at("support").AtMapKey("resumes"), knownvalue.Bool(true)),
		},
		ConfigPlanChecks: resource.ConfigPlanChecks{
			PostApplyPostRefresh: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()},
		},
	})
}

// A custom minimum size is enforced wherever the agent is used.
func TestAccOverriddenMinimumIsEnforced(t *testing.T) {
	mustSay(t, refused(t, custom+`
data "coder_agent_storage" "small" {
  provider    = coder-persistence
  agents      = ["claude", "in-house"]
  volume_size = "2Gi"
}
`+persist("small", `agent = "claude"`, `volume = { size = "1Gi" }`)),
		"Error: Volume Too Small with data.coder_agent_storage.small", "Claude Code 2 GiB (2Gi)", "In-House Agent 100 MB (100M)",
		"with coder_agent_persistence.small",
	)
}

func TestAccBadProviderBlock(t *testing.T) {
	mustSay(t, refused(t, `
provider "coder-persistence" {
  coder_version = "newest"
  agents = {
    goose = { level = "best" }
    codex = { storage = { minimum = "-1Gi" } }
    claude = { session_paths = [{ path = "~/.claude" }, { path = "claude" }] }
    in-house = {
      level   = "full"
      session = { id = "uuid", cold = ["{session}"], warm = ["{session}"], detect = { file = "~/.x/{session}" } }
    }
  }
}
`+block("data", "any", `agent = "goose"`)),
		"Error: Invalid Coder Version", `"newest"`, "Error: Invalid Agent Override",
		`agents["goose"].level:`, `agents["codex"].storage.minimum:`, `agents["claude"].session_paths[1].path:`, `agents["in-house"].session.command:`,
	)
}

// Values of the provider block that are known only after apply are no errors,
// and a depends_on makes a data source wait for them.
func TestAccUnknownProviderBlock(t *testing.T) {
	config := `
resource "terraform_data" "size" {
  input = "2Gi"
}
provider "coder-persistence" {
  coder_version = length(terraform_data.size.output) > 0 ? "2.37.0" : null
  agents = {
    claude   = { storage = { minimum = terraform_data.size.output } }
    in-house = { level = length(terraform_data.size.output) > 0 ? "full" : "partial" }
  }
}
` + block("data", "settled", `agent = "goose"`) + block("data", "changed", `agent = "claude"`, `depends_on = [terraform_data.size]`) +
		block("data", "added", `agent = "in-house"`, `depends_on = [terraform_data.size]`)
	acceptance(t, resource.TestStep{
		Config: config,
		ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
			plancheck.ExpectUnknownValue("data.coder_agent_compatibility.changed", tfjsonpath.New("minimum_storage")),
		}},
		ConfigStateChecks: []statecheck.StateCheck{
			statecheck.ExpectKnownValue("data.coder_agent_compatibility.changed", tfjsonpath.New("minimum_storage"), knownvalue.StringExact("2Gi")),
			statecheck.ExpectKnownValue("data.coder_agent_compatibility.added", tfjsonpath.New("level"), knownvalue.StringExact("full")),
			statecheck.ExpectKnownValue("data.coder_agent_compatibility.added", tfjsonpath.New("verdict").AtMapKey("tasks"), knownvalue.Bool(false)),
		},
	})
}
