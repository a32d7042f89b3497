package script

import (
	"cmp"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
)

// Install says what the start script installs when it is not on PATH, where
// that differs from the catalog.
type Install struct {
	Version          string // of the agent; "" for the catalog's
	Registry         string // npm registry; "" for the public one
	URL              string // of the agent, with {version} and {arch}; "" for the catalog's
	Checksum         string // of the agent's download; "" for the catalog's
	AgentAPIURL      string // with {version} and {arch}; "" for the release on GitHub
	AgentAPIChecksum string
	WithoutNode      []string // agents that need no node, for a message
}

const agentAPIReleases = "https://github.com/coder/agentapi/releases/download/v{version}/agentapi-linux-{arch}"

// Checksum reads a checksum as npm writes it (sha512-BASE64) or as sha256:HEX and
// sha512:HEX, and returns the algorithm and the hexadecimal digits.
func Checksum(text string) (algorithm, digits string, err error) {
	expected := fmt.Errorf("must be sha256:HEX, sha512:HEX or sha512-BASE64, got: %q", text)
	i := strings.IndexAny(text, ":-")
	if i < 0 {
		return "", "", expected
	}
	var sum []byte
	if text[i] == ':' {
		sum, err = hex.DecodeString(text[i+1:])
	} else {
		sum, err = base64.StdEncoding.DecodeString(text[i+1:])
	}
	algorithm = text[:i]
	if size := map[string]int{"sha256": 32, "sha512": 64}[algorithm]; err != nil || size == 0 || len(sum) != size {
		return "", "", expected
	}
	return algorithm, hex.EncodeToString(sum), nil
}

// Version returns the version of the agent that is installed, "" when the
// catalog has none and the template names none.
func (i *Install) version(agent *catalog.Agent) string {
	if i.Version == "" && agent.Install != nil {
		return agent.Install.Version
	}
	return i.Version
}

// install writes the settings of program/install.sh.
func (w *writer) install(o Options) {
	if o.AcceptFirstRun {
		w.set("first_run", "accept")
		var files []string
		for _, file := range o.Agent.FirstRun {
			files = append(files, file.Root.Env, file.Root.EnvPath, file.Root.Home, file.Name, file.When, file.Content)
		}
		w.list("first_run_files", files)
	}
	if o.Install == nil {
		return
	}
	known := cmp.Or(o.Agent.Install, &catalog.Install{})
	version := o.Install.version(o.Agent)
	registry := strings.TrimSuffix(cmp.Or(o.Install.Registry, catalog.NPMRegistry), "/")
	program := o.Agent.Slug
	if o.Agent.Session != nil && len(o.Agent.Session.Binaries) > 0 {
		program = o.Agent.Session.Binaries[0]
	}
	w.set("install", "true")
	w.set("install_title", strings.TrimSpace(o.Agent.DisplayName+" "+version))
	w.set("install_program", program)
	w.set("install_version", version)
	if known.NeedsNode {
		w.set("install_package", o.Agent.DisplayName)
	}
	w.set("install_registry", registry)
	w.set("install_without_node", strings.Join(o.Install.WithoutNode, ", "))
	w.list("install_downloads", w.downloads(o.Install.downloads(known), version, registry))
	w.list("install_env", known.Env)
	if o.Launcher != LauncherTerminal {
		version := strings.TrimPrefix(o.AgentAPIVersion, "v")
		download := catalog.Download{URL: cmp.Or(o.Install.AgentAPIURL, agentAPIReleases), Checksum: o.Install.AgentAPIChecksum}
		w.set("agentapi_version", version)
		w.list("agentapi_downloads", w.downloads(map[string]catalog.Download{"amd64": download, "arm64": download}, version, registry))
	}
}

// downloads are those of the catalog, with what the template says instead. The
// catalog's checksums hold for its own version.
func (i *Install) downloads(known *catalog.Install) map[string]catalog.Download {
	downloads := maps.Clone(known.Downloads)
	if i.URL != "" {
		downloads = map[string]catalog.Download{"amd64": downloads["amd64"], "arm64": downloads["arm64"]}
	}
	for arch, download := range downloads {
		if i.Version != "" && i.Version != known.Version {
			download.Checksum = ""
		}
		downloads[arch] = catalog.Download{URL: cmp.Or(i.URL, download.URL), Checksum: cmp.Or(i.Checksum, download.Checksum)}
	}
	return downloads
}

// downloads returns three words per download: the architecture, the URL and the checksum.
func (w *writer) downloads(downloads map[string]catalog.Download, version, registry string) []string {
	var all []string
	for _, arch := range slices.Sorted(maps.Keys(downloads)) {
		url := strings.NewReplacer("{registry}", registry, "{version}", version, "{arch}", arch).Replace(downloads[arch].URL)
		sum := ""
		if text := downloads[arch].Checksum; text != "" {
			algorithm, digits, err := Checksum(text)
			if err != nil && w.err == nil {
				w.err = fmt.Errorf("checksum of %s: %w", url, err)
			}
			sum = algorithm + " " + digits
		}
		all = append(all, arch, url, sum)
	}
	return all
}
