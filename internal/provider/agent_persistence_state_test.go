package provider

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

var updateSchema = flag.Bool("update-schema", false, "write the pinned schema of coder_agent_persistence anew")

// pinned is what the state of the resource depends on: no descriptions.
type pinned struct {
	Version    int64                      `json:"version"`
	Attributes map[string]pinnedAttribute `json:"attributes"`
}

type pinnedAttribute struct {
	Type       string                     `json:"type,omitempty"`
	Nesting    string                     `json:"nesting,omitempty"`
	Mode       string                     `json:"mode"`
	Attributes map[string]pinnedAttribute `json:"attributes,omitempty"`
}

func pin(attributes []*tfprotov6.SchemaAttribute) map[string]pinnedAttribute {
	out := map[string]pinnedAttribute{}
	for _, a := range attributes {
		p := pinnedAttribute{}
		switch {
		case a.Required:
			p.Mode = "required"
		case a.Optional && a.Computed:
			p.Mode = "optional, computed"
		case a.Optional:
			p.Mode = "optional"
		default:
			p.Mode = "computed"
		}
		if a.NestedType != nil {
			p.Nesting = a.NestedType.Nesting.String()
			p.Attributes = pin(a.NestedType.Attributes)
		} else {
			p.Type = a.Type.String()
		}
		out[a.Name] = p
	}
	return out
}

// TestSchemaIsPinned fails on any change of what the state holds.
func TestSchemaIsPinned(t *testing.T) {
	schema := newServer(t).schemas.ResourceSchemas[persistenceType]
	got, err := json.MarshalIndent(pinned{schema.Version, pin(schema.Block.Attributes)}, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	file := filepath.Join("testdata", "coder_agent_persistence_schema_0.json")
	if *updateSchema {
		if err := os.WriteFile(file, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf(`The schema of coder_agent_persistence is not the one in %s:
%s
A new attribute needs nothing else: run
  go test ./internal/provider -run TestSchemaIsPinned -update-schema
An attribute that is removed, renamed or of another type makes every state of a released version unreadable.
Raise Version in agentPersistenceSchema, keep the old file beside a new one, and add a StateUpgrader
(resource.ResourceWithUpgradeState) with a test that reads a state of the old version.`, file, got)
	}
}

// TestStateFromBefore reads a state of schema version 0 that an earlier apply
// has written, as an engine does before each plan.
func TestStateFromBefore(t *testing.T) {
	s := configuredServer(t, object{})
	schema := s.schemas.ResourceSchemas[persistenceType]
	written := s.plan(t, object{"agent": "claude-code", "volume": object{"size": "10Gi"}}, nil)
	state, err := json.Marshal(plain(t, written.values))
	if err != nil {
		t.Fatal(err)
	}
	upgraded, err := s.UpgradeResourceState(t.Context(), &tfprotov6.UpgradeResourceStateRequest{
		TypeName: persistenceType, Version: 0, RawState: &tfprotov6.RawState{JSON: state},
	})
	if err != nil || len(upgraded.Diagnostics) > 0 {
		t.Fatal(err, list(upgraded.Diagnostics))
	}
	values, err := upgraded.UpgradedState.Unmarshal(schema.ValueType())
	if err != nil || !values.Equal(written.values) {
		t.Errorf("the state is read as %s (%v)", values, err)
	}
	// An attribute that came later is missing from it, and is null then.
	without := map[string]json.RawMessage{}
	if err := json.Unmarshal(state, &without); err != nil {
		t.Fatal(err)
	}
	delete(without, "metadata")
	delete(without, "docker")
	if state, err = json.Marshal(without); err != nil {
		t.Fatal(err)
	}
	upgraded, err = s.UpgradeResourceState(t.Context(), &tfprotov6.UpgradeResourceStateRequest{
		TypeName: persistenceType, Version: 0, RawState: &tfprotov6.RawState{JSON: state},
	})
	if err != nil || len(upgraded.Diagnostics) > 0 {
		t.Fatal(err, list(upgraded.Diagnostics))
	}
	again := s.plan(t, object{"agent": "claude-code", "volume": object{"size": "10240Mi"}}, upgraded.UpgradedState)
	if diags := again.all(); len(diags) > 0 {
		t.Fatal(diags)
	}
	if !again.values.Equal(written.values) {
		t.Error("a plan on the older state comes to something else")
	}
}
