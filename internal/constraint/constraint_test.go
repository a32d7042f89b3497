package constraint

import (
	"errors"
	"strings"
	"testing"
)

func TestSatisfies(t *testing.T) {
	for _, tt := range []struct {
		version, constraint string
		want                bool
	}{
		{"4.8.0", ">= 4.8.0, < 5.0.0", true},
		{"v4.8.0", ">= 4.8.0, < 5.0.0", true},
		{"5.0.0", ">= 4.8.0, < 5.0.0", false},
		{"4.8", "4.8.0", true},
		{"4.8.0", "= v4.8", true},
		{"4.8.1", "!= 4.8.0", true},
		{"1.0.0", "< 1 || >= 2", false},
		{"2.0.0", "< 1 || >= 2", true},
		{"1.3.0", ">= 1.2 < 1.4", true},
		{"10.0.0", "> 9.0.0", true}, // by number, not by letter
		{"1.2.0", "*", true},
		// ~> means what it means in required_providers and in module versions.
		{"1.2.0", "~> 1.2", true},
		{"1.9.0", "~> 1.2", true},
		{"1.1.9", "~> 1.2", false},
		{"2.0.0", "~> 1.2", false},
		{"0.9.0", "~> 0.2", true},
		{"1.2.9", "~> 1.2.3", true},
		{"1.2.2", "~> 1.2.3", false},
		{"1.3.0", "~> 1.2.3", false},
		{"9.0.0", "~> 1", true},
		{"0.9.0", "~> 1", false},
		{"1.5.0", "~> v1.2", true},
		{"1.5.0", "~>1.2, != 1.5.0", false},
		{"3.1.0", "~> 1.2 || ~> 3.0", true},
		{"2.1.0", "~> 1.2||~> 3.0", false},
		// A pre-release is not a release.
		{"1.3.0-rc.1", ">= 1.2.0", false},
		{"1.3.0-rc.1", ">= 1.3.0-0", true},
		{"1.3.0+build", "1.3.0", true},
	} {
		if got, err := Satisfies(tt.version, tt.constraint); err != nil || got != tt.want {
			t.Errorf("%s in %q: %v, %v; want %v", tt.version, tt.constraint, got, err, tt.want)
		}
	}
}

func TestNonsense(t *testing.T) {
	for _, version := range []string{"", " ", "latest", ">= 1.0.0", "1.2.3.4", "1.x", " 1.2.3", "V1.2.3", "99999999999999999999.0.0"} {
		_, err := Satisfies(version, ">= 1.0.0")
		if e := new(VersionError); !errors.As(err, &e) || e.Given != version || !hasExamples(err, `"4.9.2"`, `"v0.12.2"`) {
			t.Errorf("%q: %v", version, err)
		}
	}
	for _, constraint := range []string{"", " ", "newest", ">=", ">= 1.0,", "||", ">= 1.2.3.4", "~>", "~> one", "~> 99999999999999999999.0", ">= 1 and < 2"} {
		_, err := Satisfies("1.0.0", constraint)
		if e := new(Error); !errors.As(err, &e) || e.Given != constraint || !hasExamples(err, `">= 4.8.0, < 5.0.0"`, `"~> 4.8"`) {
			t.Errorf("%q: %v", constraint, err)
		}
	}
}

// The examples in the errors are themselves accepted.
func TestExamples(t *testing.T) {
	for _, version := range []string{"4.9.2", "v0.12.2"} {
		for _, constraint := range []string{">= 4.8.0, < 5.0.0", "~> 4.8"} {
			if _, err := Satisfies(version, constraint); err != nil {
				t.Error(err)
			}
		}
	}
}

func hasExamples(err error, examples ...string) bool {
	for _, e := range examples {
		if !strings.Contains(err.Error(), e) {
			return false
		}
	}
	return true
}
