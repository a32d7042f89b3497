package catalog_test

import (
	"strings"
	"testing"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog/agents"
)

func TestAssess(t *testing.T) {
	const (
		resource = "resource \"coder_agent_persistence\" \"claude_code\" {\n  provider = persistence\n  agent    = \"claude-code\"\n}"
		own      = "resource" // of the agent in question
		terminal = "resource \"coder_agent_persistence\" \"claude_code\" {\n  provider = persistence\n  agent    = \"claude-code\"\n  launcher = \"terminal\"\n}"
		state    = `agentapi_version = "v0.12.2"`
	)
	tests := []struct {
		agent   string
		v       catalog.Versions
		resumes bool
		history bool
		fix     string
		reason  []string
	}{
		{"claude-code", catalog.Versions{Module: "4.9.2"}, true, false, state, []string{"agentapi 0.11.8 (the module's default) is older than 0.12.0"}},
		{"claude-code", catalog.Versions{Module: "4.8.0", AgentAPI: "v0.12.2"}, true, true, "", []string{"dot or an underscore",
			"survives, with agentapi 0.12.2 (as given)"}},
		{"claude-code", catalog.Versions{Module: "4.9.0", AgentAPI: "latest"}, true, true, "", nil},
		{"claude-code", catalog.Versions{Module: "4.9.0", AgentAPI: "0.12.0"}, true, true, "", nil},
		{"claude-code", catalog.Versions{Module: "4.9.0", AgentAPI: "0.12.0-rc.1"}, true, true, "", nil},
		{"claude-code", catalog.Versions{Module: "4.9.0", AgentAPI: "v0.11.99"}, true, false, state, []string{"0.11.99 (as given)"}},
		{"claude-code", catalog.Versions{Module: "4.2.9"}, true, false, "version = \"4.9.2\"\n" + state, []string{"does not pass state persistence"}},
		{"claude-code", catalog.Versions{Module: "4.2.9", AgentAPI: "v0.12.2"}, true, false, "version = \"4.9.2\"\n" + state, nil},
		{"claude-code", catalog.Versions{Module: "3.1.0"}, false, false, "version = \"4.9.2\"\n" + state, nil},
		{"claude-code", catalog.Versions{Module: "1.3.0"}, false, false, "version = \"4.9.2\"\n" + state, nil},
		{"claude-code", catalog.Versions{Module: "5.4.0"}, false, false, resource, []string{"starts nothing"}},
		{"claude-code", catalog.Versions{}, false, false, resource, nil},
		{"claude-code", catalog.Versions{Module: "5.0.0", Coder: "2.37.0"}, false, false, terminal, []string{"no Tasks", "2.34"}},
		{"claude-code", catalog.Versions{Module: "2.2.0", Coder: "v2.38.1"}, false, false, terminal, []string{"no Tasks"}},
		{"claude-code", catalog.Versions{Module: "4.9.2", AgentAPI: "v0.12.2", Coder: "2.37.0-rc.1"}, true, true, "", []string{"no Tasks",
			`launcher = "terminal"`, "start script", "AgentAPI"}},
		{"codex", catalog.Versions{Module: "4.3.1"}, true, true, "", nil},
		{"codex", catalog.Versions{Module: "4.3.1", Coder: "2.33.4"}, true, true, "", nil},
		{"codex", catalog.Versions{Module: "4.3.1", Coder: "2.34.2"}, true, true, "", []string{"deprecated", "extended-support"}},
		{"codex", catalog.Versions{Module: "4.3.1", Coder: "2.36.0"}, true, true, "", []string{"behind a flag"}},
		{"codex", catalog.Versions{Module: "4.3.1", Coder: "2.20.0"}, true, true, "", []string{"before 2.28"}},
		{"codex", catalog.Versions{Module: "4.3.1", AgentAPI: "v0.10.0"}, true, false, state, nil},
		{"codex", catalog.Versions{Module: "3.1.0"}, true, false, `version = "4.3.1"`, nil},
		{"codex", catalog.Versions{Module: "2.0.0"}, false, false, `version = "4.3.1"`, nil},
		{"copilot", catalog.Versions{Module: "0.2.1"}, true, false, "", nil},
		{"copilot", catalog.Versions{Module: "0.4.1"}, false, false, own, nil},
		{"opencode", catalog.Versions{}, false, false, own, []string{"off by default"}},
		{"auggie", catalog.Versions{}, false, false, own, nil},
		{"amazon-q", catalog.Versions{Module: "3.0.1"}, false, false, own, nil},
		{"amazon-q", catalog.Versions{Module: "3.1.0"}, false, false, own, []string{"removed"}},
		{"aider", catalog.Versions{}, false, false, own, nil},
	}
	for _, tt := range tests {
		t.Run(tt.agent+" "+tt.v.Module+" "+tt.v.AgentAPI+" "+tt.v.Coder, func(t *testing.T) {
			s, err := mustLookup(t, tt.agent).Assess(tt.v)
			if err != nil {
				t.Fatal(err)
			}
			if s.Resumes != tt.resumes || s.UIHistory != tt.history {
				t.Errorf("resumes %v, history %v, want %v, %v", s.Resumes, s.UIHistory, tt.resumes, tt.history)
			}
			if tt.fix == own {
				tt.fix = strings.NewReplacer("claude-code", tt.agent, "claude_code", strings.ReplaceAll(tt.agent, "-", "_")).Replace(resource)
			}
			if s.Fix != tt.fix {
				t.Errorf("fix:\n%s\nwant:\n%s", s.Fix, tt.fix)
			}
			for _, part := range tt.reason {
				if !strings.Contains(s.Reason, part) {
					t.Errorf("reason %q lacks %q", s.Reason, part)
				}
			}
		})
	}
}

