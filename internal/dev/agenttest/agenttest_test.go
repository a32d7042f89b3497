package agenttest

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog/agents"
	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/workspace"
)

func TestMain(m *testing.M) {
	if status, ok := Main(); ok {
		os.Exit(status)
	}
	os.Exit(m.Run())
}

// problems are what keeps an entry of the catalog from being tested as it says.
func problems(a *catalog.Agent, test Agent) []string {
	var all []string
	add := func(wrong bool, text string) {
		if wrong {
			all = append(all, text)
		}
	}
	add(test.Program != a.Session.Binaries[0], "the program has another name in the catalog")
	add(test.Talk == "", "no command for a person's own session")
	verified := a.Session.Evidence.Verified()
	switch {
	case verified && !test.Real():
		add(true, "marked as run, but tested with a fake")
	case verified && test.Version != a.Session.CheckedVersion:
		add(true, "checked with "+a.Session.CheckedVersion+", but tested with "+test.Version)
	case !verified && test.Real():
		add(true, "tested with the real program, but not marked as run")
	}
	add(test.Probe != nil && (test.Real() || test.Version == ""), "a probe takes a real program beside a fake")
	add(test.Real() && (test.Version == "" || (test.NPM == "") == (test.Go == nil)), "a real program needs a version and one origin")
	return all
}

// An agent of the catalog is tested because it exists, with the program that
// the catalog's facts were learned from.
func TestEveryAgentIsTestedAsItsEntrySays(t *testing.T) {
	all, err := All()
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range agents.Default().Agents() {
		for _, problem := range problems(&a, all[i]) {
			t.Errorf("%s: %s", a.Slug, problem)
		}
	}
	if len(registered) != len(all) {
		t.Errorf("%d files for %d agents of the catalog", len(registered), len(all))
	}
}

func TestAFakeIsNoProof(t *testing.T) {
	session := catalog.Session{Binaries: []string{"x"}, Evidence: catalog.EvidenceSeen, CheckedVersion: "1.0.0"}
	entry := catalog.Agent{Slug: "x", Session: &session}
	verified := Agent{Slug: "x", Program: "x", Version: "1.0.0", NPM: "x", File: "x", Talk: "x"}
	for name, change := range map[string]func(*Agent){
		"tested with a fake":   func(a *Agent) { a.Fake, a.Version, a.NPM = amazonQ, "", "" },
		"tested with 2.0.0":    func(a *Agent) { a.Version = "2.0.0" },
		"another name":         func(a *Agent) { a.Program = "y" },
		"person's own session": func(a *Agent) { a.Talk = "" },
		"one origin":           func(a *Agent) { a.NPM = "" },
	} {
		test := verified
		change(&test)
		if got := strings.Join(problems(&entry, test), "\n"); !strings.Contains(got, name) {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got := problems(&entry, verified); len(got) > 0 {
		t.Error(got)
	}
	if _, err := Find("nobody"); err == nil || !strings.Contains(err.Error(), "internal/dev/agenttest") {
		t.Error(err)
	}
}

// The tools install what this package says.
func TestPinsAreUpToDate(t *testing.T) {
	list, manifest, err := Pins()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"agents.txt": list, "package.json": manifest} {
		have, err := os.ReadFile(filepath.Join("..", "..", "..", "tools", name))
		if err != nil || string(have) != want {
			t.Errorf("tools/%s is out of date (%v): run \"make generate\"", name, err)
		}
	}
}

// A workspace in which an agent was installed holds its program alone, and
// every JSON file of it is JSON.
func TestFirstRunFiles(t *testing.T) {
	const url = "http://127.0.0.1:1234"
	all, err := All()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range all {
		t.Run(a.Slug, func(t *testing.T) {
			w, err := workspace.New(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			// Whatever program it is, the files are the same.
			a.Fake = amazonQ
			env, err := a.Install(w, url)
			if err != nil {
				t.Fatal(err)
			}
			for name, value := range env {
				if !slices.Contains(w.Environ(nil), name+"="+value) {
					t.Errorf("%s is not set in the workspace", name)
				}
			}
			if links, err := os.ReadDir(w.Bin); err != nil || len(links) != 1 || links[0].Name() != a.Program {
				t.Errorf("programs = %v, %v", links, err)
			}
			err = filepath.WalkDir(w.Home, func(path string, _ fs.DirEntry, err error) error {
				if text, readErr := os.ReadFile(path); strings.HasSuffix(path, ".json") && (readErr != nil || !json.Valid(text)) {
					t.Errorf("%s: %v %s", path, readErr, text)
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
}
