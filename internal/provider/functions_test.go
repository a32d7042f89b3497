package provider_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
)

func TestAccFunctions(t *testing.T) {
	config := ""
	var checks []statecheck.StateCheck
	for i, tt := range []struct {
		call string
		want knownvalue.Check
	}{
		{`semver_satisfies("4.9.2", ">= 4.8.0, < 5.0.0")`, knownvalue.Bool(true)},
		{`semver_satisfies("v5", ">= 4.8.0, < 5.0.0")`, knownvalue.Bool(false)},
		{`semver_satisfies("1.9.0", "~> 1.2")`, knownvalue.Bool(true)},
		{`semver_satisfies("1.3.0-rc.1", ">= 1.2.0")`, knownvalue.Bool(false)},
		{`parse_size("10Gi")`, knownvalue.Int64Exact(10 << 30)},
		{`parse_size("500 MB")`, knownvalue.Int64Exact(500_000_000)},
		{`parse_size("9223372036854775807")`, knownvalue.Int64Exact(1<<63 - 1)},
		{`parse_size("0")`, knownvalue.Int64Exact(0)},
		{`format_size(10737418240, "kubernetes")`, knownvalue.StringExact("10Gi")},
		{`format_size(100000000, "decimal")`, knownvalue.StringExact("100 MB")},
		{`format_size(1610612736, "binary")`, knownvalue.StringExact("1536 MiB")},
		{`format_size(1073741825, "gib")`, knownvalue.StringExact("2")},
		{`format_size(9223372036854775807, "kubernetes")`, knownvalue.StringExact("9223372036854775807")},
		{`session_paths("claude", "/home/coder", "/work")`, knownvalue.ListExact([]knownvalue.Check{
			knownvalue.StringExact("/home/coder/.claude/projects"),
			knownvalue.StringExact("/home/coder/.claude"),
			knownvalue.StringExact("/home/coder/.claude.json"),
		})},
		{`session_paths("Aider", "/root", "/w")[0]`, knownvalue.StringExact("/w/.aider.chat.history.md")},
		{`semver_satisfies("2.0.0", "< 1 || >= 2")`, knownvalue.Bool(true)},
		{`semver_satisfies("10.0.0", "> 9.0.0")`, knownvalue.Bool(true)},
		{`semver_satisfies("2.0.0", "~> 1.2")`, knownvalue.Bool(false)},
		{`semver_satisfies("1.3.0", "~> 1.2.3")`, knownvalue.Bool(false)},
		{`semver_satisfies("0.9.0", "~> 1")`, knownvalue.Bool(false)},
		{`semver_satisfies("1.5.0", "~> v1.2")`, knownvalue.Bool(true)},
		{`semver_satisfies("2.1.0", "~> 1.2||~> 3.0")`, knownvalue.Bool(false)},
		{`semver_satisfies("1.3.0-rc.1", ">= 1.3.0-0")`, knownvalue.Bool(true)},
		{`program() != ""`, knownvalue.Bool(true)},
	} {
		name := fmt.Sprintf("call_%d", i)
		config += fmt.Sprintf("output %q {\n  value = provider::persistence::%s\n}\n", name, tt.call)
		checks = append(checks, statecheck.ExpectKnownOutputValue(name, tt.want))
	}
	acceptance(t, resource.TestStep{Config: config, ConfigStateChecks: checks})
}

func TestAccFunctionsRefuse(t *testing.T) {
	for call, text := range map[string]string{
		`semver_satisfies("latest", ">= 1.0.0")`:            `such as "4.9.2" or "v0.12.2"`,
		`semver_satisfies("1.0.0", "newest")`:               `such as ">= 4.8.0, < 5.0.0" or "~> 4.8"`,
		`semver_satisfies("", "")`:                          `"" is not a version`,
		`parse_size("")`:                                    "not a number with a unit",
		`parse_size("-1Gi")`:                                "negative",
		`parse_size("100m")`:                                "Accepted: whole bytes",
		`parse_size("10g")`:                                 "power of 1024",
		`parse_size("0.3Gi")`:                               "not a whole number",
		`parse_size("9223372036854775808")`:                 "2^63-1",
		`format_size(-1, "gib")`:                            "got: -1",
		`format_size(1.5, "gib")`:                           "got: 1.5",
		`format_size(9223372036854775808, "gib")`:           "got: 9223372036854775808",
		`format_size(1, "Gi")`:                              `"kubernetes", "decimal", "binary" or "gib"`,
		`session_paths("claud", "/home/coder", "/w")`:       `"claude-code"`,
		`session_paths("claude", "~", "/w")`:                "absolute path",
		`session_paths("claude", "", "/w")`:                 "absolute path",
		`session_paths("claude", "/home/coder", "project")`: "absolute path",
	} {
		t.Run(call, func(t *testing.T) {
			words := strings.ReplaceAll(regexp.QuoteMeta(text), " ", `\s+`) // engines wrap lines
			acceptance(t, resource.TestStep{
				Config:      "output \"call\" {\n  value = provider::persistence::" + call + "\n}\n",
				ExpectError: regexp.MustCompile(words),
			})
		})
	}
}
