package provider

import (
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
)

func text(value string) tftypes.Value { return tftypes.NewValue(tftypes.String, value) }

func number(value int64) tftypes.Value { return tftypes.NewValue(tftypes.Number, value) }

// volume is a value of the attribute of that name with one attribute set.
func volume(name, value string) tftypes.Value {
	fields := map[string]tftypes.Value{}
	types := map[string]tftypes.Type{}
	for _, field := range []string{"size", "mount_path", "kind"} {
		types[field] = tftypes.String
		fields[field] = tftypes.NewValue(tftypes.String, nil)
	}
	fields[name] = text(value)
	return tftypes.NewValue(tftypes.Object{AttributeTypes: types}, fields)
}

// diagnose sends a configuration to the provider the way an engine does, and
// returns what it says: first on validation and, unless that fails, on plan.
func diagnose(t *testing.T, given map[string]tftypes.Value) []*tfprotov6.Diagnostic {
	t.Helper()
	ctx := t.Context()
	server := providerserver.NewProtocol6(New("test")())()
	schemas, err := server.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	object := func(schema *tfprotov6.Schema, given map[string]tftypes.Value) *tfprotov6.DynamicValue {
		t.Helper()
		of, ok := schema.ValueType().(tftypes.Object)
		if !ok {
			t.Fatalf("a schema of type %s", schema.ValueType())
		}
		values := map[string]tftypes.Value{}
		for name, attribute := range of.AttributeTypes {
			values[name] = tftypes.NewValue(attribute, nil)
		}
		for name, value := range given {
			values[name] = value
		}
		encoded, err := tfprotov6.NewDynamicValue(of, tftypes.NewValue(of, values))
		if err != nil {
			t.Fatal(err)
		}
		return &encoded
	}
	const name = "coder_agent_persistence"
	schema := schemas.ResourceSchemas[name]
	if _, err := server.ConfigureProvider(ctx, &tfprotov6.ConfigureProviderRequest{Config: object(schemas.Provider, nil)}); err != nil {
		t.Fatal(err)
	}
	config := object(schema, given)
	validated, err := server.ValidateResourceConfig(ctx, &tfprotov6.ValidateResourceConfigRequest{TypeName: name, Config: config})
	if err != nil {
		t.Fatal(err)
	}
	if len(validated.Diagnostics) > 0 {
		return validated.Diagnostics
	}
	nothing, err := tfprotov6.NewDynamicValue(schema.ValueType(), tftypes.NewValue(schema.ValueType(), nil))
	if err != nil {
		t.Fatal(err)
	}
	planned, err := server.PlanResourceChange(ctx, &tfprotov6.PlanResourceChangeRequest{
		TypeName: name, Config: config, ProposedNewState: config, PriorState: &nothing,
	})
	if err != nil {
		t.Fatal(err)
	}
	return planned.Diagnostics
}

// place writes the attribute a diagnostic is about as a template would.
func place(d *tfprotov6.Diagnostic) string {
	if d.Attribute == nil {
		return ""
	}
	var names []string
	for _, step := range d.Attribute.Steps() {
		switch step := step.(type) {
		case tftypes.AttributeName:
			names = append(names, string(step))
		case tftypes.ElementKeyInt:
			names = append(names, "0123456789"[step:step+1])
		}
	}
	return strings.Join(names, ".")
}

