package provider

import (
	"encoding/json"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// The benchmarks call the provider as an engine does, without the engine and
// without gRPC. "make bench" runs them too.

// benched is a configured provider with the values that an engine sends for
// one resource.
type benched struct {
	*server
	config   *tfprotov6.DynamicValue
	proposed *tfprotov6.DynamicValue // the configuration, with its outputs unknown
	planned  *tfprotov6.DynamicValue
	null     *tfprotov6.DynamicValue
}

// bothWays runs a benchmark with the provider as engines meet it, and with the
// framework alone, which decides the same and answers the same.
func bothWays(b *testing.B, of func(b *testing.B, s *benched)) {
	b.Helper()
	for _, way := range []struct {
		name   string
		server tfprotov6.ProviderServer
	}{{"quick", NewServer("bench")()}, {"framework", providerserver.NewProtocol6(New("bench")())()}} {
		b.Run(way.name, func(b *testing.B) {
			s := newBenched(b, way.server)
			b.ReportAllocs()
			of(b, s)
		})
	}
}

func newBenched(b *testing.B, provider tfprotov6.ProviderServer) *benched {
	b.Helper()
	s := &benched{server: newServerOf(b, provider)}
	if diags := s.configure(b, object{}); len(diags) > 0 {
		b.Fatal(diags)
	}
	schema := s.schemas.ResourceSchemas[persistenceType]
	block := object{"agent": "claude-code", "name": "agent-1", "workdir": "/home/coder/project", "prompt": "List the open TODOs of this project."}
	s.config = dynamic(b, schema, block)
	for _, a := range schema.Block.Attributes {
		if a.Computed && block[a.Name] == nil {
			block[a.Name] = unknown{}
		}
	}
	s.proposed = dynamic(b, schema, block)
	s.null = &tfprotov6.DynamicValue{MsgPack: []byte{0xc0}}
	s.planned = s.plan(b, s.null)
	return s
}

func (s *benched) plan(b *testing.B, prior *tfprotov6.DynamicValue) *tfprotov6.DynamicValue {
	b.Helper()
	resp, err := s.PlanResourceChange(b.Context(), &tfprotov6.PlanResourceChangeRequest{TypeName: persistenceType, Config: s.config, PriorState: prior, ProposedNewState: s.proposed})
	if err != nil || len(resp.Diagnostics) > 0 {
		b.Fatal(err, resp.Diagnostics)
	}
	return resp.PlannedState
}

// BenchmarkGetProviderSchema makes a provider each time, as an engine does.
func BenchmarkGetProviderSchema(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := NewServer("bench")().GetProviderSchema(b.Context(), &tfprotov6.GetProviderSchemaRequest{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkValidateResourceConfig(b *testing.B) {
	bothWays(b, func(b *testing.B, s *benched) {
		b.Helper()
		for b.Loop() {
			resp, err := s.ValidateResourceConfig(b.Context(), &tfprotov6.ValidateResourceConfigRequest{TypeName: persistenceType, Config: s.config})
			if err != nil || len(resp.Diagnostics) > 0 {
				b.Fatal(err, resp.Diagnostics)
			}
		}
	})
}

// BenchmarkPlanResourceChange plans a resource that is there and stays as it is.
func BenchmarkPlanResourceChange(b *testing.B) {
	bothWays(b, func(b *testing.B, s *benched) {
		b.Helper()
		for b.Loop() {
			s.plan(b, s.planned)
		}
	})
}

func BenchmarkApplyResourceChange(b *testing.B) {
	bothWays(b, func(b *testing.B, s *benched) {
		b.Helper()
		for b.Loop() {
			resp, err := s.ApplyResourceChange(b.Context(), &tfprotov6.ApplyResourceChangeRequest{TypeName: persistenceType, Config: s.config, PriorState: s.null, PlannedState: s.planned})
			if err != nil || len(resp.Diagnostics) > 0 {
				b.Fatal(err, resp.Diagnostics)
			}
		}
	})
}

func BenchmarkUpgradeResourceState(b *testing.B) {
	bothWays(b, func(b *testing.B, s *benched) {
		b.Helper()
		value, err := s.planned.Unmarshal(agentPersistenceType())
		if err != nil {
			b.Fatal(err)
		}
		text, err := json.Marshal(plain(b, value))
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			resp, err := s.UpgradeResourceState(b.Context(), &tfprotov6.UpgradeResourceStateRequest{TypeName: persistenceType, RawState: &tfprotov6.RawState{JSON: text}})
			if err != nil || len(resp.Diagnostics) > 0 {
				b.Fatal(err, resp.Diagnostics)
			}
		}
	})
}

func BenchmarkReadResource(b *testing.B) {
	bothWays(b, func(b *testing.B, s *benched) {
		b.Helper()
		for b.Loop() {
			resp, err := s.ReadResource(b.Context(), &tfprotov6.ReadResourceRequest{TypeName: persistenceType, CurrentState: s.planned})
			if err != nil || len(resp.Diagnostics) > 0 {
				b.Fatal(err, resp.Diagnostics)
			}
		}
	})
}
