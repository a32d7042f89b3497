package doctables

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/toolchain"
)

func TestFilesAreCurrent(t *testing.T) {
	root, err := toolchain.RepoRoot(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range Files {
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		filled, err := Fill(text)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if !bytes.Equal(filled, text) {
			t.Errorf("%s is not what the catalog says; run \"go run ./internal/cmd/doctables\"", file)
		}
	}
}

func TestFill(t *testing.T) {
	const before = "# Title\n<!-- table: agents -->\nold\n<!-- /table -->\nend\n"
	filled, err := Fill([]byte(before))
	if err != nil {
		t.Fatal(err)
	}
	text := string(filled)
	if strings.Contains(text, "old") || !strings.HasPrefix(text, "# Title\n") || !strings.HasSuffix(text, "<!-- /table -->\nend\n") {
		t.Errorf("only the content between the comments was to change:\n%s", text)
	}
	for _, agent := range catalog.Default().Agents() {
		if !strings.Contains(text, "| "+agent.DisplayName+" | `"+agent.Slug+"` |") {
			t.Errorf("no row for %s", agent.Slug)
		}
	}
	again, err := Fill(filled)
	if err != nil || string(again) != text {
		t.Errorf("a second run changed the text: %v", err)
	}
}

func TestFillRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"no table":                               "found none",
		"<!-- table: moons -->\n<!-- /table -->": "moons",
	} {
		if _, err := Fill([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Fill(%q) returned %v, expected an error with %q", text, err, want)
		}
	}
}

func TestModuleCell(t *testing.T) {
	full := func(first, last string) catalog.Range {
		return catalog.Range{First: first, Last: last, Level: catalog.LevelFull}
	}
	planned := catalog.Range{First: "9.0.0", Last: "9.0.0", Level: catalog.LevelPlanned}
	for want, agent := range map[string]catalog.Agent{
		"no":                                     {Module: catalog.Module{Ranges: []catalog.Range{planned}}},
		"1.0.0 to 2.5.0":                         {Module: catalog.Module{Ranges: []catalog.Range{full("1.0.0", "1.9.0"), full("2.0.0", "2.5.0")}}},
		"1.0.0 to 1.9.0, 2.0.0 to 2.5.0":         {Module: catalog.Module{Ranges: []catalog.Range{full("1.0.0", "1.9.0"), planned, full("2.0.0", "2.5.0")}}},
		"no (module removed)":                    {Module: catalog.Module{Status: catalog.ModuleRemoved}},
		"1.0.0 to 1.9.0 (10.0.0 starts nothing)": {Module: catalog.Module{Status: catalog.ModuleChanged, Latest: "10.0.0", Ranges: []catalog.Range{full("1.0.0", "1.9.0")}}},
	} {
		if got := moduleCell(&agent); got != want {
			t.Errorf("moduleCell is %q, expected %q", got, want)
		}
	}
}