// TestRefusedWhere holds every refusal to its attribute, its summary and a
// piece of its text.
func TestRefusedWhere(t *testing.T) {
	list := func(items ...any) tftypes.Value {
		values := make([]tftypes.Value, len(items))
		for i, item := range items {
			values[i] = tftypes.NewValue(tftypes.String, item)
		}
		return tftypes.NewValue(tftypes.List{ElementType: tftypes.String}, values)
	}
	for _, c := range []struct {
		attribute      string
		value          tftypes.Value
		at             string
		summary, piece string
	}{
		{"agent", text("claud"), "agent", "Unknown Agent", `agent = "claude-code"`},
		{"agent", text(""), "agent", "Unknown Agent", "Known agents:"},
		{"name", text("Two Words"), "name", "Invalid Name", `Given: "Two Words"`},
		{"name", text(""), "name", "Empty Value", "name = null"},
		{"workdir", text("project"), "workdir", "Invalid Workdir", "begins with a slash"},
		{"workdir", text("$HOME/project"), "workdir", "Invalid Workdir", "nothing expands"},
		{"workdir", text(""), "workdir", "Empty Value", `workdir = "/home/coder/project"`},
		{"home", text("~"), "home", "Invalid Home", "nothing expands"},
		{"home", text(""), "home", "Empty Value", `home = "/home/coder"`},
		{"data_dir", text("./data"), "data_dir", "Invalid Data Directory", `Given: "./data"`},
		{"data_dir", text(""), "data_dir", "Empty Value", "data_dir"},
		{"command", text("claude --model opus"), "command", "Invalid Command", "belong in args"},
		{"prompt", text("a\x00b"), "prompt", "Invalid Prompt", "NUL"},
		{"prompt", text(strings.Repeat("p", 130_000)), "prompt", "Script Too Long", "131071"},
		{"args", list("a", "\x00"), "args", "Invalid Argument", "Argument 2"},
		{"args", list("a", nil), "args", "Null List Value", ""},
		{"port", number(0), "port", "Invalid Attribute Value", "between 1 and 65535"},
		{"port", number(65536), "port", "Invalid Attribute Value", "between 1 and 65535"},
		{"state_save_interval_seconds", number(-1), "state_save_interval_seconds", "Invalid Attribute Value", "between 0 and 86400"},
		{"grace_period_seconds", number(0), "grace_period_seconds", "Invalid Attribute Value", "between 1 and 86400"},
		{"resume", text("always"), "resume", "Invalid Attribute Value Match", "preferred"},
		{"on_resume_failure", text(""), "on_resume_failure", "Invalid Attribute Value Match", "resend_prompt"},
		{"task_id", text("a/b"), "task_id", "Invalid Task ID", "data.coder_task.me"},
		{"agentapi_version", text("v0.12"), "agentapi_version", "Invalid AgentAPI Version", `"v0.12.2"`},
		{"agentapi_version", text("0.11.8"), "agentapi_version", "AgentAPI Too Old For State", "state_persistence = false"},
		{"agentapi_version", text(""), "agentapi_version", "Empty Value", `"v0.12.2"`},
		{"volume", volume("size", "50M"), "volume.size", "Volume Too Small", `size = "5G"`},
		{"volume", volume("size", "99999999"), "volume.size", "Volume Too Small", "99999999"},
		{"volume", volume("size", "10g"), "volume.size", "Invalid Volume Size", "Accepted:"},
		{"volume", volume("size", "100m"), "volume.size", "Invalid Volume Size", "Accepted:"},
		{"volume", volume("size", "abc"), "volume.size", "Invalid Volume Size", "Accepted:"},
		{"volume", volume("size", "-10Gi"), "volume.size", "Invalid Volume Size", "Accepted:"},
		{"volume", volume("size", "0"), "volume.size", "Invalid Volume Size", "above zero"},
		{"volume", volume("size", ""), "volume.size", "Empty Value", `size = "10Gi"`},
		{"volume", volume("mount_path", "home"), "volume.mount_path", "Invalid Mount Path", "begins with a slash"},
		{"volume", volume("mount_path", "/srv"), "volume.mount_path", "Data Off The Volume", `mount_path = "/home/coder"`},
		{"volume", volume("mount_path", ""), "volume.mount_path", "Empty Value", "mount_path = null"},
		{"volume", volume("kind", "nfs"), "volume.kind", "Invalid Attribute Value Match", "kubernetes"},
	} {
		t.Run(c.summary+"/"+c.at, func(t *testing.T) {
			given := map[string]tftypes.Value{"agent": text("claude-code")}
			given[c.attribute] = c.value
			said := diagnose(t, given)
			if len(said) != 1 {
				t.Fatalf("%d diagnostics, want one: %v", len(said), said)
			}
			d := said[0]
			if got := place(d); got != c.at && !strings.HasPrefix(got, c.at+".") || d.Severity != tfprotov6.DiagnosticSeverityError {
				t.Errorf("a %s at %q, want an error at %q", d.Severity, got, c.at)
			}
			if d.Summary != c.summary || !strings.Contains(d.Detail, c.piece) {
				t.Errorf("%s: %s\nwant %s: …%s…", d.Summary, d.Detail, c.summary, c.piece)
			}
		})
	}
}

// TestAcceptedBeside are the nearest neighbors of what is refused above.
func TestAcceptedBeside(t *testing.T) {
	for attribute, values := range map[string][]tftypes.Value{
		"agent":                       {text("Claude Code"), text("claude"), text("CODEX"), text("goose")},
		"name":                        {text("two-words"), text("0")},
		"workdir":                     {text("/"), text("/a b/~/"), text("/srv/Käse")},
		"home":                        {text("/root"), text("/home/coder/")},
		"data_dir":                    {text("/data")},
		"command":                     {text("claude"), text("/opt/a b/claude"), text("")},
		"prompt":                      {text(""), text("\t$(x)\n"), text(strings.Repeat("p", 90_000))},
		"port":                        {number(1), number(65535)},
		"state_save_interval_seconds": {number(0), number(86400)},
		"grace_period_seconds":        {number(1), number(86400)},
		"resume":                      {text("required"), text("preferred"), text("never")},
		"on_resume_failure":           {text("fresh"), text("resend_prompt"), text("fail")},
		"task_id":                     {text(""), text("5d1b8f3e-4c0a-4d52-9a57-5f7e7f6f2b11")},
		"agentapi_version":            {text("0.12.0"), text("v0.12.2"), text("latest"), text("1.0.0-rc.1")},
		"volume": {
			volume("size", "100M"), volume("size", "10Gi"), volume("size", "500 MB"),
			volume("mount_path", "/"), volume("mount_path", "/home/coder"), volume("kind", "other"),
		},
	} {
		for _, value := range values {
			given := map[string]tftypes.Value{"agent": text("claude-code")}
			given[attribute] = value
			for _, d := range diagnose(t, given) {
				if d.Severity == tfprotov6.DiagnosticSeverityError {
					t.Errorf("%s = %.60s: %s: %s", attribute, value, d.Summary, d.Detail)
				}
			}
		}
	}
}

