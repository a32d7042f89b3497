package persistence

import (
	"path"
	"slices"
	"strings"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
)

// Mount is one directory that must be on the volume.
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

// Roles of a mount, strongest first: a directory that several roles meet in
// has the first of them.
const (
	roleHome        = "home"
	roleSession     = string(catalog.RoleSession)
	roleConfig      = string(catalog.RoleConfig)
	roleData        = "data" // our own data directory
	roleCredentials = string(catalog.RoleCredentials)
)

var roleOrder = []string{roleHome, roleSession, roleConfig, roleData, roleCredentials}

// mounts says which directories must be on the volume, the strongest role
// first. Never is one of them inside another, and never is one a single file.
func (f *facts) mounts() []Mount {
	v := f.request.volume()
	places := f.places()
	switch {
	case f.request.MountStrategy == MountPaths:
	case v.MountPath != "":
		// What is not on this volume has been refused already, or may be lost.
		return []Mount{f.whole(cleanPath(v.MountPath), places)}
	default:
		places = append(places, f.whole(f.root, nil))
	}
	mounts := collapse(places)
	for i := range mounts {
		if m := &mounts[i]; f.request.MountStrategy == MountPaths || m.Path != f.root {
			m.SubPath = f.subPath(m.Path)
		}
	}
	return mounts
}

// whole is the volume mounted in one place, with the places on it.
func (f *facts) whole(at string, places []Mount) Mount {
	m := Mount{Path: at, Role: roleHome, Required: true, FileSystem: fileSystemAny}
	if f.request.RelocateTo != "" {
		m.Role = roleSession
	}
	for _, p := range places {
		m.absorb(p)
	}
	return m
}

const fileSystemAny = "any"

// absorb takes over what another place needs.
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

// places are the directories the agent and its scripts keep data in. Caches
// may be lost. With relocate_to what stays in the home directory is only
// listed for mounts of single directories: the volume is elsewhere.
func (f *facts) places() []Mount {
	places := []Mount{{Path: f.dataDir, Role: roleData, Required: true, FileSystem: fileSystemAny}}
	for i := range f.agent.Paths {
		p := &f.agent.Paths[i]
		at := f.absolute(p)
		stays := f.request.RelocateTo != "" && f.request.MountStrategy != MountPaths && !f.relocation.moves(p)
		if p.Role == catalog.RoleCache || stays {
			continue
		}
		if p.File {
			// The directory, because a database has files beside it and others
			// are replaced by renaming.
			if at = path.Dir(at); p.Scope != catalog.ScopeWorkdir && (at == f.home || at == "/") {
				continue // refused when it is required
			}
		}
		place := Mount{Path: at, Role: string(p.Role), Required: p.Required, FileSystem: fileSystemAny, HoldsCredentials: p.Role == catalog.RoleCredentials}
		if !p.NetworkFileSystem {
			place.FileSystem = FileSystemLocal
		}
		places = append(places, place)
	}
	return places
}

// collapse leaves the outermost directories.
func collapse(places []Mount) []Mount {
	slices.SortStableFunc(places, func(a, b Mount) int { return len(a.Path) - len(b.Path) })
	var outer []Mount
	for _, p := range places {
		i := slices.IndexFunc(outer, func(m Mount) bool { return contains(m.Path, p.Path) })
		if i < 0 {
			outer = append(outer, p)
			continue
		}
		outer[i].absorb(p)
	}
	slices.SortFunc(outer, func(a, b Mount) int {
		if order := slices.Index(roleOrder, a.Role) - slices.Index(roleOrder, b.Role); order != 0 {
			return order
		}
		return strings.Compare(a.Path, b.Path)
	})
	return outer
}

// subPath is the path on a volume that several mounts share: as below the home
// directory, or below relocate_to.
func (f *facts) subPath(p string) string {
	if below, ok := strings.CutPrefix(p, strings.TrimSuffix(f.root, "/")+"/"); ok {
		return below
	}
	return strings.TrimPrefix(p, "/")
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
