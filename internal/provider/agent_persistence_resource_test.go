package provider

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
)

// readyAgents are the slugs of the agents with a start script.
func readyAgents() []string {
	var slugs []string
	for _, a := range catalog.Default().Agents() {
		if a.Session != nil && a.Session.ScriptReady {
			slugs = append(slugs, a.Slug)
		}
	}
	return slugs
}

func TestAccAgents(t *testing.T) {
	config := func(prompt string) string {
		var out strings.Builder
		for _, slug := range readyAgents() {
			out.WriteString(persist(slug, fmt.Sprintf("agent = %q", slug)))
		}
		out.WriteString(persist("full",
			`agent                       = "Claude Code"`,
			`name                        = "reviewer"`,
			`workdir                     = "/data/dev/project/"`,
			`home                        = "/data/dev"`,
			fmt.Sprintf(`prompt                      = %q`, prompt),
			`args                        = ["--model", "it's"]`,
			`command                     = "/opt/claude/bin/claude"`,
			`port                        = 4000`,
			`agentapi_version            = "0.12.1"`,
			`state_persistence           = true`,
			`state_save_interval_seconds = 0`,
			`resume                      = "required"`,
			`on_resume_failure           = "fail"`,
			`grace_period_seconds        = 600`,
			`launcher                    = "agentapi"`,
			`agentapi_module_version     = "2.4.0"`,
			`mount_strategy              = "home"`,
			`relocate_to                 = "/data/agents/"`,
			`retention_days              = 365`,
			`data_dir                    = "/data/agents/reviewer"`,
			`task_id                     = "5d1b8f3e-4c0a-4d52-9a57-5f7e7f6f2b11"`,
			`volume                      = { size = "40000 MB", mount_path = "/data", kind = "kubernetes", filesystem = "local", shared_with = ["codex"], allow_shrink = false }`,
		))
		return out.String()
	}
	const full = "coder_agent_persistence.full"
	known := unknownExactly{full: nil}
	unchanged := []plancheck.PlanCheck{plancheck.ExpectResourceAction(full, plancheck.ResourceActionUpdate)}
	values := map[string]valuesOf{full: {
		"agent": "Claude Code", "name": "reviewer", "workdir": "/data/dev/project/", "data_dir": "/data/agents/reviewer",
		"env": map[string]any{"CODER_PERSISTENCE_REVIEWER_DIR": "/data/agents/reviewer", "CLAUDE_CONFIG_DIR": "/data/agents/.claude"},
		"mounts": []any{map[string]any{
			"path": "/data", "role": "session", "required": true, "file_system": "any", "holds_credentials": true, "sub_path": nil,
		}},
		"docker": map[string]any{
			"destroy_grace_seconds": json.Number("600"), "stop_timeout": json.Number("600"), "stop_signal": "SIGINT",
			"volumes": []any{map[string]any{"container_path": "/data", "read_only": false}},
		},
		"kubernetes": map[string]any{
			"termination_grace_period_seconds": json.Number("600"), "delete_timeout": "11m", "storage_request": "40G",
			"volume_mount": []any{map[string]any{"mount_path": "/data", "sub_path": nil, "read_only": false}},
		},
		"storage": map[string]any{
			"floor_bytes": json.Number("200000000"), "floor": "200M", "recommended_bytes": json.Number("25000000000"),
			"recommended": "25G", "recommended_gib": json.Number("24"), "capacity_note": nil,
		},
		"agentapi_module": map[string]any{
			"agentapi_version": "v0.12.1", "agentapi_port": json.Number("4000"), "folder": "/data/dev/project",
			"module_dir_name": ".coder-modules/coder-persistence/reviewer", "enable_state_persistence": true,
			"state_file_path": "/data/agents/reviewer/state/agentapi-state.json",
			"pid_file_path":   "/data/agents/reviewer/state/agentapi.pid",
		},
	}}
	for _, slug := range readyAgents() {
		address := "coder_agent_persistence." + slug
		known[address] = nil
		unchanged = append(unchanged, plancheck.ExpectResourceAction(address, plancheck.ResourceActionNoop))
		dataDir := "/home/coder/.coder-modules/coder-persistence/" + slug
		values[address] = valuesOf{
			"name": slug, "home": "/home/coder", "workdir": "/home/coder", "data_dir": dataDir,
			"port": json.Number("3284"), "agentapi_version": "v0.12.2", "state_persistence": true,
			"state_save_interval_seconds": json.Number("30"), "resume": "preferred", "on_resume_failure": "fresh",
			"grace_period_seconds": json.Number("300"), "launcher": "agentapi", "mount_strategy": "home",
			"prompt": nil, "args": nil, "command": nil, "task_id": nil, "volume": nil, "relocate_to": nil, "retention_days": nil,
			"module_version": nil, "agentapi_module_version": nil, "cleanup_script": nil,
			"agentapi_module": map[string]any{
				"agentapi_version": "v0.12.2", "agentapi_port": json.Number("3284"), "folder": "/home/coder",
				"module_dir_name": ".coder-modules/coder-persistence/" + slug, "enable_state_persistence": true,
				"state_file_path": dataDir + "/state/agentapi-state.json", "pid_file_path": dataDir + "/state/agentapi.pid",
			},
		}
	}
	values["coder_agent_persistence.claude-code"]["session_id"] = "73555e03-4708-59fb-9380-580ffabc55c9"
	values["coder_agent_persistence.claude-code"]["storage"] = map[string]any{
		"floor_bytes": json.Number("100000000"), "floor": "100M",
		"recommended_bytes": json.Number("5000000000"), "recommended": "5G", "recommended_gib": json.Number("5"), "capacity_note": nil,
	}
	values["coder_agent_persistence.codex"]["session_id"] = nil
	values["coder_agent_persistence.goose"]["session_id"] = "coder-goose"

	stateChecks := []statecheck.StateCheck{scriptsOnce{}, absoluteEnv{}}
	for address, want := range values {
		stateChecks = append(stateChecks, stateValues{address, want})
	}
	acceptance(t,
		resource.TestStep{
			Config: config("Fix the failing test."),
			ConfigPlanChecks: resource.ConfigPlanChecks{
				PreApply:             []plancheck.PlanCheck{known},
				PostApplyPostRefresh: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()},
			},
			ConfigStateChecks: stateChecks,
		},
		resource.TestStep{
			Config: config("Fix the other test."),
			ConfigPlanChecks: resource.ConfigPlanChecks{
				PreApply: append(unchanged, known,
					plancheck.ExpectKnownValue(full, tfjsonpath.New("start_script"), knownvalue.StringRegexp(regexp.MustCompile(`(?m)^prompt=.*Fix the other test\.`)))),
				PostApplyPostRefresh: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()},
			},
		},
	)
}

