package provider

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
)

// unknownInput is one input that a template takes from a resource that does
// not exist yet, and what the plan cannot say then.
type unknownInput struct {
	attribute string // "volume.size" for a nested one
	value     string // what it is after apply
	// hides are the outputs that are unknown beside the input, with nothing
	// else set but the agent.
	hides string
	// hidesLess is the same with every other input set; "" when it is no different.
	hidesLess string
}

// unknownInputs is written by hand, so that it does not follow from the code
// that it tests. "module." stands for "agentapi_module.".
var unknownInputs = []unknownInput{
	{
		attribute: "agent", value: `"codex"`,
		hides:     "name data_dir session_id env mounts start_script shutdown_script storage support module.module_dir_name module.state_file_path module.pid_file_path",
		hidesLess: "session_id mounts start_script shutdown_script storage support",
	},
	{
		attribute: "name", value: `"reviewer"`,
		hides:     "data_dir session_id env start_script shutdown_script module.module_dir_name module.state_file_path module.pid_file_path",
		hidesLess: "session_id env start_script shutdown_script module.module_dir_name",
	},
	{attribute: "workdir", value: `"/srv/project"`, hides: "session_id start_script module.folder"},
	{
		attribute: "home", value: `"/data/dev"`,
		hides:     "workdir data_dir session_id env mounts start_script shutdown_script module.folder module.state_file_path module.pid_file_path",
		hidesLess: "session_id start_script module.module_dir_name",
	},
	{attribute: "prompt", value: `"Fix it."`, hides: "start_script"},
	{attribute: "args", value: `["--model", "small"]`, hides: "start_script"},
	{attribute: "args.1", value: `"small"`, hides: "start_script"},
	{attribute: "command", value: `"agent-next"`, hides: "start_script"},
	{attribute: "port", value: `4000`, hides: "start_script shutdown_script module.agentapi_port"},
	{attribute: "agentapi_version", value: `"0.12.1"`, hides: "start_script module.agentapi_version"},
	{attribute: "state_persistence", value: `true`, hides: "start_script shutdown_script module.enable_state_persistence"},
	{attribute: "state_save_interval_seconds", value: `60`, hides: "start_script"},
	{attribute: "resume", value: `"required"`, hides: "start_script support"},
	{attribute: "on_resume_failure", value: `"fail"`, hides: "start_script"},
	{attribute: "grace_period_seconds", value: `300`, hides: "shutdown_script"},
	{attribute: "data_dir", value: `"/data/dev/agents"`, hides: "env start_script shutdown_script module.module_dir_name module.state_file_path module.pid_file_path"},
	{attribute: "task_id", value: `"5d1b8f3e-4c0a-4d52-9a57-5f7e7f6f2b11"`, hides: "shutdown_script"},
	{attribute: "volume.size", value: `"20Gi"`},
	{attribute: "volume.mount_path", value: `"/"`, hides: "mounts"},
	{attribute: "volume.kind", value: `"docker"`},
	{attribute: "volume", value: `{ size = "20Gi", mount_path = "/" }`, hides: "mounts"},
}

// otherInputs are the arguments of a template that sets everything.
var otherInputs = map[string]string{
	"agent": `"claude-code"`, "name": `"other"`, "workdir": `"/srv/other/"`, "home": `"/data/dev/"`,
	"prompt": `"Do it."`, "args": `["--model", "large"]`, "command": `"/opt/agent"`, "port": `5000`,
	"agentapi_version": `"v0.12.0"`, "state_persistence": `true`, "state_save_interval_seconds": `10`,
	"resume": `"preferred"`, "on_resume_failure": `"fresh"`, "grace_period_seconds": `120`,
	"data_dir": `"/data/dev/.agents/"`, "task_id": `"0e5f0d24-5a1c-4f2e-8f8d-0a2b6cf1d3aa"`,
	"volume": `{ size = "10Gi", mount_path = "/data", kind = "kubernetes" }`,
}

