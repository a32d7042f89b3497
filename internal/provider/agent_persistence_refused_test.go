package provider

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
)

// volume is a block whose volume has one attribute set.
func volume(name string, value any) object { return object{"volume": object{name: value}} }

// TestRefusedWhere holds every refusal to its attribute, its summary and a
// piece of its text, and makes sure that it is the only thing said.
func TestRefusedWhere(t *testing.T) {
	s := configuredServer(t, object{})
	for _, c := range []struct {
		given          object
		at             string
		summary, piece string
	}{
		{object{"agent": "claud"}, "agent", "Unknown Agent", `agent = "claude-code"`},
		{object{"agent": ""}, "agent", "Unknown Agent", "Known agents:"},
		{object{"name": "Two Words"}, "name", "Invalid Name", `Given: "Two Words"`},
		{object{"name": ""}, "name", "Empty Value", "name = null"},
		{object{"workdir": "project"}, "workdir", "Invalid Workdir", "begins with a slash"},
		{object{"workdir": "$HOME/project"}, "workdir", "Invalid Workdir", "nothing expands"},
		{object{"workdir": ""}, "workdir", "Empty Value", `workdir = "/home/coder/project"`},
		{object{"home": "~"}, "home", "Invalid Home", "nothing expands"},
		{object{"home": ""}, "home", "Empty Value", `home = "/home/coder"`},
		{object{"data_dir": "./data"}, "data_dir", "Invalid Data Directory", `Given: "./data"`},
		{object{"data_dir": ""}, "data_dir", "Empty Value", "data_dir"},
		{object{"relocate_to": "data"}, "relocate_to", "Invalid Relocation Path", `Given: "data"`},
		{object{"relocate_to": ""}, "relocate_to", "Empty Value", "relocate_to = null"},
		{object{"relocate_to": "/m", "agent": "auggie"}, "relocate_to", "Relocation Not Supported", "no environment variable"},
		{object{"relocate_to": "/m", "module_version": "4.9.2"}, "relocate_to", "Relocation With A Registry Module", `"4.9.2"`},
		{object{"command": "claude --model opus"}, "command", "Invalid Command", "belong in args"},
		{object{"prompt": "a\x00b"}, "prompt", "Invalid Prompt", "NUL"},
		{object{"prompt": strings.Repeat("p", 130_000)}, "prompt", "Script Too Long", "131071"},
		{object{"args": []any{"a", "\x00"}}, "args[1]", "Invalid Argument", "args[1]: "},
		{object{"args": []any{"a", nil}}, "args", "Null List Value", ""},
		{object{"port": 0}, "port", "Invalid Port", "1 to 65535"},
		{object{"port": 65536}, "port", "Invalid Port", "1 to 65535"},
		{object{"state_save_interval_seconds": -1}, "state_save_interval_seconds", "Invalid Save Interval", "0 to 86400"},
		{object{"grace_period_seconds": 0}, "grace_period_seconds", "Invalid Grace Period", "1 to 86400"},
		{object{"grace_period_seconds": 59}, "grace_period_seconds", "Grace Period Too Short", "grace_period_seconds = 300"},
		{object{"retention_days": 0}, "retention_days", "Invalid Retention", "1 to 36500"},
		{object{"resume": "always"}, "resume", "Invalid Resume", `"preferred"`},
		{object{"resume": ""}, "resume", "Invalid Resume", `"preferred"`},
		{object{"on_resume_failure": ""}, "on_resume_failure", "Invalid Resume Failure", `"resend_prompt"`},
		{object{"launcher": "tmux"}, "launcher", "Invalid Launcher", `"terminal"`},
		{object{"mount_strategy": "file"}, "mount_strategy", "Invalid Mount Strategy", `"paths"`},
		{object{"mount_strategy": "paths", "module_version": "4.9.2", "agentapi_version": "0.12.2"}, "mount_strategy", "Paths Cannot Be Mounted", "~/.claude.json"},
		{object{"task_id": "a/b"}, "task_id", "Invalid Task ID", "data.coder_task.me"},
		{object{"agentapi_version": "v0.12"}, "agentapi_version", "Invalid AgentAPI Version", `"v0.12.2"`},
		{object{"agentapi_version": "0.11.8"}, "agentapi_version", "AgentAPI Too Old For State", "state_persistence = false"},
		{object{"agentapi_version": ""}, "agentapi_version", "Empty Value", `"v0.12.2"`},
		{object{"agentapi_module_version": "~> 2.0"}, "agentapi_module_version", "Invalid AgentAPI Module Version", `"2.4.0"`},
		{object{"agentapi_module_version": ""}, "agentapi_module_version", "Empty Value", `"2.4.0"`},
		{object{"module_version": "latest"}, "module_version", "Invalid Module Version", `module_version = "5.4.0"`},
		{object{"module_version": ""}, "module_version", "Empty Value", `"4.9.2"`},
		{object{"module_version": "5.4.0", "resume": "required"}, "module_version", "Module Does Not Resume", "Leave module_version out"},
		{volume("size", "50M"), "volume.size", "Volume Too Small", `size = "5G"`},
		{volume("size", "99999999"), "volume.size", "Volume Too Small", "99999999"},
		{object{"volume": object{"size": "140M", "shared_with": []any{"goose"}}}, "volume.size", "Volume Too Small", "Claude Code 100 MB (100M), Goose 50 MB (50M)"},
		{volume("size", "10g"), "volume.size", "Invalid Volume Size", "Accepted:"},
		{volume("size", "100m"), "volume.size", "Invalid Volume Size", "Accepted:"},
		{volume("size", "abc"), "volume.size", "Invalid Volume Size", "Accepted:"},
		{volume("size", "-10Gi"), "volume.size", "Invalid Volume Size", "Accepted:"},
		{volume("size", "0"), "volume.size", "Invalid Volume Size", "above zero"},
		{volume("size", ""), "volume.size", "Empty Value", `size = "10Gi"`},
		{volume("mount_path", "home"), "volume.mount_path", "Invalid Mount Path", "begins with a slash"},
		{volume("mount_path", "/srv"), "volume.mount_path", "Data Off The Volume", `mount_path = "/home/coder"`},
		{volume("mount_path", "/home/coder/x.db"), "volume.mount_path", "Single File Mount", `mount_path = "/home/coder"`},
		{volume("mount_path", ""), "volume.mount_path", "Empty Value", "mount_path = null"},
		{object{"volume": object{"mount_path": "/home"}, "mount_strategy": "paths"}, "volume.mount_path", "Conflicting Mount Path", "mounts"},
		{object{"volume": object{"mount_path": "/home"}, "data_dir": "/data"}, "data_dir", "Data Directory Off The Volume", "data_dir = "},
		{volume("kind", "nfs"), "volume.kind", "Invalid Volume Kind", `"kubernetes"`},
		{volume("kind", ""), "volume.kind", "Empty Value", `"kubernetes"`},
		{volume("filesystem", "nfs"), "volume.filesystem", "Invalid File System", `"network"`},
		{volume("shared_with", []any{"codex", "gose"}), "volume.shared_with[1]", "Unknown Agent On The Volume", `shared_with = ["goose"]`},
		{volume("shared_with", []any{"codex", nil}), "volume.shared_with", "Null List Value", ""},
	} {
		t.Run(c.summary+"/"+c.at, func(t *testing.T) {
			given := object{"agent": "claude-code"}
			maps.Copy(given, c.given)
			diags := s.plan(t, given, nil).all()
			if len(diags) != 1 {
				t.Fatalf("%d diagnostics, want one: %+v", len(diags), diags)
			}
			d := diags[0]
			if d.at != c.at || d.warning {
				t.Errorf("a diagnostic at %q (warning: %v), want an error at %q", d.at, d.warning, c.at)
			}
			if d.summary != c.summary || !strings.Contains(d.detail, c.piece) {
				t.Errorf("%s: %s\nwant %s: …%s…", d.summary, d.detail, c.summary, c.piece)
			}
		})
	}
}

