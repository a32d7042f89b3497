// Package agents holds the facts about each coding agent, one file per agent.
// A file registers its agent; nothing else has to know that it exists.
package agents

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-persistence/internal/size"
)

// registered are the agents of this package's files.
var registered []catalog.Agent

// Default returns the built-in catalog, the best documented level first and
// sorted by slug within a level. It is built once.
var Default = sync.OnceValue(func() *catalog.Catalog {
	agents := slices.Clone(registered)
	levels := catalog.Levels()
	slices.SortFunc(agents, func(a, b catalog.Agent) int {
		return cmp.Or(
			cmp.Compare(slices.Index(levels, a.Documented.Level), slices.Index(levels, b.Documented.Level)),
			strings.Compare(a.Slug, b.Slug),
		)
	})
	c, err := catalog.New(agents)
	if err != nil {
		panic("agents: " + err.Error())
	}
	return c
})

// register adds an agent to the built-in catalog. Each file calls it from init.
func register(a catalog.Agent) { registered = append(registered, a) }

// Decimal units, as Coder's matrix uses them.
const (
	megabyte size.Bytes = 1_000_000
	gigabyte size.Bytes = 1_000_000_000
)

// estimateSource stands for the minimum of agents that the matrix does not list.
const estimateSource = "estimate: ten short turns took 8 kB to 2 MB"

// fact is one sentence with its source.
func fact(text, source string, evidence catalog.Evidence) catalog.Fact {
	return catalog.Fact{Text: text, Source: source, Evidence: evidence}
}

// releases splits lists of versions, one list per major version.
func releases(lists ...string) []string {
	return strings.Fields(strings.Join(lists, " "))
}
