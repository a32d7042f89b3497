package provider

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
)

// matrix is Coder's public compatibility matrix, copied by hand: level,
// minimum version and tracking issue ("" for none), smallest volume.
var matrix = map[string]struct {
	level, version, issue, storage string
	bytes                          int64
}{
	"claude-code":     {"full", "4.8.0", "", "100M", 100_000_000},
	"codex":           {"full", "4.2.0", "", "100M", 100_000_000},
	"copilot":         {"partial", "", "coder/registry#741", "50M", 50_000_000},
	"opencode":        {"partial", "", "coder/registry#742", "50M", 50_000_000},
	"auggie":          {"planned", "", "coder/registry#743", "50M", 50_000_000},
	"goose":           {"planned", "", "coder/registry#744", "50M", 50_000_000},
	"gemini":          {"planned", "", "coder/registry#745", "200M", 200_000_000},
	"amazon-q":        {"planned", "", "coder/registry#746", "50M", 50_000_000},
	"cursor-cli":      {"planned", "", "coder/registry#747", "50M", 50_000_000},
	"sourcegraph-amp": {"planned", "", "coder/registry#748", "10M", 10_000_000},
	"aider":           {"not_supported", "", "coder/registry#739", "50M", 50_000_000},
}

func TestAccCompatibilityOfEveryAgent(t *testing.T) {
	var config strings.Builder
	var checks []statecheck.StateCheck
	for _, slug := range catalog.Default().Slugs() {
		config.WriteString(block("data", slug, fmt.Sprintf("agent = %q", slug)))
		checks = append(checks, stateValues{"data.coder_agent_compatibility." + slug, valuesOf{"slug": slug, "as_of": catalog.AsOf}})
		row, documented := matrix[slug]
		if !documented {
			continue
		}
		orNil := func(text string) any {
			if text == "" {
				return nil
			}
			return text
		}
		checks = append(checks, stateValues{"data.coder_agent_compatibility." + slug, valuesOf{
			"documented_level": row.level, "minimum_version": orNil(row.version), "tracking_issue": orNil(row.issue),
			"minimum_storage": row.storage, "minimum_storage_bytes": json.Number(fmt.Sprint(row.bytes)),
		}})
	}
	if len(catalog.Default().Slugs()) != len(matrix)+1 {
		t.Errorf("the catalog has %d agents, want the %d of the matrix and Kiro CLI", len(catalog.Default().Slugs()), len(matrix))
	}
	acceptance(t, resource.TestStep{
		Config:            config.String(),
		ConfigStateChecks: checks,
		ConfigPlanChecks: resource.ConfigPlanChecks{
			PostApplyPostRefresh: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()},
		},
	})
}

func TestAccCompatibilityByAnyName(t *testing.T) {
	var config strings.Builder
	var checks []statecheck.StateCheck
	i := 0
	for _, a := range catalog.Default().Agents() {
		for _, name := range append([]string{a.DisplayName, strings.ToUpper(a.Slug)}, a.Aliases...) {
			label := fmt.Sprintf("by_name_%d", i)
			i++
			config.WriteString(block("data", label, fmt.Sprintf("agent = %q", name)))
			checks = append(checks, stateValues{"data.coder_agent_compatibility." + label, valuesOf{"agent": name, "slug": a.Slug}})
		}
	}
	acceptance(t, resource.TestStep{Config: config.String(), ConfigStateChecks: checks})
}

func TestAccCompatibilityPaths(t *testing.T) {
	first := tfjsonpath.New("session_paths").AtSliceIndex(0)
	acceptance(t, resource.TestStep{
		Config: block("data", "default", `agent = "claude-code"`) +
			block("data", "elsewhere", `agent = "claude-code"`, `home = "/root"`) +
			block("data", "here", `agent = "aider"`, `home = "/root"`, `workdir = "/srv/project"`),
		ConfigStateChecks: []statecheck.StateCheck{
			statecheck.ExpectKnownValue("data.coder_agent_compatibility.default", first.AtMapKey("path"), knownvalue.StringExact("/home/coder/.claude/projects")),
			statecheck.ExpectKnownValue("data.coder_agent_compatibility.default", first.AtMapKey("role"), knownvalue.StringExact("session")),
			statecheck.ExpectKnownValue("data.coder_agent_compatibility.default", first.AtMapKey("store"), knownvalue.StringExact("jsonl")),
			statecheck.ExpectKnownValue("data.coder_agent_compatibility.default", first.AtMapKey("relocated_by"), knownvalue.StringExact("CLAUDE_CONFIG_DIR")),
			statecheck.ExpectKnownValue("data.coder_agent_compatibility.elsewhere", first.AtMapKey("path"), knownvalue.StringExact("/root/.claude/projects")),
			statecheck.ExpectKnownValue("data.coder_agent_compatibility.here", first.AtMapKey("path"), knownvalue.StringRegexp(regexp.MustCompile("^/srv/project/.aider"))),
		},
	})
}

func TestAccCompatibilityRefused(t *testing.T) {
	mustSay(t, refused(t, block("data", "unknown", `agent = "claud"`)),
		`Error: Unknown Agent with data.coder_agent_compatibility.unknown`, `agent = "claud"`,
		`no agent is called "claud"`, `The nearest names are "claude-code"`,
	)
}
