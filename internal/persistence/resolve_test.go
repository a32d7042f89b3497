package persistence

import (
	"reflect"
	"strings"
	"testing"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/script"
)

// readyAgents are the slugs of the agents that have a start script.
func readyAgents() []string {
	var slugs []string
	for _, a := range catalog.Default().Agents() {
		if a.Session != nil && a.Session.ScriptReady {
			slugs = append(slugs, a.Slug)
		}
	}
	return slugs
}

func TestEqualRequestsHaveEqualResults(t *testing.T) {
	for _, agent := range readyAgents() {
		for label, base := range bases(agent) {
			first := mustResolve(t, base)
			for range 5 {
				if again := mustResolve(t, base); !reflect.DeepEqual(first, again) {
					t.Fatalf("%s, %s: two results of one request differ", agent, label)
				}
			}
		}
	}
}

func TestResolveLeavesItsRequestAlone(t *testing.T) {
	given, want := fullRequest("codex"), fullRequest("codex")
	_ = Validate(given)
	mustResolve(t, given)
	if !reflect.DeepEqual(given, want) {
		t.Errorf("the request has become %+v", given)
	}
}

func TestDefaults(t *testing.T) {
	r := mustResolve(t, defaultRequest("claude-code"))
	want := &Result{
		Name:      "claude-code",
		Workdir:   "/home/coder",
		DataDir:   "/home/coder/.coder-modules/coder-persistence/claude-code",
		SessionID: r.SessionID,
		Env:       map[string]string{"CODER_PERSISTENCE_CLAUDE_CODE_DIR": "/home/coder/.coder-modules/coder-persistence/claude-code"},
		Mounts:    []Mount{{Path: "/home/coder", Role: "home", Required: true, FileSystem: "any", HoldsCredentials: true}},
		AgentAPIModule: &AgentAPIModule{
			AgentAPIVersion:        "v0.12.2",
			AgentAPIPort:           3284,
			ModuleDirName:          ".coder-modules/coder-persistence/claude-code",
			Folder:                 "/home/coder",
			EnableStatePersistence: true,
			StateFilePath:          "/home/coder/.coder-modules/coder-persistence/claude-code/state/agentapi-state.json",
			PIDFilePath:            "/home/coder/.coder-modules/coder-persistence/claude-code/state/agentapi.pid",
		},
		Storage: Storage{FloorBytes: 100_000_000, Floor: "100M", RecommendedBytes: 5_000_000_000, Recommended: "5G", RecommendedGiB: 5},
		Support: r.Support,

		GracePeriod:    300,
		StorageRequest: "5G",

		StartScript:    r.StartScript,
		ShutdownScript: r.ShutdownScript,
		Metadata:       r.Metadata,
	}
	if !reflect.DeepEqual(r, want) {
		t.Errorf("got  %+v\nwant %+v", r, want)
	}
	if r.Support.Level != "full" || !r.Support.Resumes || !strings.Contains(r.Support.Reason, "Claude Code 2.") {
		t.Errorf("support: %+v", r.Support)
	}
	if r.StartScript == "" || r.ShutdownScript == "" || r.StartScript == r.ShutdownScript {
		t.Error("a script is missing")
	}
}

// TestSpellingsOfOneRequest are requests that mean the same.
func TestSpellingsOfOneRequest(t *testing.T) {
	want := mustResolve(t, defaultRequest("claude-code"))
	for label, change := range map[string]func(*Request){
		"alias":              func(r *Request) { r.Agent = "claude" },
		"display name":       func(r *Request) { r.Agent = "Claude Code" },
		"default name":       func(r *Request) { r.Name = "claude-code" },
		"default workdir":    func(r *Request) { r.Workdir = "/home/coder" },
		"slash at the end":   func(r *Request) { r.Workdir = "/home/coder/" },
		"home not clean":     func(r *Request) { r.Home = "/home/./coder//" },
		"default data_dir":   func(r *Request) { r.DataDir = "/home/coder/.coder-modules/coder-persistence/claude-code" },
		"version without v":  func(r *Request) { r.AgentAPIVersion = "0.12.2" },
		"empty volume":       func(r *Request) { r.Volume = &Volume{} },
		"catalog named":      func(r *Request) { r.Catalog = catalog.Default() },
		"empty list of args": func(r *Request) { r.Args = []string{} },
		"volume at home": func(r *Request) {
			r.Volume = &Volume{MountPath: "/home/coder", Size: "5000M", Kind: "other", FileSystem: "local", AllowShrink: true}
		},
		"shared with itself":    func(r *Request) { r.Volume = &Volume{SharedWith: []string{"claude"}} },
		"home strategy":         func(r *Request) { r.MountStrategy = MountHome },
		"agentapi_version":      func(r *Request) { r.AgentAPIVersion = DefaultAgentAPIVersion },
		"volume at home, slash": func(r *Request) { r.Volume = &Volume{MountPath: "/home/coder/"} },
	} {
		r := defaultRequest("claude-code")
		change(&r)
		if got := mustResolve(t, r); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: the result differs: %+v", label, got)
		}
	}
}

