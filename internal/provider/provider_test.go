package provider

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
)

// factories serve the provider under test; the engine is the one that
// TF_ACC_TERRAFORM_PATH names.
var factories = map[string]func() (tfprotov6.ProviderServer, error){
	"coder-persistence": providerserver.NewProtocol6WithError(New("test")()),
}

// acceptance runs steps against a real engine. It fails, rather than skips,
// when TF_ACC is missing from the environment of a run that should have it.
func acceptance(t *testing.T, steps ...resource.TestStep) {
	t.Helper()
	resource.Test(t, resource.TestCase{ProtoV6ProviderFactories: factories, Steps: steps})
}
