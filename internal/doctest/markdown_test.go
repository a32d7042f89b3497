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
)

// TestBlocks checks the code blocks that need no engine, and that there is a
// check for every one.
func TestBlocks(t *testing.T) {
	blocks, err := AllBlocks(root(t))
	if err != nil {
		t.Fatal(err)
	}
	if len(blocks) < 20 {
		t.Fatalf("only %d blocks were found", len(blocks))
	}
	targets := makeTargets(t)
	demo, scripts := formats(t)
	suites := texts(t, "examples/*/tests/*.tftest.hcl")
	for _, block := range blocks {
		switch block.Lang {
		case "terraform", "mermaid": // TestAccBlocks; a picture
		case "hcl": // a mistake of TestAccTroubleshooting, a test of TestAccExamples, a settings file
			if !strings.Contains(block.File, "troubleshooting") && !slices.Contains(suites, block.Text) && !strings.HasPrefix(block.Text, "provider_installation {") {
				t.Errorf("%s: no test knows what to do with this block", block)
			}
		case "json":
			if !json.Valid([]byte(block.Text)) {
				t.Errorf("%s: not valid JSON", block)
			}
		case "bash", "sh", "shell":
			checkShell(t, block, targets)
		case "text":
			checkText(t, block, demo, scripts)
		default:
			t.Errorf("%s: no test knows the language %q", block, block.Lang)
		}
	}
}

// checkShell parses a block and looks for the make targets in it.
func checkShell(t *testing.T, block Block, targets []string) {
	t.Helper()
	if _, err := syntax.NewParser().Parse(strings.NewReader(block.Text), block.String()); err != nil {
		t.Error(err)
	}
	for _, match := range regexp.MustCompile(`(?m)^make ([a-z-]+)`).FindAllStringSubmatch(block.Text, -1) {
		if !slices.Contains(targets, match[1]) {
			t.Errorf("%s: the makefile has no target %q", block, match[1])
		}
	}
}

// checkText looks for every line of a text block where it comes from: the
// demo, the scripts, or, for errors, the troubleshooting pages, which have
// tests of their own.
func checkText(t *testing.T, block Block, demo, scripts []string) {
	t.Helper()
	switch {
	case strings.HasPrefix(block.File, "docs/functions/"): // the signature, from the schema
	case strings.HasPrefix(block.Text, "== "):
		for line := range strings.Lines(block.Text) {
			line, fromScript := strings.CutPrefix(strings.TrimSpace(line), "| ")
			from := demo
			if fromScript {
				from = scripts
			}
			if !matches(line, from) {
				t.Errorf("%s: neither the demo nor the scripts print %q", block, line)
			}
		}
	case strings.Contains(block.File, "troubleshooting-workspace"):
		for line := range strings.Lines(block.Text) {
			if !matches(strings.TrimSpace(line), scripts) {
				t.Errorf("%s: the scripts do not print %q", block, strings.TrimSpace(line))
			}
		}
	case strings.Contains(block.File, "troubleshooting"): // TestAccTroubleshooting
	case flat(block.Text) != "":
		var said strings.Builder
		for _, page := range pages {
			said.WriteString(read(t, filepath.Join(root(t), page)))
		}
		text := block.Text
		if strings.HasPrefix(text, "Error: ") {
			text = detail(strings.SplitN(text, "\n", 2)[1])
		}
		if !strings.Contains(flat(said.String()), flat(text)) {
			t.Errorf("%s: no troubleshooting page has no such text:\n%s", block, text)
		}
	}
}

// matches reports whether text is what one of the formats prints.
func matches(text string, formats []string) bool {
	return slices.ContainsFunc(formats, func(format string) bool {
		parts := variable.Split(format, -1)
		for i := range parts {
			parts[i] = regexp.QuoteMeta(parts[i])
		}
		found, err := regexp.MatchString("^"+strings.Join(parts, ".*")+"$", text)
		return err == nil && found && len(strings.Join(parts, "")) > 10
	})
}

// variable matches what a format leaves open: a verb of Go, an expansion of
// bash, or an action of a template.
var variable = regexp.MustCompile(`\$?\{\{[^}]*\}\}|%[0-9.]*[a-z]|\$\(\([^)]*\)\)|\$\([^)]*\)|\$\{[^}]*\}|\$[A-Za-z_0-9]+`)

var (
	printed = regexp.MustCompile(`(?:Printf|Println)\((?:"((?:[^"\\]|\\.)*)")`)
	logged  = regexp.MustCompile(`(?:log|die|session_is_lost) "((?:[^"\\]|\\.)*)"`)
)

