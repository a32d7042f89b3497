package provider

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
)

func TestAccCompatibilityOfVersions(t *testing.T) {
	acceptance(t, resource.TestStep{
		Config: `
locals {
  versions = ["1.4.0", "4.2.0", "v4.9.2", "4.8.5", "5.0.0-rc.1", "5.4.0", "99.0"]
}
data "coder_agent_compatibility" "claude" {
  provider       = coder-persistence
  count          = length(local.versions)
  agent          = "claude-code"
  module_version = local.versions[count.index]
}
output "levels" {
  value = { for judged in data.coder_agent_compatibility.claude : judged.module_version => judged.level }
}
output "inputs" {
  value = data.coder_agent_compatibility.claude[2].module_inputs
}
output "fix" {
  value = data.coder_agent_compatibility.claude[2].verdict.fix
}
output "not_released" {
  value = [for judged in data.coder_agent_compatibility.claude : judged.module_version if !judged.released]
}
`,
		ConfigStateChecks: []statecheck.StateCheck{
			statecheck.ExpectKnownOutputValue("levels", knownvalue.ObjectExact(map[string]knownvalue.Check{
				"1.4.0": knownvalue.StringExact("partial"), "4.2.0": knownvalue.StringExact("full"), "v4.9.2": knownvalue.StringExact("full"),
				"4.8.5": knownvalue.StringExact("full"), "5.0.0-rc.1": knownvalue.StringExact("not_supported"),
				"5.4.0": knownvalue.StringExact("not_supported"), "99.0": knownvalue.StringExact("not_supported"),
			})),
			statecheck.ExpectKnownOutputValue("inputs", knownvalue.MapExact(map[string]knownvalue.Check{"agentapi_version": knownvalue.StringExact("v0.12.2")})),
			statecheck.ExpectKnownOutputValue("fix", knownvalue.StringExact(`agentapi_version = "v0.12.2"`)),
			statecheck.ExpectKnownOutputValue("not_released", knownvalue.ListExact([]knownvalue.Check{
				knownvalue.StringExact("4.8.5"), knownvalue.StringExact("5.0.0-rc.1"), knownvalue.StringExact("99.0"),
			})),
		},
	})
}

// An input that is known only after apply makes every output so, and is no error.
func TestAccDataSourcesOfUnknownInputs(t *testing.T) {
	config := `
resource "terraform_data" "agent" {
  input = "claude"
}
resource "terraform_data" "version" {
  input = "4.9.2"
}
resource "terraform_data" "size" {
  input = "10Gi"
}
data "coder_agent_compatibility" "agent" {
  provider = coder-persistence
  agent    = terraform_data.agent.output
}
data "coder_agent_compatibility" "versions" {
  provider         = coder-persistence
  agent            = "claude"
  module_version   = terraform_data.version.output
  agentapi_version = terraform_data.version.output
  coder_version    = terraform_data.version.output
  home             = "/${terraform_data.version.output}"
  workdir          = "/${terraform_data.version.output}"
}
data "coder_agent_catalog" "level" {
  provider        = coder-persistence
  support_levels  = [terraform_data.size.output == "10Gi" ? "full" : "partial"]
  include_removed = terraform_data.size.output == "10Gi"
}
data "coder_agent_storage" "agents" {
  provider         = coder-persistence
  agents           = [terraform_data.agent.output, "codex"]
  volume_size      = terraform_data.size.output
  headroom_percent = length(terraform_data.size.output)
}
`
	unknownValues := map[string]string{
		"data.coder_agent_compatibility.agent": "level", "data.coder_agent_compatibility.versions": "verdict",
		"data.coder_agent_catalog.level": "agents", "data.coder_agent_storage.agents": "floor",
	}
	var checks []plancheck.PlanCheck
	for address, attribute := range unknownValues {
		checks = append(checks, plancheck.ExpectUnknownValue(address, tfjsonpath.New(attribute)))
	}
	acceptance(t, resource.TestStep{
		Config:           config,
		ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: checks},
		ConfigStateChecks: []statecheck.StateCheck{
			statecheck.ExpectKnownValue("data.coder_agent_compatibility.agent", tfjsonpath.New("slug"), knownvalue.StringExact("claude-code")),
			statecheck.ExpectKnownValue("data.coder_agent_compatibility.versions", tfjsonpath.New("level"), knownvalue.StringExact("full")),
			statecheck.ExpectKnownValue("data.coder_agent_catalog.level", tfjsonpath.New("slugs"), knownvalue.ListExact([]knownvalue.Check{knownvalue.StringExact("claude-code"), knownvalue.StringExact("codex")})),
			statecheck.ExpectKnownValue("data.coder_agent_storage.agents", tfjsonpath.New("floor").AtMapKey("bytes"), knownvalue.Int64Exact(208_000_000)),
		},
	})
}

// What is wrong whatever the catalog holds is said by terraform validate too.
func TestAccDataSourcesRefuse(t *testing.T) {
	mustSay(t, refused(t, block("data", "module", `agent = "claude"`, `module_version = "newest"`)+
		block("data", "agentapi", `agent = "claude"`, `agentapi_version = ">= 0.12"`)+
		block("data", "coder", `agent = "claude"`, `coder_version = ""`)+`
data "coder_agent_catalog" "level" {
  provider       = coder-persistence
  support_levels = ["best"]
}
data "coder_agent_storage" "ambiguous" {
  provider    = coder-persistence
  agents      = ["claude"]
  volume_size = "10g"
}
`),
		"Error: Invalid Module Version", `"newest" is not a version of the claude-code module`, `such as "5.4.0" or "v5.4.0"`,
		"Error: Invalid AgentAPI Version", `">= 0.12" is not a version`, "Error: Invalid Coder Version", `"" is not a version of Coder`,
		`"best"`, "Error: Invalid Volume Size", "ambiguous",
	)
}

func TestAccStorageRefuses(t *testing.T) {
	mustSay(t, refused(t, `
data "coder_agent_storage" "small" {
  provider    = coder-persistence
  agents      = ["claude", "codex"]
  volume_size = "150M"
}
data "coder_agent_storage" "unknown" {
  provider = coder-persistence
  agents   = ["gose"]
}
`),
		"Error: Volume Too Small", "Claude Code 100 MB (100M), Codex 100 MB (100M)", `Given: "150M"`,
		"Error: Unknown Agent", `no agent is called "gose"`, `agents = ["goose"]`,
	)
}
