package persistence

import (
	"fmt"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/script"
)

// mountLines writes mounts one a line, flags in the order required, local,
// credentials.
func mountLines(mounts []Mount) []string {
	lines := make([]string, len(mounts))
	for i, m := range mounts {
		lines[i] = m.Role + " " + m.Path
		if m.Required {
			lines[i] += " required"
		}
		if m.FileSystem == FileSystemLocal {
			lines[i] += " local"
		}
		if m.HoldsCredentials {
			lines[i] += " credentials"
		}
		if m.SubPath != "" {
			lines[i] += " <- " + m.SubPath
		}
	}
	return lines
}

func TestMounts(t *testing.T) {
	const data = ".coder-modules/coder-persistence/"
	for _, c := range []struct {
		agent  string
		change func(*Request)
		want   []string
	}{
		{"claude-code", nil, []string{"home /home/coder required credentials"}},
		{"goose", nil, []string{"home /home/coder required local credentials"}},
		{"codex", mountedAt("/home"), []string{"home /home required local credentials"}},
		{"codex", func(r *Request) { r.DataDir = "/data/x" }, []string{"home /home/coder required local credentials", "data /data/x required <- data/x"}},
		{"codex", func(r *Request) { r.DataDir = "/home/coder/x" }, []string{"home /home/coder required local credentials"}},
		{"claude-code", byPaths, []string{
			"session /home/coder/.claude required credentials <- .claude",
			"data /home/coder/" + data + "claude-code required <- " + data + "claude-code",
		}},
		{"codex", byPaths, []string{
			"session /home/coder/.codex required local credentials <- .codex",
			"data /home/coder/" + data + "codex required <- " + data + "codex",
		}},
		{"goose", byPaths, []string{
			"session /home/coder/.local/share/goose/sessions required local <- .local/share/goose/sessions",
			"config /home/coder/.config/goose credentials <- .config/goose",
			"data /home/coder/" + data + "goose required <- " + data + "goose",
		}},
		{"opencode", byPaths, []string{
			"session /home/coder/.local/share/opencode required local credentials <- .local/share/opencode",
			"config /home/coder/.config/opencode <- .config/opencode",
			"data /home/coder/" + data + "opencode required <- " + data + "opencode",
		}},
		{"kiro-cli", all(moduleVersion("1.0.1"), byPaths), []string{
			"session /home/coder/.kiro required <- .kiro",
			"session /home/coder/.local/share/kiro-cli local credentials <- .local/share/kiro-cli",
			"data /home/coder/" + data + "kiro-cli required <- " + data + "kiro-cli",
		}},
		{"codex", all(moduleVersion("4.3.1"), byPaths), []string{
			"session /home/coder/.codex required local credentials <- .codex",
			"data /home/coder/.codex-module required <- .codex-module",
		}},
		{"amp", all(moduleVersion("3.0.0"), byPaths), []string{
			"config /home/coder/.config/amp <- .config/amp",
			"data /home/coder/.amp-module required <- .amp-module",
			"credentials /home/coder/.local/share/amp credentials <- .local/share/amp",
		}},
		// The history is a file of the working directory; the directory is kept.
		{"aider", all(moduleVersion("1.1.1"), byPaths, func(r *Request) { r.Workdir = "/srv/project" }), []string{
			"session /srv/project required <- srv/project",
			"data /home/coder/.aider-module required <- .aider-module",
			"credentials /home/coder/.aider credentials <- .aider",
		}},
		{"aider", all(moduleVersion("1.1.1"), func(r *Request) { r.Workdir = "/srv/project" }), []string{
			"home /home/coder required credentials",
			"session /srv/project required <- srv/project",
		}},
		{"aider", all(moduleVersion("1.1.1"), byPaths), []string{"session /home/coder required credentials <- home/coder"}},
		{"claude-code", movedTo("/workspaces/.agents"), []string{"session /workspaces/.agents required credentials"}},
		{"claude-code", all(movedTo("/workspaces/.agents"), mountedAt("/workspaces")), []string{"session /workspaces required credentials"}},
		{"goose", all(movedTo("/workspaces/.agents"), mountedAt("/workspaces")), []string{"session /workspaces required local"}},
		{"claude-code", all(movedTo("/workspaces/.agents"), byPaths), []string{
			"session /workspaces/.agents/.claude required credentials <- .claude",
			"data /workspaces/.agents/" + data + "claude-code required <- " + data + "claude-code",
		}},
		{"goose", all(movedTo("/workspaces/.agents"), byPaths), []string{
			"session /workspaces/.agents/.local/share/goose/sessions required local <- .local/share/goose/sessions",
			"config /home/coder/.config/goose credentials <- home/coder/.config/goose",
			"data /workspaces/.agents/" + data + "goose required <- " + data + "goose",
		}},
		{"codex", all(movedTo("/a"), func(r *Request) { r.DataDir = "/a/.codex/ours" }, byPaths), []string{
			"session /a/.codex required local credentials <- .codex",
		}},
	} {
		r := defaultRequest(c.agent)
		if c.change != nil {
			c.change(&r)
		}
		if got := mountLines(mustResolve(t, r).Mounts); !slices.Equal(got, c.want) {
			t.Errorf("%s: got\n  %s\nwant\n  %s", c.agent, strings.Join(got, "\n  "), strings.Join(c.want, "\n  "))
		}
	}
}