// formats returns the formats of what the demo prints, and of what the
// rendered scripts say.
func formats(t *testing.T) (demo, scripts []string) {
	t.Helper()
	collect := func(pattern string, format *regexp.Regexp) (found []string) {
		files, err := filepath.Glob(filepath.Join(root(t), pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		for _, file := range files {
			for _, match := range format.FindAllStringSubmatch(read(t, file), -1) {
				text := strings.NewReplacer(`\"`, `"`, `\n`, "", `\$`, "$").Replace(match[1])
				found = append(found, strings.TrimSpace(text))
			}
		}
		return found
	}
	return collect("internal/cmd/demo/*.go", printed), collect("internal/script/templates/*.tmpl", logged)
}

// TestScriptErrorsAreExplained makes sure that every error of the scripts is on
// the page about them.
func TestScriptErrorsAreExplained(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(root(t), "internal/script/templates/*.tmpl"))
	if err != nil {
		t.Fatal(err)
	}
	const page = "templates/guides/troubleshooting-workspace.md.tmpl"
	text := flat(read(t, filepath.Join(root(t), page)))
	errors := regexp.MustCompile(`die "((?:[^"\\]|\\.)*)"`)
	found := 0
	for _, file := range files {
		for _, match := range errors.FindAllStringSubmatch(read(t, file), -1) {
			found++
			longest := ""
			for _, part := range variable.Split(strings.ReplaceAll(match[1], `\"`, `"`), -1) {
				if len(part) > len(longest) {
					longest = part
				}
			}
			if !strings.Contains(text, flat(longest)) {
				t.Errorf("%s says %q, which %s does not explain", filepath.Base(file), match[1], page)
			}
		}
	}
	if found < 10 {
		t.Errorf("only %d errors were found", found)
	}
}

// TestSummariesAreExplained makes sure that every summary of a diagnostic is a
// heading of a troubleshooting page.
func TestSummariesAreExplained(t *testing.T) {
	var headings strings.Builder
	for _, page := range pages {
		for line := range strings.Lines(read(t, filepath.Join(root(t), page))) {
			if strings.HasPrefix(line, "### ") {
				headings.WriteString(line)
			}
		}
	}
	found := 0
	title := regexp.MustCompile(`"([A-Z][A-Za-z]*(?: [A-Z][A-Za-z]*)+)"`)
	for _, pattern := range []string{"internal/persistence/*.go", "internal/provider/*.go"} {
		files, err := filepath.Glob(filepath.Join(root(t), pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			// One section is for all faults of the provider itself.
			text := regexp.MustCompile(`(?m)^.*This is a bug in the provider.*$`).ReplaceAllString(read(t, file), "")
			for _, match := range title.FindAllStringSubmatch(text, -1) {
				found++
				if !strings.Contains(headings.String(), match[1]) {
					t.Errorf("%s has the summary %q, which is no heading of %s", filepath.Base(file), match[1], strings.Join(pages, " or "))
				}
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d summaries were found", found)
	}
}

// TestLinks follows the links between the files of the repository.
func TestLinks(t *testing.T) {
	repo := root(t)
	files, err := MarkdownFiles(repo)
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, file := range files {
		text := []byte(read(t, filepath.Join(repo, file)))
		for _, target := range Links(text) {
			if strings.Contains(target, "://") || strings.HasPrefix(target, "mailto:") {
				continue
			}
			checked++
			path, fragment, _ := strings.Cut(target, "#")
			to := filepath.Join(repo, file)
			if path != "" {
				to = filepath.Join(repo, filepath.Dir(file), path)
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s: the link to %s leads nowhere", file, target)
				continue
			}
			if fragment != "" && !slices.Contains(Anchors([]byte(read(t, to))), fragment) {
				t.Errorf("%s: %s has no heading for the link to %s", file, path, target)
			}
		}
	}
	if checked < 20 {
		t.Errorf("only %d links were found", checked)
	}
}

// texts returns the files that match a pattern below the repository's root.
func texts(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root(t), pattern))
	if err != nil || len(files) == 0 {
		t.Fatalf("no file matches %s: %v", pattern, err)
	}
	found := make([]string, len(files))
	for i, file := range files {
		found[i] = read(t, file)
	}
	return found
}

func makeTargets(t *testing.T) []string {
	t.Helper()
	var targets []string
	for _, match := range regexp.MustCompile(`(?m)^([a-z-]+):`).FindAllStringSubmatch(read(t, filepath.Join(root(t), "GNUmakefile")), -1) {
		targets = append(targets, match[1])
	}
	return targets
}

// TestDependenciesAreJustified looks for every direct dependency in the table
// of CONTRIBUTING.md.
func TestDependenciesAreJustified(t *testing.T) {
	text := read(t, filepath.Join(root(t), "CONTRIBUTING.md"))
	direct := regexp.MustCompile(`(?m)^\t(\S+) v\S+$`).FindAllStringSubmatch(read(t, filepath.Join(root(t), "go.mod")), -1)
	tools := regexp.MustCompile(`(?m)^\t(?:\S+/)?([a-z-]+)$`).FindAllStringSubmatch(read(t, filepath.Join(root(t), "tools/go.mod")), -1)
	if len(direct) < 5 || len(tools) < 3 {
		t.Fatalf("found %d modules and %d tools", len(direct), len(tools))
	}
	for _, match := range slices.Concat(direct, tools) {
		if !strings.Contains(text, "| `"+match[1]+"` |") {
			t.Errorf("CONTRIBUTING.md does not say why %s is needed", match[1])
		}
	}
}
