package provider_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/coder-persistence/terraform-provider-persistence/internal/checks"
)

// TestAccChecks plans every mistaken template, expects one diagnostic at its
// own line, pastes the advice over that line, and expects a clean plan.
func TestAccChecks(t *testing.T) {
	e := newEngine(t)
	together := map[string]checks.Case{} // by file
	details := map[string]string{}       // by summary, for the page
	note := func(c checks.Case, found []diagnostic) {
		if c.When != "" && len(found) == 1 {
			details[c.Summary] = found[0].Detail
		}
	}
	for i, c := range checks.Cases() {
		file := fmt.Sprintf("case_%02d.tf", i)
		c.Template, c.Before = unique(c.Template, i), unique(c.Before, i)
		if strings.Contains(c.Template, "provider \"persistence\" {") {
			t.Run(c.Summary, func(t *testing.T) { note(c, planAlone(t, e.sibling(t), file, c)) })
			continue
		}
		together[file] = c
		if c.Before != "" {
			e.write(file, c.Before)
		}
	}
	e.apply()

	// An error keeps an engine from reporting what it would find later, so this
	// pastes the advice for what is reported until nothing is.
	for file, c := range together {
		e.write(file, c.Template)
	}
	reported := map[string][]diagnostic{}
	for found := e.plan(); len(found) > 0; found = e.plan() {
		for _, d := range found {
			reported[d.file()] = append(reported[d.file()], d)
			if len(reported[d.file()]) > 3 {
				t.Fatalf("the advice does not help: %v", d)
			}
			e.write(d.file(), mend(together[d.file()]))
		}
	}
	for _, file := range slices.Sorted(maps.Keys(together)) {
		t.Run(together[file].Summary, func(t *testing.T) { expectOne(t, together[file], file, reported[file]) })
		note(together[file], reported[file])
	}
	expectPage(t, details)
}

// planAlone is for a case with a provider block.
func planAlone(t *testing.T, e *engine, file string, c checks.Case) []diagnostic {
	t.Helper()
	e.write(file, c.Template)
	reported := e.plan()
	expectOne(t, c, file, reported)
	e.write(file, mend(c))
	if found := e.plan(); len(found) > 0 {
		t.Errorf("with the advice: %v", found)
	}
	return reported
}

// unique gives the blocks of a template names of their own.
func unique(template string, i int) string {
	return strings.ReplaceAll(template, `"this"`, fmt.Sprintf(`"case_%02d"`, i))
}

// mend pastes the advice over the wrong line.
func mend(c checks.Case) string {
	lines := strings.Split(c.Template, "\n")
	for i, line := range lines {
		if strings.HasSuffix(line, checks.Mark) {
			lines[i] = c.Write
		}
	}
	return strings.Join(lines, "\n")
}

// expectOne fails unless there is one diagnostic, as the case has it.
func expectOne(t *testing.T, c checks.Case, file string, found []diagnostic) {
	t.Helper()
	if len(found) != 1 {
		t.Fatalf("%s: %d diagnostics, want one: %v", file, len(found), found)
	}
	d := found[0]
	if d.Summary != c.Summary || d.Severity != c.Severity() {
		t.Errorf("%s: %s %q, want %s %q", file, d.Severity, d.Summary, c.Severity(), c.Summary)
	}
	shown := checks.Mark
	if strings.Contains(c.Template, checks.Shown) {
		shown = checks.Shown
	}
	before, _, _ := strings.Cut(c.Template, shown)
	line := strings.Count(before, "\n") + 1
	if d.file() != file || d.Range.Start.Line != line {
		t.Errorf("%s: points to line %d, want %d", file, d.Range.Start.Line, line)
	}
	_, advice, ok := strings.Cut(d.Detail, "\n\nWrite: ")
	if !ok || advice != c.Write {
		t.Errorf("%s: the advice is %q, want %q:\n%s", file, advice, c.Write, d.Detail)
	}
}

