package release

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/toolchain"
)

// TestPlatforms compares the platforms that are checked with those that the
// configuration builds, less those it leaves out.
func TestPlatforms(t *testing.T) {
	root, err := toolchain.RepoRoot(".")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, ".goreleaser.yml"))
	if err != nil {
		t.Fatal(err)
	}
	configuration := string(text)
	list := func(key string) []string {
		_, rest, found := strings.Cut(configuration, "    "+key+": [")
		values, _, closed := strings.Cut(rest, "]")
		if !found || !closed {
			t.Fatalf("the configuration has no list %s", key)
		}
		return strings.Split(strings.NewReplacer(`"`, "", " ", "").Replace(values), ",")
	}
	var built []string
	for _, system := range list("goos") {
		for _, architecture := range list("goarch") {
			left := strings.NewReplacer(`"`, "").Replace(configuration)
			if !strings.Contains(left, "{ goos: "+system+", goarch: "+architecture+" }") {
				built = append(built, system+"_"+architecture)
			}
		}
	}
	slices.Sort(built)
	if !slices.Equal(built, Platforms) {
		t.Errorf("the configuration builds for %v, and the check expects %v", built, Platforms)
	}
}
