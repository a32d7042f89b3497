package provider

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

const persistenceType = agentPersistenceName

// planned is what the provider answers to one configuration of the resource.
type planned struct {
	validated, planned []said
	state              *tfprotov6.DynamicValue // nil after an error
	values             tftypes.Value
}

// all is everything that was said, in order.
func (p planned) all() []said { return append(p.validated, p.planned...) }

// plan validates and plans the resource, as an engine does: the plan is not
// made after an error of the validation. prior is the state of an earlier
// apply, or nil.
func (s *server) plan(t *testing.T, block object, prior *tfprotov6.DynamicValue) planned {
	t.Helper()
	schema := s.schemas.ResourceSchemas[persistenceType]
	config := dynamic(t, schema, block)
	validated, err := s.ValidateResourceConfig(t.Context(), &tfprotov6.ValidateResourceConfigRequest{TypeName: persistenceType, Config: config})
	if err != nil {
		t.Fatal(err)
	}
	out := planned{validated: list(validated.Diagnostics)}
	if hasError(out.validated) {
		return out
	}
	if prior == nil {
		nothing, err := tfprotov6.NewDynamicValue(schema.ValueType(), tftypes.NewValue(schema.ValueType(), nil))
		if err != nil {
			t.Fatal(err)
		}
		prior = &nothing
	}
	response, err := s.PlanResourceChange(t.Context(), &tfprotov6.PlanResourceChangeRequest{
		TypeName: persistenceType, Config: config, ProposedNewState: config, PriorState: prior,
	})
	if err != nil {
		t.Fatal(err)
	}
	if out.planned = list(response.Diagnostics); hasError(out.planned) {
		return out
	}
	if out.values, err = response.PlannedState.Unmarshal(schema.ValueType()); err != nil {
		t.Fatal(err)
	}
	out.state = response.PlannedState
	return out
}

func hasError(diags []said) bool {
	for _, d := range diags {
		if !d.warning {
			return true
		}
	}
	return false
}

// configured is a server whose provider block is the given one.
func configuredServer(t *testing.T, provider object) *server {
	t.Helper()
	s := newServer(t)
	if diags := s.configure(t, provider); hasError(diags) {
		t.Fatal(diags)
	}
	return s
}

// apply applies a plan for a new resource and returns what is said.
func (s *server) apply(t *testing.T, block object, plan planned) []said {
	t.Helper()
	schema := s.schemas.ResourceSchemas[persistenceType]
	nothing, err := tfprotov6.NewDynamicValue(schema.ValueType(), tftypes.NewValue(schema.ValueType(), nil))
	if err != nil {
		t.Fatal(err)
	}
	applied, err := s.ApplyResourceChange(t.Context(), &tfprotov6.ApplyResourceChangeRequest{
		TypeName: persistenceType, Config: dynamic(t, schema, block), PlannedState: plan.state, PriorState: &nothing,
	})
	if err != nil {
		t.Fatal(err)
	}
	if state, err := applied.NewState.Unmarshal(schema.ValueType()); err != nil || !state.Equal(plan.values) {
		t.Errorf("the apply changes what was planned: %v", err)
	}
	return list(applied.Diagnostics)
}
