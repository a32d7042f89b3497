package provider

import (
	"strings"
	"testing"
)

// inHouse is an agent that the catalog does not have, complete.
func inHouse() object {
	return object{
		"display_name":  "In-House Agent",
		"aliases":       []string{"house"},
		"agentapi_type": "custom",
		"level":         "full",
		"needs_network": false,
		"session_paths": []any{object{"path": "~/.in-house/sessions", "role": "session", "store": "jsonl", "file": false, "required": true, "relocated_by": "IN_HOUSE_HOME", "network_file_system": true}},
		"storage":       object{"minimum": "100MB", "recommended": "1Gi"},
		"session": object{
			"command": "in-house", "id": "uuid",
			"cold":        []string{"--id", "{session}", "{args}"},
			"cold_prompt": []string{"--id", "{session}", "{args}", "--", "{prompt}"},
			"warm":        []string{"--resume", "{session}", "{args}"},
			"warm_prompt": []string{"--resume", "{session}", "{args}", "--", "{prompt}"},
			"detect":      object{"file": "~/.in-house/sessions/{session}.jsonl", "contains": "user"},
		},
	}
}

// with returns a complete agent in which the value at the path is another.
func with(value any, at ...string) object {
	agent := inHouse()
	inner := agent
	for _, name := range at[:len(at)-1] {
		inner = inner[name].(object)
	}
	inner[at[len(at)-1]] = value
	return agent
}

func TestAddedAgent(t *testing.T) {
	s := newServer(t)
	if diags := s.configure(t, object{"agents": object{"in-house": inHouse()}}); len(diags) > 0 {
		t.Fatalf("%+v", diags)
	}
	got := s.mustRead(t, "coder_agent_compatibility", object{"agent": "House", "home": "/h"})
	want := object{
		"slug": "in-house", "display_name": "In-House Agent", "level": "full", "documented_level": "full", "in_matrix": false,
		"agentapi_type": "custom", "overridden": true, "minimum_storage": "100M", "minimum_storage_bytes": int64(100_000_000), "needs_network": false,
	}
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s is %v, want %v", name, got[name], want[name])
		}
	}
	p := got["session_paths"].([]any)[0].(object)
	if p["path"] != "/h/.in-house/sessions" || p["place"] != "~/.in-house/sessions" || p["relocated_by"] != "IN_HOUSE_HOME" || p["required"] != true || p["store"] != "jsonl" {
		t.Errorf("%v", p)
	}
}

