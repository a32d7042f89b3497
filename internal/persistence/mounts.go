package persistence

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
)

// Mount is a directory that must be on the volume.
type Mount struct {
	Path       string // absolute
	Role       string // home, session, config, data or credentials
	Required   bool   // whether a resume fails without it
	FileSystem string // "local" when a network file system would damage data below Path, else "any"
	// HoldsCredentials is true when the agent keeps a login below Path.
	HoldsCredentials bool
	// SubPath is where it lies on a volume that several mounts share: relative,
	// or "" for the root of the volume.
	SubPath string
}

// Roles of a mount, strongest first: a directory with several roles has the
// first of them.
const (
	roleHome        = "home"
	roleSession     = string(catalog.RoleSession)
	roleConfig      = string(catalog.RoleConfig)
	roleData        = "data" // our own data directory
	roleCredentials = string(catalog.RoleCredentials)
)

var roleOrder = []string{roleHome, roleSession, roleConfig, roleData, roleCredentials}

// mounts returns the directories that must be on the volume, the strongest role
// first. Mounts never nest and are always directories.
func (p *place) mounts(agent *catalog.Agent) []Mount {
	directories := p.directories(agent)
	switch {
	case p.Paths:
	case p.MountPath != "":
		// Everything required is below it, or the plan fails.
		return []Mount{p.whole(p.MountPath, directories)}
	default:
		directories = append(directories, p.whole(p.Root, nil))
	}
	mounts := collapse(directories)
	for i := range mounts {
		if m := &mounts[i]; p.Paths || m.Path != p.Root {
			m.SubPath = p.subPath(m.Path)
		}
	}
	return mounts
}

// whole is the volume mounted in one place, with the directories on it.
func (p *place) whole(at string, directories []Mount) Mount {
	m := Mount{Path: at, Role: roleHome, Required: true, FileSystem: fileSystemAny}
	if p.Relocated {
		m.Role = roleSession
	}
	for _, d := range directories {
		m.absorb(d)
	}
	return m
}

const fileSystemAny = "any"

// absorb adds what another directory needs.
func (m *Mount) absorb(other Mount) {
	if slices.Index(roleOrder, other.Role) < slices.Index(roleOrder, m.Role) {
		m.Role = other.Role
	}
	m.Required = m.Required || other.Required
	m.HoldsCredentials = m.HoldsCredentials || other.HoldsCredentials
	if other.FileSystem == FileSystemLocal {
		m.FileSystem = FileSystemLocal
	}
}

// directories are where the agent and its scripts keep data. Caches are left
// out. With relocate_to, so is what stays in the home directory, unless single
// directories are mounted.
func (p *place) directories(agent *catalog.Agent) []Mount {
	directories := []Mount{{Path: p.DataDir, Role: roleData, Required: true, FileSystem: fileSystemAny}}
	for i := range agent.Paths {
		of := &agent.Paths[i]
		at := p.absolute(of)
		stays := p.Relocated && !p.Paths && !p.relocation.moves(of)
		if of.Role == catalog.RoleCache || stays {
			continue
		}
		if of.File {
			// The directory, because a database has files beside it and others
			// are replaced by renaming.
			if at = path.Dir(at); of.Scope != catalog.ScopeWorkdir && (at == p.Home || at == "/") {
				continue // an error when it is required
			}
		}
		d := Mount{Path: at, Role: string(of.Role), Required: of.Required, FileSystem: fileSystemAny, HoldsCredentials: of.Role == catalog.RoleCredentials}
		if !of.NetworkFileSystem {
			d.FileSystem = FileSystemLocal
		}
		directories = append(directories, d)
	}
	return directories
}

// collapse keeps the outermost directories.
func collapse(directories []Mount) []Mount {
	slices.SortStableFunc(directories, func(a, b Mount) int { return len(a.Path) - len(b.Path) })
	var outer []Mount
	for _, d := range directories {
		i := slices.IndexFunc(outer, func(m Mount) bool { return contains(m.Path, d.Path) })
		if i < 0 {
			outer = append(outer, d)
			continue
		}
		outer[i].absorb(d)
	}
	slices.SortFunc(outer, func(a, b Mount) int {
		return cmp.Or(cmp.Compare(slices.Index(roleOrder, a.Role), slices.Index(roleOrder, b.Role)), strings.Compare(a.Path, b.Path))
	})
	return outer
}

// subPath is the path on a volume that several mounts share: as below the home
// directory, or below relocate_to.
func (p *place) subPath(at string) string {
	if below, ok := strings.CutPrefix(at, strings.TrimSuffix(p.Root, "/")+"/"); ok {
		return below
	}
	return strings.TrimPrefix(at, "/")
}