// earlier is the provider as it was before a change of the catalog that
// changes the scripts, and nothing else.
type earlier struct{ *persistenceProvider }

func (p earlier) Configure(ctx context.Context, req provider.ConfigureRequest, resp *provider.ConfigureResponse) {
	p.persistenceProvider.Configure(ctx, req, resp)
	data, ok := resp.ResourceData.(*providerData)
	if !ok {
		return
	}
	agents := data.catalog.Agents()
	for i, a := range agents {
		if a.Slug == "goose" {
			described := *a.Session
			described.Cold = append(slices.Clone(described.Cold), "--as-it-was")
			agents[i].Session = &described
		}
	}
	before, err := catalog.New(agents)
	if err != nil {
		resp.Diagnostics.AddError("Bad Test", err.Error())
		return
	}
	data.catalog = before
}

// TestAccChangedRenderer upgrades the provider under an existing state.
func TestAccChangedRenderer(t *testing.T) {
	const address = "coder_agent_persistence.it"
	config := requirement + persist("it", `agent = "goose"`)
	old := map[string]func() (tfprotov6.ProviderServer, error){
		"coder-persistence": providerserver.NewProtocol6WithError(earlier{&persistenceProvider{version: "old"}}),
	}
	asItWas := regexp.MustCompile("--as-it-was")
	acceptanceCase(t, resource.TestCase{Steps: []resource.TestStep{
		{
			ProtoV6ProviderFactories: old,
			Config:                   config,
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue(address, tfjsonpath.New("start_script"), knownvalue.StringRegexp(asItWas)),
			},
		},
		{
			ProtoV6ProviderFactories: factories,
			Config:                   config,
			ConfigPlanChecks: resource.ConfigPlanChecks{
				PreApply: []plancheck.PlanCheck{
					plancheck.ExpectResourceAction(address, plancheck.ResourceActionUpdate),
					unknownExactly{address: nil},
					changedOnly{address, []string{"start_script"}},
				},
				PostApplyPostRefresh: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()},
			},
		},
	}})
}

