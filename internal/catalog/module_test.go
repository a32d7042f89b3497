package catalog_test

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog/agents"

	"github.com/Masterminds/semver/v3"
)

// releasedModules is the file every released version is judged against.
const releasedModules = "testdata/registry-modules.json"

type moduleRow struct {
	RegistrySource   string     `json:"registry_source"`
	Status           string     `json:"status"`
	LatestTag        string     `json:"latest_tag"`
	ReleasedVersions []string   `json:"released_versions"`
	Ranges           []rangeRow `json:"ranges"`
}

type rangeRow struct {
	Constraint     string   `json:"constraint"`
	First          string   `json:"first"`
	Last           string   `json:"last"`
	Level          string   `json:"level"`
	Flags          []string `json:"flags"`
	Confidence     string   `json:"confidence"`
	AlsoDefensible []string `json:"also_defensible"`
	AgentAPI       []string `json:"agentapi_binary_defaults"`
	History        []string `json:"chat_history_survives_with_defaults"`
}

// readModules returns the rows by the slug of the agent they belong to.
func readModules(t *testing.T) map[string]moduleRow {
	t.Helper()
	data, err := os.ReadFile(releasedModules)
	if err != nil {
		t.Fatal(err)
	}
	var modules map[string]moduleRow
	if err := json.Unmarshal(data, &modules); err != nil {
		t.Fatal(err)
	}
	bySlug := make(map[string]moduleRow, len(modules))
	for name, m := range modules {
		_, slug, _ := strings.Cut(name, "/")
		bySlug[slug] = m
	}
	return bySlug
}

// expectedLevels translates a row's levels: what has no AgentAPI or is removed
// is not supported, with a flag.
func expectedLevels(row rangeRow) []catalog.Level {
	var levels []catalog.Level
	for _, text := range append([]string{row.Level}, row.AlsoDefensible...) {
		switch text {
		case "no_agentapi", "removed":
			levels = append(levels, catalog.LevelNotSupported)
		default:
			levels = append(levels, catalog.Level(text))
		}
	}
	return levels
}

func expectedFlags(row rangeRow) []catalog.Flag {
	flags := []catalog.Flag{}
	for _, text := range row.Flags {
		flags = append(flags, catalog.Flag(strings.TrimSuffix(text, "_from_registry")))
	}
	return flags
}

func TestEveryReleasedVersionIsJudgedAsRecorded(t *testing.T) {
	modules := readModules(t)
	judged := 0
	for _, a := range agents.Default().Agents() {
		row, ok := modules[a.Slug]
		if !ok {
			continue // its module, if it has one, was not read through
		}
		delete(modules, a.Slug)
		if a.Module.Source != row.RegistrySource || a.Module.Latest != row.LatestTag {
			t.Errorf("%s: module %s %s, recorded %s %s", a.Slug, a.Module.Source, a.Module.Latest, row.RegistrySource, row.LatestTag)
		}
		if (a.Module.Status == catalog.ModuleRemoved) != (row.Status == "removed") {
			t.Errorf("%s: status %s, recorded %s", a.Slug, a.Module.Status, row.Status)
		}
		if !slices.Equal(a.Module.Releases, row.ReleasedVersions) {
			t.Errorf("%s: releases %v, recorded %v", a.Slug, a.Module.Releases, row.ReleasedVersions)
		}
		for _, version := range row.ReleasedVersions {
			judged++
			r := recordedRange(t, row, version)
			v, err := a.Judge(version)
			if err != nil {
				t.Errorf("%s %s: %v", a.Slug, version, err)
				continue
			}
			if !slices.Contains(expectedLevels(r), v.Level) {
				t.Errorf("%s %s: level %s, recorded %v", a.Slug, version, v.Level, expectedLevels(r))
			}
			if !slices.Equal(v.Flags, expectedFlags(r)) && len(v.Flags)+len(r.Flags) > 0 {
				t.Errorf("%s %s: flags %v, recorded %v", a.Slug, version, v.Flags, r.Flags)
			}
			if want := slices.Contains(r.History, "yes"); v.History() != want {
				t.Errorf("%s %s: history %v, recorded %v", a.Slug, version, v.History(), want)
			}
			if v.First != r.First || v.Last != r.Last || string(v.Confidence) != r.Confidence {
				t.Errorf("%s %s: range %s to %s (%s), recorded %s to %s (%s)", a.Slug, version, v.First, v.Last, v.Confidence, r.First, r.Last, r.Confidence)
			}
			if n := len(r.AgentAPI); n > 0 && "v"+v.AgentAPI != r.AgentAPI[n-1] || n == 0 && v.AgentAPI != "" {
				t.Errorf("%s %s: agentapi %q, recorded %v", a.Slug, version, v.AgentAPI, r.AgentAPI)
			}
			if !v.Released || v.Note != "" || v.Version != version {
				t.Errorf("%s %s: released %v, version %q, note %q", a.Slug, version, v.Released, v.Version, v.Note)
			}
		}
	}
	if judged == 0 || len(modules) > 0 {
		t.Errorf("%d versions judged; recorded without an agent: %v", judged, slices.Collect(maps.Keys(modules)))
	}
}

