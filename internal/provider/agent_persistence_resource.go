package provider

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

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
func (r *agentPersistence) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	request, _, diags := r.request(ctx, req.Config)
	resp.Diagnostics.Append(diags...)
	if diags.HasError() {
		return
	}
	resp.Diagnostics.Append(report(persistence.Validate(request))...)
}

// ModifyPlan fills in every output that the known inputs allow. It runs on
// each plan, so that a newer provider whose scripts differ shows them as an
// update in place.
func (r *agentPersistence) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		return // the resource is being destroyed
	}
	model, diags := r.resolve(ctx, req.Config, &req.State)
	resp.Diagnostics.Append(diags...)
	if diags.HasError() {
		return
	}
	resp.Diagnostics.Append(resp.Plan.Set(ctx, model)...)
}

// Create keeps what the plan has shown; there is no remote object. Engines
// plan once more before they apply, so all warnings have been said.
func (r *agentPersistence) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	model, diags := r.resolve(ctx, req.Config, nil)
	resp.Diagnostics.Append(diags.Errors()...)
	if diags.HasError() {
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, model)...)
}

// Read leaves the state as it is: there is no remote object that could differ.
func (r *agentPersistence) Read(context.Context, resource.ReadRequest, *resource.ReadResponse) {}

// Update does what Create does.
func (r *agentPersistence) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	model, diags := r.resolve(ctx, req.Config, &req.State)
	resp.Diagnostics.Append(diags.Errors()...)
	if diags.HasError() {
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, model)...)
}

// Delete has nothing to remove: the agent's data stays on its volume.
func (r *agentPersistence) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {
}

// ImportState refuses: the resource is made of its configuration alone.
func (r *agentPersistence) ImportState(_ context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	resp.Diagnostics.AddError("Import Not Supported", fmt.Sprintf(
		"coder_agent_persistence is made of its configuration alone, so there is nothing outside Terraform that %q could name. Leave the import out and run terraform apply: it writes the resource to the state and changes nothing in the workspace.", req.ID))
}

// request reads a configuration.
func (r *agentPersistence) request(ctx context.Context, config tfsdk.Config) (persistence.Request, *agentPersistenceModel, diag.Diagnostics) {
	var model agentPersistenceModel
	diags := config.Get(ctx, &model)
	if diags.HasError() {
		return persistence.Request{}, nil, diags
	}
	request, more := model.request(ctx)
	diags.Append(more...)
	if r.data != nil {
		r.data.complete(&request)
	}
	return request, &model, diags
}

// complete adds what the provider block says. An agent whose entry may still
// change counts as unknown.
func (d *providerData) complete(request *persistence.Request) {
	request.Catalog = d.catalog
	request.CoderVersion = d.coderVersion
	if d.coderVersionUnknown {
		request.Unknown |= persistence.InputCoderVersion
	}
	if !d.settled(request.Agent) {
		request.Unknown |= persistence.InputAgent
	}
	if request.Volume != nil && slices.ContainsFunc(request.Volume.SharedWith, func(name string) bool { return !d.settled(name) }) {
		request.Unknown |= persistence.InputVolumeSharedWith
	}
}

// resolve reads a configuration and returns the complete model for it. The
// state is nil, or null, for a new resource.
func (r *agentPersistence) resolve(ctx context.Context, config tfsdk.Config, state *tfsdk.State) (*agentPersistenceModel, diag.Diagnostics) {
	request, model, diags := r.request(ctx, config)
	if diags.HasError() {
		return nil, diags
	}
	if state != nil && !state.Raw.IsNull() {
		var earlier agentPersistenceModel
		diags.Append(state.Get(ctx, &earlier)...)
		request.Prior = &persistence.Prior{VolumeSize: earlier.volumeSize().ValueString()}
		model.keepVolumeSize(request.Prior.VolumeSize)
	}
	result, findings := persistence.Resolve(request)
	diags.Append(report(findings)...)
	if result == nil || diags.HasError() {
		return nil, diags
	}
	diags.Append(model.fill(ctx, request, result)...)
	return model, diags
}
