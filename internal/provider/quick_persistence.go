package provider

import (
	"context"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

const agentPersistenceName = "coder_agent_persistence"

// ValidateResourceConfig says what is wrong with a configuration that the
// schema accepts.
func (s *quickServer) ValidateResourceConfig(ctx context.Context, req *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	if config, ok := acceptedPersistence(req.TypeName, req.Config); ok {
		if findings, err := s.provider.data.validate(config); err == nil {
			return &tfprotov6.ValidateResourceConfigResponse{Diagnostics: diagnostics(findings)}, nil
		}
	}
	return s.ProviderServer.ValidateResourceConfig(ctx, req)
}

// UpgradeResourceState reads a state of the present version. An older one needs
// what the resource knows of its past.
func (s *quickServer) UpgradeResourceState(ctx context.Context, req *tfprotov6.UpgradeResourceStateRequest) (*tfprotov6.UpgradeResourceStateResponse, error) {
	if req.TypeName == agentPersistenceName && req.Version == sharedSchema().Version && req.RawState != nil && len(req.RawState.JSON) > 0 {
		if value, err := decodeStored(agentPersistenceType(), req.RawState.JSON); err == nil {
			if state, err := tfprotov6.NewDynamicValue(agentPersistenceType(), value); err == nil {
				return &tfprotov6.UpgradeResourceStateResponse{UpgradedState: &state}, nil
			}
		}
	}
	return s.ProviderServer.UpgradeResourceState(ctx, req)
}

// ReadResource leaves the state as it is: there is no remote object.
func (s *quickServer) ReadResource(ctx context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	if req.TypeName != agentPersistenceName {
		return s.ProviderServer.ReadResource(ctx, req)
	}
	return &tfprotov6.ReadResourceResponse{NewState: req.CurrentState, Private: req.Private}, nil
}

// PlanResourceChange fills in every output that the known inputs allow.
func (s *quickServer) PlanResourceChange(ctx context.Context, req *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	if state, said, ok := s.resolve(req.TypeName, req.Config, req.PriorState, req.ProposedNewState); ok {
		return &tfprotov6.PlanResourceChangeResponse{PlannedState: state, Diagnostics: said, PlannedPrivate: req.PriorPrivate}, nil
	}
	return s.ProviderServer.PlanResourceChange(ctx, req)
}

// ApplyResourceChange keeps what the plan has shown. Whatever there is to say
// was said by the plan; should that have changed, the framework says it.
func (s *quickServer) ApplyResourceChange(ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	if state, said, ok := s.resolve(req.TypeName, req.Config, req.PriorState, req.PlannedState); ok && !anyError(said) {
		return &tfprotov6.ApplyResourceChangeResponse{NewState: state, Private: req.PlannedPrivate}, nil
	}
	return s.ProviderServer.ApplyResourceChange(ctx, req)
}

// resolve returns the complete state for a configuration, or for one with an
// error the state that was proposed, as the framework does. It is not ok for
// another type, when the resource is being destroyed, and when the schema
// refuses the configuration.
func (s *quickServer) resolve(typeName string, config, prior, proposed *tfprotov6.DynamicValue) (*tfprotov6.DynamicValue, []*tfprotov6.Diagnostic, bool) {
	data := s.provider.data
	if data == nil || prior == nil || proposed == nil {
		return nil, nil, false
	}
	if gone, err := proposed.IsNull(); gone || err != nil {
		return nil, nil, false
	}
	given, ok := acceptedPersistence(typeName, config)
	if !ok {
		return nil, nil, false
	}
	value, findings, err := data.resolve(given, func() (tftypes.Value, error) { return prior.Unmarshal(agentPersistenceType()) })
	if err != nil {
		return nil, nil, false
	}
	said := diagnostics(findings)
	if anyError(said) {
		return proposed, said, true
	}
	state, err := tfprotov6.NewDynamicValue(agentPersistenceType(), value)
	return &state, said, err == nil
}

// acceptedPersistence reads the attributes of a configuration of the resource. It is not ok for
// another type, and for a configuration that the schema refuses.
func acceptedPersistence(typeName string, config *tfprotov6.DynamicValue) (attributeValues, bool) {
	if typeName != agentPersistenceName || config == nil {
		return nil, false
	}
	value, err := config.Unmarshal(agentPersistenceType())
	if err != nil || value.IsNull() || !value.IsKnown() {
		return nil, false
	}
	attributes, err := attributesOf(value)
	return attributes, err == nil && accepts(sharedSchema().Attributes, attributes)
}

// sharedSchema is made once and never changed.
var sharedSchema = sync.OnceValue(agentPersistenceSchema)

// accepts reports whether a schema has nothing to say about an object: what is
// required is there, outputs are null, and no validator can object. The
// validators of texts are notEmpty, those of lists refuse a null.
func accepts(attributes map[string]schema.Attribute, values attributeValues) bool {
	for name, attribute := range attributes {
		v := values[name]
		given := !v.IsNull() // an unknown value may become one
		switch {
		case given && !attribute.IsRequired() && !attribute.IsOptional():
			return false
		case !given && attribute.IsRequired():
			return false
		case given && v.IsKnown() && !acceptsValue(attribute, v):
			return false
		}
	}
	return true
}

func acceptsValue(attribute schema.Attribute, v tftypes.Value) bool {
	switch a := attribute.(type) {
	case schema.StringAttribute:
		var text string
		return v.As(&text) == nil && (text != "" || len(a.Validators) == 0)
	case schema.Int64Attribute:
		_, err := wholeNumber(v)
		return err == nil
	case schema.ListAttribute:
		var elements []tftypes.Value
		if v.As(&elements) != nil {
			return false
		}
		for _, element := range elements {
			if element.IsNull() {
				return false
			}
		}
		return true
	case schema.SingleNestedAttribute:
		values, err := attributesOf(v)
		return err == nil && accepts(a.Attributes, values)
	default:
		return true
	}
}
