package provider_test

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/coder-persistence/terraform-provider-persistence/internal/checks"
)

var update = flag.Bool("update", false, "write the messages of the checks into the troubleshooting page")

var scriptSize = regexp.MustCompile(`it has \d+ bytes`)

const troubleshooting = "../../templates/guides/troubleshooting.md.tmpl"

// expectPage compares the part of the troubleshooting page between the two
// comments with what the engine reported, by summary.
func expectPage(t *testing.T, details map[string]string) {
	t.Helper()
	var page strings.Builder
	for _, c := range checks.Cases() {
		if c.When == "" {
			continue
		}
		severity := "An error"
		if c.Warning {
			severity = "A warning"
		}
		// Every change of the program changes the size of a start script.
		detail := scriptSize.ReplaceAllString(details[c.Summary], "it has … bytes")
		fmt.Fprintf(&page, "### %s\n\n%s when %s.\n\n```text\n%s\n```\n\n", c.Summary, severity, c.When, wrap(detail))
	}
	text, err := os.ReadFile(troubleshooting)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- checks -->\n\n", "<!-- /checks -->"
	before, rest, found := strings.Cut(string(text), begin)
	_, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has no %s…%s", troubleshooting, begin, end)
	}
	want := before + begin + page.String() + end + after
	if *update {
		if err := os.WriteFile(troubleshooting, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
	} else if want != string(text) {
		t.Errorf("%s is not up to date; run this test with -update", troubleshooting)
	}
}

// wrap breaks lines at blanks. An advice stays on its line.
func wrap(text string) string {
	const width = 110
	var out []string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		for len(line) > width && !strings.HasPrefix(line, "Write: ") {
			at := strings.LastIndex(line[:width], " ")
			if at <= 0 {
				break
			}
			out = append(out, line[:at])
			line = line[at+1:]
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}
