package provider

import (
	"cmp"
	"context"
	"errors"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog/agents"
	"github.com/coder-persistence/terraform-provider-persistence/internal/persistence"
)

var (
	_ datasource.DataSourceWithConfigure      = (*agentDataSource)(nil)
	_ datasource.DataSourceWithValidateConfig = (*agentDataSource)(nil)
)

func newAgentDataSource() datasource.DataSource { return &agentDataSource{} }

// agentDataSource is persistence_agent: one catalog entry, judged
// for the versions that a template uses.
type agentDataSource struct{ dataSource }

func (d *agentDataSource) Metadata(_ context.Context, _ datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = "persistence_agent"
}

func (d *agentDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = agentDataSourceSchema()
}

// ValidateConfig makes terraform validate report a bad module version.
func (d *agentDataSource) ValidateConfig(ctx context.Context, req datasource.ValidateConfigRequest, resp *datasource.ValidateConfigResponse) {
	var model agentDataSourceModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(model.checkModuleVersion()...)
}

func (d *agentDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	read(ctx, req, resp, d.data, new(agentDataSourceModel))
}

// agentDataSourceModel is persistence_agent.
type agentDataSourceModel struct {
	Agent           types.String `tfsdk:"agent"`
	ModuleVersion   types.String `tfsdk:"module_version"`
	AgentAPIVersion types.String `tfsdk:"agentapi_version"`
	CoderVersion    types.String `tfsdk:"coder_version"`
	Home            types.String `tfsdk:"home"`
	Workdir         types.String `tfsdk:"workdir"`

	agentModel

	Confidence      types.String       `tfsdk:"confidence"`
	KnownBugs       []string           `tfsdk:"known_bugs"`
	ModuleInputs    map[string]string  `tfsdk:"module_inputs"`
	Verdict         *verdictModel      `tfsdk:"verdict"`
	SessionPaths    []sessionPathModel `tfsdk:"session_paths"`
	Retention       types.String       `tfsdk:"retention"`
	ResumeBehaviour types.String       `tfsdk:"resume_behaviour"` //nolint:misspell // as in the schema
	Hazards         []string           `tfsdk:"hazards"`
	Notes           []string           `tfsdk:"notes"`
	Sources         []string           `tfsdk:"sources"`
	AsOf            types.String       `tfsdk:"as_of"`
}

// checkModuleVersion reports a module version that is none. Its advice is about
// the built-in agent of that name.
func (m *agentDataSourceModel) checkModuleVersion() diag.Diagnostics {
	var diags diag.Diagnostics
	if m.Agent.IsUnknown() || m.ModuleVersion.IsNull() || m.ModuleVersion.IsUnknown() {
		return nil
	}
	agent, err := agents.Default().Lookup(m.Agent.ValueString())
	if err != nil {
		agent = &catalog.Agent{Slug: "registry"}
	}
	_, err = agent.Judge(m.ModuleVersion.ValueString())
	if e := new(catalog.VersionError); errors.As(err, &e) {
		diags.AddAttributeError(path.Root("module_version"), "Invalid Module Version",
			err.Error()+persistence.Write("module_version", persistence.Quote(e.Examples[0])))
	}
	return diags
}

// read fills in the outputs.
func (m *agentDataSourceModel) read(data *providerData) diag.Diagnostics {
	name := m.Agent.ValueString()
	agent, diags := data.lookup(name, path.Root("agent"), func() string {
		return persistence.Write("agent", persistence.Quote(persistence.Known(data.catalog, []string{name})[0]))
	})
	if diags.HasError() {
		return diags
	}
	home := cmp.Or(m.Home.ValueString(), persistence.DefaultHome)
	workdir := cmp.Or(m.Workdir.ValueString(), home)
	versions := catalog.Versions{
		Module:   m.ModuleVersion.ValueString(),
		AgentAPI: m.AgentAPIVersion.ValueString(),
		Coder:    cmp.Or(m.CoderVersion.ValueString(), data.coderVersion),
		Workdir:  workdir,
	}
	assessment, err := agent.Assess(versions)
	if err != nil { // not reached: the schema admits versions only
		diags.AddError("Invalid Version", err.Error())
		return diags
	}
	if missing := agent.NeverReleased(versions.Module); missing != "" {
		diags.AddAttributeWarning(path.Root("module_version"), "Module Version Never Released",
			assessment.Note+persistence.Write("module_version", persistence.Quote(missing)))
	}
	m.fill(agent, &assessment, home, workdir)
	return diags
}

