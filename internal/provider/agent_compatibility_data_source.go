package provider

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/persistence"
)

var _ datasource.DataSourceWithConfigure = (*agentCompatibility)(nil)

func newAgentCompatibility() datasource.DataSource { return &agentCompatibility{} }

// agentCompatibility is coder_agent_compatibility: one catalog entry.
type agentCompatibility struct {
	catalog *catalog.Catalog
}

type agentCompatibilityModel struct {
	Agent               types.String       `tfsdk:"agent"`
	Home                types.String       `tfsdk:"home"`
	Workdir             types.String       `tfsdk:"workdir"`
	Slug                types.String       `tfsdk:"slug"`
	DisplayName         types.String       `tfsdk:"display_name"`
	Aliases             []string           `tfsdk:"aliases"`
	AgentAPIType        types.String       `tfsdk:"agentapi_type"`
	DocumentedLevel     types.String       `tfsdk:"documented_level"`
	MinimumVersion      types.String       `tfsdk:"minimum_version"`
	TrackingIssue       types.String       `tfsdk:"tracking_issue"`
	Module              moduleModel        `tfsdk:"module"`
	SessionPaths        []sessionPathModel `tfsdk:"session_paths"`
	MinimumStorageBytes types.Int64        `tfsdk:"minimum_storage_bytes"`
	MinimumStorage      types.String       `tfsdk:"minimum_storage"`
	RecommendedBytes    types.Int64        `tfsdk:"recommended_storage_bytes"`
	Recommended         types.String       `tfsdk:"recommended_storage"`
	Hazards             []string           `tfsdk:"hazards"`
	Notes               []string           `tfsdk:"notes"`
	AsOf                types.String       `tfsdk:"as_of"`
}

type moduleModel struct {
	Source      types.String `tfsdk:"source"`
	Status      types.String `tfsdk:"status"`
	Replacement types.String `tfsdk:"replacement"`
	Latest      types.String `tfsdk:"latest"`
}

type sessionPathModel struct {
	Path              types.String `tfsdk:"path"`
	Scope             types.String `tfsdk:"scope"`
	Role              types.String `tfsdk:"role"`
	Store             types.String `tfsdk:"store"`
	RelocatedBy       types.String `tfsdk:"relocated_by"`
	NetworkFileSystem types.Bool   `tfsdk:"network_file_system"`
	Verified          types.Bool   `tfsdk:"verified"`
	Source            types.String `tfsdk:"source"`
}

func (d *agentCompatibility) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_agent_compatibility"
}

func (d *agentCompatibility) Configure(_ context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse) {
	if req.ProviderData == nil {
		return // validation runs before the provider is configured
	}
	data, ok := req.ProviderData.(*providerData)
	if !ok {
		resp.Diagnostics.AddError("Unexpected Provider Data", fmt.Sprintf("*providerData was expected, %T was given. This is a bug in the provider.", req.ProviderData))
		return
	}
	d.catalog = data.catalog
}

func (d *agentCompatibility) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	text := func(description string) schema.StringAttribute {
		return schema.StringAttribute{Computed: true, MarkdownDescription: description}
	}
	list := func(description string) schema.ListAttribute {
		return schema.ListAttribute{Computed: true, ElementType: types.StringType, MarkdownDescription: description}
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "What is known of one AI coding agent: whether its conversation survives a workspace stop, where its sessions live and how much space they need. The facts come with the provider; nothing is looked up.",
		Attributes: map[string]schema.Attribute{
			"agent":   schema.StringAttribute{Required: true, MarkdownDescription: "The agent, by the name of its registry module or an alias, whatever the case. Example: `\"claude-code\"`, `\"claude\"`, `\"Amazon Q\"`. An unknown name is an error that lists the nearest ones."},
			"home":    schema.StringAttribute{Optional: true, MarkdownDescription: "Absolute path of the home directory that `session_paths` are expanded with. Defaults to `\"" + persistence.DefaultHome + "\"`."},
			"workdir": schema.StringAttribute{Optional: true, MarkdownDescription: "Absolute path of the directory the agent works in, for agents that keep their session there. Defaults to `home`."},

			"slug":             text("The name of the agent's registry module, e.g. `claude-code`."),
			"display_name":     text("The agent's name, e.g. `Claude Code`."),
			"aliases":          list("Other names that `agent` accepts."),
			"agentapi_type":    text("The value for agentapi's `--type`."),
			"documented_level": text("The level in Coder's public compatibility matrix: `full`, `partial`, `planned` or `not_supported`. Null for an agent the matrix does not list."),
			"minimum_version":  text("The registry module version from which the matrix claims that level, e.g. `4.8.0`. Null when it names none."),
			"tracking_issue":   text("The public issue that tracks support, e.g. `coder/registry#744`. Null when there is none."),
			"module": schema.SingleNestedAttribute{
				Computed:            true,
				MarkdownDescription: "The agent's module in the Coder registry.",
				Attributes: map[string]schema.Attribute{
					"source":      text("Its address, for the `source` of a `module` block."),
					"status":      text("`active`; `changed` when its newest major version starts nothing any more; `removed` when the registry has dropped it and only old versions remain."),
					"replacement": text("What to use instead. Null when nothing is named."),
					"latest":      text("Its newest version."),
				},
			},
			"session_paths": schema.ListNestedAttribute{
				Computed:            true,
				MarkdownDescription: "Where the agent keeps its data.",
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"path":                text("Absolute path."),
					"scope":               text("`home` or `workdir`."),
					"role":                text("`session`, `config`, `credentials` or `cache`."),
					"store":               text("How it is kept, e.g. `jsonl` or `sqlite-wal`."),
					"relocated_by":        text("The environment variable that moves it. Null when none does."),
					"network_file_system": schema.BoolAttribute{Computed: true, MarkdownDescription: "Whether it may live on NFS or a similar file system."},
					"verified":            schema.BoolAttribute{Computed: true, MarkdownDescription: "Whether this was observed in a run of the agent."},
					"source":              text("Where the fact comes from."),
				}},
			},
			"minimum_storage_bytes":     schema.Int64Attribute{Computed: true, MarkdownDescription: "The documented minimum, in bytes."},
			"minimum_storage":           text("The documented minimum as a Kubernetes quantity, e.g. `100M`."),
			"recommended_storage_bytes": schema.Int64Attribute{Computed: true, MarkdownDescription: "Room for months of work, in bytes."},
			"recommended_storage":       text("Room for months of work as a Kubernetes quantity, e.g. `5G`."),
			"hazards":                   list("What can go wrong with the agent's sessions. A sentence that was not seen in a run ends with `(not verified)`."),
			"notes":                     list("What else is worth knowing. A sentence that was not seen in a run ends with `(not verified)`."),
			"as_of":                     text("The day the facts were last checked, e.g. `2026-11-21`."),
		},
	}
}

