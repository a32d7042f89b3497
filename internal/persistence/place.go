package persistence

import (
	"path"
	"strings"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
)

// place is where the data of one agent lives in one workspace. What depends on
// an unknown input is meaningless.
type place struct {
	Name, Home, Workdir, DataDir string
	// Root is below what everything lies that lies below the home directory
	// otherwise: relocate_to, or the home directory.
	Root      string
	Relocated bool   // relocate_to is set
	Paths     bool   // only single directories are mounted
	MountPath string // where the volume is mounted whole, or ""
	// relocation moves the agent's own data; nil when it stays.
	relocation *relocation
}

// placeOf decides where the data lives. The agent is nil while it is unknown.
func placeOf(r *Request, agent *catalog.Agent) place {
	p := place{
		Name:      r.Name,
		Home:      path.Clean(r.Home),
		Workdir:   cleanPath(r.Workdir),
		DataDir:   cleanPath(r.DataDir),
		Root:      cleanPath(r.RelocateTo),
		Relocated: r.RelocateTo != "",
		Paths:     r.MountStrategy == MountPaths,
		MountPath: cleanPath(r.volume().MountPath),
	}
	if p.Name == "" && agent != nil {
		p.Name = agent.Slug
	}
	if p.Workdir == "" {
		p.Workdir = p.Home
	}
	if p.Root == "" {
		p.Root = p.Home
	}
	if p.DataDir == "" {
		p.DataDir = path.Join(p.Root, DataDirParent, p.Name)
	}
	if agent != nil && (p.Relocated || p.Paths && looseFile(agent) != nil) {
		// A file such as ~/.claude.json lies inside ~/.claude once
		// CLAUDE_CONFIG_DIR points there, and a mount of that directory keeps both.
		p.relocation, _ = relocationOf(agent, p.Root)
	}
	return p
}

// env returns the environment variables that every shell of the workspace needs.
func (p *place) env() map[string]string {
	name := strings.ReplaceAll(strings.ToUpper(p.Name), "-", "_")
	env := map[string]string{"CODER_PERSISTENCE_" + name + "_DIR": p.DataDir}
	for name, value := range p.relocation.environment() {
		env[name] = value
	}
	return env
}

// moduleDirName is where the agentapi module keeps its own scripts and log. It
// can only name a directory below the home directory.
func (p *place) moduleDirName() string {
	if below, ok := strings.CutPrefix(p.DataDir, strings.TrimSuffix(p.Home, "/")+"/"); ok {
		return below
	}
	return path.Join(DataDirParent, p.Name)
}

// inQuotes returns text as it stands between single quotes in a shell script: the
// agentapi module puts its inputs there as they are.
func inQuotes(text string) string { return strings.ReplaceAll(text, "'", `'\''`) }

// absolute returns where the agent keeps a path in this workspace.
func (p *place) absolute(at *catalog.Path) string {
	switch {
	case p.relocation.moves(at):
		return p.relocation.place(at)
	case at.Scope == catalog.ScopeWorkdir:
		return path.Join(p.Workdir, at.Path)
	case at.Scope == catalog.ScopeAbsolute:
		return path.Clean(at.Path)
	default:
		return path.Join(p.Home, at.Path)
	}
}

// relocatedAgent is the agent with its paths where they are in this workspace.
func (p *place) relocatedAgent(agent *catalog.Agent) *catalog.Agent {
	if p.relocation == nil {
		return agent
	}
	moved := *agent
	moved.Paths = make([]catalog.Path, len(agent.Paths))
	for i, at := range agent.Paths {
		if p.relocation.moves(&at) {
			at.Path, at.Scope = p.relocation.place(&at), catalog.ScopeAbsolute
		}
		moved.Paths[i] = at
	}
	return &moved
}

// contains reports whether path p is dir or lies below it. Both are clean.
func contains(dir, p string) bool {
	return p == dir || dir == "/" || strings.HasPrefix(p, dir+"/")
}

// cleanPath removes a trailing slash and the like; "" stays "".
func cleanPath(p string) string {
	if p == "" {
		return ""
	}
	return path.Clean(p)
}
