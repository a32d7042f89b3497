package provider

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
)

// unknownInput is one input that a template takes from a resource that does
// not exist yet, and what the plan cannot say then.
type unknownInput struct {
	attribute string // "volume.size" for a nested one
	value     string // what it is after apply
	// hides are the outputs that are unknown beside the input, with nothing
	// else set but the agent.
	hides string
	// hidesLess is the same with every other input set; "" when it is no
	// different, "-" for none.
	hidesLess string
}

// unknownInputs is written by hand, so that it does not follow from the code
// that it tests. "module." stands for "agentapi_module.".
var unknownInputs = []unknownInput{
	{
		attribute: "agent", value: `"codex"`,
		hides:     "name data_dir session_id env mounts volumes kubernetes.storage_request start_script shutdown_script metadata sizes support module.module_dir_name module.state_file_path module.pid_file_path",
		hidesLess: "session_id env mounts volumes start_script shutdown_script cleanup_script metadata sizes support",
	},
	{
		attribute: "name", value: `"reviewer"`,
		hides:     "data_dir session_id env start_script shutdown_script metadata module.module_dir_name module.state_file_path module.pid_file_path",
		hidesLess: "session_id env start_script shutdown_script cleanup_script metadata module.module_dir_name",
	},
	{attribute: "workdir", value: `"/srv/project"`, hides: "session_id start_script module.folder"},
	{
		attribute: "home", value: `"/data/dev"`,
		hides:     "workdir data_dir session_id env mounts volumes start_script shutdown_script metadata module.folder module.state_file_path module.pid_file_path",
		hidesLess: "session_id start_script cleanup_script module.module_dir_name",
	},
	{attribute: "prompt", value: `"Fix it."`, hides: "start_script"},
	{attribute: "args", value: `["--model", "small"]`, hides: "start_script"},
	{attribute: "args.1", value: `"small"`, hides: "start_script"},
	{attribute: "command", value: `"agent-next"`, hides: "start_script"},
	{attribute: "launcher", value: `"terminal"`, hides: "start_script shutdown_script metadata agentapi_module"},
	{attribute: "port", value: `4000`, hides: "start_script shutdown_script module.agentapi_port"},
	{attribute: "agentapi_version", value: `"0.12.1"`, hides: "start_script module.agentapi_version"},
	{attribute: "agentapi_module_version", value: `"2.3.0"`},
	{
		attribute: "module_version", value: `"4.9.2"`, // beside relocate_to it can only be null
		hides:     "data_dir session_id env start_script shutdown_script metadata agentapi_module support",
		hidesLess: "session_id start_script shutdown_script cleanup_script metadata agentapi_module support",
	},
	{attribute: "state_persistence", value: `true`, hides: "start_script shutdown_script metadata module.enable_state_persistence"},
	{attribute: "state_save_interval_seconds", value: `60`, hides: "start_script"},
	{attribute: "resume", value: `"required"`, hides: "start_script support"},
	{attribute: "on_resume_failure", value: `"fail"`, hides: "start_script"},
	{attribute: "grace_period_seconds", value: `300`, hides: "shutdown_script docker.destroy_grace_seconds docker.stop_timeout kubernetes.termination_grace_period_seconds kubernetes.delete_timeout"},
	{
		attribute: "mount_strategy", value: `"home"`,
		hides:     "env mounts volumes start_script", // of Claude Code; relocate_to and mount_path leave nothing to it
		hidesLess: "-",
	},
	{
		attribute: "relocate_to", value: `"/data/agents"`,
		hides:     "data_dir env mounts volumes start_script shutdown_script metadata module.module_dir_name module.state_file_path module.pid_file_path",
		hidesLess: "env mounts volumes start_script cleanup_script metadata",
	},
	{attribute: "retention_days", value: `200`, hides: "cleanup_script"},
	{
		attribute: "data_dir", value: `"/data/dev/agents"`,
		hides:     "env mounts volumes start_script shutdown_script metadata module.module_dir_name module.state_file_path module.pid_file_path",
		hidesLess: "env start_script shutdown_script cleanup_script metadata module.module_dir_name module.state_file_path module.pid_file_path",
	},
	{attribute: "task_id", value: `"5d1b8f3e-4c0a-4d52-9a57-5f7e7f6f2b11"`, hides: "shutdown_script"},
	{attribute: "volume.size", value: `"200Gi"`, hides: "kubernetes.storage_request"},
	{attribute: "volume.mount_path", value: `"/"`, hides: "mounts volumes"},
	{attribute: "volume.kind", value: `"docker"`, hides: "storage.capacity_note"},
	{attribute: "volume.filesystem", value: `"network"`},
	{attribute: "volume.shared_with", value: `["goose"]`, hides: "kubernetes.storage_request sizes", hidesLess: "sizes"},
	{attribute: "volume.shared_with.1", value: `"goose"`, hides: "kubernetes.storage_request sizes", hidesLess: "sizes"},
	{attribute: "volume.allow_shrink", value: `true`},
	{attribute: "volume", value: `{ size = "200Gi", mount_path = "/" }`, hides: "mounts volumes kubernetes.storage_request storage.capacity_note sizes"},
}

