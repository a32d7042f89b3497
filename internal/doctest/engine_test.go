package doctest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/toolchain"
)

// engine is the Terraform or OpenTofu that the acceptance tests run with.
type engine struct {
	path string
	env  []string
}

func root(t *testing.T) string {
	t.Helper()
	dir, err := toolchain.RepoRoot(".")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

var build struct {
	once   sync.Once
	dir    string
	config string
	err    error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if build.dir != "" {
		_ = os.RemoveAll(build.dir)
	}
	os.Exit(code)
}

// newEngine returns the engine, set up to use the providers of this checkout.
func newEngine(t *testing.T) *engine {
	t.Helper()
	if os.Getenv("TF_ACC") == "" {
		t.Skip("acceptance tests need TF_ACC=1; \"make acceptance\" sets it")
	}
	path := os.Getenv("TF_ACC_TERRAFORM_PATH")
	if path == "" {
		t.Fatal("TF_ACC_TERRAFORM_PATH must name the engine; \"make acceptance\" sets it")
	}
	coder := toolchain.RequirePath(t, "terraform-provider-coder")
	build.once.Do(func() { build.err = buildProviders(root(t), filepath.Dir(coder)) })
	if build.err != nil {
		t.Fatal(build.err)
	}
	env := []string{"TF_CLI_CONFIG_FILE=" + build.config, "CHECKPOINT_DISABLE=1", "TF_IN_AUTOMATION=1"}
	for _, variable := range os.Environ() {
		// Neither the user's settings nor the workspace this runs in may show.
		if !strings.HasPrefix(variable, "TF_") && !strings.HasPrefix(variable, "CODER_WORKSPACE") {
			env = append(env, variable)
		}
	}
	return &engine{path: path, env: env}
}

// buildProviders builds the provider and the stand-ins, and writes a settings
// file that makes an engine use them without an init.
func buildProviders(root, coder string) error {
	dir, err := os.MkdirTemp("", "doctest-")
	if err != nil {
		return err
	}
	build.dir, build.config = dir, filepath.Join(dir, "cli.tfrc")
	overrides := map[string]string{"coder/coder": coder}
	for source, from := range map[string]string{
		"coder-persistence/coder-persistence": ".",
		"kreuzwerker/docker":                  "./internal/cmd/standin",
		"hashicorp/kubernetes":                "./internal/cmd/standin",
	} {
		_, name, _ := strings.Cut(source, "/")
		overrides[source] = filepath.Join(dir, name)
		command := exec.Command("go", "build", "-o", filepath.Join(dir, name, "terraform-provider-"+name), from)
		command.Dir = root
		if out, err := command.CombinedOutput(); err != nil {
			return fmt.Errorf("build %s: %w\n%s", from, err, out)
		}
	}
	var config strings.Builder
	config.WriteString("provider_installation {\n  dev_overrides {\n")
	for source, path := range overrides {
		fmt.Fprintf(&config, "    %q = %q\n", source, path)
	}
	config.WriteString("  }\n  direct {}\n}\n")
	return os.WriteFile(build.config, []byte(config.String()), 0o600)
}

// run runs the engine in dir and returns what it printed, both streams
// together.
func (e *engine) run(t *testing.T, dir string, extraEnv []string, args ...string) (string, error) {
	t.Helper()
	command := exec.Command(e.path, args...)
	command.Dir = dir
	command.Env = append(append([]string{}, e.env...), extraEnv...)
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, &out
	err := command.Run()
	return out.String(), err
}

// must is run for what is expected to succeed.
func (e *engine) must(t *testing.T, dir string, extraEnv []string, args ...string) string {
	t.Helper()
	out, err := e.run(t, dir, extraEnv, args...)
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", filepath.Base(e.path), strings.Join(args, " "), err, out)
	}
	return out
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