func (d *agentCompatibility) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var model agentCompatibilityModel
	// Only the inputs are read; the rest is null in a configuration.
	for name, target := range map[string]*types.String{"agent": &model.Agent, "home": &model.Home, "workdir": &model.Workdir} {
		resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root(name), target)...)
	}
	if resp.Diagnostics.HasError() {
		return
	}
	agent, err := d.catalog.Lookup(model.Agent.ValueString())
	if err != nil {
		resp.Diagnostics.Append(report([]persistence.Finding{persistence.UnknownAgent(err)})...)
		return
	}
	home, workdir := model.Home.ValueString(), model.Workdir.ValueString()
	if home == "" {
		home = persistence.DefaultHome
	}
	if workdir == "" {
		workdir = home
	}
	for attribute, p := range map[string]string{"home": home, "workdir": workdir} {
		if detail := persistence.CheckPath(attribute, p, persistence.DefaultHome); detail != "" {
			resp.Diagnostics.AddAttributeError(path.Root(attribute), "Invalid Path", detail)
		}
	}
	if resp.Diagnostics.HasError() {
		return
	}
	model.fill(agent, home, workdir)
	resp.Diagnostics.Append(resp.State.Set(ctx, &model)...)
}

func (m *agentCompatibilityModel) fill(a *catalog.Agent, home, workdir string) {
	m.Slug = types.StringValue(a.Slug)
	m.DisplayName = types.StringValue(a.DisplayName)
	m.Aliases = append([]string{}, a.Aliases...)
	m.AgentAPIType = types.StringValue(a.AgentAPIType)
	m.DocumentedLevel = textOrNull(string(a.Documented.Level))
	m.MinimumVersion = textOrNull(a.Documented.MinimumVersion)
	m.TrackingIssue = textOrNull(a.Documented.TrackingIssue)
	m.Module = moduleModel{
		Source:      types.StringValue(a.Module.Source),
		Status:      types.StringValue(string(a.Module.Status)),
		Replacement: textOrNull(a.Module.Replacement),
		Latest:      types.StringValue(a.Module.Latest),
	}
	m.SessionPaths = []sessionPathModel{}
	for _, p := range a.ExpandPaths(home, workdir) {
		m.SessionPaths = append(m.SessionPaths, sessionPathModel{
			Path:              types.StringValue(p.Absolute),
			Scope:             types.StringValue(string(p.Scope)),
			Role:              types.StringValue(string(p.Role)),
			Store:             types.StringValue(string(p.Store)),
			RelocatedBy:       textOrNull(p.RelocatedBy),
			NetworkFileSystem: types.BoolValue(p.NetworkFileSystem),
			Verified:          types.BoolValue(p.Evidence.Verified()),
			Source:            types.StringValue(p.Source),
		})
	}
	m.MinimumStorageBytes = types.Int64Value(a.Storage.Floor.Int64())
	m.MinimumStorage = types.StringValue(a.Storage.Floor.String())
	m.RecommendedBytes = types.Int64Value(a.Storage.Recommended.Int64())
	m.Recommended = types.StringValue(a.Storage.Recommended.String())
	m.Hazards = sentences(a.Hazards)
	m.Notes = sentences(a.Notes)
	m.AsOf = types.StringValue(catalog.AsOf)
}

func sentences(facts []catalog.Fact) []string {
	texts := make([]string, len(facts))
	for i, f := range facts {
		texts[i] = f.Text
		if !f.Evidence.Verified() {
			texts[i] += " (not verified)"
		}
	}
	return texts
}

func textOrNull(text string) types.String {
	if text == "" {
		return types.StringNull()
	}
	return types.StringValue(text)
}
