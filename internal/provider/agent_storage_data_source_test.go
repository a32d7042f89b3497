package provider

import (
	"slices"
	"strings"
	"testing"
)

const agentStorageName = "coder_agent_storage"

func TestStorageSums(t *testing.T) {
	s := newServer(t)
	s.configure(t, object{"agents": object{"in-house": inHouse(), "goose": object{"storage": object{"minimum": "1Gi"}}}})
	got := s.mustRead(t, agentStorageName, object{"agents": []string{"claude", "codex"}})
	contains(t, got, object{
		"floor":        object{"bytes": int64(200_000_000), "quantity": "200M", "gib": int64(1)},
		"recommended":  object{"bytes": int64(25_000_000_000), "quantity": "25G", "gib": int64(24)},
		"volume_bytes": nil, "headroom_percent": nil,
	})
	shares := got["shares"].([]any)
	if len(shares) != 2 {
		t.Fatalf("%v", shares)
	}
	contains(t, shares[0].(object), object{"slug": "claude-code", "display_name": "Claude Code", "floor_bytes": int64(100_000_000), "floor": "100M", "recommended": "5G"})

	// 200 MB and 15 percent, in exact integers; the shares stay what they are.
	got = s.mustRead(t, agentStorageName, object{"agents": []string{"claude", "codex"}, "headroom_percent": int64(15), "volume_size": "1Ti"})
	contains(t, got, object{"floor": object{"bytes": int64(230_000_000)}, "recommended": object{"bytes": int64(28_750_000_000)}, "volume_bytes": int64(1 << 40)})
	contains(t, got["shares"].([]any)[1].(object), object{"floor": "100M"})

	got = s.mustRead(t, agentStorageName, object{"agents": []string{"goose", "house"}})
	contains(t, got, object{"floor": object{"bytes": int64(1<<30 + 100_000_000)}})
}

func TestStorageCountsDuplicatesOnce(t *testing.T) {
	s := newServer(t)
	s.configure(t, object{})
	got, diags := s.read(t, agentStorageName, object{"agents": []string{"claude", "goose", "Claude Code", "claude-code"}})
	if len(diags) != 2 || !diags[0].warning || diags[0].at != "agents[2]" || diags[1].at != "agents[3]" || diags[0].summary != "Agent Listed Twice" {
		t.Fatalf("%+v", diags)
	}
	if !strings.Contains(diags[0].detail, `agents[2], "Claude Code", is the same agent as agents[0], "claude"`) {
		t.Error(diags[0].detail)
	}
	contains(t, got, object{"floor": object{"quantity": "150M"}})
	if len(got["shares"].([]any)) != 2 {
		t.Errorf("%v", got["shares"])
	}
}

func TestStorageComparesTheVolume(t *testing.T) {
	s := newServer(t)
	s.configure(t, object{})
	for _, tt := range []struct {
		volume   string
		headroom any
		summary  string // "" for nothing to say
	}{
		{"25G", nil, ""},
		{"24999999999", nil, "Volume Below The Recommended Size"},
		{"25G", int64(1), "Volume Below The Recommended Size"},
		{"200M", nil, "Volume Below The Recommended Size"},
		{"199999999", nil, "Volume Too Small"},
		{"200M", int64(1), "Volume Too Small"},
	} {
		state, diags := s.read(t, agentStorageName, object{"agents": []string{"claude", "codex"}, "volume_size": tt.volume, "headroom_percent": tt.headroom})
		if tt.summary == "" {
			if len(diags) > 0 {
				t.Errorf("%s: %+v", tt.volume, diags)
			}
			continue
		}
		if len(diags) != 1 || diags[0].at != "volume_size" || diags[0].summary != tt.summary || diags[0].warning == (state == nil) {
			t.Errorf("%s: %+v", tt.volume, diags)
			continue
		}
		for _, text := range []string{"Claude Code ", "Codex ", "together", `Given: "` + tt.volume + `"`, "Write: volume_size ="} {
			if !strings.Contains(diags[0].detail, text) {
				t.Errorf("%s: %q lacks %q", tt.volume, diags[0].detail, text)
			}
		}
	}
}

func TestStorageRefuses(t *testing.T) {
	s := newServer(t)
	largest := "9223372036854775807"
	s.configure(t, object{"agents": object{"huge": object{"level": "full", "storage": object{"minimum": largest}}}})
	for _, tt := range []struct {
		block    object
		at, text string
	}{
		{object{"agents": []string{"goose", "claud"}}, "agents[1]", `agents = ["claude-code"]`},
		{object{"agents": []string{}}, "agents", "at least 1"},
		{object{"agents": []any{"goose", nil}}, "agents[1]", "null"},
		{object{"agents": []string{"goose"}, "headroom_percent": int64(1001)}, "headroom_percent", "between 0 and 1000"},
		{object{"agents": []string{"goose"}, "headroom_percent": int64(-1)}, "headroom_percent", "between 0 and 1000"},
		{object{"agents": []string{"huge", "goose"}}, "agents", "2^63-1"},
		{object{"agents": []string{"huge"}, "headroom_percent": int64(1)}, "agents", "2^63-1"},
		{object{"agents": []string{"goose"}, "volume_size": "0"}, "volume_size", "above zero"},
		{object{"agents": []string{"goose"}, "volume_size": ""}, "volume_size", "Accepted:"},
		{object{"agents": []string{"goose"}, "volume_size": "-1Gi"}, "volume_size", "negative"},
		{object{"agents": []string{"goose"}, "volume_size": "100m"}, "volume_size", "Accepted:"},
		{object{"agents": []string{"goose"}, "volume_size": "10g"}, "volume_size", "ambiguous"},
		{object{"agents": []string{"goose"}, "volume_size": "8Ei"}, "volume_size", "2^63-1"},
		{object{"agents": []string{"goose"}, "volume_size": "0.3Gi"}, "volume_size", "fraction"},
	} {
		_, diags := s.read(t, agentStorageName, tt.block)
		if len(diags) != 1 || diags[0].warning || diags[0].at != tt.at || !strings.Contains(diags[0].detail, tt.text) {
			t.Errorf("%v: %+v", tt.block, diags)
		}
	}
	// The largest size there is can still be had.
	if got := s.mustRead(t, agentStorageName, object{"agents": []string{"huge"}}); got["floor"].(object)["quantity"] != largest {
		t.Errorf("%v", got)
	}
	for name, value := range map[string]any{"agents": unknown{}, "volume_size": unknown{}, "headroom_percent": unknown{}} {
		block := object{"agents": []string{"goose"}}
		block[name] = value
		if diags := s.validate(t, agentStorageName, block); len(diags) > 0 {
			t.Errorf("unknown %s: %+v", name, diags)
		}
	}
	if diags := s.validate(t, agentStorageName, object{"agents": slices.Repeat([]any{unknown{}}, 2)}); len(diags) > 0 {
		t.Errorf("unknown elements: %+v", diags)
	}
}