func TestAccImportIsRefused(t *testing.T) {
	acceptance(t, resource.TestStep{
		Config:        persist("it", `agent = "goose"`),
		ImportState:   true,
		ImportStateId: "anything",
		ResourceName:  "coder_agent_persistence.it",
		ExpectError:   regexp.MustCompile(`(?s)Import Not Supported.*made of its configuration\s+alone.*terraform\s+apply`),
	})
}

// TestAccNothingGiven writes the inputs that may be empty as null and as "".
// All mean the same.
func TestAccNothingGiven(t *testing.T) {
	acceptance(t, resource.TestStep{
		Config: persist("plain", `agent = "claude-code"`) +
			persist("nulls", `agent = "claude-code"`, `name = null`, `workdir = null`, `home = null`, `prompt = null`, `args = null`,
				`command = null`, `port = null`, `agentapi_version = null`, `state_persistence = null`, `state_save_interval_seconds = null`,
				`resume = null`, `on_resume_failure = null`, `grace_period_seconds = null`, `data_dir = null`, `task_id = null`, `volume = null`,
				`launcher = null`, `agentapi_module_version = null`, `module_version = null`, `mount_strategy = null`, `relocate_to = null`, `retention_days = null`) +
			persist("empty", `agent = "claude-code"`, `prompt = ""`, `args = []`, `command = ""`, `task_id = ""`, `volume = {}`) +
			persist("volume", `agent = "claude"`, `volume = { size = null, mount_path = null, kind = null, filesystem = null, shared_with = null, allow_shrink = null }`) +
			persist("nobody", `agent = "claude"`, `volume = { shared_with = [], allow_shrink = false }`),
		ConfigPlanChecks: resource.ConfigPlanChecks{
			PostApplyPostRefresh: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()},
		},
		ConfigStateChecks: sameAs("coder_agent_persistence.plain"),
	})
}

func TestAccSizes(t *testing.T) {
	var config strings.Builder
	for i, text := range []string{"10Gi", "10G", "10GB", "10GiB", "500 MB", "100000000", "1e9", "0.5Gi"} {
		config.WriteString(persist(fmt.Sprintf("size_%d", i), `agent = "claude-code"`, fmt.Sprintf("volume = { size = %q }", text)))
	}
	acceptance(t, resource.TestStep{Config: config.String(), PlanOnly: true, ExpectNonEmptyPlan: true})
}

// valuesOf are attributes of a resource in the state.
type valuesOf map[string]any

// stateValues checks attributes of one resource.
type stateValues struct {
	address string
	want    valuesOf
}

func (c stateValues) CheckState(_ context.Context, req statecheck.CheckStateRequest, resp *statecheck.CheckStateResponse) {
	for _, r := range req.State.Values.RootModule.Resources {
		if r.Address != c.address {
			continue
		}
		for name, want := range c.want {
			if got := r.AttributeValues[name]; !reflect.DeepEqual(got, want) {
				resp.Error = fmt.Errorf("%s: %s is %#v, want %#v", c.address, name, got, want)
			}
		}
		return
	}
	resp.Error = fmt.Errorf("%s is not in the state", c.address)
}

