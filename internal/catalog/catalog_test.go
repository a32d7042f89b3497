package catalog

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestLookup(t *testing.T) {
	names := map[string][]string{
		"claude-code":     {"claude", "Claude Code", "CLAUDE_CODE", " claude-code "},
		"codex":           {"Codex", "openai-codex"},
		"copilot":         {"Copilot", "github-copilot"},
		"opencode":        {"OpenCode", "open-code"},
		"auggie":          {"Auggie"},
		"goose":           {"Goose"},
		"amazon-q":        {"q", "amazonq", "Amazon Q", "amazon_q"},
		"kiro-cli":        {"kiro", "Kiro CLI"},
		"gemini":          {"Gemini", "gemini-cli"},
		"cursor-cli":      {"cursor", "cursor-agent", "Cursor CLI"},
		"sourcegraph-amp": {"amp", "Sourcegraph Amp"},
		"aider":           {"Aider"},
	}
	if got, want := len(Default().Agents()), len(names); got != want {
		t.Fatalf("%d agents, want %d", got, want)
	}
	for slug, aliases := range names {
		for _, name := range append(aliases, slug) {
			a, err := Default().Lookup(name)
			if err != nil || a.Slug != slug {
				t.Errorf("%q: %v, %v; want %s", name, a, err, slug)
			}
		}
	}
}

