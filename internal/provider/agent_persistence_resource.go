package provider

import (
	"context"
	"fmt"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/coder-persistence/terraform-provider-persistence/internal/persistence"
)

var (
	_ resource.ResourceWithConfigure      = (*agentPersistenceResource)(nil)
	_ resource.ResourceWithValidateConfig = (*agentPersistenceResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*agentPersistenceResource)(nil)
	_ resource.ResourceWithImportState    = (*agentPersistenceResource)(nil)
)

func newAgentPersistenceResource() resource.Resource { return &agentPersistenceResource{} }

// agentPersistenceResource is coder_agent_persistence. Its outputs follow from
// its configuration alone; its state serves to report what a change would lose.
type agentPersistenceResource struct {
	data *providerData // nil on validation
}

// Metadata names the resource. The name begins with coder_ because Coder's
// provisioner passes over such types when it looks for the resource that a
// coder_agent runs on; another prefix would take the agent from its container.
func (r *agentPersistenceResource) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = "coder_agent_persistence"
}

func (r *agentPersistenceResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = agentPersistenceSchema()
}

func (r *agentPersistenceResource) Configure(_ context.Context, req resource.ConfigureRequest, resp *resource.ConfigureResponse) {
	r.data = configured(req.ProviderData, &resp.Diagnostics)
}

// ValidateConfig reports errors that do not depend on the provider block.
func (r *agentPersistenceResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config agentPersistenceModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	// Not schema validators, because the framework logs every call of one.
	for name, text := range map[string]types.String{
		"workdir": config.Workdir, "home": config.Home, "command": config.Command,
		"data_dir": config.DataDir, "relocate_to": config.RelocateTo, "task_id": config.TaskID,
	} {
		notEmpty.validate(path.Root(name), text, &resp.Diagnostics)
	}
	resp.Diagnostics.Append(report(persistence.Validate(config.request(ctx, &resp.Diagnostics)))...)
}

// ModifyPlan fills in the outputs, on every plan, so that another version of
// the provider shows its scripts as an update in place.
func (r *agentPersistenceResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		return // destroy
	}
	plan, diags := r.resolve(ctx, req.Config, req.Plan, req.State)
	resp.Diagnostics.Append(diags...)
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(resp.Plan.Set(ctx, plan)...)
	}
}

// Create writes what the plan has shown. Warnings were reported there.
func (r *agentPersistenceResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	state, diags := r.resolve(ctx, req.Config, req.Plan, tfsdk.State{})
	resp.Diagnostics.Append(diags.Errors()...)
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
	}
}

// Read keeps the state: there is no remote object that could differ.
func (r *agentPersistenceResource) Read(context.Context, resource.ReadRequest, *resource.ReadResponse) {
}

// Update does what Create does.
func (r *agentPersistenceResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	state, diags := r.resolve(ctx, req.Config, req.Plan, req.State)
	resp.Diagnostics.Append(diags.Errors()...)
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
	}
}

// Delete has nothing to remove: the agent's data stays on its volume.
func (r *agentPersistenceResource) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {
}

// ImportState fails: there is nothing that an identifier could name.
func (r *agentPersistenceResource) ImportState(_ context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	resp.Diagnostics.AddError("Import Not Supported", fmt.Sprintf(
		"coder_agent_persistence manages nothing outside Terraform that %q could name. Remove the import and run terraform apply: it adds the "+
			"resource to the state and changes nothing in the workspace.", req.ID))
}

// resolve completes a plan. The state has no schema for a new resource.
func (r *agentPersistenceResource) resolve(
	ctx context.Context, config tfsdk.Config, plan tfsdk.Plan, state tfsdk.State,
) (*agentPersistenceModel, diag.Diagnostics) {
	var model agentPersistenceModel
	diags := plan.Get(ctx, &model)
	// Their defaults follow from other inputs, so the plan does not have them.
	diags.Append(config.GetAttribute(ctx, path.Root("name"), &model.Name)...)
	diags.Append(config.GetAttribute(ctx, path.Root("workdir"), &model.Workdir)...)
	diags.Append(config.GetAttribute(ctx, path.Root("data_dir"), &model.DataDir)...)
	if diags.HasError() {
		return nil, diags
	}

	request := model.request(ctx, &diags)
	request.Catalog, request.CoderVersion = r.data.catalog, r.data.coderVersion
	if r.data.pending {
		request.Unknown["agent"] = true
		if request.Volume != nil && len(request.Volume.SharedWith) > 0 {
			request.Unknown["volume.shared_with"], request.Volume.SharedWith = true, nil
		}
	}
	if state.Schema != nil && !state.Raw.IsNull() {
		var prior agentPersistenceModel
		diags.Append(state.Get(ctx, &prior)...)
		request.Prior = prior.prior(ctx, &diags)
	}
	result, findings := persistence.Resolve(request)
	diags.Append(report(findings)...)
	if result != nil {
		model.fill(result)
	}
	return &model, diags
}

// outputTypes are the types of the outputs, by name.
var outputTypes = sync.OnceValue(func() map[string]attr.Type {
	outputs := map[string]attr.Type{}
	for name, attribute := range agentPersistenceSchema().Attributes {
		if _, nested := attribute.(schema.NestedAttribute); nested {
			outputs[name] = attribute.GetType()
		}
	}
	return outputs
})

func outputType(name string) attr.Type { return outputTypes()[name] }
