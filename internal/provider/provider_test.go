package provider

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
)

// factories serve the provider under test; the engine is the one that
// TF_ACC_TERRAFORM_PATH names.
var factories = map[string]func() (tfprotov6.ProviderServer, error){
	"coder-persistence": func() (tfprotov6.ProviderServer, error) { return NewServer("test")(), nil },
}

// requirement begins every configuration of an acceptance test.
const requirement = `
terraform {
  required_providers {
    coder-persistence = {
      source = "coder-persistence/coder-persistence"
    }
  }
}
`

// acceptance runs steps against a real engine, beside other acceptance tests.
// It needs the environment that the make targets set; without TF_ACC the test
// is skipped, and the make targets count the tests that ran.
func acceptance(t *testing.T, steps ...resource.TestStep) {
	t.Helper()
	acceptanceCase(t, resource.TestCase{ProtoV6ProviderFactories: factories, Steps: steps})
}

func acceptanceCase(t *testing.T, testCase resource.TestCase) {
	t.Helper()
	if os.Getenv(resource.EnvTfAcc) != "" && os.Getenv("TF_ACC_PROVIDER_NAMESPACE") != "coder-persistence" {
		t.Fatal(`TF_ACC is set without TF_ACC_PROVIDER_NAMESPACE=coder-persistence; run "make acceptance", which sets all that is needed`)
	}
	for i, step := range testCase.Steps {
		if step.Config != "" && !strings.Contains(step.Config, "required_providers") {
			testCase.Steps[i].Config = requirement + step.Config
		}
	}
	resource.ParallelTest(t, testCase)
}

// refused applies a configuration that cannot be applied and returns what the
// engine says, with all white space as single blanks and without its frames.
func refused(t *testing.T, config string) string {
	t.Helper()
	said := ""
	acceptanceCase(t, resource.TestCase{
		ProtoV6ProviderFactories: factories,
		ErrorCheck: func(err error) error {
			said = strings.Join(strings.Fields(strings.NewReplacer("│", " ", "╷", " ", "╵", " ").Replace(err.Error())), " ")
			return nil
		},
		Steps: []resource.TestStep{{Config: config}},
	})
	if said == "" {
		t.Fatal("the configuration was not refused")
	}
	return said
}

// mustSay fails for each text that is missing from what the engine said.
func mustSay(t *testing.T, said string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(said, text) {
			t.Errorf("the engine does not say %q; it says:\n%s", text, said)
		}
	}
}

// block writes a resource or data block of this provider. Each argument is a
// line such as `name = "reviewer"`.
func block(kind, label string, arguments ...string) string {
	var out strings.Builder
	resourceType := map[string]string{"resource": "coder_agent_persistence", "data": "coder_agent_compatibility"}[kind]
	fmt.Fprintf(&out, "%s %q %q {\n  provider = coder-persistence\n", kind, resourceType, label)
	for _, argument := range arguments {
		fmt.Fprintf(&out, "  %s\n", argument)
	}
	out.WriteString("}\n")
	return out.String()
}

// persist writes a resource block of this provider.
func persist(label string, arguments ...string) string { return block("resource", label, arguments...) }

// unknownPaths lists the places of a plan's after_unknown that are true, such
// as "agentapi_module.folder", sorted.
func unknownPaths(value any) []string {
	var paths []string
	var walk func(at string, value any)
	walk = func(at string, value any) {
		switch value := value.(type) {
		case bool:
			if value {
				paths = append(paths, strings.TrimPrefix(at, "."))
			}
		case map[string]any:
			for key, inner := range value {
				walk(at+"."+key, inner)
			}
		case []any:
			for i, inner := range value {
				walk(fmt.Sprintf("%s.%d", at, i), inner)
			}
		}
	}
	walk("", value)
	slices.Sort(paths)
	return paths
}
