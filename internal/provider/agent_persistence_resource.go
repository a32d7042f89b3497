package provider

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/persistence"
)

var (
	_ resource.ResourceWithConfigure      = (*agentPersistence)(nil)
	_ resource.ResourceWithValidateConfig = (*agentPersistence)(nil)
	_ resource.ResourceWithModifyPlan     = (*agentPersistence)(nil)
	_ resource.ResourceWithImportState    = (*agentPersistence)(nil)
)

func newAgentPersistence() resource.Resource { return &agentPersistence{} }

// agentPersistence is coder_agent_persistence. It holds nothing but what
// follows from its configuration, so that Terraform knows every output while
// it plans.
type agentPersistence struct {
	data *providerData // nil on validation
}

func (r *agentPersistence) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_agent_persistence"
}

func (r *agentPersistence) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = agentPersistenceSchema()
}

func (r *agentPersistence) Configure(_ context.Context, req resource.ConfigureRequest, resp *resource.ConfigureResponse) {
	if req.ProviderData == nil {
		return // validation runs before the provider is configured
	}
	data, ok := req.ProviderData.(*providerData)
	if !ok {
		resp.Diagnostics.AddError("Unexpected Provider Data", fmt.Sprintf("*providerData was expected, %T was given. This is a bug in the provider.", req.ProviderData))
		return
	}
	r.data = data
}

// ValidateConfig says what is wrong with the template whatever the catalog
// holds; the rest is said while Terraform plans.
func (r *agentPersistence) ValidateConfig(_ context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	attributes, err := attributesOf(req.Config.Raw)
	if err != nil {
		addUnreadable(&resp.Diagnostics, err)
		return
	}
	findings, err := r.data.validate(attributes)
	resp.Diagnostics.Append(report(findings)...)
	addUnreadable(&resp.Diagnostics, err)
}

// ModifyPlan fills in every output that the known inputs allow. It runs on
// each plan, so that a newer provider whose scripts differ shows them as an
// update in place.
func (r *agentPersistence) ModifyPlan(_ context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		return // the resource is being destroyed
	}
	value, findings, err := r.data.resolveValue(req.Config.Raw, req.State.Raw)
	resp.Diagnostics.Append(report(findings)...)
	addUnreadable(&resp.Diagnostics, err)
	if !resp.Diagnostics.HasError() {
		resp.Plan.Raw = value
	}
}

// Create keeps what the plan has shown; there is no remote object. Engines
// plan once more before they apply, so all warnings have been said.
func (r *agentPersistence) Create(_ context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	resp.Diagnostics.Append(r.apply(req.Config.Raw, tftypes.Value{}, &resp.State)...)
}

// Read leaves the state as it is: there is no remote object that could differ.
func (r *agentPersistence) Read(context.Context, resource.ReadRequest, *resource.ReadResponse) {}

// Update does what Create does.
func (r *agentPersistence) Update(_ context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	resp.Diagnostics.Append(r.apply(req.Config.Raw, req.State.Raw, &resp.State)...)
}

func (r *agentPersistence) apply(config, prior tftypes.Value, state *tfsdk.State) diag.Diagnostics {
	value, findings, err := r.data.resolveValue(config, prior)
	diags := report(findings).Errors()
	addUnreadable(&diags, err)
	if !diags.HasError() {
		state.Raw = value
	}
	return diags
}

// Delete has nothing to remove: the agent's data stays on its volume.
func (r *agentPersistence) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {
}

// ImportState refuses: the resource is made of its configuration alone.
func (r *agentPersistence) ImportState(_ context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	resp.Diagnostics.AddError("Import Not Supported", fmt.Sprintf(
		"coder_agent_persistence is made of its configuration alone, so there is nothing outside Terraform that %q could name. Leave the import out and run terraform apply: it writes the resource to the state and changes nothing in the workspace.", req.ID))
}

// resolveValue is resolve for values that the framework has read.
func (d *providerData) resolveValue(config, state tftypes.Value) (tftypes.Value, []persistence.Finding, error) {
	attributes, err := attributesOf(config)
	if err != nil {
		return tftypes.Value{}, nil, err
	}
	return d.resolve(attributes, func() (tftypes.Value, error) { return state, nil })
}

// addUnreadable reports a value that does not have the type of the schema.
func addUnreadable(diags *diag.Diagnostics, err error) {
	if err != nil {
		diags.AddError("Unexpected Configuration", fmt.Sprintf("The configuration does not have the types of the schema: %v. This is a bug in the provider.", err))
	}
}
