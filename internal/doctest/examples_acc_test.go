package doctest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// notTemplates are the folders whose files are parts of templates; TestAccBlocks
// validates them.
var notTemplates = []string{"data-sources", "functions", "provider", "resources"}

// values are what an example needs to be told.
var values = map[string][]string{
	"docker":     {"TF_VAR_image=example"},
	"kubernetes": {"TF_VAR_image=example", "TF_VAR_namespace=coder"},
}

// keepsVolume are the examples with a volume of their own.
var keepsVolume = []string{"docker", "kubernetes"}

// TestAccExamples applies each example, plans it again, stops and starts the
// workspace, and destroys it.
func TestAccExamples(t *testing.T) {
	examples := filepath.Join(root(t), "examples")
	entries, err := os.ReadDir(examples)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, entry := range entries {
		name := entry.Name()
		if !entry.IsDir() || slices.Contains(notTemplates, name) {
			continue
		}
		found++
		t.Run(name, func(t *testing.T) { applyExample(t, examples, name) })
	}
	if found < 7 {
		t.Errorf("only %d examples were found", found)
	}
}

func applyExample(t *testing.T, examples, name string) {
	t.Helper()
	e := newEngine(t)
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(examples, name))); err != nil {
		t.Fatal(err)
	}
	env := func(transition string) []string {
		return append([]string{"CODER_WORKSPACE_ID=3b0c2b1e-0000-4000-8000-000000000001", "CODER_WORKSPACE_TRANSITION=" + transition}, values[name]...)
	}
	e.must(t, dir, nil, "get", "-no-color")
	e.must(t, dir, nil, "validate", "-no-color")
	if _, err := os.Stat(filepath.Join(dir, "tests")); err == nil {
		e.must(t, dir, nil, "test", "-no-color")
	}
	e.must(t, dir, env("start"), "apply", "-no-color", "-input=false", "-auto-approve")

	actions := e.plan(t, dir, env("start"))
	if len(actions.of("coder_agent_persistence")) == 0 {
		t.Error("the example has no coder_agent_persistence")
	}
	for _, change := range actions {
		// The agent's token is new at each build, and what holds it follows.
		if !slices.Contains(change.Actions, "no-op") && change.Type != "docker_container" && change.Type != "kubernetes_deployment_v1" {
			t.Errorf("a second plan says %s for %s", strings.Join(change.Actions, " and "), change.Address)
		}
	}
	if slices.Contains(keepsVolume, name) {
		stopAndStart(t, e, dir, env)
	}
	e.must(t, dir, env("start"), "destroy", "-no-color", "-input=false", "-auto-approve")
}

// stopAndStart makes sure that a stop takes the container away and leaves the
// volume alone, as does the next start.
func stopAndStart(t *testing.T, e *engine, dir string, env func(string) []string) {
	t.Helper()
	for transition, want := range map[string]string{"stop": "delete", "start": "update"} {
		containers, volumes := 0, 0
		for _, change := range e.plan(t, dir, env(transition)) {
			switch change.Type {
			case "docker_container", "kubernetes_deployment_v1":
				containers++
				if !slices.Contains(change.Actions, want) {
					t.Errorf("at a %s the plan says %v for %s, expected %s", transition, change.Actions, change.Address, want)
				}
			case "docker_volume", "kubernetes_persistent_volume_claim_v1":
				volumes++
				if !slices.Contains(change.Actions, "no-op") {
					t.Errorf("at a %s the plan says %v for %s", transition, change.Actions, change.Address)
				}
			}
		}
		if containers != 1 || volumes != 1 {
			t.Errorf("expected one container and one volume in the plan; found %d and %d", containers, volumes)
		}
	}
}

// change is what a plan says of one resource.
type change struct {
	Address string
	Type    string
	Actions []string
}

type changes []change

func (all changes) of(kind string) changes {
	return slices.DeleteFunc(slices.Clone(all), func(c change) bool { return c.Type != kind })
}

func (e *engine) plan(t *testing.T, dir string, env []string) changes {
	t.Helper()
	file := filepath.Join(t.TempDir(), "plan")
	e.must(t, dir, env, "plan", "-no-color", "-input=false", "-out="+file)
	text := e.must(t, dir, env, "show", "-json", file)
	// The engine may print warnings first.
	if start := strings.Index(text, `{"format_version"`); start > 0 {
		text = text[start:]
	}
	var plan struct {
		ResourceChanges []struct {
			Address string
			Type    string
			Mode    string
			Change  struct{ Actions []string }
		} `json:"resource_changes"`
	}
	if err := json.Unmarshal([]byte(text), &plan); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	var all changes
	for _, r := range plan.ResourceChanges {
		if r.Mode == "managed" {
			all = append(all, change{r.Address, r.Type, r.Change.Actions})
		}
	}
	return all
}