// groups stand for several outputs in the table above.
var groups = map[string]string{
	"volumes": "docker.volumes kubernetes.volume_mount",
	"sizes":   "storage.floor_bytes storage.floor storage.recommended_bytes storage.recommended storage.recommended_gib",
}

// otherInputs are the arguments of a template that sets everything that goes
// together.
var otherInputs = map[string]string{
	"agent": `"claude-code"`, "name": `"other"`, "workdir": `"/srv/other/"`, "home": `"/data/dev/"`,
	"prompt": `"Do it."`, "args": `["--model", "large"]`, "command": `"/opt/agent"`, "port": `5000`,
	"agentapi_version": `"v0.12.0"`, "state_persistence": `true`, "state_save_interval_seconds": `10`,
	"resume": `"preferred"`, "on_resume_failure": `"fresh"`, "grace_period_seconds": `120`,
	"launcher": `"agentapi"`, "agentapi_module_version": `"2.4.0"`, "mount_strategy": `"home"`,
	"relocate_to": `"/data/moved/"`, "retention_days": `365`,
	"data_dir": `"/data/dev/.agents/"`, "task_id": `"0e5f0d24-5a1c-4f2e-8f8d-0a2b6cf1d3aa"`,
	"volume": `{ ` + otherVolume.lines() + ` }`,
}

// fields are the attributes of an object.
type fields map[string]string

var otherVolume = fields{
	"size": `"10Gi"`, "mount_path": `"/data"`, "kind": `"kubernetes"`, "filesystem": `"local"`, "shared_with": `["gemini"]`, "allow_shrink": `false`,
}

func (f fields) lines() string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(f)) {
		parts = append(parts, name+" = "+f[name])
	}
	return strings.Join(parts, ", ")
}

// arguments sets the attribute to an expression among the given arguments.
func (u unknownInput) arguments(others map[string]string, expression string) []string {
	all := maps.Clone(others)
	switch outer, inner, _ := strings.Cut(u.attribute, "."); {
	case outer == "args" && inner != "":
		all["args"] = `["--model", ` + expression + `]`
	case inner != "":
		volume := fields{}
		if others["volume"] != "" {
			volume = maps.Clone(otherVolume)
		}
		if inner == "shared_with.1" {
			volume["shared_with"] = `["codex", ` + expression + `]`
		} else {
			volume[inner] = expression
		}
		all["volume"] = "{ " + volume.lines() + " }"
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
		if name == "-" {
			continue
		}
		for _, one := range strings.Fields(cmp.Or(groups[name], name)) {
			paths = append(paths, strings.Replace(one, "module.", "agentapi_module.", 1))
		}
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
		if input.attribute == "module_version" {
			output = "terraform_data." + label + ".output == \"\" ? \"4.9.2\" : null"
		}
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
		if input.attribute == "agent" || input.attribute == "args.1" || input.attribute == "volume.shared_with.1" {
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

// TestAccUnsettledAgent takes a part of the provider block from a resource that
// does not exist yet. What follows from the agent's entry is not known then,
// and neither is what follows from an agent that is yet to be added.
func TestAccUnsettledAgent(t *testing.T) {
	const agent = "agent" // its row in the table above
	var hides []string
	for _, input := range unknownInputs {
		if input.attribute == agent {
			hides = input.unknown(input.hides)
		}
	}
	hides = slices.DeleteFunc(hides, func(place string) bool { return place == agent })
	config := `
resource "terraform_data" "it" {
  input = "2Gi"
}

provider "coder-persistence" {
  coder_version = terraform_data.it.output == "" ? null : "2.30.0"
  agents = {
    codex = { storage = { minimum = terraform_data.it.output } }
  }
}
` + persist("it", `agent = "codex"`) + persist("other", `agent = "claude-code"`, `volume = { shared_with = ["openai-codex"] }`) + persist("settled", `agent = "goose"`)
	acceptance(t, resource.TestStep{
		Config: config,
		ConfigPlanChecks: resource.ConfigPlanChecks{
			PreApply: []plancheck.PlanCheck{unknownExactly{
				"coder_agent_persistence.it": hides,
				"coder_agent_persistence.other": {
					"kubernetes.storage_request", "storage.floor", "storage.floor_bytes", "storage.recommended", "storage.recommended_bytes", "storage.recommended_gib",
				},
				"coder_agent_persistence.settled": nil,
			}},
			PostApplyPostRefresh: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()},
		},
		ConfigStateChecks: []statecheck.StateCheck{
			holds{"coder_agent_persistence.it", []string{`"floor":"2Gi"`}},
			holds{"coder_agent_persistence.other", []string{`"floor_bytes":2247483648`}},
		},
	})
}

// TestUnsettledProvider is a provider block that is not known at all yet.
func TestUnsettledProvider(t *testing.T) {
	s := configuredServer(t, object{"agents": unknown{}, "coder_version": unknown{}})
	for _, block := range []object{
		{"agent": "claude-code", "task_id": "a", "volume": object{"size": "1", "shared_with": []any{"nobody"}}},
		{"agent": "nobody", "relocate_to": "/m", "mount_strategy": "paths"},
		{"agent": "nobody", "module_version": "1.0.0", "resume": "required"},
	} {
		if diags := s.plan(t, block, nil).all(); len(diags) > 0 {
			t.Errorf("%v: said about an agent that is not known yet: %+v", block, diags)
		}
	}
}
