package catalog_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog/agents"
)

func TestEveryNameFindsItsAgent(t *testing.T) {
	for _, a := range agents.Default().Agents() {
		for _, name := range append([]string{a.Slug, a.DisplayName, strings.ToUpper(a.Slug), " " + a.Slug + " ", strings.ReplaceAll(a.Slug, "-",
			"_")}, a.Aliases...) {
			found, err := agents.Default().Lookup(name)
			if err != nil || found.Slug != a.Slug {
				t.Errorf("%q: %v, %v; want %s", name, found, err, a.Slug)
			}
		}
	}
}

// A template author who copies agentapi's --type finds the agent.
func TestAgentAPITypesFindTheirAgents(t *testing.T) {
	for _, name := range catalog.AgentAPITypes() {
		if name == "custom" {
			continue
		}
		if _, err := agents.Default().Lookup(name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, a := range agents.Default().Agents() {
		if !slices.Contains(catalog.AgentAPITypes(), a.AgentAPIType) {
			t.Errorf("%s: agentapi has no type %q", a.Slug, a.AgentAPIType)
		}
	}
}

func TestLookupNamesTheNearest(t *testing.T) {
	for given, nearest := range map[string]string{
		"claud": "claude-code", "cluade": "claude-code", "codexx": "codex", "curser": "cursor-cli", "amazon": "amazon-q", "gemni": "gemini",
	} {
		_, err := agents.Default().Lookup(given)
		var unknown *catalog.UnknownAgentError
		if !errors.As(err, &unknown) {
			t.Fatalf("%q: %v", given, err)
		}
		if len(unknown.Nearest) != 3 || unknown.Nearest[0] != nearest {
			t.Errorf("%q: nearest %v, want %s first of three", given, unknown.Nearest, nearest)
		}
		for _, slug := range agents.Default().Slugs() {
			if !strings.Contains(err.Error(), slug) {
				t.Errorf("%q lacks %s", err, slug)
			}
		}
	}
	if _, err := agents.Default().Lookup(""); err == nil {
		t.Error("the empty name is found")
	}
}

func TestNewRejectsANameTwice(t *testing.T) {
	for name, second := range map[string]catalog.Agent{
		"slug":  {Slug: "one"},
		"alias": {Slug: "two", Aliases: []string{"ONE"}},
		"shown": {Slug: "two", DisplayName: "One"},
	} {
		if _, err := catalog.New([]catalog.Agent{{Slug: "one"}, second}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestEveryFactHasASource(t *testing.T) {
	kinds := []catalog.Evidence{catalog.EvidenceSeen, catalog.EvidenceHelp, catalog.EvidenceSource, catalog.EvidenceDocs}
	for _, a := range agents.Default().Agents() {
		facts := append([]catalog.Fact{a.Retention, a.Resume}, a.Hazards...)
		facts = append(facts, a.Notes...)
		for _, p := range a.Paths {
			facts = append(facts, catalog.Fact{Text: p.Place(), Source: p.Source, Evidence: p.Evidence})
		}
		facts = append(facts, catalog.Fact{Text: "session", Source: a.Session.Source, Evidence: a.Session.Evidence})
		for _, f := range facts {
			if f.Text == "" || f.Source == "" || !slices.Contains(kinds, f.Evidence) {
				t.Errorf("%s: %q has the source %q and the evidence %q", a.Slug, f.Text, f.Source, f.Evidence)
			}
		}
		if len(a.Hazards) == 0 || len(a.Notes) == 0 {
			t.Errorf("%s: no hazards or no notes", a.Slug)
		}
	}
}

func TestStorageTiersAreInOrder(t *testing.T) {
	for _, a := range agents.Default().Agents() {
		s := a.Storage
		if s.Minimum <= 0 || s.Minimum > s.Recommended || s.MinimumSource == "" {
			t.Errorf("%s: minimum %s (%q), recommended %s", a.Slug, s.Minimum, s.MinimumSource, s.Recommended)
		}
		if s.RecommendedIsEstimate != (s.Observed == 0) {
			t.Errorf("%s: observed %s, but estimate = %v", a.Slug, s.Observed, s.RecommendedIsEstimate)
		}
		if (s.Observed > 0) != (len(s.ObservedSources) > 0) || (s.Observed > 0) != (s.ObservedText != "") {
			t.Errorf("%s: an observed size and its sources belong together", a.Slug)
		}
		if s.Bounded == catalog.BoundedYes && s.BoundedBy == "" {
			t.Errorf("%s: bounded by nothing", a.Slug)
		}
	}
}

func TestEntriesAreClosedSets(t *testing.T) {
	for _, a := range agents.Default().Agents() {
		if !slices.Contains(catalog.Levels(), a.Documented.Level) {
			t.Errorf("%s: %+v", a.Slug, a.Documented)
		}
		for _, p := range a.Paths {
			if !slices.Contains(catalog.Roles, p.Role) || !slices.Contains(catalog.Stores, p.Store) || p.Scope == catalog.ScopeAbsolute {
				t.Errorf("%s: %+v", a.Slug, p)
			}
			if strings.HasPrefix(p.Path, "/") || strings.HasSuffix(p.Path, "/") || strings.Contains(p.Path, "..") {
				t.Errorf("%s: %q is not relative to its scope", a.Slug, p.Path)
			}
			if p.NetworkFileSystem && (p.Store == catalog.StoreSQLite || p.Store == catalog.StoreSQLiteWAL) {
				t.Errorf("%s: a database on a network file system: %s", a.Slug, p.Path)
			}
		}
		if d := a.Module.Directory; d != "" && (!strings.HasPrefix(d, ".") || strings.Contains(d, "/")) {
			t.Errorf("%s: module directory %q", a.Slug, d)
		}
	}
	if d := mustLookup(t, "kiro").Module.Directory; d != "" {
		t.Errorf("~/%s is the CLI's own directory and must not be adopted", d)
	}
}

func TestExpandPaths(t *testing.T) {
	places := func(name, home, workdir string) []string {
		var got []string
		for _, p := range mustLookup(t, name).ExpandPaths(home, workdir) {
			if p.Role == catalog.RoleSession {
				got = append(got, p.Absolute)
			}
		}
		return got
	}
	for _, tt := range []struct {
		name, home, workdir string
		want                []string
	}{
		{"claude", "/home/coder", "/home/coder/app", []string{"/home/coder/.claude/projects"}},
		{"claude", "/home/coder/", "", []string{"/home/coder/.claude/projects"}},
		{"goose", "/", "", []string{"/.local/share/goose/sessions"}},
		{"aider", "/home/coder", "/workspaces//app/", []string{"/workspaces/app/.aider.chat.history.md"}},
		{"aider", "/home/coder", "", nil},
		{"amp", "/home/coder", "/w", nil},
	} {
		if got := places(tt.name, tt.home, tt.workdir); !slices.Equal(got, tt.want) {
			t.Errorf("%s in %q and %q: %v, want %v", tt.name, tt.home, tt.workdir, got, tt.want)
		}
	}
	absolute := catalog.Agent{Paths: []catalog.Path{{Path: "/var/lib/agent", Scope: catalog.ScopeAbsolute}}}
	if got := absolute.ExpandPaths("/home/coder", ""); len(got) != 1 || got[0].Absolute != "/var/lib/agent" {
		t.Errorf("%+v", got)
	}
}
