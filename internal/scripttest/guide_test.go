package scripttest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// TestFaultsGuide: the guide names every test of a fault, and none that is not
// there.
func TestFaultsGuide(t *testing.T) {
	find := func(path, pattern string) []string {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, match := range regexp.MustCompile(pattern).FindAllStringSubmatch(string(text), -1) {
			names = append(names, match[1])
		}
		return names
	}
	named := find("../../templates/guides/faults.md.tmpl", "`(Test[A-Za-z_]+)`")
	files, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var tests []string
	for _, file := range files {
		tests = append(tests, find(file, `(?m)^func (Test(?:Hazard|Fault|Kill)[A-Za-z_]+)\(`)...)
	}
	tests = slices.DeleteFunc(tests, func(name string) bool { return name == t.Name() })
	slices.Sort(named)
	slices.Sort(tests)
	if len(tests) < 30 || !slices.Equal(named, tests) {
		t.Errorf("the guide names %d tests, there are %d:\n%q\n%q", len(named), len(tests), named, tests)
	}
}
