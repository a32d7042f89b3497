// Package provider is the only one that knows Terraform. Each file holds one
// type and converts between its schema and the pure packages below.
package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

var (
	_ provider.ProviderWithFunctions      = (*persistenceProvider)(nil)
	_ provider.ProviderWithValidateConfig = (*persistenceProvider)(nil)
)

// New returns a constructor of the provider in the given version.
func New(version string) func() provider.Provider {
	return func() provider.Provider { return &persistenceProvider{version: version} }
}

type persistenceProvider struct {
	version string
	data    *providerData // nil until the provider is configured
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
	resp.Schema = providerSchema()
}

// ValidateConfig says what is wrong with the provider block, so that terraform
// validate says it too.
func (p *persistenceProvider) ValidateConfig(ctx context.Context, req provider.ValidateConfigRequest, resp *provider.ValidateConfigResponse) {
	_, diags := readProviderConfig(ctx, req.Config)
	resp.Diagnostics.Append(diags...)
}

func (p *persistenceProvider) Configure(ctx context.Context, req provider.ConfigureRequest, resp *provider.ConfigureResponse) {
	data, diags := readProviderConfig(ctx, req.Config)
	resp.Diagnostics.Append(diags...)
	if diags.HasError() {
		return
	}
	p.data = data
	resp.DataSourceData = data
	resp.ResourceData = data
}

func (p *persistenceProvider) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{newAgentPersistence}
}

func (p *persistenceProvider) DataSources(context.Context) []func() datasource.DataSource {
	return []func() datasource.DataSource{newAgentCompatibility, newAgentCatalog, newAgentStorage}
}

// Functions returns the provider's functions. Terraform calls them without the
// provider block, so none of them sees custom agents.
func (p *persistenceProvider) Functions(context.Context) []func() function.Function {
	return []func() function.Function{newSemverSatisfies, newParseSize, newFormatSize, newSessionPaths}
}
