package catalog

import "slices"

// Sources returns where the facts of an entry come from, each source once, in
// the order of the facts. The ranges of its module versions are left out; each
// [Verdict] has the source of its own.
func (a *Agent) Sources() []string {
	var sources []string
	add := func(texts ...string) {
		for _, text := range texts {
			if text != "" && !slices.Contains(sources, text) {
				sources = append(sources, text)
			}
		}
	}
	if !a.Documented.NotInTheMatrix {
		add(MatrixSource)
	}
	add(a.Storage.MinimumSource)
	add(a.Storage.ObservedSources...)
	for i := range a.Paths {
		add(a.Paths[i].Source)
	}
	if a.Session != nil {
		add(a.Session.Source)
	}
	for _, facts := range [][]Fact{{a.Resume, a.Retention}, a.Hazards, a.Notes} {
		for _, fact := range facts {
			add(fact.Source)
		}
	}
	return sources
}

// ResumePaths returns the absolute paths without which the agent does not come
// back, in the order of [Agent.ExpandPaths]: its sessions, and whatever else
// is required.
func (a *Agent) ResumePaths(home, workdir string) []string {
	paths := []string{}
	for _, p := range a.ExpandPaths(home, workdir) {
		if (p.Role == RoleSession || p.Required) && !slices.Contains(paths, p.Absolute) {
			paths = append(paths, p.Absolute)
		}
	}
	return paths
}
