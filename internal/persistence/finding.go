package persistence

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Severity of a Finding.
type Severity int

// An error stops the plan; a warning is shown beside it.
const (
	Warning Severity = iota
	Error
)

// Finding is one thing that is wrong or risky about a request.
type Finding struct {
	Severity Severity
	// Path leads to the attribute: names, and the index of a list element as an
	// int, e.g. ["volume", "size"] or ["args", 1].
	Path []any
	// Summary is short, in Title Case and stable.
	Summary string
	// Detail says what is wrong, what was given and what to write instead.
	Detail string
}

func hasError(findings []Finding) bool {
	return slices.ContainsFunc(findings, func(f Finding) bool { return f.Severity == Error })
}

// at is the path of an attribute.
func at(steps ...any) []any { return steps }

// Quote writes a text as a template has it.
func Quote(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\n':
			b.WriteString(`\n`)
		case r == '"' || r == '\\':
			b.WriteRune('\\')
			b.WriteRune(r)
		case !unicode.IsPrint(r):
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return `"` + strings.NewReplacer("${", "$${", "%{", "%%{").Replace(b.String()) + `"`
}

// List writes texts as a list in a template.
func List(texts []string) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = Quote(text)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// Write ends a detail with the line to write instead. Pasted over the line that
// the finding points at, it plans cleanly.
func Write(name, value string) string {
	return "\n\nWrite: " + name + " = " + value
}
