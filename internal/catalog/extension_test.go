package catalog

import (
	"strings"
	"testing"
)

// A thirteenth agent is one more entry: lookup, judgement, the matrix and
// overrides need to know nothing of it.
func TestAThirteenthAgent(t *testing.T) {
	thirteenth := Agent{
		Slug:         "aardvark-cli",
		DisplayName:  "Aardvark CLI",
		Aliases:      []string{"aardvark"},
		AgentAPIType: "custom",
		Documented:   Documented{Level: LevelPlanned, NotInTheMatrix: true},
		Module: Module{
			Source: "registry.coder.com/example/aardvark-cli/coder", Status: ModuleActive, Latest: "1.1.0",
			Releases: []string{"1.0.0", "1.1.0"},
			Ranges: []Range{
				{First: "1.0.0", Last: "1.0.0", Level: LevelPlanned, AgentAPI: "0.10.0", Reason: "It begins afresh."},
				{First: "1.1.0", Last: "1.1.0", Level: LevelFull, State: true, AgentAPI: "0.12.2", Reason: "It resumes."},
			},
		},
		Paths:   []Path{{Path: ".aardvark", Scope: ScopeHome, Role: RoleSession, Store: StoreJSONL, Required: true}},
		Storage: Storage{Floor: 50 * megabyte, Recommended: gigabyte},
	}
	c, err := New(append(Default().Agents(), thirteenth))
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Agents()) != len(Default().Agents())+1 {
		t.Fatal("the entry is not there")
	}
	a, err := c.Lookup("Aardvark")
	if err != nil {
		t.Fatal(err)
	}
	if s, err := a.Assess(Versions{Module: "1.0.0"}); err != nil || s.Resumes || s.Fix != `version = "1.1.0"` {
		t.Errorf("%+v, %v", s, err)
	}
	if s, err := a.Assess(Versions{}); err != nil || !s.Resumes || !s.UIHistory || s.Fix != "" {
		t.Errorf("%+v, %v", s, err)
	}
	if got := a.ExpandPaths("/home/coder", ""); len(got) != 1 || got[0].Absolute != "/home/coder/.aardvark" {
		t.Errorf("%+v", got)
	}
	if table := Markdown(c.Agents()); !strings.Contains(table, "| Aardvark CLI | `aardvark-cli` | not listed | 1.1.0 | full | 1.1.0 to 1.1.0 | `~/.aardvark` | 50 MB | 1 GB |") {
		t.Error(table)
	}
	_, err = c.Lookup("aardwark")
	if err == nil || !strings.Contains(err.Error(), `"aardvark-cli"`) {
		t.Error(err)
	}
	if merged, problems := c.With(map[string]Override{"aardvark": {NeedsNetwork: ptr(true)}}); len(problems) > 0 || !merged.agents[12].NeedsNetwork {
		t.Error(problems)
	}
}

func ptr[T any](value T) *T { return &value }
