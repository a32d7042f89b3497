package provider

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
)

var _ datasource.DataSourceWithConfigure = (*agentCatalog)(nil)

func newAgentCatalog() datasource.DataSource { return &agentCatalog{} }

// agentCatalog is coder_agent_catalog: all catalog entries, or some.
type agentCatalog struct{ configured }

type agentCatalogModel struct {
	SupportLevels  []string   `tfsdk:"support_levels"` // nil does not filter
	AgentAPITypes  []string   `tfsdk:"agentapi_types"` // nil does not filter
	IncludeRemoved types.Bool `tfsdk:"include_removed"`

	Agents   []catalogEntryModel `tfsdk:"agents"`
	Slugs    []string            `tfsdk:"slugs"`
	Markdown types.String        `tfsdk:"markdown"`
	AsOf     types.String        `tfsdk:"as_of"`
}

// catalogEntryModel is one agent, judged for the newest version of its module.
type catalogEntryModel struct {
	Slug            types.String `tfsdk:"slug"`
	DisplayName     types.String `tfsdk:"display_name"`
	Aliases         []string     `tfsdk:"aliases"`
	AgentAPIType    types.String `tfsdk:"agentapi_type"`
	DocumentedLevel types.String `tfsdk:"documented_level"`
	InMatrix        types.Bool   `tfsdk:"in_matrix"`
	MinimumVersion  types.String `tfsdk:"minimum_version"`
	TrackingIssue   types.String `tfsdk:"tracking_issue"`
	NeedsNetwork    types.Bool   `tfsdk:"needs_network"`
	Overridden      types.Bool   `tfsdk:"overridden"`
	Module          *moduleModel `tfsdk:"module"`

	Level                   types.String `tfsdk:"level"`
	Flags                   []string     `tfsdk:"flags"`
	Constraint              types.String `tfsdk:"constraint"`
	Reason                  types.String `tfsdk:"reason"`
	Resumes                 types.Bool   `tfsdk:"resumes"`
	SessionPlaces           []string     `tfsdk:"session_places"`
	MinimumStorageBytes     types.Int64  `tfsdk:"minimum_storage_bytes"`
	MinimumStorage          types.String `tfsdk:"minimum_storage"`
	RecommendedStorageBytes types.Int64  `tfsdk:"recommended_storage_bytes"`
	RecommendedStorage      types.String `tfsdk:"recommended_storage"`
}

func (d *agentCatalog) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_agent_catalog"
}

func (d *agentCatalog) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = agentCatalogSchema()
}

func (d *agentCatalog) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var model agentCatalogModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(model.read(d.data)...)
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &model)...)
}

// read fills in the outputs.
func (m *agentCatalogModel) read(data *providerData) diag.Diagnostics {
	var diags diag.Diagnostics
	if data.allUnsettled || len(data.unsettled) > 0 {
		diags.AddWarning("Catalog Not Settled Yet",
			"The provider block overrides agents with values that are known only after apply; until then the catalog is listed without them. To read it after them, write a depends_on with the resource they come from.")
	}
	withRemoved := m.IncludeRemoved.IsNull() || m.IncludeRemoved.ValueBool()
	var chosen []catalog.Agent
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
		chosen = append(chosen, *a)
		m.Agents = append(m.Agents, newCatalogEntry(a, &assessment))
		m.Slugs = append(m.Slugs, a.Slug)
	}
	m.Markdown = types.StringValue(catalog.Markdown(chosen))
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
		Slug:            types.StringValue(a.Slug),
		DisplayName:     types.StringValue(a.DisplayName),
		Aliases:         append([]string{}, a.Aliases...),
		AgentAPIType:    types.StringValue(a.AgentAPIType),
		DocumentedLevel: textOrNull(string(a.Documented.Level)),
		InMatrix:        types.BoolValue(!a.Documented.NotInTheMatrix),
		MinimumVersion:  textOrNull(a.Documented.MinimumVersion),
		TrackingIssue:   textOrNull(a.Documented.TrackingIssue),
		NeedsNetwork:    types.BoolValue(a.NeedsNetwork),
		Overridden:      types.BoolValue(a.Overridden),
		Module:          newModuleModel(&a.Module),

		Level:                   types.StringValue(string(s.Level)),
		Flags:                   flags(s.Flags),
		Constraint:              textOrNull(s.Constraint),
		Reason:                  types.StringValue(s.Verdict.Reason),
		Resumes:                 types.BoolValue(s.Resumes),
		SessionPlaces:           places,
		MinimumStorageBytes:     types.Int64Value(a.Storage.Floor.Int64()),
		MinimumStorage:          types.StringValue(a.Storage.Floor.String()),
		RecommendedStorageBytes: types.Int64Value(a.Storage.Recommended.Int64()),
		RecommendedStorage:      types.StringValue(a.Storage.Recommended.String()),
	}
}

