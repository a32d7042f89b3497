package catalog_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog/agents"
)

func mustLookup(t *testing.T, name string) *catalog.Agent {
	t.Helper()
	a, err := agents.Default().Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestJudgeVersionsThatWereNeverReleased(t *testing.T) {
	tests := []struct {
		agent, version string
		first          string // of the range it is judged by
		level          catalog.Level
		note           []string
	}{
		{"claude-code", "", "5.0.0", catalog.LevelNotSupported, []string{"newest release, 5.4.0"}},
		{"claude-code", "3.4.1", "3.2.2", catalog.LevelFull, []string{"never released", "3.2.2 to 4.0.0"}},
		{"claude-code", "4.2.5", "4.2.1", catalog.LevelFull, []string{"never released", "4.2.1 to 4.2.4"}},
		{"claude-code", "2.9.0", "2.0.0", catalog.LevelPartial, []string{"never released", "2.0.0 to 2.2.0"}},
		{"claude-code", "4.99.0", "4.8.1", catalog.LevelFull, []string{"never released", "4.8.1 to 4.9.2"}},
		{"claude-code", "6.0.0", "5.0.0", catalog.LevelNotSupported, []string{"newer than the newest release", "5.4.0", "5.0.0 to 5.4.0"}},
		{"claude-code", "1.0.0", "1.3.0", catalog.LevelPlanned, []string{"older than the first release", "1.3.0"}},
		{"claude-code", "0.0.1", "1.3.0", catalog.LevelPlanned, []string{"older"}},
		{"claude-code", "5.0.0-rc.1", "5.0.0", catalog.LevelNotSupported, []string{"pre-release", "judged like 5.0.0"}},
		{"claude-code", "v4.8.0-beta+build.7", "4.8.0", catalog.LevelFull, []string{"pre-release"}},
		{"claude-code", "4.9", "4.8.1", catalog.LevelFull, nil},
		{"claude-code", "v4.9.2", "4.8.1", catalog.LevelFull, nil},
		{"codex", "5", "5.0.0", catalog.LevelNotSupported, nil},
		{"amazon-q", "3.0.1", "2.0.0", catalog.LevelPlanned, nil},
		{"amazon-q", "3.0.2", "3.0.2", catalog.LevelNotSupported, []string{"newer", "after the last release, 3.0.1"}},
		{"gemini", "4.0.0-rc.1", "3.0.3", catalog.LevelNotSupported, []string{"pre-release"}},
	}
	for _, tt := range tests {
		t.Run(tt.agent+" "+tt.version, func(t *testing.T) {
			v, err := mustLookup(t, tt.agent).Judge(tt.version)
			if err != nil {
				t.Fatal(err)
			}
			if v.First != tt.first || v.Level != tt.level {
				t.Errorf("judged by %s as %s, want %s as %s", v.First, v.Level, tt.first, tt.level)
			}
			for _, part := range tt.note {
				if !strings.Contains(v.Note, part) {
					t.Errorf("note %q lacks %q", v.Note, part)
				}
			}
			if tt.note == nil && (v.Note != "" || !v.Released) {
				t.Errorf("a released version has released = %v and the note %q", v.Released, v.Note)
			}
		})
	}
}

func TestJudgeFlagsRemovedModules(t *testing.T) {
	for agent, version := range map[string]string{"amazon-q": "9.0.0", "gemini": "3.1.0"} {
		v, err := mustLookup(t, agent).Judge(version)
		if err != nil || !v.Has(catalog.FlagRemoved) || v.Released {
			t.Errorf("%s %s: flags %v, released %v, %v", agent, version, v.Flags, v.Released, err)
		}
	}
	if v, _ := mustLookup(t, "codex").Judge("5.0.0"); !v.Has(catalog.FlagNoAgentAPI) {
		t.Errorf("codex 5.0.0: flags %v", v.Flags)
	}
}

func TestConstraintHasItsUpperBound(t *testing.T) {
	for version, want := range map[string]string{
		"4.9.2": ">= 4.8.1, < 5.0.0", "5.0.0": ">= 5.0.0", "1.4.0": ">= 1.4.0, < 2.0.0",
	} {
		if v, _ := mustLookup(t, "claude-code").Judge(version); v.Constraint != want {
			t.Errorf("%s: %q, want %q", version, v.Constraint, want)
		}
	}
	for version, want := range map[string]string{"3.0.1": ">= 2.0.0, <= 3.0.1", "4.0.0": "> 3.0.1"} {
		if v, _ := mustLookup(t, "amazon-q").Judge(version); v.Constraint != want {
			t.Errorf("amazon-q %s: %q, want %q", version, v.Constraint, want)
		}
	}
}

func TestNonsenseVersionsNameTwoExamples(t *testing.T) {
	bad := []string{"latest", "newest", ">= 4.8.0", "~> 4.8", "4.x", "4.8.0.1", "v", " 4.8.0", "4.8.0 ", "-1.0.0", "1.0.0, 2.0.0", "4,8",
		"99999999999999999999.0.0", "é"}
	for _, agent := range agents.Default().Agents() {
		for _, text := range bad {
			_, err := agent.Judge(text)
			var ve *catalog.VersionError
			if !errors.As(err, &ve) || ve.Given != text {
				t.Errorf("%s %q: error %v", agent.Slug, text, err)
				continue
			}
			for _, example := range ve.Examples {
				if !strings.Contains(err.Error(), example) {
					t.Errorf("%v lacks the example %q", err, example)
				}
				if _, err := agent.Judge(example); err != nil {
					t.Errorf("the example %q is refused: %v", example, err)
				}
			}
		}
	}
	for _, text := range bad {
		if _, err := catalog.ParseCoderVersion(text); err == nil {
			t.Errorf("Coder %q is accepted", text)
		}
		if _, err := catalog.ParseAgentAPIVersion(text); err == nil && text != "latest" {
			t.Errorf("agentapi %q is accepted", text)
		}
	}
}

func TestJudgeAnAgentWithoutModule(t *testing.T) {
	a := catalog.Agent{Slug: "in-house", DisplayName: "In-house", Documented: catalog.Documented{Level: catalog.LevelFull}}
	v, err := a.Judge("")
	if err != nil || v.Level != catalog.LevelFull || v.Note == "" || v.Released {
		t.Errorf("%+v, %v", v, err)
	}
	if v, err = a.Judge("1.2.3"); err != nil || v.Version != "1.2.3" || v.Released || v.Note == "" {
		t.Errorf("%+v, %v", v, err)
	}
	if _, err = a.Judge("nonsense"); err == nil {
		t.Error("nonsense is accepted")
	}
}
