package provider

import (
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/size"
)

// functionCalls are calls with their results; the unit test makes them at the
// protocol, the acceptance test in an engine.
var functionCalls = []struct {
	call      string // as a template has it, after provider::coder-persistence::
	name      string
	arguments []any
	want      any
}{
	{`semver_satisfies("4.9.2", ">= 4.8.0, < 5.0.0")`, "semver_satisfies", []any{"4.9.2", ">= 4.8.0, < 5.0.0"}, true},
	{`semver_satisfies("v5", ">= 4.8.0, < 5.0.0")`, "semver_satisfies", []any{"v5", ">= 4.8.0, < 5.0.0"}, false},
	{`semver_satisfies("1.9.0", "~> 1.2")`, "semver_satisfies", []any{"1.9.0", "~> 1.2"}, true},
	{`semver_satisfies("1.3.0-rc.1", ">= 1.2.0")`, "semver_satisfies", []any{"1.3.0-rc.1", ">= 1.2.0"}, false},
	{`parse_size("10Gi")`, "parse_size", []any{"10Gi"}, int64(10 << 30)},
	{`parse_size("500 MB")`, "parse_size", []any{"500 MB"}, int64(500_000_000)},
	{`parse_size("9223372036854775807")`, "parse_size", []any{"9223372036854775807"}, int64(1<<63 - 1)},
	{`parse_size("0")`, "parse_size", []any{"0"}, int64(0)},
	{`format_size(10737418240, "kubernetes")`, "format_size", []any{int64(10 << 30), "kubernetes"}, "10Gi"},
	{`format_size(100000000, "decimal")`, "format_size", []any{int64(100_000_000), "decimal"}, "100 MB"},
	{`format_size(1610612736, "binary")`, "format_size", []any{int64(3 << 29), "binary"}, "1536 MiB"},
	{`format_size(1073741825, "gib")`, "format_size", []any{int64(1<<30 + 1), "gib"}, "2"},
	{`format_size(9223372036854775807, "kubernetes")`, "format_size", []any{int64(1<<63 - 1), "kubernetes"}, "9223372036854775807"},
	{`session_paths("claude", "/home/coder", "/work")`, "session_paths", []any{"claude", "/home/coder", "/work"}, []any{"/home/coder/.claude/projects", "/home/coder/.claude", "/home/coder/.claude.json"}},
	{`session_paths("Aider", "/root", "/w")[0]`, "session_paths", []any{"Aider", "/root", "/w"}, "/w/.aider.chat.history.md"},
}

// functionErrors are calls that must fail, with the argument at fault.
var functionErrors = []struct {
	call      string
	name      string
	arguments []any
	argument  int64
	text      string
}{
	{`semver_satisfies("latest", ">= 1.0.0")`, "semver_satisfies", []any{"latest", ">= 1.0.0"}, 0, `such as "4.9.2" or "v0.12.2"`},
	{`semver_satisfies("1.0.0", "newest")`, "semver_satisfies", []any{"1.0.0", "newest"}, 1, `such as ">= 4.8.0, < 5.0.0" or "~> 4.8"`},
	{`semver_satisfies("", "")`, "semver_satisfies", []any{"", ""}, 0, `"" is not a version`},
	{`parse_size("")`, "parse_size", []any{""}, 0, "empty"},
	{`parse_size("-1Gi")`, "parse_size", []any{"-1Gi"}, 0, "negative"},
	{`parse_size("100m")`, "parse_size", []any{"100m"}, 0, "Accepted: whole bytes"},
	{`parse_size("10g")`, "parse_size", []any{"10g"}, 0, "ambiguous"},
	{`parse_size("0.3Gi")`, "parse_size", []any{"0.3Gi"}, 0, "fraction"},
	{`parse_size("9223372036854775808")`, "parse_size", []any{"9223372036854775808"}, 0, "2^63-1"},
	{`format_size(-1, "gib")`, "format_size", []any{int64(-1), "gib"}, 0, "Given: -1"},
	{`format_size(1.5, "gib")`, "format_size", []any{1.5, "gib"}, 0, "Given: 1.5"},
	{`format_size(9223372036854775808, "gib")`, "format_size", []any{uint64(1 << 63), "gib"}, 0, "Given: 9223372036854775808"},
	{`format_size(1, "Gi")`, "format_size", []any{int64(1), "Gi"}, 1, `"kubernetes", "decimal", "binary", "gib"`},
	{`session_paths("claud", "/home/coder", "/w")`, "session_paths", []any{"claud", "/home/coder", "/w"}, 0, `"claude-code"`},
	{`session_paths("claude", "~", "/w")`, "session_paths", []any{"claude", "~", "/w"}, 1, `home = "/home/coder"`},
	{`session_paths("claude", "", "/w")`, "session_paths", []any{"claude", "", "/w"}, 1, "empty text"},
	{`session_paths("claude", "/home/coder", "project")`, "session_paths", []any{"claude", "/home/coder", "project"}, 2, "absolute path"},
}