// TestChecksAreComplete holds the cases to what the page of checks needs.
func TestChecksAreComplete(t *testing.T) {
	when := map[string]bool{}
	for _, c := range checks.Cases() {
		if when[c.Summary] == (c.When != "") && c.When != "" {
			t.Errorf("%q is explained twice", c.Summary)
		}
		when[c.Summary] = when[c.Summary] || c.When != ""
		if strings.Count(c.Template, checks.Mark) != 1 {
			t.Errorf("%q: not one line is marked", c.Summary)
		}
	}
	for summary, ok := range when {
		if !ok {
			t.Errorf("%q does not say when it is reported", summary)
		}
		if !regexp.MustCompile(`^([A-Z]\S*|[A-Z]\S* )+$`).MatchString(summary) {
			t.Errorf("%q is not in Title Case", summary)
		}
	}
	source := ""
	for _, pattern := range []string{"*.go", "../persistence/*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			source += string(text)
		}
	}
	summaries := regexp.MustCompile(strings.Join([]string{
		`(?:Error|Warning), (?:at\([^)]*\)|path|c\.path), "([A-Z][^"]+)"`, `summary: "([A-Z][^"]+)"`, `oneOf\("([A-Z][^"]+)"`,
		`wholeNumber\{"([A-Z][^"]+)"`, `AddAttribute(?:Error|Warning)\([^"]*"([A-Z][^"]+)"`,
	}, "|"))
	for _, m := range summaries.FindAllStringSubmatch(source, -1) {
		summary := strings.Join(m[1:], "")
		if _, ok := when[summary]; !ok && summary != "Script Cannot Be Rendered" && summary != "Agents Not Known Yet" && summary != "Agents Known After Apply" {
			t.Errorf("no case shows %q", summary)
		}
	}
}

// diagnostic is one that an engine reports.
type diagnostic struct {
	Severity string `json:"severity"`
	Summary  string `json:"summary"`
	Detail   string `json:"detail"`
	Range    struct {
		Filename string `json:"filename"`
		Start    struct {
			Line int `json:"line"`
		} `json:"start"`
	} `json:"range"`
}

func (d diagnostic) file() string { return filepath.Base(d.Range.Filename) }

// engine runs the engine that TF_ACC_TERRAFORM_PATH names on files of a
// directory, with a provider built from this tree.
type engine struct {
	t        *testing.T
	dir, cli string
}

func newEngine(t *testing.T) *engine {
	t.Helper()
	if os.Getenv("TF_ACC") == "" {
		t.Skip("TF_ACC is not set")
	}
	dir := t.TempDir()
	out, err := exec.CommandContext(t.Context(), "go", "build", "-o", filepath.Join(dir, "bin", "terraform-provider-persistence"), "../..").CombinedOutput()
	if err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	e := &engine{t: t, dir: dir, cli: filepath.Join(dir, "cli.tfrc")}
	e.write("cli.tfrc", "provider_installation {\n  dev_overrides {\n    \"coder-persistence/persistence\" = "+
		"\""+filepath.Join(dir, "bin")+"\"\n  }\n  direct {}\n}\n")
	e.write("terraform.tf", terraformBlock)
	return e
}

// sibling is another directory with the same provider.
func (e *engine) sibling(t *testing.T) *engine {
	t.Helper()
	other := &engine{t: t, dir: t.TempDir(), cli: e.cli}
	other.write("terraform.tf", terraformBlock)
	return other
}

func (e *engine) write(file, text string) {
	e.t.Helper()
	if err := os.WriteFile(filepath.Join(e.dir, file), []byte(text), 0o600); err != nil {
		e.t.Fatal(err)
	}
}

// run runs a command of the engine and returns its diagnostics, but for the
// one that says how the provider is installed.
func (e *engine) run(args ...string) []diagnostic {
	e.t.Helper()
	name := os.Getenv("TF_ACC_TERRAFORM_PATH")
	if name == "" {
		name = "terraform"
	}
	cmd := exec.CommandContext(e.t.Context(), name, args...)
	cmd.Dir = e.dir
	cmd.Env = append(os.Environ(), "TF_CLI_CONFIG_FILE="+e.cli, "TF_IN_AUTOMATION=1", "CHECKPOINT_DISABLE=1")
	out, err := cmd.Output()
	var found []diagnostic
	for line := range bytes.Lines(out) {
		var message struct {
			Diagnostic *diagnostic `json:"diagnostic"`
		}
		if json.Unmarshal(line, &message) == nil && message.Diagnostic != nil && message.Diagnostic.Summary != "Provider development overrides are in effect" {
			found = append(found, *message.Diagnostic)
		}
	}
	if err != nil && len(found) == 0 {
		e.t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
	return found
}

func (e *engine) plan() []diagnostic {
	e.t.Helper()
	return e.run("plan", "-json", "-input=false", "-lock=false")
}

func (e *engine) apply() {
	e.t.Helper()
	if found := e.run("apply", "-json", "-input=false", "-auto-approve"); len(found) > 0 {
		e.t.Fatalf("apply: %v", found)
	}
}