type verdictModel struct {
	Resumes   types.Bool   `tfsdk:"resumes"`
	UIHistory types.Bool   `tfsdk:"ui_history"`
	Reason    types.String `tfsdk:"reason"`
	Fix       types.String `tfsdk:"fix"`
}

type sessionPathModel struct {
	Path              types.String `tfsdk:"path"`
	Role              types.String `tfsdk:"role"`
	Store             types.String `tfsdk:"store"`
	Required          types.Bool   `tfsdk:"required"`
	RelocatedBy       types.String `tfsdk:"relocated_by"`
	NetworkFileSystem types.Bool   `tfsdk:"network_file_system"`
	Verified          types.Bool   `tfsdk:"verified"`
	Source            types.String `tfsdk:"source"`
}

// fill completes the model from an entry and its assessment.
func (m *agentDataSourceModel) fill(a *catalog.Agent, s *catalog.Assessment, home, workdir string) {
	m.agentModel = newAgentModel(a, &s.Verdict)

	m.Confidence = types.StringValue(string(s.Confidence))
	m.KnownBugs = append([]string{}, s.KnownBugs...)
	m.ModuleInputs = s.ModuleInputs
	if m.ModuleInputs == nil {
		m.ModuleInputs = map[string]string{}
	}
	m.Verdict = &verdictModel{
		Resumes:   types.BoolValue(s.Resumes),
		UIHistory: types.BoolValue(s.UIHistory),
		Reason:    types.StringValue(s.Reason),
		Fix:       textOrNull(s.Fix),
	}

	m.SessionPaths = expandedPaths(a, home, workdir)
	m.Retention = types.StringValue(factText(a.Retention))
	m.ResumeBehaviour = types.StringValue(factText(a.Resume))
	m.Hazards = sentences(a.Hazards)
	m.Notes = sentences(a.Notes)
	m.Sources = a.Sources()
	m.AsOf = types.StringValue(catalog.AsOf)
}

func expandedPaths(a *catalog.Agent, home, workdir string) []sessionPathModel {
	expanded := a.ExpandPaths(home, workdir)
	paths := make([]sessionPathModel, len(expanded))
	for i := range expanded {
		p := &expanded[i]
		paths[i] = sessionPathModel{
			Path:              types.StringValue(p.Absolute),
			Role:              types.StringValue(string(p.Role)),
			Store:             types.StringValue(string(p.Store)),
			Required:          types.BoolValue(p.Required),
			RelocatedBy:       textOrNull(p.RelocatedBy),
			NetworkFileSystem: types.BoolValue(p.NetworkFileSystem),
			Verified:          types.BoolValue(p.Evidence.Verified()),
			Source:            types.StringValue(p.Source),
		}
	}
	return paths
}

func sentences(facts []catalog.Fact) []string {
	texts := make([]string, len(facts))
	for i, f := range facts {
		texts[i] = factText(f)
	}
	return texts
}

// factText marks what was not seen in a run. What the provider block states
// needs no proof.
func factText(f catalog.Fact) string {
	if f.Evidence.Verified() || f.Evidence == catalog.EvidenceConfigured {
		return f.Text
	}
	return f.Text + " (not verified)"
}

func agentDataSourceSchema() schema.Schema {
	attributes := agentInputs()
	maps.Copy(attributes, agentOutputs("that module version"))
	maps.Copy(attributes, agentVersionOutputs())
	maps.Copy(attributes, agentDataOutputs())
	return schema.Schema{
		MarkdownDescription: "Facts about one AI coding agent, and how it behaves in a template with the given versions: whether the " +
			"conversation survives a workspace stop, what to write so that it does, where the sessions live and how much space they need. The facts " +
			"come with the provider; nothing is looked up. An input that is known only after apply makes every output known only after apply.",
		Attributes: attributes,
	}
}

