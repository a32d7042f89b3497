package provider_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/coder-persistence/terraform-provider-persistence/internal/provider"
)

// acceptance runs the steps in the engine that TF_ACC_TERRAFORM_PATH names.
func acceptance(t *testing.T, steps ...resource.TestStep) {
	t.Helper()
	if os.Getenv("TF_ACC") == "" {
		t.Skip("TF_ACC is not set")
	}
	for i := range steps {
		steps[i].Config = terraformBlock + steps[i].Config
	}
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: map[string]func() (tfprotov6.ProviderServer, error){
			"persistence": providerserver.NewProtocol6WithError(provider.New("test")()),
		},
		Steps: steps,
	})
}

const terraformBlock = `
terraform {
  required_providers {
    persistence = {
      source = "coder-persistence/persistence"
    }
  }
}
`

// persist is a resource with a label and some lines of configuration.
func persist(label string, lines ...string) string {
	return fmt.Sprintf("resource \"coder_agent_persistence\" %q {\n  provider = persistence\n  %s\n}\n", label, strings.Join(lines, "\n  "))
}