// Each bad value is an error at its exact place, and at no other.
func TestBadProviderBlocks(t *testing.T) {
	agents := func(agent object) object {
		return object{"agents": object{"goose": object{"needs_network": true}, "in-house": agent}}
	}
	tests := []struct {
		name  string
		block object
		at    string
		text  string
	}{
		{"no version", object{"coder_version": "newest"}, "coder_version", `"2.34.0" or "v2.36.1"`},
		{"empty version", object{"coder_version": ""}, "coder_version", `"" is not a version`},
		{"null entry", object{"agents": object{"x": nil}}, `agents["x"]`, "is null"},
		{"bad name", object{"agents": object{"My Agent": inHouse()}}, `agents["My Agent"]`, "lower-case"},
		{"named twice", object{"agents": object{"claude": object{"needs_network": true}, "claude-code": object{"needs_network": true}}}, `agents["claude-code"]`, `agents["claude"]`},
		{"unknown level", agents(with("best", "level")), `agents["in-house"].level`, `"full", "partial"`},
		{"no level", agents(with(nil, "level")), `agents["in-house"].level`, "needs a level"},
		{"display name of another", agents(with("Codex", "display_name")), `agents["in-house"].display_name`, "codex"},
		{"alias of another", agents(with([]string{"ours", "claude"}, "aliases")), `agents["in-house"].aliases[1]`, "claude-code"},
		{"null alias", agents(with([]any{"ours", nil}, "aliases")), `agents["in-house"].aliases[1]`, "null"},
		{"unknown type", agents(with("amazon-q", "agentapi_type")), `agents["in-house"].agentapi_type`, `"amazonq"`},
		{"negative size", agents(with("-1Gi", "storage", "minimum")), `agents["in-house"].storage.minimum`, "negative"},
		{"ambiguous size", agents(with("10g", "storage", "recommended")), `agents["in-house"].storage.recommended`, "ambiguous"},
		{"sizes in the wrong order", agents(with("1M", "storage", "recommended")), `agents["in-house"].storage.recommended`, "below the minimum"},
		{"relative path", agents(with([]any{object{"path": "~/ok"}, object{"path": ".in-house"}}, "session_paths")), `agents["in-house"].session_paths[1].path`, "relative path"},
		{"null path", agents(with([]any{nil}, "session_paths")), `agents["in-house"].session_paths[0].path`, "Must set"},
		{"no path", agents(with([]any{object{"role": "cache"}}, "session_paths")), `agents["in-house"].session_paths[0].path`, "Must set"},
		{"unknown role", agents(with([]any{object{"path": "~/ok", "role": "secret"}}, "session_paths")), `agents["in-house"].session_paths[0].role`, `"credentials"`},
		{"unknown store", agents(with([]any{object{"path": "~/ok", "store": "db"}}, "session_paths")), `agents["in-house"].session_paths[0].store`, `"sqlite-wal"`},
		{"bad variable", agents(with([]any{object{"path": "~/ok", "relocated_by": "$X"}}, "session_paths")), `agents["in-house"].session_paths[0].relocated_by`, "environment variable"},
		{"start without a command", agents(with(nil, "session", "command")), `agents["in-house"].session.command`, "needs a command"},
		{"command with arguments", agents(with("in-house --fast", "session", "command")), `agents["in-house"].session.command`, "blank"},
		{"unknown identifier", agents(with("number", "session", "id")), `agents["in-house"].session.id`, `"captured"`},
		{"cold without identifier", agents(with([]string{"{args}"}, "session", "cold")), `agents["in-house"].session.cold`, "{session} is missing"},
		{"cold prompt without prompt", agents(with([]string{"{session}"}, "session", "cold_prompt")), `agents["in-house"].session.cold_prompt`, "{prompt} is missing"},
		{"warm without identifier", agents(with([]string{"--last"}, "session", "warm")), `agents["in-house"].session.warm`, "must name the session"},
		{"arguments inside an argument", agents(with([]string{"{session}", "-x={args}"}, "session", "warm_prompt")), `agents["in-house"].session.warm_prompt`, "{prompt} is missing"},
		{"null argument", agents(with([]any{"{session}", nil}, "session", "warm")), `agents["in-house"].session.warm[1]`, "null"},
		{"nothing to detect", agents(with(object{}, "session", "detect")), `agents["in-house"].session.detect`, "file or the command"},
		{"detect any session", agents(with(object{"file": "~/.x/*"}, "session", "detect")), `agents["in-house"].session.detect.file`, "any session"},
		{"null in detect", agents(with(object{"command": []any{nil}, "contains": "{session}"}, "session", "detect")), `agents["in-house"].session.detect.command[0]`, "null"},
		{"capture without need", agents(with(object{"file": "~/.x/*"}, "session", "capture")), `agents["in-house"].session.capture`, "nothing is captured"},
		{"length of an identifier", agents(with(object{"file": "~/.x/*", "id_length": int64(0)}, "session", "capture")), `agents["in-house"].session.capture.id_length`, "1 to 255"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			diags := newServer(t).configure(t, tt.block)
			if len(diags) == 0 {
				t.Fatal("no error")
			}
			for _, d := range diags {
				if d.at != tt.at && !strings.HasPrefix(d.at, tt.at+"[") {
					t.Errorf("at %s, want %s", d.at, tt.at)
				}
				if strings.HasPrefix(tt.at, "agents") && tt.text != "Must set" && (d.summary != invalidOverride || !strings.HasPrefix(d.detail, d.at+": ")) {
					t.Errorf("%s: %s", d.summary, d.detail)
				}
			}
			if !strings.Contains(diags[0].detail, tt.text) {
				t.Errorf("%q lacks %q", diags[0].detail, tt.text)
			}
		})
	}
}

