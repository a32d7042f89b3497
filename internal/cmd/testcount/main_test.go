package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// events writes "action package test" lines as go test -json does.
func events(t *testing.T, dir, suite string, lines ...string) {
	t.Helper()
	var content bytes.Buffer
	for _, line := range lines {
		fields := append(strings.Fields(line), "")
		content.WriteString(`{"Action":"` + fields[0] + `","Package":"` + fields[1] + `","Test":"` + fields[2] + `"}` + "\n")
	}
	if err := os.WriteFile(filepath.Join(dir, suite+".json"), content.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestReport(t *testing.T) {
	tests := map[string]struct {
		lines   []string
		closing string
		wantErr string
	}{
		"passing tests": {
			[]string{"run p TestA", "output p TestA", "pass p TestA", "run p TestB", "pass p TestB", "pass p"},
			"2 passed, 0 failed", "",
		},
		"a group counts as its subtests": {
			[]string{"run p TestA", "run p TestA/x", "pass p TestA/x", "run p TestA/y", "pass p TestA/y", "pass p TestA"},
			"2 passed, 0 failed", "",
		},
		"a failed subtest counts once": {
			[]string{"run p TestA", "run p TestA/x", "fail p TestA/x", "run p TestA/y", "pass p TestA/y", "fail p TestA", "fail p"},
			"1 passed, 1 failed", "1 tests failed",
		},
		"a group that fails by itself": {
			[]string{"run p TestA", "run p TestA/x", "pass p TestA/x", "fail p TestA", "fail p"},
			"1 passed, 1 failed", "1 tests failed",
		},
		"skipped tests are named": {
			[]string{"run p TestA", "pass p TestA", "run p TestB", "skip p TestB", "pass p"},
			"1 passed, 0 failed, 1 skipped", "",
		},
		"a package that does not build": {
			[]string{"run q TestA", "pass q TestA", "start p", "fail p"},
			"1 passed, 1 failed", "1 tests failed",
		},
		"a test that was killed": {
			[]string{"run p TestA", "pass p TestA", "run p TestB", "fail p"},
			"1 passed, 1 failed", "1 tests failed",
		},
		"one failure in several runs": {
			[]string{"run p TestA", "fail p TestA", "run p TestA", "pass p TestA"},
			"0 passed, 1 failed", "1 tests failed",
		},
		"nothing ran":  {[]string{"skip p"}, "0 passed, 0 failed", "no test ran"},
		"only skipped": {[]string{"run p TestA", "skip p TestA"}, "0 passed, 0 failed, 1 skipped", "no test ran"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			events(t, dir, "unit", test.lines...)
			var out bytes.Buffer
			err := report(dir, &out)
			if (err == nil) != (test.wantErr == "") || (err != nil && !strings.Contains(err.Error(), test.wantErr)) {
				t.Errorf("error %v; want %q", err, test.wantErr)
			}
			lines := strings.Split(strings.TrimSpace(out.String()), "\n")
			if got := lines[len(lines)-1]; got != test.closing {
				t.Errorf("closing line %q; want %q", got, test.closing)
			}
		})
	}
}

func TestReportAddsUpSuites(t *testing.T) {
	dir := t.TempDir()
	events(t, dir, "unit", "run p TestA", "pass p TestA")
	events(t, dir, "acceptance", "run p TestA", "fail p TestA")
	var out bytes.Buffer
	if err := report(dir, &out); err == nil {
		t.Error("want an error")
	}
	for _, want := range []string{"acceptance  p  0 passed, 1 failed", "unit        p  1 passed, 0 failed",
		"failed: acceptance: p TestA", "\n1 passed, 1 failed\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("want %q in\n%s", want, out.String())
		}
	}
}

func TestReportRefusesAnEmptySuite(t *testing.T) {
	dir := t.TempDir()
	events(t, dir, "unit", "run p TestA", "pass p TestA")
	events(t, dir, "acceptance", "start p", "skip p")
	if err := report(dir, &bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), "no test ran in acceptance") {
		t.Errorf("want an error that names the suite; got %v", err)
	}
}

func TestReportWithoutResults(t *testing.T) {
	dir := t.TempDir()
	if err := report(dir, &bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), "no test ran") {
		t.Errorf("an empty folder must fail; got %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "x.json"), []byte("FAIL"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := report(dir, &bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), "x.json") {
		t.Errorf("a damaged file must be named; got %v", err)
	}
}