// TestWarnedWhere are the warnings, each said once, and each leaving every
// value as it is.
func TestWarnedWhere(t *testing.T) {
	for _, c := range []struct {
		coder          string
		given          object
		at             string
		summary, piece string
	}{
		{"", object{"grace_period_seconds": 299}, "grace_period_seconds", "Grace Period Below The Recommendation", "Given: 299"},
		{"", object{"agentapi_module_version": "2.1.0"}, "agentapi_module_version", "AgentAPI Module Too Old For State", `"2.4.0"`},
		{"", object{"retention_days": 30}, "retention_days", "Retention Below Dormancy", "180"},
		{"", volume("size", "4G"), "volume.size", "Volume Below The Recommended Size", `size = "5G"`},
		{"", object{"volume": object{"size": "10Gi", "kind": "docker"}}, "volume.size", "Docker Does Not Enforce Sizes", "Leave size out"},
		{"", object{"agent": "goose", "volume": object{"filesystem": "network"}}, "volume.filesystem", "SQLite On A Network File System", `filesystem = "local"`},
		{"", object{"module_version": "5.4.0"}, "module_version", "Module Starts Nothing", "5.4.0"},
		{"", object{"module_version": "3.0.0"}, "module_version", "Agent Will Not Remember", `version = "4.9.2"`},
		{"", object{"module_version": "4.9.2"}, "module_version", "Chat Will Start Empty", `agentapi_version = "v0.12.2"`},
		{"", object{"agent": "amazon-q", "module_version": "3.0.1", "resume": "never"}, "module_version", "Registry Module Removed", "coder/registry#1025"},
		{"2.37.0", object{}, "launcher", "Coder Without Tasks", `launcher = "terminal"`},
		{"2.37.0", object{"task_id": "a"}, "task_id", "Coder Without Tasks", "task_id = null"},
		{"2.34.1", object{"task_id": "a"}, "task_id", "Tasks Are Deprecated", "2.34.1"},
	} {
		t.Run(c.summary+"/"+c.at, func(t *testing.T) {
			block := object{}
			if c.coder != "" {
				block["coder_version"] = c.coder
			}
			s := configuredServer(t, block)
			given := object{"agent": "claude-code"}
			maps.Copy(given, c.given)
			plan := s.plan(t, given, nil)
			diags := plan.all()
			if len(diags) != 1 || diags[0].at != c.at || !diags[0].warning || diags[0].summary != c.summary || !strings.Contains(diags[0].detail, c.piece) {
				t.Fatalf("got %+v, want one warning %q at %s with %q", diags, c.summary, c.at, c.piece)
			}
			values, _ := plain(t, plan.values).(object)
			for name, value := range c.given {
				if got := fmt.Sprint(values[name]); name != "volume" && got != fmt.Sprint(value) {
					t.Errorf("%s has become %s", name, got)
				}
			}
			for name, value := range asObject(c.given["volume"]) {
				if got := asObject(values["volume"])[name]; fmt.Sprint(got) != fmt.Sprint(value) {
					t.Errorf("volume.%s has become %v", name, got)
				}
			}
			// Nothing of it is said again on the apply.
			if diags := s.apply(t, given, plan); len(diags) > 0 {
				t.Errorf("the apply says %+v", diags)
			}
		})
	}
}

