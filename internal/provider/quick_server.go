package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// NewServer returns a constructor of the provider, in the given version, as
// engines talk to it.
func NewServer(version string) func() tfprotov6.ProviderServer {
	return func() tfprotov6.ProviderServer {
		p := &persistenceProvider{version: version}
		return &quickServer{providerserver.NewProtocol6(p)(), p}
	}
}

// quickServer answers the calls that a plan makes for each block itself, and
// leaves everything else to the framework, which looks at each attribute by
// way of copies of the whole schema: ten times the work of the answer. What is
// decided, and how it is written, is the same code for both; the quick one
// answers only what the schema has nothing to say about.
type quickServer struct {
	tfprotov6.ProviderServer
	provider *persistenceProvider
}
