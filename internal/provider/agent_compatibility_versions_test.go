package provider

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
)

const compatibility = "coder_agent_compatibility"

// released is one module as recorded from the registry.
type released struct {
	Source   string   `json:"registry_source"`
	Status   string   `json:"status"`
	Versions []string `json:"released_versions"`
	Ranges   []struct {
		First      string   `json:"first"`
		Last       string   `json:"last"`
		Level      string   `json:"level"`
		Defensible []string `json:"also_defensible"`
		Flags      []string `json:"flags"`
		History    []string `json:"chat_history_survives_with_defaults"`
	} `json:"ranges"`
}

func readReleased(t *testing.T) map[string]released {
	t.Helper()
	text, err := os.ReadFile("../catalog/testdata/registry-modules.json")
	if err != nil {
		t.Fatal(err)
	}
	modules := map[string]released{}
	if err := json.Unmarshal(text, &modules); err != nil {
		t.Fatal(err)
	}
	return modules
}

// TestEveryReleasedVersion asks the data source about every version of every
// module that the registry has released.
func TestEveryReleasedVersion(t *testing.T) {
	s := newServer(t)
	s.configure(t, object{})
	judged := 0
	for key, module := range readReleased(t) {
		slug := key[strings.LastIndex(key, "/")+1:]
		agent, err := catalog.Default().Lookup(slug)
		if err != nil {
			t.Fatal(err)
		}
		i := -1
		for _, version := range module.Versions {
			if next := i + 1; next < len(module.Ranges) && module.Ranges[next].First == version {
				i = next
			}
			r := module.Ranges[i]
			levels, want := []string{}, append([]string{r.Level}, r.Defensible...)
			for _, level := range want {
				if level == "no_agentapi" || level == "removed" { // flags of not_supported
					level = string(catalog.LevelNotSupported)
				}
				levels = append(levels, level)
			}
			for _, given := range []string{version, "v" + version} {
				judged++
				got := s.mustRead(t, compatibility, object{"agent": slug, "module_version": given})
				if !slices.Contains(levels, got["level"].(string)) {
					t.Errorf("%s %s: level %v, recorded %v", slug, given, got["level"], levels)
				}
				for _, flag := range []string{"no_agentapi", "prompt_resent", "off_by_default"} {
					if has := slices.Contains(got["flags"].([]any), any(flag)); has != slices.Contains(r.Flags, flag) {
						t.Errorf("%s %s: flag %s is %v", slug, given, flag, has)
					}
				}
				if got["module"].(object)["source"] != module.Source || got["judged_version"] != version || got["released"] != true || got["version_note"] != nil {
					t.Errorf("%s %s: %v of %v, released %v, note %v", slug, given, got["judged_version"], got["module"], got["released"], got["version_note"])
				}
				verdict := got["verdict"].(object)
				if verdict["resumes"] != (got["level"] == "full") || verdict["ui_history"] != slices.Contains(r.History, "yes") || verdict["reason"] == "" {
					t.Errorf("%s %s: %v", slug, given, verdict)
				}
				if verdict["resumes"] == false && verdict["fix"] == nil && agent.Session.ScriptReady {
					t.Errorf("%s %s does not resume, and nothing says what to write", slug, given)
				}
			}
		}
	}
	if judged < 300 {
		t.Errorf("only %d versions judged", judged)
	}
}

