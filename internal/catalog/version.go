package catalog

import (
	"fmt"
	"strings"

	"github.com/Masterminds/semver/v3"
)

// VersionError says that a text is not a version.
type VersionError struct {
	Subject string // what the version is of, e.g. "claude-code module"
	Given   string
	// Examples are two texts that would do.
	Examples [2]string
}

func (e *VersionError) Error() string {
	return fmt.Sprintf("%q is not a version of %s. Write one version, not a constraint, such as %q or %q.",
		e.Given, e.Subject, e.Examples[0], e.Examples[1])
}

// parseVersion reads one version, with or without a leading "v". Missing
// parts are zero: 4.8 is 4.8.0.
func parseVersion(subject, given string, examples [2]string) (*semver.Version, error) {
	v, err := semver.NewVersion(given)
	if err != nil {
		return nil, &VersionError{Subject: subject, Given: given, Examples: examples}
	}
	return v, nil
}

// release returns the version without pre-release and build parts. A
// pre-release is judged like the release it leads to.
func release(v *semver.Version) *semver.Version {
	return semver.New(v.Major(), v.Minor(), v.Patch(), "", "")
}

// mustVersion parses a version that is known to be one.
func mustVersion(text string) *semver.Version { return semver.MustParse(text) }

// atLeast reports whether v, taken as a release, is floor or newer.
func atLeast(v *semver.Version, floor string) bool {
	return !release(v).LessThan(mustVersion(floor))
}

// withV returns a version the way agentapi's releases are tagged.
func withV(version string) string { return "v" + strings.TrimPrefix(version, "v") }
