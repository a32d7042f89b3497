package provider

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// The benchmarks call the provider as an engine does, without the engine and
// without gRPC: "make bench-go".

// benched is a configured provider with the calls of one resource.
type benched struct {
	server   tfprotov6.ProviderServer
	config   *tfprotov6.DynamicValue
	prior    *tfprotov6.DynamicValue
	null     *tfprotov6.DynamicValue
	proposed *tfprotov6.DynamicValue
}

func newBenched(b *testing.B) *benched {
	b.Helper()
	server := NewServer("bench")()
	schemas, err := server.GetProviderSchema(b.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		b.Fatal(err)
	}
	as := schemas.ResourceSchemas[persistenceType].ValueType()
	value := func(v tftypes.Value) *tfprotov6.DynamicValue {
		d, err := tfprotov6.NewDynamicValue(v.Type(), v)
		if err != nil {
			b.Fatal(err)
		}
		return &d
	}
	providerAs := schemas.Provider.ValueType()
	none := map[string]tftypes.Value{}
	for name, of := range providerAs.(tftypes.Object).AttributeTypes {
		none[name] = tftypes.NewValue(of, nil)
	}
	if _, err := server.ConfigureProvider(b.Context(), &tfprotov6.ConfigureProviderRequest{Config: value(tftypes.NewValue(providerAs, none))}); err != nil {
		b.Fatal(err)
	}
	attributes, proposed := map[string]tftypes.Value{}, map[string]tftypes.Value{}
	for _, a := range schemas.ResourceSchemas[persistenceType].Block.Attributes {
		attributes[a.Name] = tftypes.NewValue(a.ValueType(), nil)
		proposed[a.Name] = attributes[a.Name]
		if a.Computed {
			proposed[a.Name] = tftypes.NewValue(a.ValueType(), tftypes.UnknownValue)
		}
	}
	for name, text := range map[string]string{
		"agent": "claude-code", "name": "agent-1", "workdir": "/home/coder/project",
		"prompt": "List the open TODOs of this project.",
	} {
		attributes[name] = tftypes.NewValue(tftypes.String, text)
		proposed[name] = attributes[name]
	}
	return &benched{
		server:   server,
		config:   value(tftypes.NewValue(as, attributes)),
		null:     value(tftypes.NewValue(as, nil)),
		proposed: value(tftypes.NewValue(as, proposed)),
	}
}

func BenchmarkGetProviderSchema(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := NewServer("bench")().GetProviderSchema(b.Context(), &tfprotov6.GetProviderSchemaRequest{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkValidateResourceConfig(b *testing.B) {
	s := newBenched(b)
	b.ReportAllocs()
	for b.Loop() {
		resp, err := s.server.ValidateResourceConfig(b.Context(), &tfprotov6.ValidateResourceConfigRequest{TypeName: persistenceType, Config: s.config})
		if err != nil || len(resp.Diagnostics) > 0 {
			b.Fatal(err, resp.Diagnostics)
		}
	}
}

func BenchmarkPlanResourceChange(b *testing.B) {
	s := newBenched(b)
	b.ReportAllocs()
	for b.Loop() {
		resp, err := s.server.PlanResourceChange(b.Context(), &tfprotov6.PlanResourceChangeRequest{TypeName: persistenceType, Config: s.config, PriorState: s.null, ProposedNewState: s.proposed})
		if err != nil || len(resp.Diagnostics) > 0 {
			b.Fatal(err, resp.Diagnostics)
		}
	}
}