func TestCompatibilityVersions(t *testing.T) {
	s := newServer(t)
	s.configure(t, object{"coder_version": "2.34.0"})
	tests := []struct {
		name  string
		block object
		want  object // of the state; of verdict below that name
	}{
		{"newest", object{"agent": "claude"}, object{"level": "not_supported", "documented_level": "full", "judged_version": "5.4.0", "released": true, "constraint": ">= 5.0.0", "module_version": nil}},
		{"constraint", object{"agent": "claude", "module_version": "4.9.0"}, object{"level": "full", "constraint": ">= 4.8.1, < 5.0.0"}},
		{"between releases", object{"agent": "claude", "module_version": "4.8.9"}, object{"level": "full", "judged_version": "4.8.9", "released": false}},
		{"beyond", object{"agent": "claude", "module_version": "9.0"}, object{"level": "not_supported", "judged_version": "9.0.0", "released": false}},
		{"pre-release", object{"agent": "claude", "module_version": "v5.0.0-beta.1"}, object{"level": "not_supported", "judged_version": "5.0.0-beta.1", "released": false}},
		{"default agentapi", object{"agent": "claude", "module_version": "4.9.2"}, object{"module_inputs": object{"agentapi_version": "v0.12.2"}, "verdict": object{"resumes": true, "ui_history": false, "tasks": true, "fix": `agentapi_version = "v0.12.2"`}}},
		{"newer agentapi", object{"agent": "claude", "module_version": "4.9.2", "agentapi_version": "0.12.2"}, object{"verdict": object{"resumes": true, "ui_history": true, "fix": nil}}},
		{"older agentapi", object{"agent": "claude", "module_version": "4.9.2", "agentapi_version": "v0.11.8"}, object{"verdict": object{"ui_history": false}}},
		{"latest agentapi", object{"agent": "claude", "module_version": "4.9.2", "agentapi_version": "latest"}, object{"verdict": object{"ui_history": true}}},
		{"without Tasks", object{"agent": "claude", "module_version": "4.9.2", "coder_version": "v2.37.1"}, object{"verdict": object{"tasks": false, "resumes": true}}},
		{"removed", object{"agent": "q"}, object{"level": "planned", "module": object{"status": "removed", "replacement": "registry.coder.com/harleylrn/kiro-cli/coder"}}},
		{"after the removal", object{"agent": "q", "module_version": "4.0.0"}, object{"level": "not_supported", "flags": []any{"removed"}, "released": false}},
		{"not in the matrix", object{"agent": "kiro"}, object{"in_matrix": false, "documented_level": "planned"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			contains(t, s.mustRead(t, compatibility, tt.block), tt.want)
		})
	}
	got := s.mustRead(t, compatibility, object{"agent": "claude", "module_version": "5.0.0", "coder_version": "2.37.0"})
	reason := got["verdict"].(object)["reason"].(string)
	if !strings.Contains(reason, "no Tasks") || !strings.Contains(reason, "still works") {
		t.Errorf("%q does not say what still works without Tasks", reason)
	}
	if note := s.mustRead(t, compatibility, object{"agent": "claude", "module_version": "4.8.9"})["version_note"]; note == nil || !strings.Contains(note.(string), "never released") {
		t.Errorf("version_note is %v", note)
	}
}

func TestCompatibilityStorage(t *testing.T) {
	s := newServer(t)
	s.configure(t, object{})
	for _, slug := range catalog.Default().Slugs() {
		got := s.mustRead(t, compatibility, object{"agent": slug})
		figures := got["storage"].(object)
		minimum := figures["minimum"].(object)
		if minimum["bytes"] != got["minimum_storage_bytes"] || minimum["quantity"] != got["minimum_storage"] || minimum["source"] == nil {
			t.Errorf("%s: %v", slug, minimum)
		}
		recommended := figures["recommended"].(object)
		if estimate := recommended["source"] == nil; estimate != (recommended["note"] != nil) || estimate != (figures["observed"] == nil) || recommended["bytes"].(int64) < minimum["bytes"].(int64) {
			t.Errorf("%s: %v, %v", slug, recommended, figures["observed"])
		}
		if !slices.Contains([]any{"yes", "no", "unknown"}, figures["bounded"]) {
			t.Errorf("%s: bounded %v", slug, figures["bounded"])
		}
		for _, name := range []string{"retention", "resume_behaviour", "as_of"} { //nolint:misspell // as in the schema
			if got[name] == nil || got[name] == "" {
				t.Errorf("%s: %s is %v", slug, name, got[name])
			}
		}
		for _, name := range []string{"sources", "hazards", "notes"} {
			if len(got[name].([]any)) == 0 {
				t.Errorf("%s: no %s", slug, name)
			}
		}
	}
	claude := s.mustRead(t, compatibility, object{"agent": "claude"})["storage"].(object)
	contains(t, claude, object{"bounded": "no", "bounded_by": "cleanupPeriodDays", "documented_growth": "can grow to GB", "observed": object{"quantity": "4600M"}})
	kiro := s.mustRead(t, compatibility, object{"agent": "kiro"})["storage"].(object)
	if note := kiro["minimum"].(object)["note"]; note == nil || !strings.Contains(note.(string), "amazon-q") {
		t.Errorf("Kiro's minimum is taken over from Amazon Q, but the note is %v", note)
	}
}