func TestPathsAreAbsolute(t *testing.T) {
	for _, agent := range readyAgents() {
		for label, base := range bases(agent) {
			r := mustResolve(t, base)
			paths := []string{r.Workdir, r.DataDir}
			if module := r.AgentAPIModule; module != nil {
				paths = append(paths, module.Folder, module.StateFilePath, module.PIDFilePath)
				if dir := module.ModuleDirName; strings.HasPrefix(dir, "/") || dir == "" {
					t.Errorf("%s, %s: module_dir_name %q is not below the home directory", agent, label, dir)
				}
			}
			for _, value := range r.Env {
				paths = append(paths, value)
			}
			for _, m := range r.Mounts {
				paths = append(paths, m.Path)
			}
			for _, p := range paths {
				if !strings.HasPrefix(p, "/") || strings.ContainsAny(p, "$~") {
					t.Errorf("%s, %s: %q is not an absolute path", agent, label, p)
				}
			}
		}
	}
}

func TestMountsOfAgents(t *testing.T) {
	for agent, fileSystem := range map[string]string{
		"claude-code": "any",   // JSON Lines
		"codex":       "local", // SQLite in WAL mode
		"goose":       "local",
	} {
		r := mustResolve(t, defaultRequest(agent))
		if len(r.Mounts) != 1 || r.Mounts[0].FileSystem != fileSystem {
			t.Errorf("%s: %+v, want one mount on a file system that is %q", agent, r.Mounts, fileSystem)
		}
	}
}

func TestModuleDirName(t *testing.T) {
	for dataDir, want := range map[string]string{
		"":                         ".coder-modules/coder-persistence/claude-code",
		"/home/coder/.agents/one":  ".agents/one",
		"/home/coder/a/../.agents": ".agents",
		"/home/coders/.agents":     ".coder-modules/coder-persistence/claude-code",
		"/home/coder":              ".coder-modules/coder-persistence/claude-code",
		"/data":                    ".coder-modules/coder-persistence/claude-code",
	} {
		r := defaultRequest("claude-code")
		r.DataDir = dataDir
		if got := mustResolve(t, r).AgentAPIModule.ModuleDirName; got != want {
			t.Errorf("data_dir %q: %q, want %q", dataDir, got, want)
		}
	}
}

func TestEnvironmentVariableNames(t *testing.T) {
	for name, want := range map[string]string{
		"reviewer":    "CODER_PERSISTENCE_REVIEWER_DIR",
		"a.b-c_d":     "CODER_PERSISTENCE_A_B_C_D_DIR",
		"9lives":      "CODER_PERSISTENCE_9LIVES_DIR",
		"claude-code": "CODER_PERSISTENCE_CLAUDE_CODE_DIR",
	} {
		r := defaultRequest("claude-code")
		r.Name = name
		if env := mustResolve(t, r).Env; len(env) != 1 || env[want] == "" {
			t.Errorf("%s: %v, want %s", name, env, want)
		}
	}
}

func TestNeverResuming(t *testing.T) {
	r := defaultRequest("goose")
	r.Resume = ResumeNever
	if s := mustResolve(t, r).Support; s.Resumes || s.Level != "not_supported" || !strings.Contains(s.Reason, "never") {
		t.Errorf("%+v", s)
	}
}

func TestShutdownBudget(t *testing.T) {
	for grace, want := range map[int64]int64{1: 5, 14: 5, 15: 5, 16: 6, 60: 50, 86400: 86390} {
		if got := shutdownBudget(grace); got != want {
			t.Errorf("a grace period of %d s leaves %d s, want %d", grace, got, want)
		}
	}
}

func TestScriptsFitIntoOneArgument(t *testing.T) {
	for _, agent := range readyAgents() {
		for label, base := range bases(agent) {
			r := mustResolve(t, base)
			for _, text := range []string{r.StartScript, r.ShutdownScript} {
				// Room for a prompt of 90 KB is promised on the resource.
				if room := script.MaxBytes - len(text); room < 90_000 {
					t.Errorf("%s, %s: only %d bytes are left for the prompt", agent, label, room)
				}
			}
		}
	}
}