// A template author who copies agentapi's --type finds the agent.
func TestAgentAPITypesFindTheirAgents(t *testing.T) {
	for name, slug := range map[string]string{
		"claude": "claude-code", "goose": "goose", "aider": "aider", "codex": "codex", "gemini": "gemini", "copilot": "copilot",
		"amp": "sourcegraph-amp", "auggie": "auggie", "cursor": "cursor-cli", "amazonq": "amazon-q", "opencode": "opencode",
	} {
		if a, err := Default().Lookup(name); err != nil || a.Slug != slug {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, a := range Default().Agents() {
		if !slices.Contains(AgentAPITypes(), a.AgentAPIType) {
			t.Errorf("%s: agentapi has no type %q", a.Slug, a.AgentAPIType)
		}
	}
}

func TestLookupNamesTheNearest(t *testing.T) {
	for given, nearest := range map[string]string{
		"claud": "claude-code", "cluade": "claude-code", "codexx": "codex", "curser": "cursor-cli", "amazon": "amazon-q", "gemni": "gemini",
	} {
		_, err := Default().Lookup(given)
		var unknown *UnknownAgentError
		if !errors.As(err, &unknown) {
			t.Fatalf("%q: %v", given, err)
		}
		if len(unknown.Nearest) != 3 || unknown.Nearest[0] != nearest {
			t.Errorf("%q: nearest %v, want %s first of three", given, unknown.Nearest, nearest)
		}
		for _, slug := range Default().Slugs() {
			if !strings.Contains(err.Error(), slug) {
				t.Errorf("%q lacks %s", err, slug)
			}
		}
	}
	if _, err := Default().Lookup(""); err == nil {
		t.Error("the empty name is found")
	}
}

func TestNewRejectsANameTwice(t *testing.T) {
	for name, second := range map[string]Agent{
		"slug":  {Slug: "one"},
		"alias": {Slug: "two", Aliases: []string{"ONE"}},
		"shown": {Slug: "two", DisplayName: "One"},
	} {
		if _, err := New([]Agent{{Slug: "one"}, second}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestEveryFactHasASource(t *testing.T) {
	kinds := []Evidence{EvidenceSeen, EvidenceHelp, EvidenceSource, EvidenceDocs}
	for _, a := range Default().Agents() {
		facts := append([]Fact{a.Retention, a.Resume}, a.Hazards...)
		facts = append(facts, a.Notes...)
		for _, p := range a.Paths {
			facts = append(facts, Fact{Text: p.Place(), Source: p.Source, Evidence: p.Evidence})
		}
		facts = append(facts, Fact{Text: "session", Source: a.Session.Source, Evidence: a.Session.Evidence})
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
	for _, a := range Default().Agents() {
		s := a.Storage
		if s.Floor <= 0 || s.Floor > s.Recommended || s.FloorSource == "" {
			t.Errorf("%s: floor %s (%q), recommended %s", a.Slug, s.Floor, s.FloorSource, s.Recommended)
		}
		if s.RecommendedIsEstimate != (s.Observed == 0) {
			t.Errorf("%s: observed %s, but estimate = %v", a.Slug, s.Observed, s.RecommendedIsEstimate)
		}
		if (s.Observed > 0) != (len(s.ObservedSources) > 0) || (s.Observed > 0) != (s.ObservedText != "") {
			t.Errorf("%s: an observed size and its sources belong together", a.Slug)
		}
		if s.FloorInherited != "" {
			other := mustLookup(t, s.FloorInherited)
			if other.Storage.Floor != s.Floor || a.Documented.SuccessorOfSlug != other.Slug {
				t.Errorf("%s: the floor is not that of %s", a.Slug, other.Slug)
			}
		}
		if s.Bounded == BoundedYes && s.BoundedBy == "" {
			t.Errorf("%s: bounded by nothing", a.Slug)
		}
	}
}

// The matrix as it stands; only agents that it lists.
func TestDocumentedRows(t *testing.T) {
	rows := map[string]Documented{
		"claude-code":     {Level: LevelFull, MinimumVersion: "4.8.0", MinimumStorage: "100 MB (can grow to GB)"},
		"codex":           {Level: LevelFull, MinimumVersion: "4.2.0", MinimumStorage: "100 MB"},
		"copilot":         {Level: LevelPartial, TrackingIssue: "coder/registry#741", MinimumStorage: "50 MB"},
		"opencode":        {Level: LevelPartial, TrackingIssue: "coder/registry#742", MinimumStorage: "50 MB"},
		"auggie":          {Level: LevelPlanned, TrackingIssue: "coder/registry#743", MinimumStorage: "50 MB"},
		"goose":           {Level: LevelPlanned, TrackingIssue: "coder/registry#744", MinimumStorage: "50 MB"},
		"gemini":          {Level: LevelPlanned, TrackingIssue: "coder/registry#745", MinimumStorage: "200 MB (can reach 400 MB)"},
		"amazon-q":        {Level: LevelPlanned, TrackingIssue: "coder/registry#746", MinimumStorage: "50 MB"},
		"cursor-cli":      {Level: LevelPlanned, TrackingIssue: "coder/registry#747", MinimumStorage: "50 MB"},
		"sourcegraph-amp": {Level: LevelPlanned, TrackingIssue: "coder/registry#748", MinimumStorage: "10 MB"},
		"aider":           {Level: LevelNotSupported, TrackingIssue: "coder/registry#739", MinimumStorage: "50 MB"},
	}
	for _, a := range Default().Agents() {
		d := a.Documented
		want, listed := rows[a.Slug]
		if d.NotInTheMatrix == listed {
			t.Errorf("%s: listed %v", a.Slug, !d.NotInTheMatrix)
		}
		if listed && (d.Level != want.Level || d.MinimumVersion != want.MinimumVersion || d.TrackingIssue != want.TrackingIssue || d.MinimumStorage != want.MinimumStorage || len(d.SessionPaths) == 0) {
			t.Errorf("%s: %+v", a.Slug, d)
		}
	}
}

func TestEntriesAreClosedSets(t *testing.T) {
	for _, a := range Default().Agents() {
		if a.Overridden || a.LevelOverride != "" || !slices.Contains(Levels(), a.Documented.Level) {
			t.Errorf("%s: %+v", a.Slug, a.Documented)
		}
		for _, p := range a.Paths {
			if !slices.Contains(roles, p.Role) || !slices.Contains(stores, p.Store) || p.Scope == ScopeAbsolute {
				t.Errorf("%s: %+v", a.Slug, p)
			}
			if strings.HasPrefix(p.Path, "/") || strings.HasSuffix(p.Path, "/") || strings.Contains(p.Path, "..") {
				t.Errorf("%s: %q is not relative to its scope", a.Slug, p.Path)
			}
			if p.NetworkFileSystem && (p.Store == StoreSQLite || p.Store == StoreSQLiteWAL) {
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
			if p.Role == RoleSession {
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
	absolute := Agent{Paths: []Path{{Path: "/var/lib/agent", Scope: ScopeAbsolute}}}
	if got := absolute.ExpandPaths("/home/coder", ""); len(got) != 1 || got[0].Absolute != "/var/lib/agent" {
		t.Errorf("%+v", got)
	}
}
