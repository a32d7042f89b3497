// Package constraint tells whether a version satisfies a version constraint,
// both written the way Terraform configurations have them.
package constraint

import (
	"fmt"
	"regexp"
	"strconv"

	"github.com/Masterminds/semver/v3"
)

// VersionError says that a text is not a version.
type VersionError struct{ Given string }

func (e *VersionError) Error() string {
	return fmt.Sprintf(`%q is not a version. Write one version, not a constraint, such as "4.9.2" or "v0.12.2".`, e.Given)
}

// Error says that a text is not a constraint.
type Error struct{ Given string }

func (e *Error) Error() string {
	return fmt.Sprintf(`%q is not a version constraint. Write operators (=, !=, >, >=, <, <=, ~>) and versions, such as ">= 4.8.0, < 5.0.0" or "~> 4.8".`, e.Given)
}

// Satisfies reports whether the version satisfies the constraint. Missing
// parts of a version are zero, and a leading "v" is allowed in both texts. A
// comma or a blank between conditions means "and", "||" means "or". ~> has
// Terraform's meaning: ~> 1.2 is at least 1.2 and below 2.0, ~> 1.2.3 at least
// 1.2.3 and below 1.3.0. A pre-release satisfies only conditions that name a
// pre-release themselves. The error is a *VersionError or an *Error.
func Satisfies(version, constraint string) (bool, error) {
	v, err := semver.NewVersion(version)
	if err != nil {
		return false, &VersionError{Given: version}
	}
	c, err := semver.NewConstraint(pessimistic(constraint))
	if err != nil {
		return false, &Error{Given: constraint}
	}
	return c.Check(v), nil
}

// pessimisticPattern finds ~> before one or two numbers. Before three, or with
// a pre-release, the semver package means the same by it as Terraform.
var pessimisticPattern = regexp.MustCompile(`~>\s*v?(\d+)(?:\.(\d+))?($|[\s,|])`)

// pessimistic rewrites what the semver package takes for ~1.2, which excludes 1.3.
func pessimistic(text string) string {
	return pessimisticPattern.ReplaceAllStringFunc(text, func(found string) string {
		m := pessimisticPattern.FindStringSubmatch(found)
		if m[2] == "" {
			return ">= " + m[1] + m[3]
		}
		major, err := strconv.ParseUint(m[1], 10, 63)
		if err != nil {
			return found // too large for a version; the parser says so
		}
		return fmt.Sprintf(">= %s.%s, < %d%s", m[1], m[2], major+1, m[3])
	})
}
