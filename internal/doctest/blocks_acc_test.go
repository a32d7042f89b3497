package doctest

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
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
	dir, plain := t.TempDir(), t.TempDir()
	copyModules(t, repo, dir)
	applied := texts(t, "examples/*/main.tf") // by TestAccExamples
	var main strings.Builder
	places := 0
	// Diagnostics show a file's name, which so tells the place.
	fileName := strings.NewReplacer("/", "_", ":", "_line_")
	add := func(place, text string) {
		complete, err := Complete(text)
		if err != nil {
			t.Errorf("%s: %v", place, err)
			return
		}
		name := fmt.Sprintf("block%d", places)
		places++
		write(t, filepath.Join(dir, name, fileName.Replace(place)+".tf"), complete)
		fmt.Fprintf(&main, "module %q {\n  source = \"./%s\"\n%s}\n", name, name, variables(complete))
	}
	for _, block := range blocks {
		if block.Lang == "terraform" && !slices.Contains(applied, block.Text) {
			add(block.String(), withLocalModules(block.Text))
			write(t, filepath.Join(plain, fileName.Replace(block.String())+".tf"), block.Text)
		}
	}
	e.must(t, plain, nil, "fmt", "-check", "-diff", "-no-color", ".")
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

// registryModule matches the source of a module of the Coder registry, with its
// version.
var registryModule = regexp.MustCompile(`source  = "registry\.coder\.com/[a-z-]+/([a-z-]+)/coder"\n +version = "[^"]+"`)

// withLocalModules puts a stand-in in the place of a module of the registry,
// which no test can reach.
func withLocalModules(text string) string {
	return registryModule.ReplaceAllString(text, `source = "../modules/$1"`)
}

// copyModules puts the stand-ins into dir/modules.
func copyModules(t *testing.T, repo, dir string) {
	t.Helper()
	for to, from := range map[string]string{
		"":            "internal/doctest/testdata/modules",
		"agentapi":    "examples/agentapi-module/modules/agentapi",
		"coder-utils": "examples/coder-utils/modules/coder-utils",
	} {
		if err := os.CopyFS(filepath.Join(dir, "modules", to), os.DirFS(filepath.Join(repo, from))); err != nil {
			t.Fatal(err)
		}
	}
}

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

// TestAccExamplesAreFormatted covers the examples as a whole.
func TestAccExamplesAreFormatted(t *testing.T) {
	e := newEngine(t)
	if _, err := os.Stat(filepath.Join(root(t), "examples", "quickstart", "main.tf")); err != nil {
		t.Fatal(err)
	}
	e.must(t, root(t), nil, "fmt", "-check", "-diff", "-recursive", "examples")
}
