package provider

import (
	"slices"
	"strings"
	"testing"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
)

const agentCatalogName = "coder_agent_catalog"

func TestCatalogListsAll(t *testing.T) {
	s := newServer(t)
	s.configure(t, object{})
	got := s.mustRead(t, agentCatalogName, object{})
	if slugs := asTexts(got["slugs"]); !slices.Equal(slugs, catalog.Default().Slugs()) {
		t.Errorf("%v", slugs)
	}
	if got["markdown"] != catalog.Markdown(catalog.Default().Agents()) || got["as_of"] != catalog.AsOf {
		t.Errorf("%v, as of %v", got["markdown"], got["as_of"])
	}
	// An entry says what coder_agent_compatibility says of the newest release.
	for i, entry := range got["agents"].([]any) {
		entry := entry.(object)
		one := s.mustRead(t, compatibility, object{"agent": catalog.Default().Slugs()[i]})
		want := object{"resumes": one["verdict"].(object)["resumes"]}
		for name := range entry {
			if _, both := one[name]; both {
				want[name] = one[name]
			}
		}
		contains(t, entry, want)
		if len(want) < 15 {
			t.Errorf("only %d attributes compared", len(want))
		}
		if entry["recommended_storage_bytes"] != one["storage"].(object)["recommended"].(object)["bytes"] {
			t.Errorf("%v", entry)
		}
	}
}

func TestCatalogFilters(t *testing.T) {
	s := newServer(t)
	s.configure(t, object{"agents": object{"in-house": inHouse()}})
	for _, tt := range []struct {
		name  string
		block object
		want  []string
	}{
		{"level", object{"support_levels": []string{"full"}}, []string{"claude-code", "codex", "in-house"}},
		{"levels in any order", object{"support_levels": []string{"not_supported", "partial"}}, []string{"copilot", "opencode", "aider"}},
		{"types", object{"agentapi_types": []string{"goose", "claude"}}, []string{"claude-code", "goose"}},
		{"both", object{"agentapi_types": []string{"goose", "claude"}, "support_levels": []string{"planned"}}, []string{"goose"}},
		{"none", object{"support_levels": []string{}}, []string{}},
		{"removed ones too", object{"agentapi_types": []string{"amazonq"}, "include_removed": true}, []string{"amazon-q"}},
		{"no removed ones", object{"agentapi_types": []string{"amazonq"}, "include_removed": false}, []string{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := s.mustRead(t, agentCatalogName, tt.block)
			if slugs := asTexts(got["slugs"]); !slices.Equal(slugs, tt.want) {
				t.Errorf("%v, want %v", slugs, tt.want)
			}
			var listed []string
			for _, entry := range got["agents"].([]any) {
				listed = append(listed, entry.(object)["slug"].(string))
			}
			if !slices.Equal(listed, tt.want) && len(listed)+len(tt.want) > 0 {
				t.Errorf("agents has %v, slugs %v", listed, tt.want)
			}
			if rows := strings.Count(got["markdown"].(string), "\n| ") - 1; rows != len(tt.want) {
				t.Errorf("the table has %d rows:\n%s", rows, got["markdown"])
			}
		})
	}
}

func TestCatalogRefuses(t *testing.T) {
	s := newServer(t)
	for _, tt := range []struct {
		block object
		at    string
		text  string
	}{
		{object{"support_levels": []string{"full", "best"}}, "support_levels[1]", `"not_supported"`},
		{object{"support_levels": []any{nil}}, "support_levels", "null"},
		{object{"agentapi_types": []string{"amazon-q"}}, "agentapi_types[0]", `"amazonq"`},
	} {
		diags := s.validate(t, agentCatalogName, tt.block)
		if len(diags) == 0 || diags[0].at != tt.at || !strings.Contains(diags[0].detail, tt.text) {
			t.Errorf("%v: %+v", tt.block, diags)
		}
	}
	for _, name := range []string{"support_levels", "agentapi_types", "include_removed"} {
		if diags := s.validate(t, agentCatalogName, object{name: unknown{}}); len(diags) > 0 {
			t.Errorf("unknown %s: %+v", name, diags)
		}
	}
}

func asTexts(items any) []string {
	texts := []string{}
	for _, item := range items.([]any) {
		texts = append(texts, item.(string))
	}
	return texts
}
