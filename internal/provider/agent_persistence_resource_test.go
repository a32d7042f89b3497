package provider_test

import (
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
)

func TestAccAgentPersistence(t *testing.T) {
	const address = "coder_agent_persistence.claude"
	at := tfjsonpath.New[string]
	acceptance(t, resource.TestStep{
		Config: persist("claude", `agent = "claude-code"`, `prompt = "Say hello."`, `volume {
    size       = "10Gi"
    mount_path = "/home/coder"
  }`),
		ConfigPlanChecks: resource.ConfigPlanChecks{
			PreApply: []plancheck.PlanCheck{
				plancheck.ExpectKnownValue(address, at("id"), knownvalue.StringExact("claude-code")),
				plancheck.ExpectKnownValue(address, at("start_script"), knownvalue.StringRegexp(regexp.MustCompile("Say hello"))),
			},
			PostApplyPostRefresh: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()},
		},
		ConfigStateChecks: []statecheck.StateCheck{
			statecheck.ExpectKnownValue(address, at("workdir"), knownvalue.StringExact("/home/coder")),
			statecheck.ExpectKnownValue(address, at("data_dir"), knownvalue.StringExact("/home/coder/.coder-modules/coder-persistence/claude-code")),
			statecheck.ExpectKnownValue(address, at("docker").AtMapKey("stop_timeout"), knownvalue.Int64Exact(300)),
			statecheck.ExpectKnownValue(address, at("kubernetes").AtMapKey("delete_timeout"), knownvalue.StringExact("6m")),
			statecheck.ExpectKnownValue(address, at("kubernetes").AtMapKey("storage_request"), knownvalue.StringExact("10Gi")),
			statecheck.ExpectKnownValue(address, at("cleanup_script"), knownvalue.StringExact("echo 'Nothing to delete: retention_days is not set.'\n")),
			statecheck.ExpectKnownValue(address, at("agentapi_module").AtMapKey("agentapi_port"), knownvalue.Int64Exact(3284)),
			statecheck.ExpectKnownValue(address, at("mounts").AtSliceIndex(0).AtMapKey("path"), knownvalue.StringExact("/home/coder")),
		},
	})
}

// A value that is unknown at plan is checked at apply.
func TestAccRefusedAtApply(t *testing.T) {
	late := func(input string) string {
		return "resource \"terraform_data\" \"late\" {\n  input = " + input + "\n}\n"
	}
	acceptance(t,
		resource.TestStep{
			Config:      late("30") + persist("claude", `agent = "claude-code"`, `grace_period_seconds = terraform_data.late.output`),
			ExpectError: regexp.MustCompile(`Grace Period Too Short(.|\n)*with coder_agent_persistence\.claude(.|\n)*got: 30`),
		},
		resource.TestStep{
			Config:      late("\"10m\"") + persist("claude", `agent = "claude-code"`, "volume {\n    size = terraform_data.late.output\n  }"),
			ExpectError: regexp.MustCompile(`Invalid Volume Size(.|\n)*"10m" is not a size`),
		},
		resource.TestStep{
			Config: late("\"/home/coder/p\"") + persist("claude", `agent = "claude-code"`, `workdir = terraform_data.late.output`),
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue("coder_agent_persistence.claude", tfjsonpath.New("workdir"), knownvalue.StringExact("/home/coder/p")),
			},
		},
	)
}

// Everything known at plan: every output known.
func TestAccEveryOutputIsKnownAtPlan(t *testing.T) {
	const address = "coder_agent_persistence.terminal"
	var known []plancheck.PlanCheck
	for _, output := range []string{
		"id", "name", "workdir", "data_dir", "start_script", "shutdown_script", "cleanup_script", "session_id", "env",
		"mounts", "docker", "kubernetes", "metadata", "agentapi_module",
	} {
		known = append(known, plancheck.ExpectKnownValue(address, tfjsonpath.New(output), knownvalue.NotNull()))
	}
	acceptance(t, resource.TestStep{
		Config:           persist("terminal", `agent = "codex"`, `launcher = "terminal"`),
		ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: known},
	})
}

func TestAccMisspelledArgumentOfABlock(t *testing.T) {
	acceptance(t, resource.TestStep{
		Config:      persist("claude", `agent = "claude-code"`, "volume {\n    sise = \"10Gi\"\n  }"),
		ExpectError: regexp.MustCompile(`(Unsupported|Extraneous) argument(.|\n)*sise`),
	})
}

func TestAccImportIsNotSupported(t *testing.T) {
	acceptance(t, resource.TestStep{
		Config:        persist("claude", `agent = "claude-code"`),
		ResourceName:  "coder_agent_persistence.claude",
		ImportState:   true,
		ImportStateId: "claude",
		ExpectError:   regexp.MustCompile(`Import Not Supported`),
	})
}
