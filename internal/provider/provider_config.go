package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog/agents"
)

// providerModel is the provider block.
type providerModel struct {
	CoderVersion types.String `tfsdk:"coder_version"`
	Agents       types.Map    `tfsdk:"agents"`
}

// readProviderConfig reads the provider block.
func readProviderConfig(ctx context.Context, config tfsdk.Config) (*providerData, diag.Diagnostics) {
	var model providerModel
	diags := config.Get(ctx, &model)
	if diags.HasError() {
		return nil, diags
	}
	data := &providerData{catalog: agents.Default(), coderVersion: model.CoderVersion.ValueString()}
	value, err := model.Agents.ToTerraformValue(ctx)
	if err != nil {
		diags.AddAttributeError(path.Root("agents"), "Invalid Agent Override", err.Error())
		return nil, diags
	}
	if !value.IsFullyKnown() {
		data.pending = true
		return data, diags
	}
	overrides := map[string]catalog.Override{}
	diags.Append(model.Agents.ElementsAs(ctx, &overrides, false)...)
	if diags.HasError() {
		return nil, nil // a null that the schema's validators report
	}
	merged, problems := data.catalog.With(overrides)
	for _, problem := range problems {
		// Engines show the line of the entry. For a longer path they show the
		// header of the provider block.
		diags.AddAttributeError(path.Root("agents").AtMapKey(problem.Agent), "Invalid Agent Override", problem.Error())
	}
	data.catalog = merged
	return data, diags
}
