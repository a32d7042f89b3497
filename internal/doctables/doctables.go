// Package doctables writes the tables of the documentation that follow from
// the catalog. A file holds each of them between two comments:
//
//	<!-- table: agents -->
//	<!-- /table -->
package doctables

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/size"
)

// Files are the files that hold tables, relative to the repository's root.
var Files = []string{
	"README.md",
	"templates/index.md.tmpl",
	"templates/guides/how-resume-works.md.tmpl",
	"templates/guides/moving-from-registry-modules.md.tmpl",
	"templates/guides/security.md.tmpl",
	"templates/guides/sizing-and-retention.md.tmpl",
}

// tables are the functions that write a table, by its name in the comment.
var tables = map[string]func([]catalog.Agent) string{
	"agents":      agentsTable,
	"credentials": credentialsTable,
	"identifiers": identifiersTable,
	"modules":     modulesTable,
	"retention":   retentionTable,
	"storage":     storageTable,
}

// block matches one table with the comments around it.
var block = regexp.MustCompile(`(?s)(<!-- table: ([a-z-]+) -->\n).*?(<!-- /table -->)`)

// Fill returns text with the content of every table in it written anew. It
// returns an error for a table that is not known, and when there is none.
func Fill(text []byte) ([]byte, error) {
	var unknown []string
	found := false
	filled := block.ReplaceAllFunc(text, func(match []byte) []byte {
		found = true
		part := block.FindSubmatch(match)
		table, ok := tables[string(part[2])]
		if !ok {
			unknown = append(unknown, string(part[2]))
			return match
		}
		return bytes.Join([][]byte{part[1], []byte(table(catalog.Default().Agents())), part[3]}, nil)
	})
	switch {
	case len(unknown) > 0:
		return nil, fmt.Errorf("no table is called %s", strings.Join(unknown, ", "))
	case !found:
		return nil, fmt.Errorf("expected a table between \"<!-- table: NAME -->\" and \"<!-- /table -->\"; found none")
	}
	return filled, nil
}

// FillFile writes the tables of one file anew and reports whether that changed
// it.
func FillFile(path string) (changed bool, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return false, err
	}
	filled, err := Fill(text)
	if err != nil {
		return false, fmt.Errorf("%s: %w", path, err)
	}
	if bytes.Equal(text, filled) {
		return false, nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return false, err
	}
	return true, os.WriteFile(path, filled, info.Mode().Perm())
}

// agentsTable says for each agent what its registry module does at its newest
// version, and what this provider offers.
func agentsTable(agents []catalog.Agent) string {
	return table([]string{"Agent", "`agent =`", "Resumes with its own registry module", "Start script of this provider", "Minimum", "Recommended"},
		agents, func(a *catalog.Agent) []string {
			return []string{a.DisplayName, "`" + a.Slug + "`", moduleCell(a), scriptCell(a), decimal(a.Storage.Floor), decimal(a.Storage.Recommended)}
		})
}

// moduleCell names the released module versions that resume by themselves.
func moduleCell(a *catalog.Agent) string {
	var runs []string
	for i := range a.Module.Ranges {
		r := &a.Module.Ranges[i]
		if r.Level != catalog.LevelFull {
			continue
		}
		if last := len(runs) - 1; i > 0 && a.Module.Ranges[i-1].Level == catalog.LevelFull {
			first, _, _ := strings.Cut(runs[last], " ")
			runs[last] = first + " to " + r.Last
			continue
		}
		runs = append(runs, r.First+" to "+r.Last)
	}
	text := "no"
	if len(runs) > 0 {
		text = strings.Join(runs, ", ")
	}
	switch a.Module.Status {
	case catalog.ModuleRemoved:
		text += " (module removed)"
	case catalog.ModuleChanged:
		text += fmt.Sprintf(" (%s starts nothing)", a.Module.Latest)
	case catalog.ModuleActive:
	}
	return text
}

// scriptCell says whether there is a start script and what it was run with.
func scriptCell(a *catalog.Agent) string {
	switch s := a.Session; {
	case s == nil || !s.ScriptReady:
		return "not yet"
	case s.Evidence.Verified() && s.CheckedVersion != "":
		return "yes, run with " + s.CheckedVersion
	default:
		return "yes, not verified"
	}
}

func decimal(b size.Bytes) string {
	text, err := size.Format(b, size.StyleDecimal)
	if err != nil {
		return b.String()
	}
	return text
}

// table writes a Markdown table with one row for each agent.
func table(head []string, agents []catalog.Agent, row func(*catalog.Agent) []string) string {
	var b strings.Builder
	write := func(cells []string) {
		for _, cell := range cells {
			b.WriteString("| " + strings.ReplaceAll(cell, "|", `\|`) + " ")
		}
		b.WriteString("|\n")
	}
	write(head)
	b.WriteString(strings.Repeat("| --- ", len(head)) + "|\n")
	for i := range agents {
		write(row(&agents[i]))
	}
	b.WriteString("\nFacts as of " + catalog.AsOf + ".\n")
	return b.String()
}