// Values that are known only after apply are no errors, and what is wrong
// beside them waits for them.
func TestUnknownProviderBlocks(t *testing.T) {
	const compatibility = "coder_agent_compatibility"
	s := newServer(t)
	if diags := s.configure(t, object{"coder_version": unknown{}, "agents": unknown{}}); len(diags) > 0 {
		t.Fatalf("%+v", diags)
	}
	state, diags := s.read(t, compatibility, object{"agent": "claude", "coder_version": "2.34.0"})
	if len(diags) != 1 || !diags[0].warning || diags[0].at != "agent" || diags[0].summary != "Agent Not Settled Yet" || state["minimum_storage"] != "100M" {
		t.Errorf("%v, %+v", state, diags)
	}
	if _, diags = s.read(t, compatibility, object{"agent": "in-house"}); len(diags) != 1 || diags[0].warning || diags[0].summary != "Agent Not Known Yet" || !strings.Contains(diags[0].detail, "depends_on") {
		t.Errorf("%+v", diags)
	}
	if _, diags = s.read(t, "coder_agent_catalog", object{}); len(diags) != 1 || !diags[0].warning {
		t.Errorf("%+v", diags)
	}

	partial := map[string]object{
		"agents, one entry": {"in-house": unknown{}},
		"level":             {"in-house": with(unknown{}, "level")},
		"list":              {"in-house": with(unknown{}, "session_paths")},
		"element of a list": {"in-house": with([]any{unknown{}}, "aliases")},
		"path":              {"in-house": with([]any{object{"path": unknown{}}}, "session_paths")},
		"storage":           {"in-house": with(unknown{}, "storage")},
		"minimum":           {"in-house": with(unknown{}, "storage", "minimum")},
		"session":           {"in-house": with(unknown{}, "session")},
		"warm":              {"in-house": with(unknown{}, "session", "warm")},
		"detect":            {"in-house": with(unknown{}, "session", "detect")},
		"capture":           {"in-house": with(unknown{}, "session", "capture")},
	}
	for name, agents := range partial {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			agents["claude"] = object{"storage": object{"minimum": "2Gi"}}
			if diags := s.configure(t, object{"agents": agents}); len(diags) > 0 {
				t.Fatalf("%+v", diags)
			}
			if got := s.mustRead(t, compatibility, object{"agent": "claude"}); got["minimum_storage"] != "2Gi" || got["overridden"] != true {
				t.Errorf("%v", got)
			}
			_, diags := s.read(t, compatibility, object{"agent": "in-house"})
			if len(diags) != 1 || diags[0].summary != "Agent Not Known Yet" && diags[0].summary != "Agent Not Settled Yet" {
				t.Errorf("%+v", diags)
			}
		})
	}
}

func TestUnknownCoderVersion(t *testing.T) {
	s := newServer(t)
	if diags := s.configure(t, object{"coder_version": unknown{}}); len(diags) > 0 {
		t.Fatalf("%+v", diags)
	}
	state, diags := s.read(t, "coder_agent_compatibility", object{"agent": "claude"})
	if len(diags) != 1 || !diags[0].warning || diags[0].at != "coder_version" || state["verdict"].(object)["tasks"] != true {
		t.Errorf("%v, %+v", state, diags)
	}
	s.mustRead(t, "coder_agent_compatibility", object{"agent": "claude", "coder_version": "2.34.0"})
}

func TestSettled(t *testing.T) {
	s := configuredData(t, object{"agents": object{"claude": object{"storage": object{"minimum": unknown{}}}, "codex": object{"needs_network": true}, "new": unknown{}}})
	for name, want := range map[string]bool{"claude-code": false, "Claude": false, "codex": true, "goose": true, "new": false, "other": false} {
		if got := s.settled(name); got != want {
			t.Errorf("%s: settled %v, want %v", name, got, want)
		}
	}
	s = configuredData(t, object{})
	if !s.settled("goose") || !s.settled("other") {
		t.Error("without overrides something is not settled")
	}
}
