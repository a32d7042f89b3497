package catalog_test

import (
	"strings"
	"testing"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog/agents"
)

// Another agent is one more entry: lookup, judgement, the matrix and
// overrides need to know nothing of it.
func TestAnotherAgent(t *testing.T) {
	another := catalog.Agent{
		Slug:         "aardvark-cli",
		DisplayName:  "Aardvark CLI",
		Aliases:      []string{"aardvark"},
		AgentAPIType: "custom",
		Documented:   catalog.Documented{Level: catalog.LevelPlanned, NotInTheMatrix: true},
		Module: catalog.Module{
			Source: "registry.coder.com/example/aardvark-cli/coder", Status: catalog.ModuleActive, Latest: "1.1.0",
			Releases: []string{"1.0.0", "1.1.0"},
			Ranges: []catalog.Range{
				{First: "1.0.0", Last: "1.0.0", Level: catalog.LevelPlanned, AgentAPI: "0.10.0", Reason: "It begins afresh."},
				{First: "1.1.0", Last: "1.1.0", Level: catalog.LevelFull, State: true, AgentAPI: "0.12.2", Reason: "It resumes."},
			},
		},
		Paths:   []catalog.Path{{Path: ".aardvark", Scope: catalog.ScopeHome, Role: catalog.RoleSession, Store: catalog.StoreJSONL, Required: true}},
		Storage: catalog.Storage{Minimum: 50_000_000, Recommended: 1_000_000_000},
	}
	c, err := catalog.New(append(agents.Default().Agents(), another))
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Agents()) != len(agents.Default().Agents())+1 {
		t.Fatal("the entry is not there")
	}
	a, err := c.Lookup("Aardvark")
	if err != nil {
		t.Fatal(err)
	}
	if s, err := a.Assess(catalog.Versions{Module: "1.0.0"}); err != nil || s.Resumes || s.Fix != `version = "1.1.0"` {
		t.Errorf("%+v, %v", s, err)
	}
	if s, err := a.Assess(catalog.Versions{}); err != nil || !s.Resumes || !s.UIHistory || s.Fix != "" {
		t.Errorf("%+v, %v", s, err)
	}
	if got := a.ExpandPaths("/home/coder", ""); len(got) != 1 || got[0].Absolute != "/home/coder/.aardvark" {
		t.Errorf("%+v", got)
	}
	_, err = c.Lookup("aardwark")
	if err == nil || !strings.Contains(err.Error(), `"aardvark-cli"`) {
		t.Error(err)
	}
	merged, problems := c.With(map[string]catalog.Override{"aardvark": {Storage: &catalog.StorageOverride{Minimum: ptr("1Gi")}}})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if a, err := merged.Lookup("aardvark-cli"); err != nil || a.Storage.Minimum != 1<<30 {
		t.Error(a, err)
	}
}

func ptr[T any](value T) *T { return &value }
