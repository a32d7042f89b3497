// Package provider is the only one that knows Terraform. Each file holds one
// type and converts between its schema and the pure packages below.
package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
)

// New returns a constructor of the provider in the given version.
func New(version string) func() provider.Provider {
	return func() provider.Provider { return &persistenceProvider{version: version} }
}

type persistenceProvider struct{ version string }

// providerData is what the provider block hands to resources and data sources.
type providerData struct {
	catalog *catalog.Catalog
}

// Metadata names the provider. The type prefix is "coder" because Coder's own
// provisioner passes over coder_* types when it looks for the resource that a
// coder_agent runs on; any other prefix would take the agent away from its
// container.
func (p *persistenceProvider) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "coder"
	resp.Version = p.version
}

func (p *persistenceProvider) Schema(_ context.Context, _ provider.SchemaRequest, resp *provider.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Brings AI coding agents in Coder workspaces back after a stop and a start: the same agent, with the same conversation, without being told its task twice.",
	}
}

func (p *persistenceProvider) Configure(_ context.Context, _ provider.ConfigureRequest, resp *provider.ConfigureResponse) {
	data := &providerData{catalog: catalog.Default()}
	resp.DataSourceData = data
	resp.ResourceData = data
}

func (p *persistenceProvider) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{newAgentPersistence}
}

func (p *persistenceProvider) DataSources(context.Context) []func() datasource.DataSource {
	return []func() datasource.DataSource{newAgentCompatibility}
}