// TestMountsHold makes sure of every agent that no mount lies in another, none
// is a file, and all that a resume needs is below one.
func TestMountsHold(t *testing.T) {
	for _, agent := range catalog.Default().Agents() {
		for label, change := range map[string]func(*Request){
			"home": func(*Request) {}, "paths": byPaths, "elsewhere": func(r *Request) { r.Home, r.Workdir = "/root", "/srv/x" },
			"moved": movedTo("/m"), "moved, paths": all(movedTo("/m"), byPaths),
		} {
			r := defaultRequest(agent.Slug)
			if agent.Session == nil || !agent.Session.ScriptReady {
				r.ModuleVersion = agent.Module.Latest
			}
			change(&r)
			f := &facts{request: &r}
			f.lookup()
			f.derive()
			result, findings := Resolve(r)
			if hasError(findings) {
				last := findings[len(findings)-1]
				if reason := last.Summary; !strings.HasPrefix(reason, "Relocation") && reason != "Paths Cannot Be Mounted" {
					t.Errorf("%s, %s: %v", agent.Slug, label, findings)
				}
				continue
			}
			for i, m := range result.Mounts {
				for j, other := range result.Mounts {
					if i != j && contains(m.Path, other.Path) {
						t.Errorf("%s, %s: %s is mounted inside %s", agent.Slug, label, other.Path, m.Path)
					}
				}
				if path.IsAbs(m.SubPath) || strings.HasPrefix(m.SubPath, "..") {
					t.Errorf("%s, %s: the sub-path %q is not relative", agent.Slug, label, m.SubPath)
				}
			}
			for i := range agent.Paths {
				p := &agent.Paths[i]
				at := f.absolute(p)
				if p.File && slices.ContainsFunc(result.Mounts, func(m Mount) bool { return m.Path == at }) {
					t.Errorf("%s, %s: the file %s is a mount of its own", agent.Slug, label, at)
				}
				if p.Required && !slices.ContainsFunc(result.Mounts, func(m Mount) bool { return m.Required && contains(m.Path, at) }) {
					t.Errorf("%s, %s: %s is on no mount", agent.Slug, label, at)
				}
			}
		}
	}
}

func TestRelocation(t *testing.T) {
	for agent, want := range map[string]string{
		"claude-code": "CLAUDE_CONFIG_DIR=/m/.claude",
		"codex":       "CODEX_HOME=/m/.codex",
		"copilot":     "COPILOT_HOME=/m/.copilot",
		"gemini":      "GEMINI_CLI_HOME=/m",
		"opencode":    "XDG_DATA_HOME=/m/.local/share",
		"goose":       "XDG_DATA_HOME=/m/.local/share",
	} {
		r := defaultRequest(agent)
		r.RelocateTo = "/m/"
		result := mustResolve(t, r)
		name, value, _ := strings.Cut(want, "=")
		if result.Env[name] != value || len(result.Env) != 2 {
			t.Errorf("%s: env is %v, want %s beside the data directory", agent, result.Env, want)
		}
		if !strings.Contains(result.StartScript, "\nexport "+want+"\n") {
			t.Errorf("%s: the start script does not export %s", agent, want)
		}
		if result.DataDir != "/m/.coder-modules/coder-persistence/"+agent {
			t.Errorf("%s: the data directory is %s", agent, result.DataDir)
		}
	}
}

