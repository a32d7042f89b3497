// Package preview_test evaluates a template as Coder's dynamic parameters do.
package preview_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coder/preview"
	"github.com/coder/preview/types"
)

// A coder_parameter can take its options and its default from this provider's
// data sources, because their types do not begin with coder_. It can take
// neither from the resource, whose type does.
const template = `
terraform {
  required_providers {
    coder = {
      source = "coder/coder"
    }
    persistence = {
      source = "coder-persistence/persistence"
    }
  }
}

data "persistence_agents" "all" {}

data "persistence_storage" "home" {
  agents = ["claude-code", "codex"]
}

resource "coder_agent_persistence" "claude" {
  provider = persistence
  agent    = "claude-code"
}

data "coder_parameter" "agent" {
  name    = "agent"
  type    = "string"
  default = "claude-code"

  dynamic "option" {
    for_each = data.persistence_agents.all.agents

    content {
      name  = option.value.display_name
      value = option.value.slug
    }
  }
}

data "coder_parameter" "size" {
  name    = "size"
  type    = "number"
  default = data.persistence_storage.home.recommended.gib
}

data "coder_parameter" "session" {
  name    = "session"
  type    = "string"
  default = coder_agent_persistence.claude.session_id
}
`

func TestDynamicParameters(t *testing.T) {
	tools, err := filepath.Abs("../../../.cache/tools/bin")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(tools, "terraform-provider-coder")); err != nil {
		t.Fatalf("%v; run tools/install.sh terraform-provider-coder", err)
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "template", "main.tf"), template)
	write(t, filepath.Join(dir, "cli.tfrc"), `provider_installation {
  dev_overrides {
    "coder/coder"                   = "`+tools+`"
    "coder-persistence/persistence" = "`+filepath.Join(dir, "bin")+`"
  }
  direct {}
}
`)
	run(t, "../../..", "go", "build", "-o", filepath.Join(dir, "bin", "terraform-provider-persistence"), ".")
	t.Setenv("TF_CLI_CONFIG_FILE", filepath.Join(dir, "cli.tfrc"))
	engine := "terraform"
	if path := os.Getenv("TF_ACC_TERRAFORM_PATH"); path != "" {
		engine = path
	}
	templates := filepath.Join(dir, "template")
	run(t, templates, engine, "plan", "-input=false", "-out=plan.tfplan")
	plan := run(t, templates, engine, "show", "-json", "plan.tfplan")

	output, diagnostics := preview.Preview(t.Context(), preview.Input{PlanJSON: []byte(plan)}, os.DirFS(templates))
	if output == nil || diagnostics.HasErrors() {
		t.Fatal(diagnostics)
	}
	parameters := map[string]types.Parameter{}
	for _, p := range output.Parameters {
		parameters[p.Name] = p
	}
	var slugs []string
	for _, option := range parameters["agent"].Options {
		slugs = append(slugs, option.Value.AsString())
	}
	if len(slugs) < 12 || !strings.Contains(strings.Join(slugs, " "), "claude-code") {
		t.Errorf("the options are %q, want every agent", slugs)
	}
	if got := parameters["size"].DefaultValue.AsString(); got != "24" {
		t.Errorf("the default size is %q, want 24 GiB, which is 25 GB rounded up", got)
	}
	if session := parameters["session"].DefaultValue; session.IsKnown() {
		t.Errorf("the resource's output is known: %q; the documentation says that it is not", session.AsString())
	}
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

func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = dir
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s%s", name, args, err, out, stderr.String())
	}
	return string(out)
}
