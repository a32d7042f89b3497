package doctest

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// sources are the providers that the documentation uses.
var sources = map[string]string{
	"coder": "coder/coder", "persistence": "coder-persistence/persistence", "docker": "kreuzwerker/docker", "kubernetes": "hashicorp/kubernetes",
}

var (
	mentioned = regexp.MustCompile(`(?m)provider::(\w+)::|^(?:resource|data) "([a-z]+)_|provider = (\w+)`)
	variable  = regexp.MustCompile(`(?ms)^variable "(\w+)" \{\n(.*?)^\}`)
)

// complete adds the providers of a fragment, and the coder_agent it refers to.
func complete(fragment string) string {
	if strings.Contains(fragment, "required_providers") {
		return fragment
	}
	if strings.Contains(fragment, "coder_agent.main.") && !strings.Contains(fragment, `resource "coder_agent" "main"`) {
		fragment += "\nresource \"coder_agent\" \"main\" {\n  os   = \"linux\"\n  arch = \"amd64\"\n}\n"
	}
	header := "terraform {\n  required_providers {\n"
	used := map[string]bool{}
	for _, match := range mentioned.FindAllStringSubmatch(fragment, -1) {
		if name := strings.Join(match[1:], ""); sources[name] != "" && !used[name] {
			used[name] = true
			header += fmt.Sprintf("    %s = {\n      source = %q\n    }\n", name, sources[name])
		}
	}
	return header + "  }\n}\n\n" + fragment
}

// required lists the variables without a default.
func required(text string) (names []string) {
	for _, match := range variable.FindAllStringSubmatch(text, -1) {
		if !strings.Contains(match[2], "\n  default ") {
			names = append(names, match[1])
		}
	}
	return names
}

// TestAccBlocks validates every Terraform block of the documentation, and the
// examples of the reference pages, all of them in one configuration.
func TestAccBlocks(t *testing.T) {
	e, dir := newEngine(t), t.TempDir()
	main := ""
	seen := map[string]bool{}
	add := func(place, text string) {
		if seen[text] || slices.Contains(templates(t), text) { // TestAccExamples has whole templates
			return
		}
		seen[text] = true
		name := fmt.Sprintf("block%d", len(seen))
		text = complete(text)
		// Diagnostics name the file.
		writeTemplate(t, filepath.Join(dir, name, strings.ReplaceAll(place, "/", "_")+".tf"), text)
		main += fmt.Sprintf("module %q {\n  source = \"./%s\"\n", name, name)
		for _, name := range required(text) {
			main += fmt.Sprintf("  %s = null\n", name)
		}
		main += "}\n"
	}
	for _, b := range blocks(t) {
		if b.language == "terraform" && !strings.Contains(b.file, "troubleshooting") { // those are mistakes
			add(b.file, b.text)
		}
	}
	for _, pattern := range []string{"resources/*/*.tf", "data-sources/*/*.tf", "functions/*/*.tf", "provider/*.tf"} {
		files, err := filepath.Glob(filepath.Join(root(t), "examples", pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		for _, file := range files {
			add(strings.TrimPrefix(file, root(t)+"/"), read(t, file))
		}
	}
	writeTemplate(t, filepath.Join(dir, "main.tf"), main)
	e.run(t, dir, nil, "get", "-no-color")
	e.run(t, dir, nil, "validate", "-no-color")
	for _, tree := range []string{"examples", "modules"} {
		e.run(t, root(t), nil, "fmt", "-check", "-diff", "-recursive", tree)
	}
}

// templates are the examples that are whole templates.
func templates(t *testing.T) (texts []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root(t), "examples", "*", "main.tf"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, file := range files {
		texts = append(texts, read(t, file))
	}
	return texts
}

// TestAccModule runs the module's own tests.
func TestAccModule(t *testing.T) {
	e, dir := newEngine(t), t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(root(t), "modules", "agent"))); err != nil {
		t.Fatal(err)
	}
	e.run(t, dir, nil, "get", "-no-color")
	e.run(t, dir, nil, "test", "-no-color")
}

// TestAccExamples applies each example, plans it again, stops and starts the
// workspace, and destroys it.
func TestAccExamples(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(root(t), "examples", "*", "main.tf"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		t.Run(filepath.Base(filepath.Dir(file)), func(t *testing.T) {
			t.Parallel()
			applyExample(t, filepath.Dir(file))
		})
	}
}