// TestAccRefusedOnValidation reads the errors the way a person does. All of
// one configuration are shown at once.
func TestAccRefusedOnValidation(t *testing.T) {
	said := refused(t,
		persist("lower_case", `agent = "claude-code"`, `volume = { size = "10g" }`)+
			persist("milli", `agent = "claude-code"`, `volume = { size = "100m" }`)+
			persist("letters", `agent = "claude-code"`, `volume = { size = "abc" }`)+
			persist("negative", `agent = "claude-code"`, `volume = { size = "-1Gi" }`)+
			persist("relative", `agent = "claude-code"`, `workdir = "project"`)+
			persist("tilde", `agent = "claude-code"`, `home = "~"`)+
			persist("variable", `agent = "claude-code"`, `data_dir = "$HOME/data"`)+
			persist("port", `agent = "claude-code"`, `port = 70000`)+
			persist("resume", `agent = "claude-code"`, `resume = "maybe"`)+
			persist("old", `agent = "claude-code"`, `agentapi_version = "0.11.8"`),
	)
	mustSay(t, said,
		`Error: Invalid Volume Size with coder_agent_persistence.lower_case`, `volume.size: "10g" is not a size in bytes`,
		`Error: Invalid Volume Size with coder_agent_persistence.milli`, `volume.size: "100m" is not a size in bytes`,
		`Error: Invalid Volume Size with coder_agent_persistence.letters`, `volume.size: "abc" is not a size in bytes`,
		`Error: Invalid Volume Size with coder_agent_persistence.negative`, `volume.size: "-1Gi" is not a size in bytes`,
		`Accepted: whole bytes (1073741824), decimal units k M G T P E (10G, 10GB, 500 MB), binary units Ki Mi Gi Ti Pi Ei (10Gi, 10GiB)`,
		`Error: Invalid Workdir with coder_agent_persistence.relative`, `workdir = "project"`,
		`Error: Invalid Home with coder_agent_persistence.tilde`, `home = "~"`,
		`Error: Invalid Data Directory with coder_agent_persistence.variable`, `data_dir = "$HOME/data"`,
		`with coder_agent_persistence.port`, `port = 70000`, `Attribute port value must be between 1 and 65535`,
		`with coder_agent_persistence.resume`, `resume = "maybe"`,
		`Error: AgentAPI Too Old For State with coder_agent_persistence.old`, `agentapi_version = "0.11.8"`,
	)
}

func TestAccRefusedOnPlan(t *testing.T) {
	said := refused(t,
		persist("small", `agent = "claude-code"`, `volume = { size = "50M" }`)+
			persist("off", `agent = "codex"`, `volume = { mount_path = "/data" }`)+
			persist("unknown", `agent = "clod-code"`)+
			persist("long", `agent = "goose"`, `prompt = join("", [for i in range(1000) : join("", [for j in range(130) : "p"])])`),
	)
	mustSay(t, said,
		`Error: Volume Too Small with coder_agent_persistence.small`, `volume.size: Claude Code needs at least 100 MB`, `Given: "50M"`, `Write: size = "5G"`,
		`Error: Data Off The Volume with coder_agent_persistence.off`, `volume.mount_path: The agent keeps`, `mount_path = "/home/coder"`,
		`Error: Unknown Agent with coder_agent_persistence.unknown`, `no agent is called "clod-code"`, `agent = "claude-code"`,
		`Error: Script Too Long with coder_agent_persistence.long`,
	)
}

// TestAgentsWithoutAScript holds every built-in agent to one of two answers: a
// plan, or the error that says which agents have a start script.
func TestAgentsWithoutAScript(t *testing.T) {
	ready := readyAgents()
	for _, slug := range catalog.Default().Slugs() {
		said := diagnose(t, map[string]tftypes.Value{"agent": text(slug)})
		var errors []*tfprotov6.Diagnostic
		for _, d := range said {
			if d.Severity == tfprotov6.DiagnosticSeverityError {
				errors = append(errors, d)
			}
		}
		switch {
		case slices.Contains(ready, slug):
			if len(errors) > 0 {
				t.Errorf("%s: %v", slug, errors)
			}
		case len(errors) != 1 || errors[0].Summary != "Agent Not Supported Yet" || place(errors[0]) != "agent" ||
			!strings.Contains(errors[0].Detail, `"claude-code"`):
			t.Errorf("%s has no start script, but the provider says %v", slug, errors)
		}
	}
}
