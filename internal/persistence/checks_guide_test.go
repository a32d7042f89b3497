package persistence

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var updateGuide = flag.Bool("update", false, "write the table of the guide anew")

// guide is the page of the documentation that lists every check.
var guide = filepath.Join("..", "..", "templates", "guides", "checks.md.tmpl")

var guideTable = regexp.MustCompile(`(?s)(<!-- table: checks -->\n).*?(<!-- /table -->)`)

// checksTable writes every check as a row.
func checksTable() string {
	var b strings.Builder
	b.WriteString("| Summary | Severity | Attribute | At | Said when |\n| --- | --- | --- | --- | --- |\n")
	for _, c := range Checks() {
		fmt.Fprintf(&b, "| %s | %s | `%s` | %s | %s |\n", c.Summary, c.Severity, c.Attribute, c.Stage, c.When)
	}
	return b.String()
}

// TestGuideListsTheChecks holds the page to the table of checks, in both
// directions.
func TestGuideListsTheChecks(t *testing.T) {
	page, err := os.ReadFile(guide)
	if err != nil {
		t.Fatal(err)
	}
	if !guideTable.Match(page) {
		t.Fatalf("%s has no table of checks", guide)
	}
	want := guideTable.ReplaceAllFunc(page, func(match []byte) []byte {
		part := guideTable.FindSubmatch(match)
		return bytes.Join([][]byte{part[1], []byte(checksTable()), part[2]}, nil)
	})
	if *updateGuide {
		if err := os.WriteFile(guide, want, 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(page, want) {
		t.Errorf("%s is not what the checks say; run: go test ./internal/persistence -run TestGuideListsTheChecks -update", guide)
	}
	if rows := bytes.Count(page, []byte("\n| ")) - 2; rows != len(Checks()) {
		t.Errorf("%d rows for %d checks", rows, len(Checks()))
	}
}