func agentInputs() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"agent": schema.StringAttribute{
			Required: true,
			MarkdownDescription: "The agent, by the name of its registry module or an alias, in any letter case. Example: `\"claude-code\"`, " +
				"`\"claude\"`, `\"Amazon Q\"`. An unknown name is an error that lists the nearest ones.",
		},
		"module_version": schema.StringAttribute{
			Optional:   true,
			Validators: []validator.String{notEmpty},
			MarkdownDescription: "The version of the agent's own registry module that the template uses, with or without a leading `v`: one " +
				"version, not a constraint. Defaults to the newest release. Example: `\"4.9.2\"`. A version that was never released is a warning, and " +
				"judged like its neighbors.",
		},
		"agentapi_version": schema.StringAttribute{
			Optional:   true,
			Validators: []validator.String{agentAPIVersionValidator},
			MarkdownDescription: "The agentapi release that the template installs, with or without a leading `v`, or `\"latest\"`. Defaults to what " +
				"that module version installs by default. Example: `\"v0.12.2\"`. Below `0.12.0` the chat in the UI does not survive.",
		},
		"coder_version": schema.StringAttribute{
			Optional:   true,
			Validators: []validator.String{coderVersionValidator},
			MarkdownDescription: "The version of the Coder deployment, with or without a leading `v`. Defaults to `coder_version` of the provider " +
				"block; without either, checks about Tasks are skipped. Example: `\"2.34.0\"`.",
		},
		"home": schema.StringAttribute{
			Optional:            true,
			Validators:          []validator.String{pathValidator},
			MarkdownDescription: "Absolute path of the home directory that `session_paths` are expanded with. Defaults to `\"" + persistence.DefaultHome + "\"`.",
		},
		"workdir": schema.StringAttribute{
			Optional:   true,
			Validators: []validator.String{pathValidator},
			MarkdownDescription: "Absolute path of the directory the agent works in, for agents that keep data there. Defaults to `home`. Example: " +
				"`\"/home/coder/project\"`.",
		},
	}
}

// agentVersionOutputs are what the given versions make of the agent.
func agentVersionOutputs() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"confidence": computedText("How sure the level is: `high`, or `medium` when a neighboring level can be defended too."),
		"known_bugs": computedTexts("What goes wrong with that module version, one sentence each. Empty when nothing is known."),
		"module_inputs": schema.MapAttribute{
			Computed: true, ElementType: types.StringType,
			MarkdownDescription: "The inputs to set in that module version so that the agent, or its chat, comes back, e.g. `{ agentapi_version = " +
				"\"v0.12.2\" }`. Terraform converts the strings to the inputs' types. Empty when nothing needs to be set, or nothing helps.",
		},
		"verdict": schema.SingleNestedAttribute{
			Computed:            true,
			MarkdownDescription: "Whether a template with these versions brings the agent back when its own registry module starts it.",
			Attributes: map[string]schema.Attribute{
				"resumes":    computedFlag("Whether the conversation comes back by itself, and the prompt is not given a second time."),
				"ui_history": computedFlag("Whether the chat in the Coder UI survives too, with the given agentapi or the module's default."),
				"reason":     computedText("The full explanation in a few sentences. With Coder 2.37 and later it says what still works without Tasks."),
				"fix": computedText("The lines that fix the first thing that is missing: inputs or a version of the module, or the " +
					"resource that starts the agent instead of it. Null when nothing is missing, or nothing helps."),
			},
		},
	}
}

// agentDataOutputs are where the agent's data is and what happens to it.
func agentDataOutputs() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"session_paths": schema.ListNestedAttribute{
			Computed: true,
			MarkdownDescription: "Where the agent keeps its data. Relocation variables are not applied. Empty when nothing is known, or everything " +
				"is on the vendor's servers.",
			NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
				"path": computedText("Absolute path inside the workspace, e.g. `/home/coder/.claude/projects`."),
				"role": computedText("What it holds: `session` (needed to resume), `config` (needed to start without dialogs), " +
					"`credentials` (may be left off the volume) or `cache` (safe to lose)."),
				"store": computedText("How the data is kept: `jsonl`, `json`, `sqlite-wal`, `sqlite`, `markdown`, `directory` or " +
					"`server`. The files of a `sqlite-wal` database belong together: mount their directory, never the file."),
				"required":            computedFlag("Whether a resume fails, or dialogs return, without it."),
				"relocated_by":        computedText("The environment variable that moves it, e.g. `CLAUDE_CONFIG_DIR`. Null when none does."),
				"network_file_system": computedFlag("Whether it may live on NFS or a similar file system."),
				"verified":            computedFlag("Whether this was observed in a run of the agent."),
				"source":              computedText("Where the fact comes from."),
			}},
		},
		"retention": computedText("How the agent deletes old sessions by itself. It ends with `(not verified)` unless it was seen in a run."),
		//nolint:misspell // the attribute has the name the design gives it
		"resume_behaviour": computedText("What a resume restores. It ends with `(not verified)` unless it was seen in a run."),
		"hazards":          computedTexts("What can go wrong with the agent's sessions. A sentence that was not seen in a run ends with `(not verified)`."),
		"notes":            computedTexts("What else is worth knowing. A sentence that was not seen in a run ends with `(not verified)`."),
		"sources":          computedTexts("Where the facts about the agent come from, each source once."),
		"as_of":            computedText("The day the catalog was last checked, e.g. `" + catalog.AsOf + "`."),
	}
}
