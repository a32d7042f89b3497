package release

import (
	"strings"
	"testing"
)

const changelog = `# Changelog

## [Unreleased]

## [1.1.0] - 2026-12-24

### Added

- A thing.

## [1.0.0] - 2026-11-21

- First.
`

func TestNotes(t *testing.T) {
	for version, want := range map[string]string{
		"1.1.0":  "### Added\n\n- A thing.\n",
		"v1.0.0": "- First.\n",
	} {
		if got, err := Notes(changelog, version); err != nil || got != want {
			t.Errorf("Notes(%q) returned %q, %v; expected %q", version, got, err, want)
		}
	}
}

func TestNotesRefuses(t *testing.T) {
	for version, want := range map[string]string{
		"v2.0.0":     "Unreleased, 1.1.0, 1.0.0",
		"1.0":        "no section for version 1.0",
		"Unreleased": "says nothing",
	} {
		if got, err := Notes(changelog, version); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Notes(%q) returned %q, %v; expected an error with %q", version, got, err, want)
		}
	}
}
