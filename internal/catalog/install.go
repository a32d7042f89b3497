package catalog

import (
	"slices"
	"strings"

	"github.com/coder-persistence/terraform-provider-persistence/internal/size"
)

// Install says where an agent's program comes from when the image lacks it.
// URLs may hold {version}, {arch} (amd64 or arm64) and {registry}, the npm
// registry. A package of npm can be downloaded like any archive.
type Install struct {
	// Version is installed unless a template pins another one.
	Version string
	// Downloads are the archives by architecture. One that is missing is not known.
	Downloads map[string]Download
	// NeedsNode is true when the download is an npm package that node runs.
	NeedsNode bool
	// Size is the disk space of the installed version, measured.
	Size size.Bytes
	// Env are variables, as NAME=VALUE, that keep the program from updating
	// itself: a session then meets the version that wrote it.
	Env []string
}

// Download is a program, or a .tar.gz that holds it.
type Download struct {
	URL string
	// Checksum is that of Install.Version, as npm writes it: sha512-BASE64.
	Checksum string
}

// FirstRunFile answers the questions an agent asks in a fresh home.
type FirstRunFile struct {
	// Root is the directory the file is in.
	Root Root
	Name string
	// When is a condition: an environment variable that must be set, or an
	// argument that the template gives the agent. Empty means always.
	When string
	// Content may hold {workdir}, {$NAME}, {$NAME:-text} and {$NAME:tail}: the
	// working directory, a variable, with a default, its last 20 characters.
	Content string
	// Accepts says what the file accepts on the user's behalf.
	Accepts string
}

// NPMRegistry is the public npm registry.
const NPMRegistry = "https://registry.npmjs.org"

// NPMDownload is the archive of a package; suffix follows the version, for the
// packages that are published once per platform under one name.
func NPMDownload(name, suffix, checksum string) Download {
	base := name[strings.LastIndexByte(name, '/')+1:]
	return Download{URL: "{registry}/" + name + "/-/" + base + "-{version}" + suffix + ".tgz", Checksum: checksum}
}

// WithoutNode lists the agents, by display name, that can be installed without node.
func (c *Catalog) WithoutNode() []string {
	var names []string
	for _, agent := range c.Agents() {
		if agent.Install != nil && !agent.Install.NeedsNode {
			names = append(names, agent.DisplayName)
		}
	}
	slices.Sort(names)
	return names
}