func agentCatalogSchema() schema.Schema {
	entry := agentIdentityOutputs()
	for name, attribute := range map[string]schema.Attribute{
		"level":                     computedText("How far the conversation survives a workspace stop with the newest release of the agent's module and its default inputs: " + alternatives(catalog.Levels()) + ". `coder_agent_compatibility` judges other versions."),
		"flags":                     computedTexts("Properties of the newest release for machines to read, e.g. `no_agentapi`, `removed`. Empty when there are none."),
		"constraint":                computedText("The module versions that behave like the newest release, as a constraint, e.g. `>= 5.0.0`. Null when no release is known."),
		"reason":                    computedText("Why the newest release has its level, in one sentence."),
		"resumes":                   computedFlag("Whether the conversation comes back by itself with the newest release, and the prompt is not given a second time."),
		"session_places":            computedTexts("Where the agent keeps its sessions, before expansion, e.g. `~/.claude/projects`. Empty when they are on the vendor's servers alone."),
		"minimum_storage_bytes":     computedNumber("The documented minimum in bytes."),
		"minimum_storage":           computedText("The documented minimum as a Kubernetes quantity, e.g. `100M`."),
		"recommended_storage_bytes": computedNumber("Room for months of work, in bytes."),
		"recommended_storage":       computedText("Room for months of work as a Kubernetes quantity, e.g. `5G`."),
	} {
		entry[name] = attribute
	}
	return schema.Schema{
		MarkdownDescription: "All AI coding agents that the provider knows, those of the provider block last, always in the same order, and the matrix as Markdown. Each is judged for the newest release of its registry module. Filters narrow the list down together: an agent must pass all that are given.",
		Attributes: map[string]schema.Attribute{
			"support_levels": schema.ListAttribute{
				Optional: true, ElementType: types.StringType,
				Validators: []validator.List{
					listvalidator.NoNullValues(),
					listvalidator.ValueStringsAre(stringvalidator.OneOf(texts(catalog.Levels())...)),
				},
				MarkdownDescription: "Only agents whose `documented_level` is one of these: " + alternatives(catalog.Levels()) + ". That is the level in Coder's matrix; to filter by what the newest release does, use `level` in a `for` expression. Defaults to all; an empty list lists none. Example: `[\"full\", \"partial\"]`.",
			},
			"agentapi_types": schema.ListAttribute{
				Optional: true, ElementType: types.StringType,
				Validators: []validator.List{
					listvalidator.NoNullValues(),
					listvalidator.ValueStringsAre(stringvalidator.OneOf(catalog.AgentAPITypes()...)),
				},
				MarkdownDescription: "Only agents whose `agentapi_type` is one of these: " + alternatives(catalog.AgentAPITypes()) + ". Defaults to all; an empty list lists none. Example: `[\"claude\", \"codex\"]`.",
			},
			"include_removed": schema.BoolAttribute{
				Optional:            true,
				MarkdownDescription: "Whether to list agents whose module the registry has removed. Defaults to `true`, because templates that pin an old version still use it.",
			},
			"agents": schema.ListNestedAttribute{
				Computed:            true,
				MarkdownDescription: "The agents, in the catalog's order.",
				NestedObject:        schema.NestedAttributeObject{Attributes: entry},
			},
			"slugs":    computedTexts("The names of the agents in the same order, e.g. for a `for_each`: `toset(data.coder_agent_catalog.all.slugs)`."),
			"markdown": computedText("The agents as a Markdown table, with the day of the facts below it."),
			"as_of":    computedText("The day the catalog was last checked, e.g. `" + catalog.AsOf + "`."),
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