// arguments sets the attribute to an expression among the given arguments.
func (u unknownInput) arguments(others map[string]string, expression string) []string {
	all := maps.Clone(others)
	switch outer, inner, _ := strings.Cut(u.attribute, "."); {
	case outer == "args" && inner != "":
		all["args"] = `["--model", ` + expression + `]`
	case inner != "":
		fields := map[string]string{inner: expression}
		if others["volume"] != "" {
			fields = map[string]string{"size": `"10Gi"`, "mount_path": `"/data"`, "kind": `"kubernetes"`}
			fields[inner] = expression
		}
		var parts []string
		for _, name := range slices.Sorted(maps.Keys(fields)) {
			parts = append(parts, name+" = "+fields[name])
		}
		all["volume"] = "{ " + strings.Join(parts, ", ") + " }"
	default:
		all[outer] = expression
	}
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		lines = append(lines, name+" = "+all[name])
	}
	return lines
}

func (u unknownInput) label() string { return strings.ReplaceAll(u.attribute, ".", "_") }

// unknown is what the plan must not know: the input and what it hides.
func (u unknownInput) unknown(hidden string) []string {
	paths := []string{u.attribute}
	for _, name := range strings.Fields(hidden) {
		paths = append(paths, strings.Replace(name, "module.", "agentapi_module.", 1))
	}
	slices.Sort(paths)
	return paths
}

// TestAccUnknownInputs plans and applies two resources for each input: one
// with that input alone, one with all others set too. That the apply succeeds
// shows that nothing planned as known comes out otherwise.
func TestAccUnknownInputs(t *testing.T) {
	var config strings.Builder
	want := map[string][]string{}
	for _, input := range unknownInputs {
		label := input.label()
		fmt.Fprintf(&config, "resource \"terraform_data\" %q {\n  input = %s\n}\n", label, input.value)
		output := "terraform_data." + label + ".output"
		config.WriteString(persist("alone_"+label, input.arguments(map[string]string{"agent": `"claude-code"`}, output)...))
		want["coder_agent_persistence.alone_"+label] = input.unknown(input.hides)
		config.WriteString(persist("among_"+label, input.arguments(otherInputs, output)...))
		hidden := input.hides
		if input.hidesLess != "" {
			hidden = input.hidesLess
		}
		want["coder_agent_persistence.among_"+label] = input.unknown(hidden)
	}
	acceptance(t, resource.TestStep{
		Config: config.String(),
		ConfigPlanChecks: resource.ConfigPlanChecks{
			PreApply:             []plancheck.PlanCheck{unknownExactly(want)},
			PostApplyPostRefresh: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()},
		},
	})
}

// TestAccUnknownThenNull takes every input from a value that turns out to be
// null, so that its default applies in the end.
func TestAccUnknownThenNull(t *testing.T) {
	config := "resource \"terraform_data\" \"it\" {\n  input = 1\n}\n"
	for _, input := range unknownInputs {
		if input.attribute == "agent" || input.attribute == "args.1" {
			continue // these may not be null
		}
		expression := "terraform_data.it.output == 1 ? null : " + input.value
		config += persist(input.label(), input.arguments(map[string]string{"agent": `"claude-code"`}, expression)...)
	}
	config += persist("plain", `agent = "claude-code"`)
	acceptance(t, resource.TestStep{
		Config: config,
		ConfigPlanChecks: resource.ConfigPlanChecks{
			PostApplyPostRefresh: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()},
		},
		ConfigStateChecks: sameAs("coder_agent_persistence.plain"),
	})
}

// unknownExactly checks that a plan leaves exactly these places unknown, by
// resource address.
type unknownExactly map[string][]string

func (want unknownExactly) CheckPlan(_ context.Context, req plancheck.CheckPlanRequest, resp *plancheck.CheckPlanResponse) {
	var problems []string
	seen := 0
	for _, change := range req.Plan.ResourceChanges {
		paths, expected := want[change.Address]
		if !expected {
			continue
		}
		seen++
		if got := unknownPaths(change.Change.AfterUnknown); !slices.Equal(got, paths) {
			problems = append(problems, fmt.Sprintf("%s: the plan does not know %v, want %v", change.Address, got, paths))
		}
	}
	if seen != len(want) {
		problems = append(problems, fmt.Sprintf("the plan has %d of %d resources", seen, len(want)))
	}
	if len(problems) > 0 {
		resp.Error = fmt.Errorf("%s", strings.Join(problems, "\n"))
	}
}
