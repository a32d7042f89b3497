package doctest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"

	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/toolchain"
)

func root(t *testing.T) string {
	t.Helper()
	dir, err := toolchain.RepoRoot(".")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func read(t *testing.T, path ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// markdownFiles returns the files that people read, relative to the root.
func markdownFiles(t *testing.T) []string {
	t.Helper()
	var files []string
	for _, pattern := range []string{"*.md", ".github/*.md", "docs/*.md", "docs/*/*.md"} {
		found, err := filepath.Glob(filepath.Join(root(t), pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range found {
			relative, err := filepath.Rel(root(t), file)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, relative)
		}
	}
	if len(files) < 10 {
		t.Fatalf("found only %q", files)
	}
	return files
}

// fence matches a code block with its language.
var fence = regexp.MustCompile("(?ms)^```([a-z]*)[^\n]*\n(.*?)^```$")

// block is a code block of a Markdown file.
type block struct{ file, language, text string }

func blocks(t *testing.T) []block {
	t.Helper()
	var all []block
	for _, file := range markdownFiles(t) {
		for _, match := range fence.FindAllStringSubmatch(read(t, root(t), file), -1) {
			all = append(all, block{file, match[1], match[2]})
		}
	}
	return all
}

// TestBlocks checks the blocks that need no engine; TestAccBlocks has the others.
func TestBlocks(t *testing.T) {
	makefile := read(t, root(t), "GNUmakefile")
	target := regexp.MustCompile(`(?m)^make ([a-z-]+)`)
	for _, b := range blocks(t) {
		switch b.language {
		case "bash", "shell":
			if _, err := syntax.NewParser().Parse(strings.NewReader(b.text), b.file); err != nil {
				t.Error(err)
			}
			for _, match := range target.FindAllStringSubmatch(b.text, -1) {
				if !strings.Contains(makefile, "\n"+match[1]+":") {
					t.Errorf("%s: the makefile has no target %q", b.file, match[1])
				}
			}
		case "json":
			if !json.Valid([]byte(b.text)) {
				t.Errorf("%s: not valid JSON:\n%s", b.file, b.text)
			}
		case "terraform", "hcl", "text", "mermaid", "dockerfile", "yaml":
		default:
			t.Errorf("%s: a block of the unknown language %q", b.file, b.language)
		}
	}
}

// TestLinks follows the links between the files of the repository.
func TestLinks(t *testing.T) {
	var (
		link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
		code    = regexp.MustCompile("`[^`\n]*`")
		heading = regexp.MustCompile(`(?m)^#{1,6} (.+)$`)
		noSlug  = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
		anchor  = regexp.MustCompile(`<a id="([^"]+)">`)
	)
	anchors := func(text string) (all []string) {
		for _, match := range heading.FindAllStringSubmatch(text, -1) {
			all = append(all, strings.ReplaceAll(noSlug.ReplaceAllString(strings.ToLower(match[1]), ""), " ", "-"))
		}
		for _, match := range anchor.FindAllStringSubmatch(text, -1) {
			all = append(all, match[1])
		}
		return all
	}
	for _, file := range markdownFiles(t) {
		text := code.ReplaceAllString(fence.ReplaceAllString(read(t, root(t), file), ""), "")
		for _, match := range link.FindAllStringSubmatch(text, -1) {
			if strings.Contains(match[1], "://") {
				continue
			}
			path, fragment, _ := strings.Cut(match[1], "#")
			to := filepath.Join(root(t), file)
			if path != "" {
				to = filepath.Join(filepath.Dir(to), path)
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s: the link to %s is broken", file, match[1])
			} else if fragment != "" && !slices.Contains(anchors(fence.ReplaceAllString(read(t, to), "")), fragment) {
				t.Errorf("%s: no heading for the link to %s", file, match[1])
			}
		}
	}
}

// TestDependenciesAreJustified looks for each direct dependency in CONTRIBUTING.md.
func TestDependenciesAreJustified(t *testing.T) {
	text := read(t, root(t), "CONTRIBUTING.md")
	direct := regexp.MustCompile(`(?m)^\t(\S+) v\S+$`)
	for _, file := range []string{"go.mod", "internal/dev/go.mod"} {
		for _, match := range direct.FindAllStringSubmatch(read(t, root(t), file), -1) {
			if !strings.HasPrefix(match[1], "github.com/coder-persistence/") && !strings.Contains(text, "`"+match[1]+"`") {
				t.Errorf("CONTRIBUTING.md does not say why %s needs %s", file, match[1])
			}
		}
	}
	tools := regexp.MustCompile(`(?m)^\t(?:\S+/)?([a-z-]+)$`)
	for _, match := range tools.FindAllStringSubmatch(read(t, root(t), "tools/go.mod"), -1) {
		if !strings.Contains(text, "`"+match[1]+"`") {
			t.Errorf("CONTRIBUTING.md does not say why %s is needed", match[1])
		}
	}
}
