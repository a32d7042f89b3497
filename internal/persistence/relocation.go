package persistence

import (
	"fmt"
	"path"
	"strings"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
)

// relocation is an environment variable that moves an agent's data to another
// root, below which everything lies as it does below the home directory.
type relocation struct {
	variable string // e.g. "CLAUDE_CONFIG_DIR"
	base     string // what it replaces, below the home directory: ".claude"; "" for the home directory itself
	value    string // where it points: "<root>/.claude"
}

// xdgBases are what the variables of the XDG Base Directory Specification
// replace.
var xdgBases = map[string]string{
	"XDG_DATA_HOME":   ".local/share",
	"XDG_CONFIG_HOME": ".config",
	"XDG_STATE_HOME":  ".local/state",
	"XDG_CACHE_HOME":  ".cache",
}

// relocationOf finds the variable that moves the agent's sessions, and points
// it below root. When there is none the reason says why, in one sentence.
func relocationOf(agent *catalog.Agent, root string) (r *relocation, reason string) {
	var sessions *catalog.Path
	for i := range agent.Paths {
		if p := &agent.Paths[i]; p.Role == catalog.RoleSession && (sessions == nil || p.Required && !sessions.Required) {
			sessions = p
		}
	}
	switch {
	case sessions == nil:
		return nil, fmt.Sprintf("%s keeps no session in the workspace, so there is nothing to move.", agent.DisplayName)
	case sessions.Scope == catalog.ScopeWorkdir:
		return nil, fmt.Sprintf("%s keeps its session in the working directory (%s): it moves with workdir.", agent.DisplayName, sessions.Place())
	case sessions.RelocatedBy == "":
		return nil, fmt.Sprintf("%s has no environment variable that moves %s.", agent.DisplayName, sessions.Place())
	}
	for i := range agent.Paths {
		if p := &agent.Paths[i]; p.Required && p.RelocatedBy != sessions.RelocatedBy {
			return nil, fmt.Sprintf("%s moves %s, but %s, which %s needs for a resume, stays.", sessions.RelocatedBy, sessions.Place(), p.Place(), agent.DisplayName)
		}
	}
	r = &relocation{variable: sessions.RelocatedBy, base: relocationBase(agent, sessions.RelocatedBy)}
	r.value = path.Join(root, r.base)
	return r, ""
}

// relocationBase returns what the variable replaces, below the home directory.
func relocationBase(agent *catalog.Agent, variable string) string {
	if s := agent.Session; s != nil {
		roots := []catalog.Root{s.Detect.Root}
		if s.Capture != nil {
			roots = append(roots, s.Capture.Root)
		}
		for _, root := range roots {
			if root.Env == variable {
				return strings.TrimSuffix(strings.TrimSuffix(root.Home, root.EnvPath), "/")
			}
		}
	}
	if base, ok := xdgBases[variable]; ok {
		return base
	}
	// An agent of the provider block: its shallowest directory, or else the
	// directory of its shallowest file.
	base, found := "", false
	for _, files := range []bool{false, true} {
		for i := range agent.Paths {
			p := &agent.Paths[i]
			if p.RelocatedBy != variable || p.File != files {
				continue
			}
			dir := relative(p)
			if p.File {
				dir = strings.TrimSuffix(path.Dir(dir), ".")
			}
			if !found || depth(dir) < depth(base) {
				base, found = dir, true
			}
		}
		if found {
			break
		}
	}
	return base
}

// depth is the number of directories in a relative path.
func depth(p string) int { return len(strings.FieldsFunc(p, func(r rune) bool { return r == '/' })) }

// relative is a path without the slash that an absolute one begins with.
func relative(p *catalog.Path) string { return strings.TrimPrefix(p.Path, "/") }

// moves reports whether the variable moves the path.
func (r *relocation) moves(p *catalog.Path) bool { return r != nil && p.RelocatedBy == r.variable }

// place returns where the variable puts a path that it moves. What lies beside
// the directory it replaces, such as ~/.claude.json, lies in it then.
func (r *relocation) place(p *catalog.Path) string {
	switch below, inside := strings.CutPrefix(relative(p), r.base+"/"); {
	case r.base == "":
		return path.Join(r.value, relative(p))
	case relative(p) == r.base:
		return r.value
	case inside:
		return path.Join(r.value, below)
	default:
		return path.Join(r.value, path.Base(p.Path))
	}
}

// looseFile returns a file that a resume needs and that lies directly in the
// home directory, so that no directory but the home itself keeps it; nil when
// there is none. A mount of the file alone would not do: programs replace such
// a file by renaming a new one over it, which a mount point refuses.
func looseFile(agent *catalog.Agent) *catalog.Path {
	for i := range agent.Paths {
		p := &agent.Paths[i]
		if p.Required && p.File && p.Scope == catalog.ScopeHome && !strings.Contains(p.Path, "/") {
			return p
		}
	}
	return nil
}

// environment returns the variable with its value.
func (r *relocation) environment() map[string]string {
	if r == nil {
		return nil
	}
	return map[string]string{r.variable: r.value}
}
