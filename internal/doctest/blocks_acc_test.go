package doctest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAccBlocks validates every Terraform block of the documentation, and each
// example that is only part of a template, all of them in one configuration.
func TestAccBlocks(t *testing.T) {
	e := newEngine(t)
	repo := root(t)
	blocks, err := AllBlocks(repo)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var main strings.Builder
	places := 0
	add := func(place, text string) {
		complete, err := Complete(text)
		if err != nil {
			t.Errorf("%s: %v", place, err)
			return
		}
		name := fmt.Sprintf("block%d", places)
		places++
		// Diagnostics show the file's name, which so tells the place.
		write(t, filepath.Join(dir, name, strings.NewReplacer("/", "_", ":", "_line_").Replace(place)+".tf"), complete)
		fmt.Fprintf(&main, "module %q {\n  source = \"./%s\"\n%s}\n", name, name, variables(complete))
	}
	for _, block := range blocks {
		if block.Lang != "terraform" {
			continue
		}
		if block.Text != "" && !isModuleOnly(block.Text) {
			add(block.String(), block.Text)
		}
		formatted(t, e, block)
	}
	for _, pattern := range []string{"resources/*/*.tf", "data-sources/*/*.tf", "functions/*/*.tf", "provider/*.tf"} {
		files, err := filepath.Glob(filepath.Join(repo, "examples", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			relative, err := filepath.Rel(repo, file)
			if err != nil {
				t.Fatal(err)
			}
			add(relative, read(t, file))
		}
	}
	if places < 10 {
		t.Fatalf("only %d blocks were found", places)
	}
	write(t, filepath.Join(dir, "main.tf"), main.String())
	e.must(t, dir, nil, "get", "-no-color")
	e.must(t, dir, nil, "validate", "-no-color")
	t.Logf("%d blocks are valid", places)
}

// isModuleOnly is true for a block with a module from a registry, which no
// test can reach; the examples have a local module in its place.
func isModuleOnly(text string) bool { return strings.Contains(text, "registry.coder.com/") }

// variables gives every variable without a default a value.
func variables(text string) string {
	var lines strings.Builder
	for _, match := range declared.FindAllStringSubmatch(text, -1) {
		if match[1] == "variable" {
			fmt.Fprintf(&lines, "  %s = null\n", match[2])
		}
	}
	return lines.String()
}

// formatted checks one block as "fmt" would a file.
func formatted(t *testing.T, e *engine, block Block) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "main.tf")
	write(t, file, block.Text)
	if out, err := e.run(t, filepath.Dir(file), nil, "fmt", "-check", "-diff", "-no-color", "main.tf"); err != nil {
		t.Errorf("%s is not formatted: %v\n%s", block, err, out)
	}
}

// TestAccExamplesAreFormatted covers the examples as a whole.
func TestAccExamplesAreFormatted(t *testing.T) {
	e := newEngine(t)
	if _, err := os.Stat(filepath.Join(root(t), "examples", "quickstart", "main.tf")); err != nil {
		t.Fatal(err)
	}
	e.must(t, root(t), nil, "fmt", "-check", "-diff", "-recursive", "examples")
}
