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

const (
	agentAPIReleases = "https://github.com/coder/agentapi/releases/download/v{version}/agentapi-linux-{arch}"
	// stallSeconds is how long a download may stand still.
	stallSeconds = "60"
)

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

// installSettings are the settings of program/install.sh: a name and its value,
// or a list of values.
func installSettings(o Options) (map[string]string, map[string][]string, error) {
	values := map[string]string{"install": "false", "first_run": ""}
	lists := map[string][]string{"first_run_files": nil}
	if o.AcceptFirstRun {
		values["first_run"] = "accept"
		for _, file := range o.Agent.FirstRun {
			lists["first_run_files"] = append(lists["first_run_files"],
				file.Root.Env, file.Root.EnvPath, file.Root.Home, file.Name, file.When, file.Content)
		}
	}
	if o.Install == nil {
		return values, lists, nil
	}
	known := cmp.Or(o.Agent.Install, &catalog.Install{})
	version := o.Install.version(o.Agent)
	program := o.Agent.Slug
	if o.Agent.Session != nil && len(o.Agent.Session.Binaries) > 0 {
		program = o.Agent.Session.Binaries[0]
	}
	downloads := map[string]catalog.Download{}
	for arch, download := range known.Downloads {
		if o.Install.Version != "" && o.Install.Version != known.Version {
			download.Checksum = ""
		}
		downloads[arch] = download
	}
	if o.Install.URL != "" {
		for _, arch := range []string{"amd64", "arm64"} {
			downloads[arch] = catalog.Download{URL: o.Install.URL, Checksum: downloads[arch].Checksum}
		}
	}
	if o.Install.Checksum != "" {
		for arch, download := range downloads {
			downloads[arch] = catalog.Download{URL: download.URL, Checksum: o.Install.Checksum}
		}
	}
	registry := strings.TrimSuffix(cmp.Or(o.Install.Registry, catalog.NPMRegistry), "/")
	agent, err := words(downloads, version, registry)
	if err != nil {
		return nil, nil, err
	}
	values["install"] = "true"
	values["install_title"] = strings.TrimSpace(o.Agent.DisplayName + " " + version)
	values["install_program"] = program
	values["install_version"] = version
	values["install_package"] = ""
	if known.NeedsNode {
		values["install_package"] = o.Agent.DisplayName
	}
	values["install_registry"] = registry
	values["install_without_node"] = strings.Join(o.Install.WithoutNode, ", ")
	values["install_stall_seconds"] = stallSeconds
	lists["install_downloads"] = agent
	lists["install_env"] = known.Env

	values["agentapi_version"] = ""
	lists["agentapi_downloads"] = nil
	if o.Launcher != LauncherTerminal {
		download := catalog.Download{URL: cmp.Or(o.Install.AgentAPIURL, agentAPIReleases), Checksum: o.Install.AgentAPIChecksum}
		values["agentapi_version"] = strings.TrimPrefix(o.AgentAPIVersion, "v")
		lists["agentapi_downloads"], err = words(map[string]catalog.Download{"amd64": download, "arm64": download}, values["agentapi_version"], registry)
	}
	return values, lists, err
}

// words are three per download: the architecture, the URL and the checksum.
func words(downloads map[string]catalog.Download, version, registry string) ([]string, error) {
	var all []string
	for _, arch := range slices.Sorted(maps.Keys(downloads)) {
		url := strings.NewReplacer("{registry}", registry, "{version}", version, "{arch}", arch).Replace(downloads[arch].URL)
		sum := ""
		if text := downloads[arch].Checksum; text != "" {
			algorithm, digits, err := Checksum(text)
			if err != nil {
				return nil, fmt.Errorf("checksum of %s: %w", url, err)
			}
			sum = algorithm + " " + digits
		}
		all = append(all, arch, url, sum)
	}
	return all, nil
}
