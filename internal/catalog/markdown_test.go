package catalog

import (
	"strings"
	"testing"
)

func TestMarkdown(t *testing.T) {
	table := Markdown(Default().Agents())
	lines := strings.Split(strings.TrimSpace(table), "\n")
	if want := 2 + len(Default().Agents()) + 2; len(lines) != want {
		t.Fatalf("%d lines, want %d", len(lines), want)
	}
	columns := strings.Count(lines[0], " | ")
	for i, a := range Default().Agents() {
		row := lines[2+i]
		if !strings.HasPrefix(row, "| "+a.DisplayName+" | `"+a.Slug+"` |") {
			t.Errorf("row %d: %s", i, row)
		}
		if strings.Count(row, " | ") != columns {
			t.Errorf("%d columns, want %d: %s", strings.Count(row, " | "), columns, row)
		}
	}
	for _, want := range []string{
		"| Claude Code | `claude-code` | full from 4.8.0 | 5.4.0 | not supported | 3.2.2 to 4.9.2 | `~/.claude/projects` | 100 MB | 5 GB | no | - |",
		"| Codex | `codex` | full from 4.2.0 | 5.3.0 | not supported | 3.1.0 to 4.3.1 |",
		"| Amazon Q | `amazon-q` | planned | 3.0.1 (removed) | planned | none |",
		"| Kiro CLI | `kiro-cli` | not listed |",
		"| Sourcegraph Amp | `sourcegraph-amp` | planned | 3.0.0 | planned | none | the vendor's servers | 10 MB | 50 MB | yes |",
		"| Aider | `aider` | not supported | 2.0.1 | not supported | none | `{workdir}/.aider.chat.history.md` |",
		"As of " + AsOf + ".",
	} {
		if !strings.Contains(table, want) {
			t.Errorf("lacks %q in\n%s", want, table)
		}
	}
	if got := Markdown([]Agent{{Slug: "x", DisplayName: "a|b\nc"}}); !strings.Contains(got, `| a\|b c |`) {
		t.Error(got)
	}
}
