package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// wholePackage stands in the results for a package that failed as a whole: it did
// not build, timed out, or exited outside a test.
const wholePackage = ""

// results maps package and test to the last action seen: run, pass, fail or skip.
type results map[string]map[string]string

// parse reads the events of "go test -json".
func parse(r io.Reader) (results, error) {
	suite := results{}
	for decoder := json.NewDecoder(r); ; {
		var event struct{ Action, Package, Test string }
		if err := decoder.Decode(&event); errors.Is(err, io.EOF) {
			return suite, nil
		} else if err != nil {
			return nil, fmt.Errorf("not the output of go test -json: %w", err)
		}
		switch event.Action {
		case "run", "pass", "fail", "skip":
		default:
			continue
		}
		if event.Test == wholePackage && event.Action != "fail" {
			continue // A package without tests is no skipped test.
		}
		tests := suite[event.Package]
		if tests == nil {
			tests = map[string]string{}
			suite[event.Package] = tests
		}
		if tests[event.Test] != "fail" { // With -count, one failure is enough.
			tests[event.Test] = event.Action
		}
	}
}

func (s results) packages() []string {
	return slices.Sorted(maps.Keys(s))
}

// tally is a number of tests. A test that only groups subtests is not counted,
// its subtests are.
type tally struct{ passed, failed, skipped int }

func (t tally) plus(o tally) tally {
	return tally{t.passed + o.passed, t.failed + o.failed, t.skipped + o.skipped}
}

// String returns the closing line. Skipped tests are named only when there are some.
func (t tally) String() string {
	line := fmt.Sprintf("%d passed, %d failed", t.passed, t.failed)
	if t.skipped > 0 {
		line += fmt.Sprintf(", %d skipped", t.skipped)
	}
	return line
}

func (s results) count(pkg string) tally {
	count := tally{failed: len(s.failed(pkg))}
	for test, action := range s[pkg] {
		switch {
		case test == wholePackage || s.hasSubtests(pkg, test):
		case action == "pass":
			count.passed++
		case action == "skip":
			count.skipped++
		}
	}
	return count
}

// failed lists the innermost tests of a package that failed or never ended. Where
// a package failed without such a test, it counts as one.
func (s results) failed(pkg string) []string {
	var names []string
	for _, test := range slices.Sorted(maps.Keys(s[pkg])) {
		if test != wholePackage && isFailure(s[pkg][test]) && !s.hasFailedSubtest(pkg, test) {
			names = append(names, test)
		}
	}
	if len(names) == 0 && s[pkg][wholePackage] == "fail" {
		return []string{"(the package itself)"}
	}
	return names
}

// isFailure counts a test that was started and never ended as failed: the test
// program was killed while it ran.
func isFailure(action string) bool {
	return action == "fail" || action == "run"
}

func (s results) hasSubtests(pkg, test string) bool {
	for other := range s[pkg] {
		if strings.HasPrefix(other, test+"/") {
			return true
		}
	}
	return false
}

func (s results) hasFailedSubtest(pkg, test string) bool {
	for other, action := range s[pkg] {
		if strings.HasPrefix(other, test+"/") && isFailure(action) {
			return true
		}
	}
	return false
}