// TestRelocationOfCustomAgents: what a variable replaces follows from the paths.
func TestRelocationOfCustomAgents(t *testing.T) {
	p := func(at string, scope catalog.Scope, file bool) catalog.Path {
		return catalog.Path{Path: at, Scope: scope, File: file, Role: catalog.RoleSession, Required: true, RelocatedBy: "HOUSE"}
	}
	for _, c := range []struct {
		paths []catalog.Path
		value string
		moved []string
	}{
		{[]catalog.Path{p(".house/sessions", catalog.ScopeHome, false)}, "/m/.house/sessions", []string{"/m/.house/sessions"}},
		{
			[]catalog.Path{p(".house/a/b", catalog.ScopeHome, false), p(".house", catalog.ScopeHome, false), p(".house.json", catalog.ScopeHome, true)},
			"/m/.house", []string{"/m/.house/a/b", "/m/.house", "/m/.house/.house.json"},
		},
		{[]catalog.Path{p(".house.db", catalog.ScopeHome, true)}, "/m", []string{"/m/.house.db"}},
		{[]catalog.Path{p("/var/lib/house", catalog.ScopeAbsolute, false), p("/var/lib/house/x", catalog.ScopeAbsolute, false)}, "/m/var/lib/house", []string{"/m/var/lib/house", "/m/var/lib/house/x"}},
	} {
		agent := catalog.Agent{DisplayName: "House", Paths: c.paths}
		r, reason := relocationOf(&agent, "/m")
		if r == nil {
			t.Fatal(reason)
		}
		var moved []string
		for i := range c.paths {
			moved = append(moved, r.place(&c.paths[i]))
		}
		if r.value != c.value || !slices.Equal(moved, c.moved) {
			t.Errorf("HOUSE=%s moves to %v, want %s and %v", r.value, moved, c.value, c.moved)
		}
	}
	stays := catalog.Agent{DisplayName: "House", Paths: []catalog.Path{
		p(".house", catalog.ScopeHome, false), {Path: ".key", Scope: catalog.ScopeHome, Role: catalog.RoleConfig, Required: true},
	}}
	if _, reason := relocationOf(&stays, "/m"); !strings.Contains(reason, "~/.key") {
		t.Errorf("the reason is %q, want one that names ~/.key", reason)
	}
}

// TestPathsOfClaudeCode: its ~/.claude.json is covered by CLAUDE_CONFIG_DIR,
// which the start script and every shell see.
func TestPathsOfClaudeCode(t *testing.T) {
	r := defaultRequest("claude-code")
	if env := mustResolve(t, r).Env; len(env) != 1 {
		t.Errorf("with the home on the volume nothing is moved, but env is %v", env)
	}
	byPaths(&r)
	result := mustResolve(t, r)
	if result.Env["CLAUDE_CONFIG_DIR"] != "/home/coder/.claude" || !strings.Contains(result.StartScript, "\nexport CLAUDE_CONFIG_DIR=/home/coder/.claude\n") {
		t.Errorf("env is %v, and the script exports it: %v", result.Env, strings.Contains(result.StartScript, "export CLAUDE_CONFIG_DIR"))
	}
	r.Agent = "codex"
	if env := mustResolve(t, r).Env; len(env) != 1 {
		t.Errorf("Codex needs no variable, but env is %v", env)
	}
}

