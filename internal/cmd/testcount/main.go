// Command testcount adds up what "go test -json" recorded and closes with a line
// such as "84 passed, 0 failed". It fails when a test failed or none ran, so that
// a run whose tests silently went missing does not look green.
//
//	go run ./internal/cmd/testcount .cache/test
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintf(os.Stderr, "testcount: expected one folder with .json files of \"go test -json\"; given %q\n", os.Args[1:])
		os.Exit(2)
	}
	if err := report(os.Args[1], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "testcount:", err)
		os.Exit(1)
	}
}

// report prints a table of the suites, one for each file in dir, and the closing line.
func report(dir string, out io.Writer) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return err
	}
	slices.Sort(files)
	var total tally
	var broken, empty []string
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, path := range files {
		suite, err := countFile(path)
		if err != nil {
			return err
		}
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		if len(suite) == 0 {
			empty = append(empty, name)
		}
		for _, pkg := range suite.packages() {
			count := suite.count(pkg)
			total = total.plus(count)
			if _, err := fmt.Fprintf(table, "%s\t%s\t%s\n", name, pkg, count); err != nil {
				return err
			}
			for _, test := range suite.failed(pkg) {
				broken = append(broken, fmt.Sprintf("%s: %s %s", name, pkg, test))
			}
		}
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for _, line := range broken {
		if _, err := fmt.Fprintln(out, "failed:", line); err != nil {
			return err
		}
	}
	// Last and alone on its line: this is what CI looks for.
	if _, err := fmt.Fprintln(out, total); err != nil {
		return err
	}
	switch {
	case total.failed > 0:
		return fmt.Errorf("%d tests failed", total.failed)
	case len(empty) > 0:
		return fmt.Errorf("no test ran in %s; expected at least one in each suite", strings.Join(empty, ", "))
	case total.passed == 0:
		return errors.New("no test ran; expected at least one result in " + filepath.Join(dir, "*.json"))
	}
	return nil
}

func countFile(path string) (results, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // Opened for reading only.
	suite, err := parse(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return suite, nil
}