// Without a start script of ours the module's own inputs and versions are left.
func TestAssessWithoutScript(t *testing.T) {
	for _, tt := range []struct{ agent, module, fix string }{
		{"copilot", "0.4.1", `copilot_version = "0.0.334"`},
		{"opencode", "", `continue = true`},
		{"auggie", "", `continue_previous_conversation = true`},
		{"amazon-q", "3.0.1", ""},
		{"amazon-q", "3.1.0", `version = "3.0.1"`},
		{"aider", "", ""},
		{"claude-code", "5.4.0", ""},
	} {
		a := *mustLookup(t, tt.agent)
		session := *a.Session
		session.ScriptReady = false
		a.Session = &session
		s, err := a.Assess(catalog.Versions{Module: tt.module})
		if err != nil {
			t.Fatal(err)
		}
		if s.Fix != tt.fix {
			t.Errorf("%s %s: fix %q, want %q", tt.agent, tt.module, s.Fix, tt.fix)
		}
	}
}

// What a fix says must hold: the version it pins resumes, and the agentapi it
// names keeps the chat.
func TestFixesAreTrue(t *testing.T) {
	for _, a := range agents.Default().Agents() {
		for _, version := range a.Module.Releases {
			before, err := a.Assess(catalog.Versions{Module: version})
			if err != nil {
				t.Fatal(err)
			}
			if before.Fix == "" {
				continue
			}
			next := catalog.Versions{Module: version}
			for _, line := range strings.Split(before.Fix, "\n") {
				name, value, _ := strings.Cut(line, " = ")
				switch name {
				case "version":
					next.Module = strings.Trim(value, `"`)
				case "agentapi_version":
					next.AgentAPI = strings.Trim(value, `"`)
				}
			}
			if next.Module == version && next.AgentAPI == "" {
				continue // an input of the agent's own, or the resource
			}
			after, err := a.Assess(next)
			if err != nil {
				t.Fatal(err)
			}
			if !after.Resumes || !after.UIHistory || after.Fix != "" {
				t.Errorf("%s %s: after the fix %q it resumes = %v, history = %v, fix = %q", a.Slug, version, before.Fix, after.Resumes, after.UIHistory, after.Fix)
			}
		}
	}
}

func TestAssessRefusesBadVersions(t *testing.T) {
	a := mustLookup(t, "codex")
	for _, v := range []catalog.Versions{{Module: "x"}, {AgentAPI: "x"}, {Coder: "x"}} {
		if _, err := a.Assess(v); err == nil {
			t.Errorf("%+v is accepted", v)
		}
	}
}