const namespace = "provider::coder-persistence::"

func TestFunctions(t *testing.T) {
	s := newServer(t)
	for _, tt := range functionCalls {
		got, message, _ := s.call(t, tt.name, tt.arguments...)
		if items, ok := got.([]any); ok && strings.HasSuffix(tt.call, "[0]") {
			got = items[0]
		}
		if message != "" || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %v, %q; want %v", tt.call, got, message, tt.want)
		}
	}
	for _, tt := range functionErrors {
		got, message, argument := s.call(t, tt.name, tt.arguments...)
		if argument != tt.argument || !strings.Contains(message, tt.text) || strings.HasSuffix(message, ".") {
			t.Errorf("%s: %v, %q at argument %d; want %q at %d", tt.call, got, message, argument, tt.text, tt.argument)
		}
	}
}

// An unknown or null argument must not reach the functions: the engine answers
// for it, and OpenTofu cannot hand on a null at all.
func TestFunctionDefinitions(t *testing.T) {
	s := newServer(t)
	if len(s.schemas.Functions) != 4 {
		t.Errorf("%d functions", len(s.schemas.Functions))
	}
	for name, f := range s.schemas.Functions {
		if f.Summary == "" || f.DescriptionKind != tfprotov6.StringKindMarkdown || !strings.HasSuffix(f.Description, ".") {
			t.Errorf("%s: %q, %q", name, f.Summary, f.Description)
		}
		for _, p := range f.Parameters {
			if p.AllowUnknownValues || p.AllowNullValue {
				t.Errorf("%s: %s allows unknown: %v, null: %v", name, p.Name, p.AllowUnknownValues, p.AllowNullValue)
			}
			if !strings.HasSuffix(p.Description, ".") {
				t.Errorf("%s: %s is described as %q", name, p.Name, p.Description)
			}
		}
	}
	if about := s.schemas.Functions["session_paths"].Description; !strings.Contains(about, "cannot see the provider block") {
		t.Errorf("session_paths does not say that it knows no custom agents: %q", about)
	}
}

// format_size and parse_size undo each other.
func TestSizesRoundTrip(t *testing.T) {
	s := newServer(t)
	for _, bytes := range []int64{0, 1, 999, 1000, 1024, 1_500_000, 5 << 30, 1<<63 - 1} {
		for _, style := range size.Styles()[:3] {
			text, message, _ := s.call(t, "format_size", bytes, string(style))
			if message != "" {
				t.Fatal(message)
			}
			if back, message, _ := s.call(t, "parse_size", text); back != bytes {
				t.Errorf("%d as %s is %v, which is %v %s", bytes, style, text, back, message)
			}
		}
	}
}

