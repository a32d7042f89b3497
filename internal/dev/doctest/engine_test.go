package doctest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/registrymodules"
	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/toolchain"
)

// engine is the Terraform or OpenTofu that "make acceptance" names.
type engine struct {
	path string
	env  []string
}

var build struct {
	once sync.Once
	dir  string
	err  error
}

func TestMain(m *testing.M) {
	code := m.Run()
	_ = os.RemoveAll(build.dir)
	os.Exit(code)
}

// newEngine returns the engine, set up to use the providers of this checkout.
func newEngine(t *testing.T) *engine {
	t.Helper()
	if os.Getenv("TF_ACC") == "" {
		t.Skip("TF_ACC is not set")
	}
	path := os.Getenv("TF_ACC_TERRAFORM_PATH")
	if path == "" {
		t.Fatal("TF_ACC_TERRAFORM_PATH names no engine; run \"make acceptance\"")
	}
	coder := toolchain.RequirePath(t, "terraform-provider-coder")
	repo := root(t)
	build.once.Do(func() {
		if build.dir, build.err = os.MkdirTemp("", "doctest-"); build.err == nil { //nolint:usetesting // outlives the test
			build.err = buildProviders(repo, build.dir, filepath.Dir(coder))
		}
	})
	if build.err != nil {
		t.Fatal(build.err)
	}
	e := &engine{path, []string{"TF_CLI_CONFIG_FILE=" + filepath.Join(build.dir, "cli.tfrc"), "CHECKPOINT_DISABLE=1", "TF_IN_AUTOMATION=1"}}
	for _, variable := range os.Environ() {
		// The tests may themselves run in a Coder workspace.
		if !strings.HasPrefix(variable, "TF_") && !strings.HasPrefix(variable, "CODER_WORKSPACE") {
			e.env = append(e.env, variable)
		}
	}
	return e
}

// buildProviders builds the provider and the fakes, and writes a configuration
// that makes an engine use them without an init.
func buildProviders(repo, dir, coder string) error {
	config := fmt.Sprintf("provider_installation {\n  dev_overrides {\n    \"coder/coder\" = %q\n", coder)
	for source, from := range map[string]string{
		"coder-persistence/persistence": ".",
		"kreuzwerker/docker":            "./internal/dev/cmd/standin",
		"hashicorp/kubernetes":          "./internal/dev/cmd/standin",
	} {
		name := filepath.Base(source)
		config += fmt.Sprintf("    %q = %q\n", source, filepath.Join(dir, name))
		command := exec.Command("go", "build", "-o", filepath.Join(dir, name, "terraform-provider-"+name), from)
		command.Dir = repo
		if out, err := command.CombinedOutput(); err != nil {
			return fmt.Errorf("go build %s: %w\n%s", from, err, out)
		}
	}
	return os.WriteFile(filepath.Join(dir, "cli.tfrc"), []byte(config+"  }\n  direct {}\n}\n"), 0o600)
}

// run runs the engine in dir, which must succeed, and returns what it printed.
func (e *engine) run(t *testing.T, dir string, env []string, args ...string) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), e.path, args...)
	command.Dir, command.Env = dir, append(append([]string{}, e.env...), env...)
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, &out
	if err := command.Run(); err != nil {
		t.Fatalf("%s %s: %v\n%s", filepath.Base(e.path), strings.Join(args, " "), err, out.String())
	}
	return out.String()
}

// agentModule matches the source of modules/agent in a template.
var agentModule = regexp.MustCompile(`"git::https://github\.com/coder-persistence/[^"]*//modules/agent\?ref=[^"]*"`)

// writeTemplate writes a configuration whose remote modules are replaced by
// modules/agent of this checkout, and by stand-ins for the registry's.
func writeTemplate(t *testing.T, file, text string) {
	t.Helper()
	dir := filepath.Dir(file)
	if err := os.MkdirAll(dir, 0o750); err != nil {
		t.Fatal(err)
	}
	if agentModule.MatchString(text) {
		text = agentModule.ReplaceAllString(text, `"./modules/agent"`)
		if err := os.CopyFS(filepath.Join(dir, "modules", "agent"), os.DirFS(filepath.Join(root(t), "modules", "agent"))); err != nil {
			t.Fatal(err)
		}
	}
	text, err := registrymodules.Replace(text, dir, ".")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
