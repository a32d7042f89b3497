package provider

import (
	"context"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/persistence"
)

var (
	_ datasource.DataSourceWithConfigure      = (*agentCompatibility)(nil)
	_ datasource.DataSourceWithValidateConfig = (*agentCompatibility)(nil)
)

func newAgentCompatibility() datasource.DataSource { return &agentCompatibility{} }

// agentCompatibility is coder_agent_compatibility: one catalog entry, judged
// for the versions that a template uses.
type agentCompatibility struct{ configured }

func (d *agentCompatibility) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_agent_compatibility"
}

func (d *agentCompatibility) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = agentCompatibilitySchema()
}

// ValidateConfig checks what needs no agent, so that it is said although the
// agent is not known yet.
func (d *agentCompatibility) ValidateConfig(ctx context.Context, req datasource.ValidateConfigRequest, resp *datasource.ValidateConfigResponse) {
	var model agentCompatibilityModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(model.check()...)
}

func (d *agentCompatibility) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var model agentCompatibilityModel
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

// agentCompatibilityType is the type of the schema, which takes a while to make.
var agentCompatibilityType = sync.OnceValue(func() tftypes.Type {
	return agentCompatibilitySchema().Type().TerraformType(context.Background())
})

// decodeCompatibility reads the inputs, and counts the attributes that are not
// null. The outputs are null in a configuration that the schema accepts.
func decodeCompatibility(config tftypes.Value) (model *agentCompatibilityModel, given int, err error) {
	values := map[string]tftypes.Value{}
	if err := config.As(&values); err != nil {
		return nil, 0, err
	}
	for _, v := range values {
		if !v.IsNull() {
			given++
		}
	}
	return &agentCompatibilityModel{
		Agent:           textOf(values["agent"]),
		ModuleVersion:   textOf(values["module_version"]),
		AgentAPIVersion: textOf(values["agentapi_version"]),
		CoderVersion:    textOf(values["coder_version"]),
		Home:            textOf(values["home"]),
		Workdir:         textOf(values["workdir"]),
	}, given, nil
}

// textOf converts a text, be it null or unknown.
func textOf(v tftypes.Value) types.String {
	var text string
	switch {
	case v.Type() == nil || v.IsNull():
		return types.StringNull()
	case !v.IsKnown():
		return types.StringUnknown()
	case v.As(&text) != nil:
		return types.StringNull() // not reached: the schema has a text there
	}
	return types.StringValue(text)
}

// check reports inputs that are wrong whatever the catalog holds.
func (m *agentCompatibilityModel) check() diag.Diagnostics {
	var diags diag.Diagnostics
	module := catalog.Agent{Slug: "registry"}
	if agent, err := catalog.Default().Lookup(m.Agent.ValueString()); err == nil {
		module = *agent // its examples are better
	}
	checkVersion(&diags, "module_version", "Invalid Module Version", m.ModuleVersion, func(text string) error {
		_, err := module.Judge(text)
		return err
	})
	checkVersion(&diags, "agentapi_version", "Invalid AgentAPI Version", m.AgentAPIVersion, func(text string) error {
		_, err := catalog.ParseAgentAPIVersion(text)
		return err
	})
	checkCoderVersion(&diags, m.CoderVersion)
	for _, p := range []struct{ name, text, example string }{
		{"home", m.Home.ValueString(), persistence.DefaultHome},
		{"workdir", m.Workdir.ValueString(), persistence.DefaultHome + "/project"},
	} {
		if detail := persistence.CheckPath(p.name, p.text, p.example); detail != "" {
			diags.AddAttributeError(path.Root(p.name), "Invalid Path", detail)
		}
	}
	return diags
}

// read fills in the outputs.
func (m *agentCompatibilityModel) read(data *providerData) diag.Diagnostics {
	diags := m.check()
	agent, more := data.lookup(m.Agent.ValueString(), path.Root("agent"), "agent = %q")
	diags.Append(more...)
	if diags.HasError() {
		return diags
	}
	versions := catalog.Versions{
		Module:   m.ModuleVersion.ValueString(),
		AgentAPI: m.AgentAPIVersion.ValueString(),
		Coder:    m.CoderVersion.ValueString(),
	}
	if m.CoderVersion.IsNull() {
		versions.Coder = data.coderVersion
		if data.coderVersionUnknown {
			diags.AddAttributeWarning(path.Root("coder_version"), "Coder Version Not Known Yet",
				"The provider block takes coder_version from a value that is known only after apply; until then nothing is said about Tasks. Write a version that is known when Terraform plans, such as coder_version = \"2.34.0\".")
		}
	}
	assessment, err := agent.Assess(versions)
	if err != nil { // not reached: check has parsed every version
		diags.AddError("Invalid Version", err.Error())
		return diags
	}
	home, workdir := m.Home.ValueString(), m.Workdir.ValueString()
	if home == "" {
		home = persistence.DefaultHome
	}
	if workdir == "" {
		workdir = home
	}
	m.fill(agent, &assessment, home, workdir)
	return diags
}