func TestAccFunctions(t *testing.T) {
	var config strings.Builder
	var checks []statecheck.StateCheck
	for i, tt := range functionCalls {
		name := "call_" + string(rune('a'+i))
		config.WriteString("output \"" + name + "\" {\n  value = " + namespace + tt.call + "\n}\n")
		var want knownvalue.Check
		switch value := tt.want.(type) {
		case bool:
			want = knownvalue.Bool(value)
		case int64:
			want = knownvalue.Int64Exact(value)
		case string:
			want = knownvalue.StringExact(value)
		case []any:
			items := make([]knownvalue.Check, len(value))
			for k, item := range value {
				items[k] = knownvalue.StringExact(item.(string))
			}
			want = knownvalue.ListExact(items)
		}
		checks = append(checks, statecheck.ExpectKnownOutputValue(name, want))
	}
	acceptance(t, resource.TestStep{Config: config.String(), ConfigStateChecks: checks})
}

func TestAccFunctionsRefuse(t *testing.T) {
	parameters := map[string][]string{
		"semver_satisfies": {"version", "constraint"}, "parse_size": {"text"},
		"format_size": {"bytes", "style"}, "session_paths": {"agent", "home", "workdir"},
	}
	var config strings.Builder
	var texts []string
	for i, tt := range functionErrors {
		config.WriteString("output \"call_" + string(rune('a'+i)) + "\" {\n  value = " + namespace + tt.call + "\n}\n")
		texts = append(texts, tt.text, `Invalid value for "`+parameters[tt.name][tt.argument]+`" parameter`)
	}
	for i, call := range []string{`parse_size(null)`, `format_size(null, "gib")`, `semver_satisfies(null, "1")`, `session_paths("claude", null, "/w")`, `session_paths("claude", "/h", null)`} {
		config.WriteString("output \"null_" + string(rune('a'+i)) + "\" {\n  value = " + namespace + call + "\n}\n")
	}
	said := refused(t, config.String())
	mustSay(t, said, texts...)
	if got := len(regexp.MustCompile(`argument must not be null`).FindAllString(said, -1)); got != 5 {
		t.Errorf("%d null arguments were refused, want 5:\n%s", got, said)
	}
}

// What is known only after apply makes the result so, and what is sensitive
// makes it sensitive.
func TestAccFunctionsKeepMarks(t *testing.T) {
	calls := map[string]string{
		"semver_satisfies": `semver_satisfies(terraform_data.version.output, "~> 1.0")`,
		"parse_size":       `parse_size(terraform_data.size.output)`,
		"format_size":      `format_size(length(terraform_data.size.output), "gib")`,
		"session_paths":    `session_paths(terraform_data.agent.output, "/home/coder", "/w")`,
	}
	config := `
resource "terraform_data" "version" {
  input = "1.2.3"
}
resource "terraform_data" "size" {
  input = "10Gi"
}
resource "terraform_data" "agent" {
  input = "claude"
}
`
	sensitive := `
variable "secret" {
  type      = map(string)
  default   = { version = "1.2.3", size = "10Gi", agent = "claude" }
  sensitive = true
}
`
	var unknowns []plancheck.PlanCheck
	var checks []statecheck.StateCheck
	secrets := regexp.MustCompile(`terraform_data\.(\w+)\.output`)
	for name, call := range calls {
		config += "output \"" + name + "\" {\n  value = " + namespace + call + "\n}\n"
		unknowns = append(unknowns, plancheck.ExpectUnknownOutputValue(name))
		sensitive += "output \"" + name + "\" {\n  value = issensitive(" + namespace + secrets.ReplaceAllString(call, "var.secret.$1") + ")\n}\n"
		checks = append(checks, statecheck.ExpectKnownOutputValue(name, knownvalue.Bool(true)))
	}
	acceptance(t,
		resource.TestStep{
			Config:           config,
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: unknowns},
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownOutputValue("parse_size", knownvalue.Int64Exact(10<<30)),
				statecheck.ExpectKnownOutputValue("semver_satisfies", knownvalue.Bool(true)),
			},
		},
		resource.TestStep{Config: sensitive, ConfigStateChecks: checks},
	)
}

func TestAccFunctionsLeakNoSecret(t *testing.T) {
	mustSay(t, refused(t, `
variable "secret" {
  default   = "10Gi"
  sensitive = true
}
output "leak" {
  value = `+namespace+`parse_size(var.secret)
}
`), "Output refers to sensitive values")
}
