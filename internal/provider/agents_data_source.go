package provider

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
)

var _ datasource.DataSourceWithConfigure = (*agentsDataSource)(nil)

func newAgentsDataSource() datasource.DataSource { return &agentsDataSource{} }

// agentsDataSource is persistence_agents: all catalog entries, or some.
type agentsDataSource struct{ dataSource }

type agentsDataSourceModel struct {
	SupportLevels  []string   `tfsdk:"support_levels"` // nil does not filter
	AgentAPITypes  []string   `tfsdk:"agentapi_types"` // nil does not filter
	IncludeRemoved types.Bool `tfsdk:"include_removed"`

	Agents []catalogEntryModel `tfsdk:"agents"`
	Slugs  []string            `tfsdk:"slugs"`
	AsOf   types.String        `tfsdk:"as_of"`
}

// catalogEntryModel is one agent, judged for the newest version of its module.
type catalogEntryModel struct {
	agentModel

	Resumes                 types.Bool   `tfsdk:"resumes"`
	SessionPlaces           []string     `tfsdk:"session_places"`
	RecommendedStorageBytes types.Int64  `tfsdk:"recommended_storage_bytes"`
	RecommendedStorage      types.String `tfsdk:"recommended_storage"`
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
	withRemoved := m.IncludeRemoved.IsNull() || m.IncludeRemoved.ValueBool()
	m.Agents, m.Slugs = []catalogEntryModel{}, []string{}
	agents := data.catalog.Agents()
	for i := range agents {
		a := &agents[i]
		assessment, err := a.Assess(catalog.Versions{})
		if err != nil { // not reached: the newest release is a version
			diags.AddError("Invalid Catalog Entry", fmt.Sprintf("%s: %s. This is a bug in the provider.", a.Slug, err))
			return diags
		}
		switch {
		case !withRemoved && a.Module.Status == catalog.ModuleRemoved,
			m.SupportLevels != nil && !slices.Contains(m.SupportLevels, string(a.Documented.Level)),
			m.AgentAPITypes != nil && !slices.Contains(m.AgentAPITypes, a.AgentAPIType):
			continue
		}
		m.Agents = append(m.Agents, newCatalogEntry(a, &assessment))
		m.Slugs = append(m.Slugs, a.Slug)
	}
	m.AsOf = types.StringValue(catalog.AsOf)
	return diags
}

func newCatalogEntry(a *catalog.Agent, s *catalog.Assessment) catalogEntryModel {
	places := []string{}
	for i := range a.Paths {
		if p := &a.Paths[i]; p.Role == catalog.RoleSession {
			places = append(places, p.Place())
		}
	}
	return catalogEntryModel{
		agentModel:              newAgentModel(a, &s.Verdict),
		Resumes:                 types.BoolValue(s.Resumes),
		SessionPlaces:           places,
		RecommendedStorageBytes: types.Int64Value(a.Storage.Recommended.Int64()),
		RecommendedStorage:      types.StringValue(a.Storage.Recommended.String()),
	}
}

func agentsDataSourceSchema() schema.Schema {
	entry := agentIdentityOutputs()
	for name, attribute := range map[string]schema.Attribute{
		"level": computedText("How far the conversation survives a workspace stop with the newest release of the agent's " +
			"module and its default inputs: " + alternatives(catalog.Levels(), "`") + ". `persistence_agent` judges other versions."),
		"flags": computedTexts("Properties of the newest release for machines to read, e.g. `no_agentapi`, `removed`. Empty " +
			"when there are none."),
		"constraint": computedText("The module versions that behave like the newest release, as a constraint, e.g. `>= 5.0.0`. " +
			"Null when no release is known."),
		"reason": computedText("Why the newest release has its level, in one sentence."),
		"resumes": computedFlag("Whether the conversation comes back by itself with the newest release, and the prompt is not " +
			"given a second time."),
		"session_places": computedTexts("Where the agent keeps its sessions, before expansion, e.g. `~/.claude/projects`. Empty when " +
			"they are on the vendor's servers alone."),
		"minimum_storage_bytes":     computedNumber("The documented minimum in bytes."),
		"minimum_storage":           computedText("The documented minimum as a Kubernetes quantity, e.g. `100M`."),
		"recommended_storage_bytes": computedNumber("Room for months of work, in bytes."),
		"recommended_storage":       computedText("Room for months of work as a Kubernetes quantity, e.g. `5G`."),
	} {
		entry[name] = attribute
	}
	return schema.Schema{
		MarkdownDescription: "All AI coding agents that the provider knows, those of the provider block last, always in the same order. Each is " +
			"judged for the newest release of its registry module. Filters narrow the list down together: an agent must pass all that are given.",
		Attributes: map[string]schema.Attribute{
			"support_levels": schema.ListAttribute{
				Optional: true, ElementType: types.StringType,
				Validators: []validator.List{elements{summary: "Invalid Filter", options: texts(catalog.Levels())}},
				MarkdownDescription: "Only agents whose `documented_level` is one of these: " + alternatives(catalog.Levels(), "`") + ". That is the " +
					"level in Coder's matrix; to filter by what the newest release does, use `level` in a `for` expression. Defaults to all; an empty " +
					"list lists none. Example: `[\"full\", \"partial\"]`.",
			},
			"agentapi_types": schema.ListAttribute{
				Optional: true, ElementType: types.StringType,
				Validators: []validator.List{elements{summary: "Invalid Filter", options: catalog.AgentAPITypes()}},
				MarkdownDescription: "Only agents whose `agentapi_type` is one of these: " + alternatives(catalog.AgentAPITypes(), "`") + ". Defaults " +
					"to all; an empty list lists none. Example: `[\"claude\", \"codex\"]`.",
			},
			"include_removed": schema.BoolAttribute{
				Optional: true,
				MarkdownDescription: "Whether to list agents whose module the registry has removed. Defaults to `true`, because templates that pin an " +
					"old version still use it.",
			},
			"agents": schema.ListNestedAttribute{
				Computed:            true,
				MarkdownDescription: "The agents, in the catalog's order.",
				NestedObject:        schema.NestedAttributeObject{Attributes: entry},
			},
			"slugs": computedTexts("The names of the agents in the same order, e.g. for a `for_each`: `toset(data.persistence_agents.all.slugs)`."),
			"as_of": computedText("The day the catalog was last checked, e.g. `" + catalog.AsOf + "`."),
		},
	}
}

func texts[T ~string](values []T) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = string(v)
	}
	return out
}
