package toolchain

import (
	"strings"
	"testing"
)

func TestRepositoryPinsAreValid(t *testing.T) {
	root, err := RepoRoot(".")
	if err != nil {
		t.Fatal(err)
	}
	pins, err := LoadPins(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		"agentapi", "agentapi@v0.11.8", "tofu", "tofu@v1.10.10", "terraform-provider-coder",
		"claude", "codex", "goose", "shellcheck", "strace", "terraform", "npm",
	} {
		if _, err := pins.Find(name); err != nil {
			t.Error(err)
		}
	}
}

func TestFind(t *testing.T) {
	pins := Pins{Tools: []Tool{
		{Name: "a", Version: "v2"}, {Name: "a", Version: "v1"}, {Name: "b"},
	}}
	for name, want := range map[string]string{"a": "a@v2", "a@v1": "a@v1", "a@v2": "a@v2", "b": "b"} {
		got, err := pins.Find(name)
		if err != nil || got.String() != want {
			t.Errorf("Find(%q) = %v, %v; want %s", name, got, err, want)
		}
	}
	_, err := pins.Find("a@v3")
	if err == nil || !strings.Contains(err.Error(), `no tool "a@v3"`) || !strings.Contains(err.Error(), "a@v2, a@v1, b") {
		t.Errorf("Find(a@v3) must name what was given and what is known; got %v", err)
	}
}

func TestParsePinsRefuses(t *testing.T) {
	tests := map[string]struct{ json, want string }{
		"an unknown field": {`{"tools":[{"name":"x","kind":"path","sha":"1"}]}`, `unknown field "sha"`},
		"an unknown kind":  {`{"tools":[{"name":"x","kind":"brew"}]}`, `given "brew"`},
		"a Go program without checksum": {
			`{"tools":[{"name":"x","kind":"go","version":"v1","module":"m","package":"."}]}`, "must set sum"},
		"a checksum of another form": {
			`{"tools":[{"name":"x","kind":"go","version":"v1","module":"m","package":".","sum":"sha256:1"}]}`, `"h1:"`},
		"an npm package without its own integrity": {
			`{"tools":[{"name":"x","kind":"npm","version":"1","package":"p","integrity":{"q":"sha512-1"}}]}`,
			`must set integrity of "p"`},
		"a duplicate": {
			`{"tools":[{"name":"x","kind":"path"},{"name":"x","kind":"path"}]}`, "x is pinned twice"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := parsePins(strings.NewReader(test.json))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("want an error with %q; got %v", test.want, err)
			}
		})
	}
}
