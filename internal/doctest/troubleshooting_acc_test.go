package doctest

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the texts of the troubleshooting page anew")

// pages show mistakes, with what the engine says to each.
var pages = []string{
	"templates/guides/troubleshooting.md.tmpl",
	"templates/guides/troubleshooting-values.md.tmpl",
	"templates/guides/troubleshooting-warnings.md.tmpl",
	"templates/guides/troubleshooting-data-sources.md.tmpl",
}

var (
	section = regexp.MustCompile("(?s)^([^\n]+)\n\n(.*?)```text\n(.*?)```\n")
	hcl     = regexp.MustCompile("(?ms)^```hcl\n(.*?)```\n")
	inline  = regexp.MustCompile("`([^`]+ = [^`]+)`")
)

// TestAccTroubleshooting makes each mistake of the troubleshooting pages and
// compares what the engine says with the page.
func TestAccTroubleshooting(t *testing.T) {
	e := newEngine(t)
	found := 0
	for _, name := range pages {
		file := filepath.Join(root(t), name)
		page := read(t, file)
		for _, part := range strings.Split(page, "\n### ")[1:] {
			match := section.FindStringSubmatch(part)
			if match == nil {
				continue
			}
			heading, mistake, text := match[1], match[2], match[3]
			config := configuration(heading, mistake)
			if config == "" {
				continue
			}
			found++
			t.Run(heading, func(t *testing.T) {
				said := e.say(t, heading, config)
				if *update {
					page = strings.Replace(page, match[0], strings.Replace(match[0], "```text\n"+text, "```text\n"+said, 1), 1)
				} else if flat(said) != flat(text) {
					t.Errorf("the page says\n%s\nand the engine\n%s\nRun: go test ./internal/doctest -run TestAccTroubleshooting -update", text, said)
				}
			})
		}
		if *update && !t.Failed() {
			if err := os.WriteFile(file, []byte(page), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	if found < 60 {
		t.Errorf("only %d mistakes were found", found)
	}
}

// byTheEngine are the headings whose text is not this provider's.
var byTheEngine = []string{"Invalid resource type", "Invalid data source", "Null List Value"}

// advice matches what tells a person to change something.
var advice = regexp.MustCompile(`\b(Write|write|Leave|Pin|Use instead)\b|permits it|"full",`)

// TestTextsSayWhatToWrite looks for an advice in each text of the
// troubleshooting pages.
func TestTextsSayWhatToWrite(t *testing.T) {
	found := 0
	for _, name := range pages {
		for _, part := range strings.Split(read(t, filepath.Join(root(t), name)), "\n### ")[1:] {
			match := section.FindStringSubmatch(part)
			if len(match) == 0 || slices.Contains(byTheEngine, match[1]) {
				continue
			}
			found++
			if !advice.MatchString(match[3]) {
				t.Errorf("%s: the text of %q does not say what to write:\n%s", name, match[1], match[3])
			}
		}
	}
	if found < 60 {
		t.Errorf("only %d texts were found", found)
	}
}

// configuration makes a template of what stands before the text: a block, or
// attributes of the resource in a line. The two engine errors of a forgotten
// meta-argument are described in words.
func configuration(heading, mistake string) string {
	switch heading {
	case "Invalid resource type":
		return "resource \"coder_agent_persistence\" \"agent\" {\n  agent = \"goose\"\n}\n"
	case "Invalid data source":
		return "data \"coder_agent_compatibility\" \"it\" {\n  agent = \"goose\"\n}\n"
	}
	if block := hcl.FindStringSubmatch(mistake); block != nil {
		return block[1]
	}
	lines := inline.FindAllStringSubmatch(mistake, -1)
	if lines == nil {
		return ""
	}
	var b strings.Builder
	b.WriteString("resource \"coder_agent_persistence\" \"agent\" {\n  provider = coder-persistence\n")
	named := false
	for _, line := range lines {
		b.WriteString(line[1] + "\n")
		named = named || strings.HasPrefix(line[1], "agent = ")
	}
	if !named {
		b.WriteString("agent = \"claude-code\"\n")
	}
	b.WriteString("}\n")
	return b.String()
}

// shrinking are the mistakes that need an earlier apply, with a larger volume.
var shrinking = []string{"Volume Would Shrink", "Volume Shrinks"}

// say returns the detail of the diagnostic with that summary, which a plan of
// the mistake must produce.
func (e *engine) say(t *testing.T, summary, mistake string) string {
	t.Helper()
	config, err := Complete(mistake)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if slices.Contains(shrinking, summary) {
		write(t, filepath.Join(dir, "main.tf"), strings.Replace(config, `"10Gi"`, `"20Gi"`, 1))
		e.must(t, dir, nil, "apply", "-no-color", "-input=false", "-auto-approve")
	}
	write(t, filepath.Join(dir, "main.tf"), config)
	out, _ := e.run(t, dir, nil, "plan", "-no-color", "-input=false")
	for _, kind := range []string{"Error: ", "Warning: "} {
		_, rest, found := strings.Cut(out, "\n"+kind+summary+"\n")
		if found {
			return detail(rest)
		}
	}
	t.Fatalf("the plan does not say %q:\n%s", summary, out)
	return ""
}

// location matches the lines that say where in the template the mistake is.
var location = regexp.MustCompile(`^  (with |on |[ 0-9]*[0-9]: )`)

// detail returns the text of the first diagnostic, without its location.
func detail(diagnostics string) string {
	var kept []string
	for line := range strings.Lines(diagnostics) {
		line = strings.TrimRight(line, " \n")
		if strings.HasPrefix(line, "Error: ") || strings.HasPrefix(line, "Warning: ") {
			break
		}
		if !location.MatchString(line) {
			kept = append(kept, line)
		}
	}
	return strings.TrimSpace(strings.Join(kept, "\n")) + "\n"
}

// scriptSize matches the size of a rendered script, which every change of the
// scripts changes.
var scriptSize = regexp.MustCompile(`it has [0-9]+ bytes`)

// flat undoes what the engine does to fit a text into a terminal.
func flat(text string) string {
	return scriptSize.ReplaceAllString(strings.Join(strings.Fields(text), " "), "it has N bytes")
}
