package catalog

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/agext/levenshtein"
)

// Catalog is an ordered set of agents. It is immutable and safe for
// concurrent use.
type Catalog struct {
	agents []Agent
	index  map[string]int
}

// New makes a catalog of agents, which it keeps in their order. It returns an
// error when a slug or alias is used twice, or when an agent's version ranges
// are not in order.
func New(agents []Agent) (*Catalog, error) {
	c := &Catalog{agents: slices.Clone(agents), index: make(map[string]int, 4*len(agents))}
	for i := range c.agents {
		a := &c.agents[i]
		if err := a.Module.check(); err != nil {
			return nil, fmt.Errorf("agent %q: %w", a.Slug, err)
		}
		for _, name := range append([]string{a.Slug, a.DisplayName}, a.Aliases...) {
			key := normalize(name)
			if j, taken := c.index[key]; taken && j != i {
				return nil, fmt.Errorf("agent %q: the name %q already belongs to %q", a.Slug, name, c.agents[j].Slug)
			}
			c.index[key] = i
		}
	}
	return c, nil
}

// Agents returns all entries in their order. The slice is a copy; what the
// entries point to must not be changed.
func (c *Catalog) Agents() []Agent { return slices.Clone(c.agents) }

// Slugs returns the slugs of all entries in their order.
func (c *Catalog) Slugs() []string {
	slugs := make([]string, len(c.agents))
	for i := range c.agents {
		slugs[i] = c.agents[i].Slug
	}
	return slugs
}

// Lookup finds an agent by slug, display name or alias, whatever its case.
// The error is an *UnknownAgentError.
func (c *Catalog) Lookup(name string) (*Agent, error) {
	if i, ok := c.index[normalize(name)]; ok {
		return &c.agents[i], nil
	}
	return nil, &UnknownAgentError{Given: name, Nearest: c.nearest(name, 3), Known: c.Slugs()}
}

// UnknownAgentError says that no agent has the given name.
type UnknownAgentError struct {
	Given   string
	Nearest []string // up to three slugs, the most similar first
	Known   []string // all slugs
}

func (e *UnknownAgentError) Error() string {
	return fmt.Sprintf("no agent is called %q. The nearest names are %s. Known agents: %s.",
		e.Given, quoteList(e.Nearest), strings.Join(e.Known, ", "))
}

// nearest returns the n slugs that are most like name or that have an alias
// most like it.
func (c *Catalog) nearest(name string, n int) []string {
	given := normalize(name)
	similarity := make(map[string]float64, len(c.agents))
	for i := range c.agents {
		a := &c.agents[i]
		for _, candidate := range append([]string{a.Slug, a.DisplayName}, a.Aliases...) {
			similarity[a.Slug] = max(similarity[a.Slug], levenshtein.Similarity(given, normalize(candidate), nil))
		}
	}
	slugs := c.Slugs()
	slices.SortStableFunc(slugs, func(a, b string) int { return cmp.Compare(similarity[b], similarity[a]) })
	return slugs[:min(n, len(slugs))]
}

// normalize makes spellings comparable: case, blanks and underscores do not
// distinguish agents.
func normalize(name string) string {
	return strings.NewReplacer(" ", "-", "_", "-").Replace(strings.ToLower(strings.TrimSpace(name)))
}

func quoteList(items []string) string {
	quoted := make([]string, len(items))
	for i, item := range items {
		quoted[i] = fmt.Sprintf("%q", item)
	}
	return strings.Join(quoted, ", ")
}
