package persistence

import (
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog/agents"
)

// request is what a template with nothing but an agent asks for, and changes to it.
func request(agent string, changes ...func(*Request)) Request {
	r := Request{
		Agent:                    agent,
		Home:                     DefaultHome,
		Launcher:                 DefaultLauncher,
		Port:                     DefaultPort,
		StatePersistence:         DefaultStatePersistence,
		StateSaveIntervalSeconds: DefaultStateSaveInterval,
		Resume:                   DefaultResume,
		OnLostSession:            DefaultOnLostSession,
		GracePeriodSeconds:       DefaultGracePeriodSeconds,
		MountStrategy:            DefaultMountStrategy,
		Unknown:                  map[string]bool{},
	}
	for _, change := range changes {
		change(&r)
	}
	return r
}

func byPaths(r *Request) { r.MountStrategy = MountPaths }

func movedTo(dir string) func(*Request) { return func(r *Request) { r.RelocateTo = dir } }

func dataIn(dir string) func(*Request) { return func(r *Request) { r.DataDir = dir } }

func mountedAt(dir string) func(*Request) {
	return func(r *Request) { r.Volume = &Volume{MountPath: dir} }
}

func unknown(attributes ...string) func(*Request) {
	return func(r *Request) {
		for _, a := range attributes {
			r.Unknown[a] = true
		}
	}
}

// resolve fails when anything is reported.
func resolve(t *testing.T, r Request) *Result {
	t.Helper()
	result, findings := Resolve(r)
	if len(findings) > 0 {
		t.Fatalf("%s: %v", r.Agent, findings)
	}
	return result
}