// sameAs checks that every resource of the state has the outputs of the one at
// the address, which has its defaults.
func sameAs(address string) []statecheck.StateCheck {
	return []statecheck.StateCheck{sameOutputs(address)}
}

type sameOutputs string

// given are attributes that hold what a template says, if only "" or null.
var given = []string{"agent", "prompt", "args", "command", "task_id", "volume"}

func (address sameOutputs) CheckState(_ context.Context, req statecheck.CheckStateRequest, resp *statecheck.CheckStateResponse) {
	var want map[string]any
	for _, r := range req.State.Values.RootModule.Resources {
		if r.Address == string(address) {
			want = r.AttributeValues
		}
	}
	if want == nil {
		resp.Error = fmt.Errorf("%s is not in the state", string(address))
		return
	}
	for _, r := range req.State.Values.RootModule.Resources {
		if r.Type != "coder_agent_persistence" {
			continue
		}
		for name, value := range r.AttributeValues {
			if !slices.Contains(given, name) && !reflect.DeepEqual(value, want[name]) {
				resp.Error = fmt.Errorf("%s: %s is %.200v, and %.200v in %s", r.Address, name, value, want[name], string(address))
			}
		}
	}
}

// scriptsOnce checks that the state holds each script once.
type scriptsOnce struct{}

func (scriptsOnce) CheckState(_ context.Context, req statecheck.CheckStateRequest, resp *statecheck.CheckStateResponse) {
	for _, r := range req.State.Values.RootModule.Resources {
		for _, name := range []string{"start_script", "shutdown_script"} {
			script, _ := r.AttributeValues[name].(string)
			for other, value := range r.AttributeValues {
				text, err := json.Marshal(value)
				if err != nil {
					resp.Error = err
				}
				begin, _ := json.Marshal(script[:min(len(script), 200)])
				if script == "" || (other != name && strings.Contains(string(text), strings.Trim(string(begin), `"`))) {
					resp.Error = fmt.Errorf("%s: %s is empty, or repeated in %s", r.Address, name, other)
				}
			}
		}
		if module, _ := r.AttributeValues["agentapi_module"].(map[string]any); module["start_script"] != nil || len(module) == 0 {
			resp.Error = fmt.Errorf("%s: agentapi_module is empty or repeats the start script", r.Address)
		}
	}
}

// absoluteEnv checks that what coder_env gets needs no shell to be read.
type absoluteEnv struct{}

func (absoluteEnv) CheckState(_ context.Context, req statecheck.CheckStateRequest, resp *statecheck.CheckStateResponse) {
	for _, r := range req.State.Values.RootModule.Resources {
		env, _ := r.AttributeValues["env"].(map[string]any)
		if len(env) == 0 {
			resp.Error = fmt.Errorf("%s: env is empty", r.Address)
		}
		for name, value := range env {
			if text, _ := value.(string); !strings.HasPrefix(text, "/") || strings.ContainsAny(text, "$~") {
				resp.Error = fmt.Errorf("%s: %s is %v, which is no absolute path", r.Address, name, value)
			}
		}
	}
}

// changedOnly checks which attributes a planned update changes.
type changedOnly struct {
	address    string
	attributes []string
}

func (c changedOnly) CheckPlan(_ context.Context, req plancheck.CheckPlanRequest, resp *plancheck.CheckPlanResponse) {
	for _, change := range req.Plan.ResourceChanges {
		if change.Address != c.address {
			continue
		}
		before, _ := change.Change.Before.(map[string]any)
		after, _ := change.Change.After.(map[string]any)
		var changed []string
		for name := range after {
			if !reflect.DeepEqual(before[name], after[name]) {
				changed = append(changed, name)
			}
		}
		slices.Sort(changed)
		if !slices.Equal(changed, c.attributes) {
			resp.Error = fmt.Errorf("%s: the plan changes %v, want %v", c.address, changed, c.attributes)
		}
		return
	}
	resp.Error = fmt.Errorf("%s is not in the plan", c.address)
}
