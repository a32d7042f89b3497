package provider

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
)

var _ datasource.DataSourceWithConfigure = (*agentsDataSource)(nil)

func newAgentsDataSource() datasource.DataSource { return &agentsDataSource{} }

// agentsDataSource is persistence_agents: all catalog entries.
type agentsDataSource struct{ dataSource }

type agentsDataSourceModel struct {
	Agents []catalogEntryModel `tfsdk:"agents"`
	AsOf   types.String        `tfsdk:"as_of"`
}

// catalogEntryModel is one agent, judged for the newest version of its module.
type catalogEntryModel struct {
	agentModel

	Resumes types.Bool `tfsdk:"resumes"`
}

func (d *agentsDataSource) Metadata(_ context.Context, _ datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = "persistence_agents"
}

func (d *agentsDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = agentsDataSourceSchema()
}

func (d *agentsDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	read(ctx, req, resp, d.data, new(agentsDataSourceModel))
}

// read fills in the outputs.
func (m *agentsDataSourceModel) read(data *providerData) diag.Diagnostics {
	var diags diag.Diagnostics
	if data.pending {
		_, diags = data.lookup("", path.Empty(), nil)
		return diags
	}
	agents := data.catalog.Agents()
	m.Agents = make([]catalogEntryModel, len(agents))
	for i := range agents {
		a := &agents[i]
		assessment, err := a.Assess(catalog.Versions{})
		if err != nil { // not reached: the newest release is a version
			diags.AddError("Invalid Catalog Entry", fmt.Sprintf("%s: %s. This is a bug in the provider.", a.Slug, err))
			return diags
		}
		m.Agents[i] = catalogEntryModel{newAgentModel(a, &assessment.Verdict), types.BoolValue(assessment.Resumes)}
	}
	m.AsOf = types.StringValue(catalog.AsOf)
	return diags
}

func agentsDataSourceSchema() schema.Schema {
	entry := agentOutputs("the newest release of the agent's module")
	entry["resumes"] = computedFlag("Whether the conversation comes back by itself with the newest release, and the prompt is not given a second time.")
	return schema.Schema{
		MarkdownDescription: "All AI coding agents that the provider knows, those of the provider block last, always in the same order. Each is " +
			"judged for the newest release of its registry module; `persistence_agent` judges other versions.",
		Attributes: map[string]schema.Attribute{
			"agents": schema.ListNestedAttribute{
				Computed:            true,
				MarkdownDescription: "The agents, in the catalog's order.",
				NestedObject:        schema.NestedAttributeObject{Attributes: entry},
			},
			"as_of": computedText("The day the catalog was last checked, e.g. `" + catalog.AsOf + "`."),
		},
	}
}