func TestHints(t *testing.T) {
	for seconds, want := range map[int64]string{1: "2m", 60: "2m", 61: "3m", 300: "6m", 301: "7m", 86400: "1441m"} {
		if got := deleteTimeout(seconds); got != want {
			t.Errorf("a grace period of %d s: delete after %s, want %s", seconds, got, want)
		}
	}
	for label, c := range map[string]struct {
		change func(*Request)
		want   string
	}{
		"recommended": {func(*Request) {}, "5G"},
		"shared":      {sharedWith("codex", "claude"), "25G"},
		"given":       {all(sized("10240 MiB"), sharedWith("codex")), "10Gi"},
		"decimal":     {sized("5000M"), "5G"},
	} {
		r := defaultRequest("claude-code")
		c.change(&r)
		result, _ := Resolve(r)
		if result == nil || result.StorageRequest != c.want {
			t.Errorf("%s: %+v, want a request of %s", label, result, c.want)
		}
	}
	r := defaultRequest("codex")
	sharedWith("claude", "codex", "goose")(&r)
	if s := mustResolve(t, r).Storage; s != (Storage{250_000_000, "250M", 26_000_000_000, "26G", 25}) {
		t.Errorf("storage of three agents: %+v", s)
	}
}

func TestInATerminal(t *testing.T) {
	r := defaultRequest("codex")
	inTerminal(&r)
	result := mustResolve(t, r)
	if result.AgentAPIModule != nil || result.ShutdownScript != "" || !strings.Contains(result.StartScript, script.CommandName("codex")) {
		t.Errorf("agentapi_module %v, shutdown script %q", result.AgentAPIModule, result.ShutdownScript)
	}
	if keys := len(result.Metadata); keys != 1 {
		t.Errorf("%d metadata items, want one: no chat is saved", keys)
	}
}

func TestModuleStarts(t *testing.T) {
	r := defaultRequest("claude-code")
	r.ModuleVersion, r.RetentionDays = "4.9.2", days(200)
	result := mustResolve(t, r)
	want := Result{
		Name: "claude-code", Workdir: "/home/coder", DataDir: "/home/coder/.claude-module",
		Env:         map[string]string{"CODER_PERSISTENCE_CLAUDE_CODE_DIR": "/home/coder/.claude-module"},
		Mounts:      result.Mounts,
		GracePeriod: 300, StorageRequest: "5G", Storage: result.Storage,
		Support: Support{Level: "full", Resumes: true, Reason: result.Support.Reason},
	}
	if !reflect.DeepEqual(*result, want) {
		t.Errorf("got  %+v\nwant %+v", *result, want)
	}
	if !strings.Contains(result.Support.Reason, "0.11.8") {
		t.Errorf("the reason does not say which agentapi the module installs: %s", result.Support.Reason)
	}
	for version, support := range map[string]string{"5.0.0": "not_supported false", "2.0.0": "partial false", "4.8.0": "full true"} {
		r.ModuleVersion = version
		s := mustResolve(t, r).Support
		if got := fmt.Sprintf("%s %v", s.Level, s.Resumes); got != support {
			t.Errorf("%s: %s, want %s", version, got, support)
		}
	}
	r.ModuleVersion, r.Workdir = "4.8.0", "/home/coder/a_b"
	if mustResolve(t, r).Support.Resumes {
		t.Error("4.8.0 resumes in a directory with an underscore")
	}
}

func TestRetentionAndMetadata(t *testing.T) {
	r := defaultRequest("claude-code")
	if result := mustResolve(t, r); result.CleanupScript != "" || len(result.Metadata) != 2 {
		t.Errorf("without retention_days: %d bytes of clean-up, %d items", len(result.CleanupScript), len(result.Metadata))
	}
	r.RetentionDays, r.RelocateTo = days(365), "/m"
	result := mustResolve(t, r)
	if !strings.Contains(result.CleanupScript, "\nretention_days=365\nexport CLAUDE_CONFIG_DIR=/m/.claude\n") {
		t.Errorf("the clean-up is not for 365 days of /m/.claude:\n%s", result.CleanupScript)
	}
	if disk := result.Metadata[0].Script; !strings.Contains(disk, "/m/.claude/projects") || strings.Contains(disk, "/home/coder") {
		t.Errorf("disk use is counted elsewhere: %s", disk)
	}
}
