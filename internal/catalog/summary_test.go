package catalog_test

import (
	"slices"
	"testing"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog/agents"
)

func TestSources(t *testing.T) {
	for _, a := range agents.Default().Agents() {
		sources := a.Sources()
		if len(sources) == 0 || slices.Contains(sources, "") || len(sources) != len(slices.Compact(slices.Sorted(slices.Values(sources)))) {
			t.Errorf("%s: %q", a.Slug, sources)
		}
		if slices.Contains(sources, catalog.MatrixSource) != (!a.Documented.NotInTheMatrix || a.Storage.MinimumSource == catalog.MatrixSource) {
			t.Errorf("%s: the matrix, in %q", a.Slug, sources)
		}
	}
	added, problems := agents.Default().With(map[string]catalog.Override{"x": {Level: ptr("full")}})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	x, _ := added.Lookup("x")
	if got := x.Sources(); !slices.Equal(got, []string{catalog.ConfigurationSource}) {
		t.Errorf("%q", got)
	}
}

func TestResumePaths(t *testing.T) {
	for name, want := range map[string][]string{
		"claude": {"/home/coder/.claude/projects", "/home/coder/.claude", "/home/coder/.claude.json"},
		"goose":  {"/home/coder/.local/share/goose/sessions"},
		"aider":  {"/w/.aider.chat.history.md"},
	} {
		got := mustLookup(t, name).ResumePaths("/home/coder", "/w")
		for _, p := range want {
			if !slices.Contains(got, p) {
				t.Errorf("%s: %q lacks %s", name, got, p)
			}
		}
		for _, p := range mustLookup(t, name).ExpandPaths("/home/coder", "/w") {
			if needed := p.Role == catalog.RoleSession || p.Required; needed != slices.Contains(got, p.Absolute) {
				t.Errorf("%s: %s needed %v, in %q", name, p.Absolute, needed, got)
			}
		}
	}
}
