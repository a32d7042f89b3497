package catalog

import "path"

// ExpandedPath is a Path with its place in one workspace.
type ExpandedPath struct {
	Path
	Absolute string // absolute and cleaned
}

// ExpandPaths returns the agent's paths, in their order, below the given home
// and working directories, which are absolute. Paths that depend on a
// directory that is empty are left out. Relocation variables are not applied.
func (a *Agent) ExpandPaths(home, workdir string) []ExpandedPath {
	expanded := make([]ExpandedPath, 0, len(a.Paths))
	for _, p := range a.Paths {
		var base string
		switch p.Scope {
		case ScopeHome:
			base = home
		case ScopeWorkdir:
			base = workdir
		case ScopeAbsolute:
			base = "/"
		}
		if base == "" {
			continue
		}
		expanded = append(expanded, ExpandedPath{Path: p, Absolute: path.Join(base, p.Path)})
	}
	return expanded
}

// Place writes the path the way people and overrides do: ~/… for the home
// directory, {workdir}/… for the working directory.
func (p *Path) Place() string {
	switch p.Scope {
	case ScopeHome:
		return "~/" + p.Path
	case ScopeWorkdir:
		return PlaceholderWorkdir + "/" + p.Path
	default:
		return p.Path
	}
}
