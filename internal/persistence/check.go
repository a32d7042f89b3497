package persistence

import (
	"errors"
	"fmt"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
)

// check reports everything that is wrong or risky about a request. Each check
// passes over attributes that are not known yet, and reports what another check
// does not.
func check(r *Request, a selection, p place) []Finding {
	findings := checkRequest(r)
	findings = append(findings, warnRequest(r)...)
	if a.Agent != nil {
		findings = append(findings, checkAgent(r, a.Agent, p)...)
		findings = append(findings, checkStorage(r, a)...)
	}
	return append(findings, checkChange(r, a.Agent, p)...)
}

// checkRequest returns the errors that need neither the catalog nor the state.
func checkRequest(r *Request) []Finding {
	var findings []Finding
	findings = append(findings, checkPaths(r)...)
	findings = append(findings, checkCommand(r)...)
	findings = append(findings, checkArguments(r)...)
	findings = append(findings, checkAgentAPI(r)...)
	if len(findings) == 0 {
		findings = append(findings, checkPlaces(r, placeOf(r, nil))...)
	}
	return findings
}

// UnknownAgent is the detail for a name that the catalog does not have; line
// names an agent with %q.
func UnknownAgent(err error, line string) string {
	detail := err.Error()
	if e := new(catalog.UnknownAgentError); errors.As(err, &e) && len(e.Nearest) > 0 {
		detail += write(line, e.Nearest[0])
	}
	return detail
}

// quoteOr returns the text quoted, or the alternative for "".
func quoteOr(text, alternative string) string {
	if text == "" {
		return alternative
	}
	return fmt.Sprintf("%q", text)
}