// recordedRange returns the only recorded range whose bounds hold the version.
func recordedRange(t *testing.T, row moduleRow, version string) rangeRow {
	t.Helper()
	v := semver.MustParse(version)
	var found []rangeRow
	for _, r := range row.Ranges {
		if r.First == "" {
			continue
		}
		if !v.LessThan(semver.MustParse(r.First)) && !v.GreaterThan(semver.MustParse(r.Last)) {
			found = append(found, r)
		}
	}
	if len(found) != 1 {
		t.Fatalf("%s %s is in %d recorded ranges", row.RegistrySource, version, len(found))
	}
	return found[0]
}

func TestRangesCoverTheReleasesWithoutGaps(t *testing.T) {
	for _, a := range agents.Default().Agents() {
		releases := a.Module.Releases
		next := 0
		for i, r := range a.Module.Ranges {
			if r.Last == "" {
				if i != len(a.Module.Ranges)-1 || next != len(releases) {
					t.Errorf("%s: range %s holds no release but is not at the end", a.Slug, r.First)
				}
				continue
			}
			if next >= len(releases) || releases[next] != r.First {
				t.Fatalf("%s: range %s does not begin at the next release", a.Slug, r.First)
			}
			end := slices.Index(releases, r.Last)
			if end < next {
				t.Fatalf("%s: range %s ends at %s, which is no later release", a.Slug, r.First, r.Last)
			}
			next = end + 1
		}
		if next != len(releases) {
			t.Errorf("%s: releases from %s on are in no range", a.Slug, releases[next])
		}
	}
}

// Every released version satisfies the constraint of its own range and of no
// other.
func TestConstraintsMatchTheJudgement(t *testing.T) {
	for _, a := range agents.Default().Agents() {
		for _, version := range a.Module.Releases {
			matches := 0
			for i := range a.Module.Ranges {
				c, err := semver.NewConstraint(catalog.Constraint(a.Module.Ranges, i))
				if err != nil {
					t.Fatalf("%s: %v", a.Slug, err)
				}
				if !c.Check(semver.MustParse(version)) {
					continue
				}
				matches++
				if v, _ := a.Judge(version); v.First != a.Module.Ranges[i].First {
					t.Errorf("%s %s: judged by %s, matches %s", a.Slug, version, v.First, a.Module.Ranges[i].First)
				}
			}
			if matches != 1 {
				t.Errorf("%s %s: matches %d constraints", a.Slug, version, matches)
			}
		}
	}
}

func TestEveryRangeIsExplained(t *testing.T) {
	for _, a := range agents.Default().Agents() {
		for _, r := range a.Module.Ranges {
			sentences := append([]string{r.Reason}, r.KnownBugs...)
			for _, s := range sentences {
				if len(s) < 20 || !strings.HasSuffix(s, ".") && !strings.HasSuffix(s, ").") {
					t.Errorf("%s %s: %q is not a sentence", a.Slug, r.First, s)
				}
			}
			if r.Source == "" || r.Confidence == "" {
				t.Errorf("%s %s: no source or confidence", a.Slug, r.First)
			}
		}
	}
}

func TestNewRejectsRangesOutOfOrder(t *testing.T) {
	full := func(first, last string) catalog.Range {
		return catalog.Range{First: first, Last: last, Level: catalog.LevelFull}
	}
	tests := map[string]catalog.Module{
		"not a version":      {Latest: "1.0", Releases: []string{"1.0"}},
		"unsorted releases":  {Latest: "1.0.0", Releases: []string{"1.1.0", "1.0.0"}},
		"wrong newest":       {Latest: "1.0.0", Releases: []string{"1.0.0", "1.1.0"}},
		"unsorted ranges":    {Ranges: []catalog.Range{full("2.0.0", "2.0.0"), full("1.0.0", "1.0.0")}},
		"reversed range":     {Ranges: []catalog.Range{full("2.0.0", "1.0.0")}},
		"empty range inside": {Ranges: []catalog.Range{full("1.0.0", ""), full("2.0.0", "2.0.0")}},
		"bad bound":          {Ranges: []catalog.Range{full("one", "2.0.0")}},
		"bad agentapi":       {Ranges: []catalog.Range{{First: "1.0.0", Last: "1.0.0", AgentAPI: "v0.12.2"}}},
	}
	for name, m := range tests {
		t.Run(name, func(t *testing.T) {
			if _, err := catalog.New([]catalog.Agent{{Slug: "x", DisplayName: "X", Module: m}}); err == nil {
				t.Error("no error")
			}
		})
	}
}
