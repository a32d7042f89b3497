// Command generate writes what follows from the catalog, modules/agent and the
// agents' test descriptions: tables in the documentation, which stand between
// "<!-- table: NAME -->" and "<!-- /table -->", the module's README, and the pins
// of the agents' programs in tools/. Run it with "make generate".
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog/agents"
	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/agenttest"
	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/toolchain"
)

func main() {
	if err := generate(); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func generate() error {
	root, err := toolchain.RepoRoot(".")
	if err != nil {
		return err
	}
	for _, pattern := range []string{"README.md", "templates/*.tmpl", "templates/*/*.tmpl"} {
		files, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			return err
		}
		for _, file := range files {
			if err := fill(file); err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
		}
	}
	if err := fillModule(filepath.Join(root, "modules", "agent")); err != nil {
		return err
	}
	return pins(filepath.Join(root, "tools"))
}

// marked matches a table with the comments around it.
var marked = regexp.MustCompile(`(?s)(<!-- table: ([a-z-]+) -->\n).*?(<!-- /table -->)`)

// fill replaces the tables of a file.
func fill(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	filled := marked.ReplaceAllFunc(text, func(match []byte) []byte {
		part := marked.FindSubmatch(match)
		table, ok := tables[string(part[2])]
		if !ok {
			err = fmt.Errorf("no table is called %s", part[2])
			return match
		}
		return fmt.Appendf(nil, "%s%s%s", part[1], table(agents.Default().Agents()), part[3])
	})
	if err != nil {
		return err
	}
	_, err = write(file, string(filled))
	return err
}

// pins writes the list of the agents' programs, their npm packages and the lock
// file. npm runs only when the packages changed.
func pins(tools string) error {
	list, manifest, err := agenttest.Pins()
	if err != nil {
		return err
	}
	if _, err := write(filepath.Join(tools, "agents.txt"), list); err != nil {
		return err
	}
	changed, err := write(filepath.Join(tools, "package.json"), manifest)
	if err != nil || !changed {
		return err
	}
	npm := exec.Command("npm", "install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
	npm.Dir, npm.Stdout, npm.Stderr = tools, os.Stderr, os.Stderr
	return npm.Run()
}

// write writes a file unless it has that content already.
func write(file, content string) (changed bool, err error) {
	if have, err := os.ReadFile(file); err == nil && string(have) == content {
		return false, nil
	}
	return true, os.WriteFile(file, []byte(content), 0o644)
}
