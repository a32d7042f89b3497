package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// ValidateDataResourceConfig passes a coder_agent_compatibility with nothing wrong.
func (s *quickServer) ValidateDataResourceConfig(ctx context.Context, req *tfprotov6.ValidateDataResourceConfigRequest) (*tfprotov6.ValidateDataResourceConfigResponse, error) {
	if model := plainCompatibility(req.TypeName, req.Config); model != nil && len(model.check()) == 0 {
		return &tfprotov6.ValidateDataResourceConfigResponse{}, nil
	}
	return s.ProviderServer.ValidateDataResourceConfig(ctx, req)
}

// ReadDataSource answers for coder_agent_compatibility when there is neither an error nor a warning.
func (s *quickServer) ReadDataSource(ctx context.Context, req *tfprotov6.ReadDataSourceRequest) (*tfprotov6.ReadDataSourceResponse, error) {
	data := s.provider.data
	model := plainCompatibility(req.TypeName, req.Config)
	if data == nil || model == nil || len(model.read(data)) > 0 {
		return s.ProviderServer.ReadDataSource(ctx, req)
	}
	value, err := encode(ctx, agentCompatibilityType(), model)
	if err != nil {
		return s.ProviderServer.ReadDataSource(ctx, req)
	}
	state, err := tfprotov6.NewDynamicValue(agentCompatibilityType(), value)
	if err != nil {
		return s.ProviderServer.ReadDataSource(ctx, req)
	}
	return &tfprotov6.ReadDataSourceResponse{State: &state}, nil
}

// plainCompatibility reads a configuration of coder_agent_compatibility. It
// returns nil for any other type, and for a configuration that the schema
// refuses: without an agent, with an empty text, or with a value for an output.
func plainCompatibility(typeName string, config *tfprotov6.DynamicValue) *agentCompatibilityModel {
	if typeName != "coder_agent_compatibility" || config == nil {
		return nil
	}
	raw, err := config.Unmarshal(agentCompatibilityType())
	if err != nil || raw.IsNull() || !raw.IsKnown() {
		return nil
	}
	model, given, err := decodeCompatibility(raw)
	if err != nil || model.Agent.IsNull() {
		return nil
	}
	for _, input := range []types.String{model.Agent, model.ModuleVersion, model.AgentAPIVersion, model.CoderVersion, model.Home, model.Workdir} {
		if !input.IsNull() {
			given--
		}
		if !input.IsNull() && !input.IsUnknown() && input.ValueString() == "" {
			return nil
		}
	}
	if given != 0 {
		return nil
	}
	return model
}
