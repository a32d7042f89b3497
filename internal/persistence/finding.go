package persistence

// Severity of a Finding.
type Severity int

// A finding either stops the plan or is shown beside it.
const (
	Warning Severity = iota
	Error
)

// String returns "error" or "warning".
func (s Severity) String() string {
	if s == Error {
		return "error"
	}
	return "warning"
}

// Finding is one thing that is wrong or risky about a request.
type Finding struct {
	Severity Severity
	// Path is the attribute it is about, outermost first: names, and the index
	// of a list element as an int, e.g. ["volume", "shared_with", 1].
	Path []any
	// Summary is short, in Title Case and stable.
	Summary string
	// Detail says what was expected, what was given and what to write instead.
	Detail string
}

func hasError(findings []Finding) bool {
	for _, f := range findings {
		if f.Severity == Error {
			return true
		}
	}
	return false
}