func TestCompatibilityRefuses(t *testing.T) {
	s := newServer(t)
	s.configure(t, object{})
	for _, tt := range []struct {
		block       object
		at, summary string
		texts       []string
	}{
		{object{"agent": "claud"}, "agent", "Unknown Agent", []string{`"claud"`, `"claude-code"`, "aider", `agent = "claude-code"`}},
		{object{"agent": ""}, "agent", "Unknown Agent", []string{`""`}},
		{object{"agent": "claude", "module_version": "newest"}, "module_version", "Invalid Module Version", []string{`"newest"`, `"5.4.0"`, `"v5.4.0"`}},
		{object{"agent": "claude", "module_version": ">= 4.8"}, "module_version", "Invalid Module Version", []string{"not a constraint"}},
		{object{"agent": "claude", "module_version": ""}, "module_version", "Invalid Module Version", []string{`"" is not a version`, "write null"}},
		{object{"agent": unknown{}, "module_version": "x"}, "module_version", "Invalid Module Version", []string{`"x"`, `"1.2.3"`, `"v1.2.3"`}},
		{object{"agent": "claude", "agentapi_version": "0.12.2.1"}, "agentapi_version", "Invalid AgentAPI Version", []string{`"0.12.2.1"`, `"v0.12.2"`, `"0.12.2"`}},
		{object{"agent": "claude", "coder_version": "two"}, "coder_version", "Invalid Coder Version", []string{`"two"`, `"2.34.0"`, `"v2.36.1"`}},
		{object{"agent": "claude", "home": "~"}, "home", "Invalid Path", []string{`home = "/home/coder"`}},
		{object{"agent": "claude", "home": ""}, "home", "Empty Value", []string{"home = null"}},
		{object{"agent": "claude", "workdir": "project"}, "workdir", "Invalid Path", []string{`workdir = "/home/coder/project"`}},
	} {
		diags := s.validate(t, compatibility, tt.block)
		if len(diags) == 0 {
			_, diags = s.read(t, compatibility, tt.block)
		}
		if len(diags) != 1 || diags[0].warning || diags[0].at != tt.at || diags[0].summary != tt.summary {
			t.Errorf("%v: %+v", tt.block, diags)
			continue
		}
		for _, text := range tt.texts {
			if !strings.Contains(diags[0].detail, text) {
				t.Errorf("%v: %q lacks %q", tt.block, diags[0].detail, text)
			}
		}
	}
	for _, name := range []string{"agent", "module_version", "agentapi_version", "coder_version", "home", "workdir"} {
		block := object{"agent": "claude", name: unknown{}}
		if diags := s.validate(t, compatibility, block); len(diags) > 0 {
			t.Errorf("unknown %s: %+v", name, diags)
		}
	}
}

// contains compares what is wanted, at any depth, with what there is.
func contains(t *testing.T, got, want object) {
	t.Helper()
	for name, value := range want {
		if inner, ok := value.(object); ok {
			contains(t, got[name].(object), inner)
			continue
		}
		if !reflect.DeepEqual(got[name], value) {
			t.Errorf("%s is %v, want %v", name, got[name], value)
		}
	}
}
