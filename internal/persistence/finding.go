package persistence

import (
	"fmt"
	"slices"
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

// write ends a detail with the line to write instead. Pasted over the line that
// the finding points at, it plans cleanly.
func write(format string, values ...any) string {
	return "\n\nWrite: " + fmt.Sprintf(format, values...)
}
