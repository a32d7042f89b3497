package catalog_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog/agents"
)

func TestWithChangesACopy(t *testing.T) {
	before := agents.Default().Agents()
	c, problems := agents.Default().With(map[string]catalog.Override{
		"claude": {Storage: &catalog.StorageOverride{Minimum: ptr("10Gi")}},
	})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	a, err := c.Lookup("claude-code")
	if err != nil {
		t.Fatal(err)
	}
	if a.Storage.Minimum != 10<<30 || a.Storage.Recommended != 10<<30 {
		t.Errorf("%+v", a.Storage)
	}
	if codex, _ := c.Lookup("codex"); codex.Storage.Minimum == 10<<30 {
		t.Error("an agent without an override is overridden")
	}
	if !reflect.DeepEqual(before, agents.Default().Agents()) {
		t.Error("the built-in catalog has changed")
	}
}

func TestWithAddsAgents(t *testing.T) {
	c, problems := agents.Default().With(map[string]catalog.Override{
		"zebra": {Level: ptr("not_supported")},
		"in-house": {
			DisplayName:  ptr("The House"),
			Level:        ptr("full"),
			AgentAPIType: ptr("claude"),
			Paths: []catalog.PathOverride{
				{Path: "~/.house/db", Store: ptr("sqlite-wal"), RelocatedBy: ptr("HOUSE_HOME")},
				{Path: "{workdir}/.house", Role: ptr("config"), File: ptr(true)},
			},
			Storage: &catalog.StorageOverride{Minimum: ptr("100MB"), Recommended: ptr("1GB")},
			Session: &catalog.SessionOverride{
				Command: ptr("house"), ID: ptr("captured"),
				Cold: []string{"{args}"}, ColdPrompt: []string{"{args}", "--", "{prompt}"}, Warm: []string{"resume", "{session}"},
				Detect:           &catalog.DetectOverride{File: ptr("~/.house/sessions/*/{session}.json"), Contains: ptr("user")},
				Capture:          &catalog.CaptureOverride{File: ptr("~/.house/sessions/*/*.json"), FirstLine: []string{"{workdir}"}},
				IgnoresInterrupt: ptr(true),
			},
		},
	})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if got := c.Slugs()[len(agents.Default().Slugs()):]; !slices.Equal(got, []string{"in-house", "zebra"}) {
		t.Errorf("added %v", got)
	}
	a, err := c.Lookup("the house")
	if err != nil {
		t.Fatal(err)
	}
	want := catalog.Session{
		Binaries: []string{"house"}, Package: a.Session.Package, ScriptReady: true, ID: catalog.IDCaptured,
		Cold: []string{"{args}"}, ColdPrompt: []string{"{args}", "--", "{prompt}"}, Warm: []string{"resume", "{session}"},
		Detect: catalog.Detect{Kind: catalog.DetectFile, Root: catalog.Root{Home: ".house/sessions"}, Glob: "*/{session}.json", Contains: "user"},
		Capture: &catalog.Capture{
			Kind: catalog.CaptureFile, Root: catalog.Root{Home: ".house/sessions"}, Glob: "*/*.json",
			FirstLine: []string{"{workdir}"}, IDLength: 36,
		},
		IgnoresInterrupt: true, Source: catalog.ConfigurationSource, Evidence: catalog.EvidenceConfigured,
	}
	if !reflect.DeepEqual(*a.Session, want) {
		t.Errorf("%+v\nwant %+v", *a.Session, want)
	}
	if a.Slug != "in-house" || a.AgentAPIType != "claude" ||
		a.Paths[0].NetworkFileSystem || !a.Paths[1].File || a.Paths[1].Scope != catalog.ScopeWorkdir {
		t.Errorf("%+v", a)
	}
	s, err := a.Assess(catalog.Versions{})
	if err != nil || !s.Resumes || s.Level != catalog.LevelFull || s.Source != catalog.ConfigurationSource {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestWithNothing(t *testing.T) {
	c, problems := agents.Default().With(nil)
	if len(problems) > 0 || !reflect.DeepEqual(c.Agents(), agents.Default().Agents()) {
		t.Error(problems)
	}
}

func TestBadOverrides(t *testing.T) {
	session := func(change func(*catalog.SessionOverride)) catalog.Override {
		s := catalog.SessionOverride{
			Command: ptr("x"), ID: ptr("uuid"), Cold: []string{"--id", "{session}"}, Warm: []string{"--resume", "{session}"},
			Detect: &catalog.DetectOverride{File: ptr("~/.x/{session}")},
		}
		change(&s)
		return catalog.Override{Level: ptr("full"), Session: &s}
	}
	path := func(p catalog.PathOverride) catalog.Override {
		return catalog.Override{Level: ptr("full"), Paths: []catalog.PathOverride{{Path: "~/ok"}, p}}
	}
	tests := []struct {
		key      string
		override catalog.Override
		where    string // after agents["key"]
		what     string
	}{
		{"Bad Name", catalog.Override{Level: ptr("full")}, "", "lower-case"},
		{"x", catalog.Override{}, ".level", "needs a level"},
		{"x", catalog.Override{Level: ptr("Full")}, ".level", `"full", "partial", "planned", "not_supported"`},
		{"x", catalog.Override{Level: ptr("")}, ".level", `"" is not one of`},
		{"codex", catalog.Override{}, ".storage", "sets no storage"},
		{"codex", catalog.Override{Level: ptr("full"), Storage: &catalog.StorageOverride{Minimum: ptr("1G")}}, ".level", "only storage"},
		{"codex", catalog.Override{Storage: &catalog.StorageOverride{}}, ".storage", "neither minimum nor recommended"},
		{"x", catalog.Override{Level: ptr("full"), DisplayName: ptr(" ")}, ".display_name", "empty"},
		{"x", catalog.Override{Level: ptr("full"), DisplayName: ptr("Goose")}, ".display_name", "already belongs to goose"},
		{"x", catalog.Override{Level: ptr("full"), AgentAPIType: ptr("amazon-q")}, ".agentapi_type", `"amazonq"`},
		{"codex", catalog.Override{Storage: &catalog.StorageOverride{Minimum: ptr("-1")}}, ".storage.minimum", "negative"},
		{"codex", catalog.Override{Storage: &catalog.StorageOverride{Recommended: ptr("10g")}}, ".storage.recommended", "power of 1024"},
		{"codex", catalog.Override{Storage: &catalog.StorageOverride{Recommended: ptr("1M")}}, ".storage.recommended", "below the minimum"},
		{"x", path(catalog.PathOverride{Path: ".x/sessions"}), ".session_paths[1].path", "relative path"},
		{"x", path(catalog.PathOverride{Path: ""}), ".session_paths[1].path", "relative path"},
		{"x", path(catalog.PathOverride{Path: "~root/x"}), ".session_paths[1].path", "relative path"},
		{"x", path(catalog.PathOverride{Path: "~/"}), ".session_paths[1].path", "whole directory"},
		{"x", path(catalog.PathOverride{Path: "/"}), ".session_paths[1].path", "whole file system"},
		{"x", path(catalog.PathOverride{Path: "~/../etc"}), ".session_paths[1].path", "leads out"},
		{"x", path(catalog.PathOverride{Path: "{workdir}/a/../.."}), ".session_paths[1].path", "leads out"},
		{"x", path(catalog.PathOverride{Path: "~/a\nb"}), ".session_paths[1].path", "control character"},
		{"x", path(catalog.PathOverride{Path: "~/a", Role: ptr("secret")}), ".session_paths[1].role", `"credentials"`},
		{"x", path(catalog.PathOverride{Path: "~/a", Store: ptr("db")}), ".session_paths[1].store", `"sqlite-wal"`},
		{"x", path(catalog.PathOverride{Path: "~/a", RelocatedBy: ptr("$X")}), ".session_paths[1].relocated_by", "environment variable"},
		{"x", session(func(s *catalog.SessionOverride) { s.Command = nil }), ".session.command", "needs a command"},
		{"x", session(func(s *catalog.SessionOverride) { s.Command = ptr("") }), ".session.command", "empty"},
		{"x", session(func(s *catalog.SessionOverride) { s.Command = ptr("bin/x") }), ".session.command", "neither a name on PATH"},
		{"x", session(func(s *catalog.SessionOverride) { s.Command = ptr("x --flag") }), ".session.command", "blank"},
		{"x", session(func(s *catalog.SessionOverride) { s.ID = nil }), ".session.id", "who chooses"},
		{"x", session(func(s *catalog.SessionOverride) { s.ID = ptr("number") }), ".session.id", `"uuid", "name", "captured"`},
		{"x", session(func(s *catalog.SessionOverride) { s.Cold = nil }), ".session.cold", "{session} is missing"},
		{"x", session(func(s *catalog.SessionOverride) { s.Cold = []string{"{session}", "{prompt}"} }), ".session.cold", "cold_prompt"},
		{"x", session(func(s *catalog.SessionOverride) { s.ColdPrompt = []string{"{session}"} }), ".session.cold_prompt", "{prompt} is missing"},
		{"x", session(func(s *catalog.SessionOverride) { s.Warm = nil }), ".session.warm", "needs arguments"},
		{"x", session(func(s *catalog.SessionOverride) { s.Warm = []string{"--last"} }), ".session.warm", "must name the session"},
		{"x", session(func(s *catalog.SessionOverride) { s.Warm = []string{"{session}", "-x={args}"} }), ".session.warm", "element of its own"},
		{"x", session(func(s *catalog.SessionOverride) { s.Detect = nil }), ".session.detect", "what proves"},
		{"x", session(func(s *catalog.SessionOverride) { s.Detect = &catalog.DetectOverride{} }), ".session.detect", "neither the file nor the command"},
		{"x", session(func(s *catalog.SessionOverride) { s.Detect.File = ptr("x/{session}") }), ".session.detect.file", "relative path"},
		{"x", session(func(s *catalog.SessionOverride) { s.Detect.File = ptr("/var/{session}") }), ".session.detect.file", "not below the home"},
		{"x", session(func(s *catalog.SessionOverride) { s.Detect.File = ptr("~/.x/*") }), ".session.detect.file", "any session"},
		{"x", session(func(s *catalog.SessionOverride) { s.Detect.Command = []string{"list"} }), ".session.detect.command", "not both"},
		{"x", session(func(s *catalog.SessionOverride) { s.Detect = &catalog.DetectOverride{Command: []string{"list"}} }), ".session.detect.contains", "{session}"},
		{"x", session(func(s *catalog.SessionOverride) { s.Capture = &catalog.CaptureOverride{File: ptr("~/x/*")} }), ".session.capture", "nothing is captured"},
		{"x", session(func(s *catalog.SessionOverride) { s.ID, s.Cold = ptr("captured"), []string{} }), ".session.capture", "where the identifier"},
		{"x", session(func(s *catalog.SessionOverride) {
			s.ID, s.Capture = ptr("captured"), &catalog.CaptureOverride{File: ptr("~/x")}
		}), ".session.capture.file", "no *"},
		{"x", session(func(s *catalog.SessionOverride) { s.Capture = &catalog.CaptureOverride{} }), ".session.capture.file", "does not name the file"},
		{"x", session(func(s *catalog.SessionOverride) {
			s.Capture = &catalog.CaptureOverride{File: ptr("~/*"), IDLength: ptr(0.0)}
		}), ".session.capture.id_length", "1 to 255"},
	}
	for _, tt := range tests {
		t.Run(tt.key+tt.where+" "+tt.what, func(t *testing.T) {
			c, problems := agents.Default().With(map[string]catalog.Override{tt.key: tt.override})
			if c != nil || len(problems) != 1 {
				t.Fatalf("catalog %v, problems %v", c != nil, problems)
			}
			if got, want := problems[0].Path(), `agents["`+tt.key+`"]`+tt.where; got != want {
				t.Errorf("at %s, want %s", got, want)
			}
			if !strings.Contains(problems[0].Detail, tt.what) || !strings.HasPrefix(problems[0].Error(), "agents[") {
				t.Errorf("%q lacks %q", problems[0].Detail, tt.what)
			}
		})
	}
}

func TestBadOverridesAreReportedTogether(t *testing.T) {
	_, problems := agents.Default().With(map[string]catalog.Override{
		"new":         {DisplayName: ptr("other")},
		"other":       {Level: ptr("none")},
		"claude":      {Storage: &catalog.StorageOverride{Minimum: ptr("1G")}},
		"claude-code": {},
		"codex":       {Level: ptr("full")},
	})
	var got []string
	for _, p := range problems {
		got = append(got, p.Path())
	}
	want := []string{`agents["claude-code"]`, `agents["codex"].level`, `agents["new"].level`, `agents["new"].display_name`, `agents["other"].level`}
	if !slices.Equal(got, want) {
		t.Errorf("%v\nwant %v", got, want)
	}
}
