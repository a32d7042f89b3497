// Package release knows what a release of this provider consists of: it takes
// the notes from the changelog and checks the archives that were built.
package release

import (
	"fmt"
	"regexp"
	"strings"
)

// Project is the name that every file of a release begins with.
const Project = "terraform-provider-coder-persistence"

// heading matches the heading of a version in a changelog, such as
// "## [1.2.0] - 2026-11-21".
var heading = regexp.MustCompile(`(?m)^## \[([^]]+)\].*$`)

// Notes returns the section of a changelog in Keep a Changelog form that
// describes version, without its heading. A leading "v" of the version is
// ignored. A missing or empty section is an error that names the versions there
// are.
func Notes(changelog, version string) (string, error) {
	version = strings.TrimPrefix(version, "v")
	found := heading.FindAllStringSubmatchIndex(changelog, -1)
	var known []string
	for i, at := range found {
		name := changelog[at[2]:at[3]]
		known = append(known, name)
		if name != version {
			continue
		}
		end := len(changelog)
		if i+1 < len(found) {
			end = found[i+1][0]
		}
		notes := strings.TrimSpace(changelog[at[1]:end])
		if notes == "" {
			return "", fmt.Errorf("the changelog says nothing about version %s; write what users notice below its heading", version)
		}
		return notes + "\n", nil
	}
	return "", fmt.Errorf("the changelog has no section for version %s, only for %s; rename \"## [Unreleased]\" to \"## [%s] - YYYY-MM-DD\"",
		version, strings.Join(known, ", "), version)
}
