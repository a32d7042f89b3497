// Package registrymodules writes stand-ins for modules of the Coder registry, which
// tests cannot reach. A stand-in takes the inputs of the released module and
// refuses what that refuses: a missing, unknown or mistyped input.
package registrymodules

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// interfaces are the inputs and outputs of released modules, read from them.
//
//go:embed interfaces.json
var interfaces []byte

type module struct {
	Source  string           `json:"source"`
	Version string           `json:"version"`
	Inputs  map[string]input `json:"inputs"`
	Outputs []string         `json:"outputs"`
}

type input struct {
	Type    string  `json:"type"`
	Default *string `json:"default"` // as HCL; nil for a required input
}

// rules are the validations of the released modules that a template can violate.
var rules = map[string]string{
	"coder/coder-utils 0.0.1 module_directory": `can(regex("^\\$HOME/\\.coder-modules/[A-Za-z0-9_-]+/[A-Za-z0-9_-]+$", var.module_directory))`,
}

// outputs are values of the outputs.
var outputs = map[string]string{
	"task_app_id": `"00000000-0000-4000-8000-000000000000"`,
	"scripts":     `["example-install_script"]`,
}

func modules() map[string]module {
	var all map[string]module
	if err := json.Unmarshal(interfaces, &all); err != nil {
		panic(err) // embedded
	}
	return all
}

// reference matches the source and version of a module of the registry.
var reference = regexp.MustCompile(`source += "(registry\.coder\.com/[a-z-]+/[a-z-]+/coder)"\n +version += "([^"]+)"`)

// Replace puts stand-ins below dir/registry in the place of the registry's
// modules in a configuration, and writes them. prefix leads from the
// configuration to dir. A module that is not known is an error.
func Replace(configuration, dir, prefix string) (string, error) {
	var failed error
	replaced := reference.ReplaceAllStringFunc(configuration, func(text string) string {
		match := reference.FindStringSubmatch(text)
		for name, m := range modules() {
			if m.Source == match[1] && m.Version == match[2] {
				folder := strings.NewReplacer("/", "-", " ", "-").Replace(name)
				if err := write(filepath.Join(dir, "registry", folder), name, m); err != nil {
					failed = err
				}
				return fmt.Sprintf("source = %q", prefix+"/registry/"+folder)
			}
		}
		failed = fmt.Errorf("interfaces.json has no %s %s", match[1], match[2])
		return text
	})
	return replaced, failed
}

func write(dir, name string, m module) error {
	var b strings.Builder
	b.WriteString("terraform {\n  required_providers {\n    coder = {\n      source  = \"coder/coder\"\n      version = \">= 2.13\"\n    }\n  }\n}\n")
	for _, in := range slices.Sorted(maps.Keys(m.Inputs)) {
		fmt.Fprintf(&b, "\nvariable %q {\n  type = %s\n", in, m.Inputs[in].Type)
		if value := m.Inputs[in].Default; value != nil {
			fmt.Fprintf(&b, "  default = %s\n", *value)
		}
		if rule := rules[name+" "+in]; rule != "" {
			fmt.Fprintf(&b, "\n  validation {\n    condition     = %s\n    error_message = \"%s refuses this %s.\"\n  }\n", rule, name, in)
		}
		b.WriteString("}\n")
	}
	for _, out := range m.Outputs {
		fmt.Fprintf(&b, "\noutput %q {\n  value = %s\n}\n", out, outputs[out])
	}
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "main.tf"), []byte(b.String()), 0o600)
}