func asObject(value any) object {
	o, _ := value.(object)
	return o
}

// TestAcceptedBeside are the nearest neighbors of what is refused above.
func TestAcceptedBeside(t *testing.T) {
	s := configuredServer(t, object{})
	for attribute, values := range map[string][]any{
		"agent":                       {"Claude Code", "claude", "CODEX", "goose"},
		"name":                        {"two-words", "0"},
		"workdir":                     {"/", "/a b/~/", "/srv/Käse"},
		"home":                        {"/root", "/home/coder/"},
		"data_dir":                    {"/data"},
		"relocate_to":                 {"/", "/workspaces/.agents/"},
		"mount_strategy":              {"home", "paths"},
		"launcher":                    {"agentapi", "terminal"},
		"retention_days":              {1, 36500},
		"command":                     {"claude", "/opt/a b/claude", ""},
		"prompt":                      {"", "\t$(x)\n", strings.Repeat("p", 90_000)},
		"port":                        {1, 65535},
		"state_save_interval_seconds": {0, 86400},
		"grace_period_seconds":        {60, 86400},
		"resume":                      {"required", "preferred", "never"},
		"on_resume_failure":           {"fresh", "resend_prompt", "fail"},
		"task_id":                     {"", "5d1b8f3e-4c0a-4d52-9a57-5f7e7f6f2b11"},
		"agentapi_version":            {"0.12.0", "v0.12.2", "latest", "1.0.0-rc.1"},
		"agentapi_module_version":     {"1.0.0", "v2.4.0", "3.0.0"},
		"module_version":              {"4.9.2", "v4.9", "6.0.0"},
		"volume": {
			object{"size": "100M"}, object{"size": "10Gi"}, object{"size": "500 MB"},
			object{"mount_path": "/"}, object{"mount_path": "/home/coder"}, object{"kind": "other"},
			object{"filesystem": "network"}, object{"shared_with": []any{}}, object{"shared_with": []any{"claude", "Codex"}}, object{"allow_shrink": true},
		},
	} {
		for _, value := range values {
			given := object{"agent": "claude-code"}
			given[attribute] = value
			for _, d := range s.plan(t, given, nil).all() {
				if !d.warning {
					t.Errorf("%s = %.60v: %s: %s", attribute, value, d.summary, d.detail)
				}
			}
		}
	}
}

// TestAgentsWithoutAScript holds every built-in agent to one of two answers: a
// plan, or the error that says which agents have a start script.
func TestAgentsWithoutAScript(t *testing.T) {
	s := configuredServer(t, object{})
	ready := readyAgents()
	for _, slug := range catalog.Default().Slugs() {
		diags := s.plan(t, object{"agent": slug}, nil).all()
		switch {
		case slices.Contains(ready, slug):
			if len(diags) > 0 {
				t.Errorf("%s: %v", slug, diags)
			}
			continue
		case len(diags) != 1 || diags[0].summary != "Agent Not Supported Yet" || diags[0].at != "agent" ||
			!strings.Contains(diags[0].detail, `"claude-code"`):
			t.Errorf("%s has no start script, but the provider says %v", slug, diags)
		}
		// Its own module can start it, and is judged.
		plan := s.plan(t, object{"agent": slug, "module_version": "1.0.0", "state_persistence": false, "resume": "never"}, nil)
		if hasError(plan.all()) {
			t.Errorf("%s with its own module: %v", slug, plan.all())
		}
	}
}