func applyExample(t *testing.T, example string) {
	t.Helper()
	e, dir := newEngine(t), t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(example)); err != nil {
		t.Fatal(err)
	}
	text := read(t, example, "main.tf")
	writeTemplate(t, filepath.Join(dir, "main.tf"), text)
	env := func(transition string) []string {
		all := []string{"CODER_WORKSPACE_ID=3b0c2b1e-0000-4000-8000-000000000001", "CODER_WORKSPACE_TRANSITION=" + transition}
		for _, name := range required(text) {
			all = append(all, "TF_VAR_"+name+"=example")
		}
		return all
	}
	e.run(t, dir, nil, "get", "-no-color")
	if _, err := os.Stat(filepath.Join(dir, "tests")); err == nil {
		e.run(t, dir, env("start"), "test", "-no-color")
	}
	e.run(t, dir, env("start"), "apply", "-no-color", "-input=false", "-auto-approve")
	for transition, want := range map[string]string{"start": "update", "stop": "delete"} {
		for _, c := range e.plan(t, dir, env(transition)) {
			// Each build has a new agent token, which the container is given.
			container := slices.Contains([]string{"docker_container", "kubernetes_deployment_v1", "kubernetes_pod_v1"}, c.Resource.Type)
			// A stopped workspace has no scripts and apps of the agent.
			script := transition == "stop" && strings.HasPrefix(c.Resource.Type, "coder_") && c.Action == "delete"
			if !script && (!container || c.Action != want) {
				t.Errorf("after an apply, a plan of a %s says %s for %s", transition, c.Action, c.Resource.Addr)
			}
		}
	}
	e.run(t, dir, env("start"), "apply", "-destroy", "-no-color", "-input=false", "-auto-approve")
}

// change is a change that a plan reports.
type change struct {
	Action   string
	Resource struct {
		Addr string
		Type string `json:"resource_type"`
	}
}

func (e *engine) plan(t *testing.T, dir string, env []string) (changes []change) {
	t.Helper()
	for line := range strings.Lines(e.run(t, dir, env, "plan", "-json", "-input=false")) {
		var message struct {
			Type   string
			Change change
		}
		if json.Unmarshal([]byte(line), &message) == nil && message.Type == "planned_change" && message.Change.Action != "read" {
			changes = append(changes, message.Change)
		}
	}
	return changes
}

// TestAccInstall installs two builds, one after the other, under a template that
// is initialized with the first.
func TestAccInstall(t *testing.T) {
	e, home, dir := newEngine(t), t.TempDir(), t.TempDir()
	env := []string{"TF_CLI_CONFIG_FILE=" + filepath.Join(home, "cli.tfrc")}
	plugins := filepath.Join(home, "plugins")
	config := fmt.Sprintf("provider_installation {\n  filesystem_mirror {\n    path = %q\n  }\n}\n", plugins)
	if err := os.WriteFile(filepath.Join(home, "cli.tfrc"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	writeTemplate(t, filepath.Join(dir, "main.tf"), complete("data \"persistence_agent\" \"goose\" {\n  agent = \"goose\"\n}\n"))
	install := func(build string) string {
		program := filepath.Join(home, "program")
		if err := os.WriteFile(program, []byte(read(t, build)), 0o700); err != nil {
			t.Fatal(err)
		}
		out, err := exec.CommandContext(t.Context(), filepath.Join(root(t), "tools", "install-provider.sh"), program, plugins).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return string(out)
	}
	provider := filepath.Join(build.dir, "persistence", "terraform-provider-persistence")
	first := install(provider)
	if again := install(provider); again != first {
		t.Errorf("the same build was installed twice: %s%s", first, again)
	}
	e.run(t, dir, env, "init", "-no-color")
	changed := filepath.Join(home, "changed")
	// Bytes after the end of a program change nothing but its checksum.
	if err := os.WriteFile(changed, []byte(read(t, provider)+"changed"), 0o600); err != nil {
		t.Fatal(err)
	}
	if second := install(changed); second == first || !strings.Contains(second, "init -upgrade") {
		t.Errorf("a changed build: %s", second)
	}
	e.run(t, dir, env, "init", "-no-color")
	e.run(t, dir, env, "validate", "-no-color")
	e.run(t, dir, env, "init", "-upgrade", "-no-color")
	e.run(t, dir, env, "validate", "-no-color")
}
