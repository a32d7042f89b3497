package toolchain

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Kind tells where a tool comes from and therefore how it is installed.
type Kind string

// The kinds of tools that pins.json may list.
const (
	// KindGo is a main package of a Go module, built from source.
	KindGo Kind = "go"
	// KindNPM is an executable of an npm package.
	KindNPM Kind = "npm"
	// KindDebian is a program of a Debian package; any version on PATH will do.
	KindDebian Kind = "debian"
	// KindPath is a program that is used when it is on PATH and never installed.
	KindPath Kind = "path"
)

// Tool is one pinned program.
type Tool struct {
	// Name is what the program is called here, on the command line and on disk.
	Name string `json:"name"`
	Kind Kind   `json:"kind"`
	// Version is the exact version; empty for the kinds that are taken from PATH.
	Version string `json:"version,omitempty"`
	// Binary is the file name of the executable when it differs from Name.
	Binary string `json:"binary,omitempty"`

	// Module is the path of the Go module.
	Module string `json:"module,omitempty"`
	// Package is the main package relative to the module (KindGo), or the name of
	// the package in its registry (KindNPM, KindDebian).
	Package string `json:"package,omitempty"`
	// Sum is the checksum of the module as go.sum writes it ("h1:…").
	Sum string `json:"sum,omitempty"`
	// LDFlags is passed to the linker, usually to set the version.
	LDFlags string `json:"ldflags,omitempty"`

	// NPMBinary is the key in the package's "bin" when it differs from Name.
	NPMBinary string `json:"npm_binary,omitempty"`
	// Integrity holds the checksum ("sha512-…") of the npm package and of those of
	// its platform packages that carry the real executable.
	Integrity map[string]string `json:"integrity,omitempty"`

	// Check, when set, is run after the installation and must succeed.
	Check *Check `json:"check,omitempty"`
}

// Check is a command that proves that an installed tool is the pinned one.
type Check struct {
	// Args are the arguments to call the tool with.
	Args []string `json:"args"`
	// Line is a whole line that the tool must print, without surrounding blanks.
	Line string `json:"line"`
}

// String returns the name with the version, as the command line takes it.
func (t Tool) String() string {
	if t.Version == "" {
		return t.Name
	}
	return t.Name + "@" + t.Version
}

// executable returns the file name of the installed program.
func (t Tool) executable() string {
	if t.Binary != "" {
		return t.Binary
	}
	return t.Name
}

// validate reports what is missing from a pin.
func (t Tool) validate() error {
	need := map[string]string{"name": t.Name}
	switch t.Kind {
	case KindGo:
		need["version"], need["module"], need["package"], need["sum"] = t.Version, t.Module, t.Package, t.Sum
		if t.Sum != "" && !strings.HasPrefix(t.Sum, "h1:") {
			return fmt.Errorf("%s: sum must start with \"h1:\", as in go.sum; given %q", t, t.Sum)
		}
	case KindNPM:
		need["version"], need["package"] = t.Version, t.Package
		need[`integrity of "`+t.Package+`"`] = t.Integrity[t.Package]
	case KindDebian:
		need["package"] = t.Package
	case KindPath:
	default:
		return fmt.Errorf("%s: kind must be go, npm, debian or path; given %q", t, t.Kind)
	}
	var missing []string
	for field, value := range need {
		if value == "" {
			missing = append(missing, field)
		}
	}
	if len(missing) > 0 {
		slices.Sort(missing)
		return fmt.Errorf("%s: a tool of kind %q must set %s", t, t.Kind, strings.Join(missing, ", "))
	}
	return nil
}

// Pins is the content of tools/pins.json. Where a name is pinned in several
// versions, the first one is the default.
type Pins struct {
	Tools []Tool `json:"tools"`
}

// PinsFile is the path of the pins, relative to the root of the repository.
const PinsFile = "tools/pins.json"

// LoadPins reads tools/pins.json below root.
func LoadPins(root string) (Pins, error) {
	content, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(PinsFile)))
	if err != nil {
		return Pins{}, fmt.Errorf("reading the pinned tools: %w", err)
	}
	pins, err := parsePins(bytes.NewReader(content))
	if err != nil {
		return Pins{}, fmt.Errorf("%s: %w", PinsFile, err)
	}
	return pins, nil
}

func parsePins(r io.Reader) (Pins, error) {
	decoder := json.NewDecoder(r)
	decoder.DisallowUnknownFields()
	var pins Pins
	if err := decoder.Decode(&pins); err != nil {
		return Pins{}, fmt.Errorf("not valid: %w", err)
	}
	seen := map[string]bool{}
	var problems []error
	for _, tool := range pins.Tools {
		if err := tool.validate(); err != nil {
			problems = append(problems, err)
		}
		if seen[tool.String()] {
			problems = append(problems, fmt.Errorf("%s is pinned twice", tool))
		}
		seen[tool.String()] = true
	}
	return pins, errors.Join(problems...)
}

// Find returns the tool called name, which is a pinned name with or without a
// version: "agentapi@v0.11.8", or "agentapi" for the first one listed.
func (p Pins) Find(name string) (Tool, error) {
	var known []string
	for _, tool := range p.Tools {
		if name == tool.Name || name == tool.String() {
			return tool, nil
		}
		known = append(known, tool.String())
	}
	return Tool{}, fmt.Errorf("no tool %q is pinned in %s; expected one of %s, with or without the version",
		name, PinsFile, strings.Join(known, ", "))
}
