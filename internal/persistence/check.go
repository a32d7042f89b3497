package persistence

import (
	"errors"
	"slices"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
)

// check reports everything that is wrong or risky about a request. Each check
// passes over attributes that are not known yet, and reports what another check
// does not.
func check(r *Request, a selection, p place) []Finding {
	findings := checkRequest(r)
	findings = append(findings, warnRequest(r)...)
	if a.Agent == nil {
		return findings
	}
	findings = append(findings, checkAgent(r, a.Agent, p)...)
	findings = append(findings, checkStorage(r, a)...)
	return append(findings, warnLeftBehind(r, a.Agent, p)...)
}

// checkRequest returns the errors that need neither the catalog nor the state.
func checkRequest(r *Request) []Finding {
	var findings []Finding
	findings = append(findings, checkPaths(r)...)
	findings = append(findings, checkCommand(r)...)
	findings = append(findings, checkTexts(r)...)
	findings = append(findings, checkAgentAPI(r)...)
	if len(findings) == 0 {
		findings = append(findings, checkPlaces(r, placeOf(r, nil))...)
	}
	return findings
}

// Known returns names with the nearest agent in place of each that the catalog
// does not have, every agent once.
func Known(c *catalog.Catalog, names []string) []string {
	var known, slugs []string
	for _, name := range names {
		agent, err := c.Lookup(name)
		if e := new(catalog.UnknownAgentError); errors.As(err, &e) {
			name = e.Nearest[0]
			agent, _ = c.Lookup(name)
		}
		if !slices.Contains(slugs, agent.Slug) {
			known, slugs = append(known, name), append(slugs, agent.Slug)
		}
	}
	return known
}

// quoteOrNull writes a text as a template has it, and "" as null.
func quoteOrNull(text string) string {
	if text == "" {
		return "null"
	}
	return Quote(text)
}