func TestMounts(t *testing.T) {
	const data = ".coder-modules/coder-persistence/"
	for name, tt := range map[string]struct {
		request Request
		want    []string
	}{
		"home":                  {request("claude-code"), []string{"home /home/coder required credentials"}},
		"home with a database":  {request("goose"), []string{"home /home/coder required local credentials"}},
		"above home":            {request("codex", mountedAt("/home")), []string{"home /home required local credentials"}},
		"data elsewhere":        {request("claude-code", dataIn("/data/x")), []string{"home /home/coder required credentials", "data /data/x required <- data/x"}},
		"data below home":       {request("claude-code", dataIn("/home/coder/x")), []string{"home /home/coder required credentials"}},
		"relocated":             {request("claude-code", movedTo("/m")), []string{"session /m required credentials"}},
		"relocated on a volume": {request("goose", movedTo("/m/agents"), mountedAt("/m")), []string{"session /m required local"}},
		"data in the agent's": {request("codex", movedTo("/m"), dataIn("/m/.codex/ours"), byPaths),
			[]string{"session /m/.codex required local credentials <- .codex"}},
		"history in the workdir": {request("aider", func(r *Request) { r.Workdir = "/srv/p" }),
			[]string{"home /home/coder required credentials", "session /srv/p required credentials <- srv/p"}},
		"paths": {request("claude-code", byPaths), []string{
			"session /home/coder/.claude required credentials <- .claude",
			"data /home/coder/" + data + "claude-code required <- " + data + "claude-code",
		}},
		"paths with a database": {request("goose", byPaths), []string{
			"session /home/coder/.local/share/goose/sessions required local <- .local/share/goose/sessions",
			"config /home/coder/.config/goose credentials <- .config/goose",
			"data /home/coder/" + data + "goose required <- " + data + "goose",
		}},
		"relocated paths": {request("goose", movedTo("/m"), byPaths), []string{
			"session /m/.local/share/goose/sessions required local <- .local/share/goose/sessions",
			"config /home/coder/.config/goose credentials <- home/coder/.config/goose",
			"data /m/" + data + "goose required <- " + data + "goose",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			got := mountLines(resolve(t, tt.request).Mounts)
			if !slices.Equal(got, tt.want) {
				t.Errorf("got\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(tt.want, "\n  "))
			}
		})
	}
}

// mountLines writes one mount a line.
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

// Mounts never nest, are never files, and hold all that a resume needs, for
// every agent and layout.
func TestMountsHoldWhatAResumeNeeds(t *testing.T) {
	layouts := map[string][]func(*Request){
		"home":            nil,
		"paths":           {byPaths},
		"elsewhere":       {func(r *Request) { r.Home, r.Workdir = "/root", "/srv/x" }},
		"relocated":       {movedTo("/m")},
		"relocated paths": {movedTo("/m"), byPaths},
	}
	for _, agent := range agents.Default().Agents() {
		for layout, changes := range layouts {
			r := request(agent.Slug, changes...)
			result, findings := Resolve(r)
			if hasError(findings) {
				if summary := findings[0].Summary; summary != "Relocation Not Supported" && summary != "Paths Cannot Be Mounted" {
					t.Errorf("%s, %s: %v", agent.Slug, layout, findings)
				}
				continue
			}
			place := placeOf(&r, &agent)
			for i, m := range result.Mounts {
				for j, other := range result.Mounts {
					if i != j && contains(m.Path, other.Path) {
						t.Errorf("%s, %s: %s is mounted inside %s", agent.Slug, layout, other.Path, m.Path)
					}
				}
				if path.IsAbs(m.SubPath) || strings.HasPrefix(m.SubPath, "..") {
					t.Errorf("%s, %s: sub-path %q", agent.Slug, layout, m.SubPath)
				}
			}
			for i := range agent.Paths {
				p := &agent.Paths[i]
				at := place.absolute(p)
				if p.File && slices.ContainsFunc(result.Mounts, func(m Mount) bool { return m.Path == at }) {
					t.Errorf("%s, %s: the file %s is a mount", agent.Slug, layout, at)
				}
				if p.Required && !slices.ContainsFunc(result.Mounts, func(m Mount) bool { return m.Required && contains(m.Path, at) }) {
					t.Errorf("%s, %s: %s is on no mount", agent.Slug, layout, at)
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
		result := resolve(t, request(agent, movedTo("/m/")))
		name, value, _ := strings.Cut(want, "=")
		if result.Env[name] != value || len(result.Env) != 2 {
			t.Errorf("%s: env is %v, want %s and the data directory", agent, result.Env, want)
		}
		if result.DataDir != "/m/"+DataDirParent+"/"+agent {
			t.Errorf("%s: the data directory is %s", agent, result.DataDir)
		}
	}
}

// TestModuleInputsStandInQuotes: the agentapi module puts its inputs between single
// quotes as they are.
func TestModuleInputsStandInQuotes(t *testing.T) {
	r := request("goose")
	r.DataDir = "/home/coder/it's/here"
	module := resolve(t, r).AgentAPIModule
	for input, want := range map[string]string{
		module.ModuleDirName: "it's/here",
		module.StateFilePath: "/home/coder/it's/here/state/agentapi-state.json",
		module.PIDFilePath:   "/home/coder/it's/here/state/module.pid",
	} {
		out, err := exec.Command("bash", "-c", "printf %s '"+input+"'").CombinedOutput()
		if err != nil || string(out) != want {
			t.Errorf("the module reads %q (%v), want %q", out, err, want)
		}
	}
}

// What a variable replaces follows from the paths of an agent that only the
// provider block describes.
func TestRelocationOfAnotherAgent(t *testing.T) {
	p := func(at string, scope catalog.Scope, file bool) catalog.Path {
		return catalog.Path{Path: at, Scope: scope, File: file, Role: catalog.RoleSession, Required: true, RelocatedBy: "HOUSE"}
	}
	for value, paths := range map[string][]catalog.Path{
		"/m/.house/sessions": {p(".house/sessions", catalog.ScopeHome, false)},
		"/m/.house":          {p(".house/a/b", catalog.ScopeHome, false), p(".house", catalog.ScopeHome, false), p(".house.json", catalog.ScopeHome, true)},
		"/m":                 {p(".house.db", catalog.ScopeHome, true)},
		"/m/var/lib/house":   {p("/var/lib/house", catalog.ScopeAbsolute, false), p("/var/lib/house/x", catalog.ScopeAbsolute, false)},
	} {
		r, reason := relocationOf(&catalog.Agent{DisplayName: "House", Paths: paths}, "/m")
		if r == nil {
			t.Fatal(reason)
		}
		if r.value != value {
			t.Errorf("HOUSE=%s, want %s", r.value, value)
		}
		for i := range paths {
			if at := r.place(&paths[i]); !contains(value, at) {
				t.Errorf("HOUSE=%s does not hold %s", value, at)
			}
		}
	}
	stays := catalog.Agent{DisplayName: "House", Paths: []catalog.Path{
		p(".house", catalog.ScopeHome, false), {Path: ".key", Scope: catalog.ScopeHome, Role: catalog.RoleConfig, Required: true},
	}}
	if _, reason := relocationOf(&stays, "/m"); !strings.Contains(reason, "~/.key") {
		t.Errorf("the reason is %q, want one that names ~/.key", reason)
	}
}

// Unknown inputs are followed in two groups.
func TestUnknownInputs(t *testing.T) {
	for attribute, group := range map[string]string{
		"agent": "places", "name": "places", "home": "places", "workdir": "places", "data_dir": "places",
		"relocate_to": "places", "mount_strategy": "places", "volume.size": "places", "volume.shared_with": "places",
		"prompt": "scripts", "args": "scripts", "task_id": "scripts", "agentapi.port": "scripts",
		"resume": "scripts", "install.version": "scripts", "": "none",
	} {
		r := request("claude-code")
		if attribute != "" {
			unknown(attribute)(&r)
		}
		result := resolve(t, r)
		if result.PlacesKnown != (group != "places") || result.ScriptsKnown != (group == "none") {
			t.Errorf("%s unknown: places known %v, scripts known %v", attribute, result.PlacesKnown, result.ScriptsKnown)
		}
		if result.PlacesKnown != (result.SessionID != "" && len(result.Mounts) > 0) || result.ScriptsKnown != (result.StartScript != "") {
			t.Errorf("%s unknown: outputs do not follow", attribute)
		}
	}
}

// A check passes over what is not known yet, and reports the rest.
func TestChecksOfUnknownInputs(t *testing.T) {
	for name, tt := range map[string]struct {
		request Request
		want    string // the summary, "" for none
	}{
		"home of a mount path": {request("claude-code", mountedAt("/root"), unknown("home")), ""},
		"agent of a size":      {request("claude-code", unknown("agent"), func(r *Request) { r.Volume = &Volume{Size: "1M"} }), ""},
		"prompt of a size":     {request("claude-code", unknown("prompt"), func(r *Request) { r.Volume = &Volume{Size: "1M"} }), "Volume Too Small"},
		"launcher of a grace":  {request("claude-code", unknown("launcher"), func(r *Request) { r.GracePeriodSeconds = 1 }), ""},
		"workdir of a grace":   {request("claude-code", unknown("workdir"), func(r *Request) { r.GracePeriodSeconds = 1 }), "Grace Period Too Short"},
		"port of arguments":    {request("claude-code", unknown("agentapi.port"), func(r *Request) { r.Args = []string{"-c"} }), "Argument Chooses The Session"},
	} {
		_, findings := Resolve(tt.request)
		var got string
		if len(findings) > 0 {
			got = findings[0].Summary
		}
		if got != tt.want || len(findings) > 1 {
			t.Errorf("%s: %v, want %q", name, findings, tt.want)
		}
	}
}

// Nothing is reported about templates that are right.
func TestNothingToReport(t *testing.T) {
	for name, r := range map[string]Request{
		"nothing at stake":       request("claude-code", func(r *Request) { r.GracePeriodSeconds, r.StatePersistence, r.Resume = 30, false, false }),
		"terminal":               request("claude-code", func(r *Request) { r.GracePeriodSeconds, r.Launcher, r.AgentAPIVersion = 1, LauncherTerminal, "0.2.0" }),
		"Coder without Tasks":    request("claude-code", func(r *Request) { r.CoderVersion = "2.37.0" }),
		"Coder with Tasks":       request("claude-code", func(r *Request) { r.CoderVersion, r.TaskID = "2.33.0", "1" }),
		"network, JSONL":         request("claude-code", func(r *Request) { r.Volume = &Volume{FileSystem: FileSystemNetwork} }),
		"value of an option":     request("codex", func(r *Request) { r.Args = []string{"-c", "model=\"o3\"", "--model", "resume"} }),
		"option with equals":     request("claude-code", func(r *Request) { r.Args = []string{"--append-system-prompt=be brief", "a prompt"} }),
		"paths and relocation":   request("goose", movedTo("/m"), byPaths),
		"recommended size":       request("claude-code", func(r *Request) { r.Volume = &Volume{Size: "5G"} }),
		"another case":           request("Claude Code"),
		"latest":                 request("claude-code", func(r *Request) { r.AgentAPIVersion = "latest" }),
		"path that is not clean": request("claude-code", mountedAt("/home/coder/"), func(r *Request) { r.Workdir = "/home/coder//p/" }),
	} {
		t.Run(name, func(t *testing.T) { resolve(t, r) })
	}
}

func TestSessionLeftBehind(t *testing.T) {
	prior := Prior{
		Agent: "claude-code", Name: "claude-code", Workdir: "/home/coder", Home: "/home/coder",
		DataDir: "/home/coder/" + DataDirParent + "/claude-code", MountStrategy: MountHome, SessionID: "11111111", Resume: true,
	}
	for name, tt := range map[string]struct {
		prior  func(*Prior)
		change func(*Request)
		write  string // one line for each warning; "" when no session is left behind
	}{
		"nothing":                   {change: func(*Request) {}},
		"another name of the agent": {change: func(r *Request) { r.Agent = "Claude" }},
		"the default written out":   {change: func(r *Request) { r.Name, r.Workdir = "claude-code", "/home/coder/" }},
		"resume turned off":         {change: func(r *Request) { r.Resume, r.Home = false, "/root" }},
		"resume was off":            {prior: func(p *Prior) { p.Resume = false }, change: func(r *Request) { r.Home = "/root" }},
		"agent":                     {change: func(r *Request) { r.Agent = "codex" }, write: `agent = "claude-code"`},
		"home alone":                {change: func(r *Request) { r.Home = "/root" }, write: `home = "/home/coder"`},
		"workdir left out": {
			prior: func(p *Prior) { p.Workdir = "/home/coder/project" }, change: func(*Request) {}, write: `workdir = "/home/coder/project"`,
		},
		"mount path": {
			prior:  func(p *Prior) { p.MountPath = "/home/coder" },
			change: func(r *Request) { r.Volume = &Volume{MountPath: "/home"} },
			write:  `mount_path = "/home/coder"`,
		},
		"mount path written out": {change: func(r *Request) { r.Volume = &Volume{MountPath: "/home"} }},
		"two": {
			change: func(r *Request) { r.Name, r.Workdir = "second", "/home/coder/p" },
			write:  "name = \"claude-code\"\nworkdir = \"/home/coder\"",
		},
	} {
		t.Run(name, func(t *testing.T) {
			before := prior
			if tt.prior != nil {
				tt.prior(&before)
			}
			r := request("claude-code", tt.change, func(r *Request) { r.Prior = &before })
			_, findings := Resolve(r)
			if tt.write == "" {
				if len(findings) > 0 {
					t.Fatal(findings)
				}
				return
			}
			lines := strings.Split(tt.write, "\n")
			if len(findings) != len(lines) {
				t.Fatalf("%v, want %d warnings", findings, len(lines))
			}
			for i, line := range lines {
				if findings[i].Summary != "Session Would Be Left Behind" {
					t.Errorf("got %q", findings[i].Summary)
				}
				if !strings.HasSuffix(findings[i].Detail, "\n\nWrite: "+line) {
					t.Errorf("the detail lacks %q:\n%s", line, findings[i].Detail)
				}
			}
			for _, text := range []string{before.SessionID, before.DataDir} {
				if !strings.Contains(findings[0].Detail, text) {
					t.Errorf("the detail lacks %q:\n%s", text, findings[0].Detail)
				}
			}
		})
	}
}

func TestDeleteTimeout(t *testing.T) {
	for seconds, want := range map[int64]string{1: "2m", 60: "2m", 61: "3m", 300: "6m", 301: "7m", 86400: "1441m"} {
		if got := DeleteTimeout(seconds); got != want {
			t.Errorf("%d seconds: %s, want %s", seconds, got, want)
		}
	}
}

// Unless the template gives a size, a claim never shrinks.
func TestStorageRequestNeverShrinks(t *testing.T) {
	before := func(size string) func(*Request) {
		return func(r *Request) { r.Prior = &Prior{Agent: "claude-code", StorageRequest: size} }
	}
	for name, tt := range map[string]struct {
		request Request
		want    string
	}{
		"new":           {request("claude-code"), "5G"},
		"larger before": {request("claude-code", before("100Gi")), "100Gi"},
		"larger now":    {request("codex", before("5G")), "20G"},
		"allowed":       {request("claude-code", before("100Gi"), func(r *Request) { r.Volume = &Volume{AllowShrink: true} }), "5G"},
	} {
		if got := resolve(t, tt.request).StorageRequest; got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
}

// A path, a name or an argument is pasted as a template reads it.
func TestQuote(t *testing.T) {
	if got, want := Quote("a\"b\\c\n${d}%{e}é\u200b\a"), `"a\"b\\c\n$${d}%%{e}é\U0000200b\U00000007"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
