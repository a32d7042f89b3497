// Package provider converts between Terraform and the packages that know the
// agents. Each file holds one type.
package provider

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-persistence/internal/persistence"
)

var (
	_ provider.ProviderWithFunctions      = (*persistenceProvider)(nil)
	_ provider.ProviderWithValidateConfig = (*persistenceProvider)(nil)
)

// New returns a constructor of the provider in the given version.
func New(version string) func() provider.Provider {
	return func() provider.Provider { return &persistenceProvider{version: version} }
}

type persistenceProvider struct{ version string }

// providerData is what the provider block hands to resources and data sources.
type providerData struct {
	catalog      *catalog.Catalog
	coderVersion string // "" when it is not given, or not known yet
	// pending is true while a value in agents is unknown. The catalog is then
	// the built-in one, and no agent counts as known.
	pending bool
}

func (p *persistenceProvider) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "persistence"
	resp.Version = p.version
}

func (p *persistenceProvider) Schema(_ context.Context, _ provider.SchemaRequest, resp *provider.SchemaResponse) {
	resp.Schema = providerSchema()
}

// ValidateConfig makes terraform validate report errors in the provider block.
func (p *persistenceProvider) ValidateConfig(ctx context.Context, req provider.ValidateConfigRequest, resp *provider.ValidateConfigResponse) {
	_, diags := readProviderConfig(ctx, req.Config)
	resp.Diagnostics.Append(diags...)
}

func (p *persistenceProvider) Configure(ctx context.Context, req provider.ConfigureRequest, resp *provider.ConfigureResponse) {
	data, diags := readProviderConfig(ctx, req.Config)
	resp.Diagnostics.Append(diags...)
	if diags.HasError() || data == nil {
		return
	}
	resp.DataSourceData = data
	resp.ResourceData = data
}

func (p *persistenceProvider) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{newAgentPersistenceResource}
}

func (p *persistenceProvider) DataSources(context.Context) []func() datasource.DataSource {
	return []func() datasource.DataSource{newAgentDataSource, newAgentsDataSource, newStorageDataSource}
}

// Functions returns the provider's functions. Engines call them without the
// provider block, so they know the built-in agents only.
func (p *persistenceProvider) Functions(context.Context) []func() function.Function {
	return []func() function.Function{newSemverSatisfies, newParseSize, newFormatSize, newSessionPaths, newProgram}
}

// configured returns the data of a resource or data source, nil before the
// provider is configured.
func configured(data any, diags *diag.Diagnostics) *providerData {
	if data == nil {
		return nil
	}
	d, ok := data.(*providerData)
	if !ok {
		diags.AddError("Unexpected Provider Data", fmt.Sprintf("Expected *providerData, got: %T. Please report this to the provider developers.", data))
	}
	return d
}

// lookup finds an agent for a data source; an advice says what to write there
// for names that the catalog does not have.
func (d *providerData) lookup(name string, at path.Path, advice func() string) (*catalog.Agent, diag.Diagnostics) {
	var diags diag.Diagnostics
	if d.pending {
		diags.AddAttributeError(at, "Agents Not Known Yet", "The provider block sets agents to values that are known only after apply, so data "+
			"sources cannot be read before. Use values that are known at plan, or add depends_on with the resource they come from to the data source.")
		return nil, diags
	}
	agent, err := d.catalog.Lookup(name)
	if err != nil {
		diags.AddAttributeError(at, "Unknown Agent", err.Error()+advice())
	}
	return agent, diags
}

// report converts findings to diagnostics.
func report(findings []persistence.Finding) diag.Diagnostics {
	var diags diag.Diagnostics
	for _, f := range findings {
		at := attributePath(f.Path)
		if f.Severity == persistence.Error {
			diags.AddAttributeError(at, f.Summary, f.Detail)
		} else {
			diags.AddAttributeWarning(at, f.Summary, f.Detail)
		}
	}
	return diags
}

func attributePath(steps []any) path.Path {
	at := path.Empty()
	for _, step := range steps {
		switch step := step.(type) {
		case string:
			at = at.AtName(step)
		case int:
			at = at.AtListIndex(step)
		}
	}
	return at
}
