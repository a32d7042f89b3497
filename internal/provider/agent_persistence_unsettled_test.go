package provider

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
)

// An entry of the provider block that is known only after apply leaves unknown
// what follows from it.
func TestAccPersistenceOfAnUnsettledAgent(t *testing.T) {
	acceptance(t, resource.TestStep{
		Config: `
resource "terraform_data" "size" {
  input = "2Gi"
}
provider "coder-persistence" {
  agents = {
    claude = { storage = { minimum = terraform_data.size.output } }
    in-house = {
      level = "full"
      session = {
        command = "in-house", id = "uuid", cold = ["{session}"], warm = ["{session}"]
        detect  = { file = "~/${terraform_data.size.output}/{session}" }
      }
    }
  }
}
` + persist("changed", `agent = "claude"`) + persist("added", `agent = "in-house"`) + persist("settled", `agent = "goose"`),
		ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
			plancheck.ExpectUnknownValue("coder_agent_persistence.changed", tfjsonpath.New("storage").AtMapKey("floor")),
			plancheck.ExpectUnknownValue("coder_agent_persistence.added", tfjsonpath.New("start_script")),
			plancheck.ExpectKnownValue("coder_agent_persistence.settled", tfjsonpath.New("name"), knownvalue.StringExact("goose")),
		}},
		ConfigStateChecks: []statecheck.StateCheck{
			statecheck.ExpectKnownValue("coder_agent_persistence.changed", tfjsonpath.New("storage").AtMapKey("floor"), knownvalue.StringExact("2Gi")),
		},
	})
}
