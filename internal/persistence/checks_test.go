package persistence

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
)

// checkCase makes one finding appear, and says what it must look like. Every
// check needs at least one; TestEveryCheckHasACase sees to that.
type checkCase struct {
	summary string
	path    []string // where the finding points
	wrong   func(*Request)
	given   string   // what the detail repeats of the input
	write   string   // the line the detail offers
	expect  []string // other texts the detail must hold
	// fine is the nearest request about which nothing is said.
	fine func(*Request)
	// needs are the inputs without which the check is passed over.
	needs Inputs
}

// checkCases are made from defaultRequest("claude-code").
var checkCases = []checkCase{
	{
		summary: "Invalid Name", path: []string{"name"}, needs: InputName,
		wrong: func(r *Request) { r.Name = strings.Repeat("n", 64) },
		fine:  func(r *Request) { r.Name = strings.Repeat("n", 63) },
		given: strings.Repeat("n", 64), write: `name = "reviewer"`,
	},
	{
		summary: "Invalid Name", path: []string{"name"}, needs: InputName,
		wrong: func(r *Request) { r.Name = "Reviewer" },
		fine:  func(r *Request) { r.Name = "reviewer" },
		given: `"Reviewer"`, write: `name = "reviewer"`,
	},
	{
		summary: "Invalid Name", path: []string{"name"}, needs: InputName,
		wrong: func(r *Request) { r.Name = ".." },
		fine:  func(r *Request) { r.Name = "0.." },
		given: `".."`, write: `name = "reviewer"`,
	},
	{
		summary: "Invalid Home", path: []string{"home"}, needs: InputHome,
		wrong: func(r *Request) { r.Home = "home/coder" },
		fine:  func(r *Request) { r.Home = "/home/coder" },
		given: `"home/coder"`, write: `home = "/home/coder"`,
	},
	{
		summary: "Invalid Home", path: []string{"home"}, needs: InputHome,
		wrong: func(r *Request) { r.Home = "/mnt/$HOME" },
		fine:  func(r *Request) { r.Home = "/mnt/HOME" },
		given: `"/mnt/$HOME"`, write: `home = "/home/coder"`,
	},
	{
		summary: "Invalid Workdir", path: []string{"workdir"}, needs: InputWorkdir,
		wrong: func(r *Request) { r.Workdir = "~/project" },
		fine:  func(r *Request) { r.Workdir = "/~/project" },
		given: `"~/project"`, write: `workdir = "/home/coder/project"`,
	},
	{
		summary: "Invalid Workdir", path: []string{"workdir"}, needs: InputWorkdir,
		wrong: func(r *Request) { r.Workdir = "/a\nb" },
		fine:  func(r *Request) { r.Workdir = "/a b" },
		given: `"/a\nb"`, write: `workdir = "/home/coder/project"`,
	},
	{
		summary: "Invalid Data Directory", path: []string{"data_dir"}, needs: InputDataDir,
		wrong: func(r *Request) { r.DataDir = "/data:1" },
		fine:  func(r *Request) { r.DataDir = "/data;1" },
		given: `"/data:1"`, write: `data_dir = "/home/coder/`,
	},
	{
		summary: "Invalid Mount Path", path: []string{"volume", "mount_path"}, needs: InputVolumeMountPath,
		wrong: func(r *Request) { r.Volume = &Volume{MountPath: "${HOME}"} },
		fine:  func(r *Request) { r.Volume = &Volume{MountPath: "/home"} },
		given: `"${HOME}"`, write: `mount_path = "/home/coder"`,
	},
	{
		summary: "Invalid Command", path: []string{"command"}, needs: InputCommand,
		wrong: func(r *Request) { r.Command = "claude --model opus" },
		fine:  func(r *Request) { r.Command = "claude" },
		given: `"claude --model opus"`, write: `command = "/opt/`, expect: []string{"args"},
	},
	{
		summary: "Invalid Command", path: []string{"command"}, needs: InputCommand,
		wrong: func(r *Request) { r.Command = "bin/claude" },
		fine:  func(r *Request) { r.Command = "/bin/claude" },
		given: `"bin/claude"`, write: `command = "/opt/`,
	},
	{
		summary: "Invalid Command", path: []string{"command"}, needs: InputCommand,
		wrong: func(r *Request) { r.Command = "-x" },
		fine:  func(r *Request) { r.Command = "x-" },
		given: `"-x"`, write: `command = "/opt/`,
	},
	{
		summary: "Invalid Prompt", path: []string{"prompt"}, needs: InputPrompt,
		wrong: func(r *Request) { r.Prompt = "a\x00b" },
		fine:  func(r *Request) { r.Prompt = "a\x01b" },
		given: "after 1 bytes", write: `prompt = "`,
	},
	{
		summary: "Invalid Argument", path: []string{"args"}, needs: InputArgs,
		wrong: func(r *Request) { r.Args = []string{"a", "\x00"} },
		fine:  func(r *Request) { r.Args = []string{"a", ""} },
		given: "Argument 2", write: `args = ["`,
	},
	{
		summary: "Invalid Task ID", path: []string{"task_id"}, needs: InputTaskID,
		wrong: func(r *Request) { r.TaskID = "x/../../me" },
		fine:  func(r *Request) { r.TaskID = "5d1b8f3e-4c0a-4d52-9a57-5f7e7f6f2b11" },
		given: `"x/../../me"`, write: "task_id = data.coder_task.me",
	},
	{
		summary: "Invalid AgentAPI Version", path: []string{"agentapi_version"}, needs: InputAgentAPIVersion,
		wrong: func(r *Request) { r.AgentAPIVersion = "v0.12" },
		fine:  func(r *Request) { r.AgentAPIVersion = "v0.12.0" },
		given: `"v0.12"`, write: `agentapi_version = "v0.12.2"`,
	},
	{
		summary: "AgentAPI Too Old For State", path: []string{"agentapi_version"}, needs: InputAgentAPIVersion | InputStatePersistence,
		wrong: func(r *Request) { r.AgentAPIVersion = "0.11.8" },
		fine:  func(r *Request) { r.AgentAPIVersion = "0.12.0" },
		given: `"0.11.8"`, write: `agentapi_version = "v0.12.2"`,
	},
	{
		summary: "AgentAPI Too Old For State", path: []string{"agentapi_version"}, needs: InputAgentAPIVersion | InputStatePersistence,
		wrong: func(r *Request) { r.AgentAPIVersion = "v0.11.8" },
		fine:  func(r *Request) { r.AgentAPIVersion = "v0.11.8"; r.StatePersistence = false },
		given: `"v0.11.8"`, write: "state_persistence = false",
	},
	{
		summary: "Invalid Volume Size", path: []string{"volume", "size"}, needs: InputVolumeSize,
		wrong: func(r *Request) { r.Volume = &Volume{Size: "10g"} },
		fine:  func(r *Request) { r.Volume = &Volume{Size: "10G"} },
		given: `"10g"`, write: `size = "10Gi"`, expect: []string{"Accepted:", "500 MB"},
	},
	{
		summary: "Invalid Volume Size", path: []string{"volume", "size"}, needs: InputVolumeSize,
		wrong: func(r *Request) { r.Volume = &Volume{Size: "0"} },
		fine:  func(r *Request) { r.Volume = &Volume{} },
		given: `"0"`, write: `size = "10Gi"`,
	},
	{
		summary: "Unknown Agent", path: []string{"agent"}, needs: InputAgent,
		wrong: func(r *Request) { r.Agent = "claud" },
		fine:  func(r *Request) { r.Agent = "Claude" },
		given: `"claud"`, write: `agent = "claude-code"`, expect: []string{"aider", "sourcegraph-amp"},
	},
	{
		summary: "Agent Not Supported Yet", path: []string{"agent"}, needs: InputAgent,
		wrong: func(r *Request) { r.Catalog, r.Agent = withUnreadyAgent(), "Sketch Pad" },
		fine:  func(r *Request) { r.Catalog, r.Agent = withUnreadyAgent(), "goose" },
		given: `"Sketch Pad"`, write: `agent = "claude-code"`, expect: []string{`"goose"`},
	},
	{
		summary: "Volume Too Small", path: []string{"volume", "size"}, needs: InputAgent | InputVolumeSize,
		wrong: func(r *Request) { r.Volume = &Volume{Size: "99999999"} },
		fine:  func(r *Request) { r.Volume = &Volume{Size: "100000000"} },
		given: `"99999999"`, write: `size = "5G"`, expect: []string{"Claude Code"},
	},
	{
		summary: "Volume Too Small", path: []string{"volume", "size"}, needs: InputAgent | InputVolumeSize,
		wrong: func(r *Request) { r.Volume = &Volume{Size: "50M"} },
		fine:  func(r *Request) { r.Agent = "goose"; r.Volume = &Volume{Size: "50M"} },
		given: `"50M"`, write: `size = "5G"`,
	},
	{
		summary: "Data Off The Volume", path: []string{"volume", "mount_path"}, needs: InputVolumeMountPath | InputHome,
		wrong: func(r *Request) { r.Volume = &Volume{MountPath: "/home/code"} },
		fine:  func(r *Request) { r.Volume = &Volume{MountPath: "/home/coder/"} },
		given: `"/home/code"`, write: `mount_path = "/home/coder"`,
	},
	{
		summary: "Data Off The Volume", path: []string{"volume", "mount_path"}, needs: InputVolumeMountPath | InputHome,
		wrong: func(r *Request) { r.Volume = &Volume{MountPath: "/home/coder/project"} },
		fine:  func(r *Request) { r.Volume = &Volume{MountPath: "/"} },
		given: `"/home/coder/project"`, write: `mount_path = "/home/coder"`,
	},
	{
		summary: "Data Directory Off The Volume", path: []string{"data_dir"}, needs: InputVolumeMountPath | InputDataDir,
		wrong: func(r *Request) { r.DataDir = "/home/coderdata"; r.Volume = &Volume{MountPath: "/home/coder"} },
		fine:  func(r *Request) { r.DataDir = "/home/coder/data"; r.Volume = &Volume{MountPath: "/home/coder"} },
		given: `"/home/coderdata"`, write: `data_dir = "/home/coder/.coder-modules/coder-persistence/claude-code"`,
	},
	{
		summary: "Script Too Long", path: []string{"prompt"}, needs: startScriptInputs,
		wrong: func(r *Request) { r.Prompt = strings.Repeat("p", 131071) },
		fine:  func(r *Request) { r.Prompt = strings.Repeat("p", 90000) },
		given: "bytes", write: "Write a shorter prompt",
	},
	{
		summary: "Script Too Long", path: []string{"args"}, needs: startScriptInputs,
		wrong: func(r *Request) { r.Prompt = "p"; r.Args = []string{strings.Repeat("a", 131071)} },
		fine:  func(r *Request) { r.Prompt = "p"; r.Args = []string{strings.Repeat("a", 90000)} },
		given: "bytes", write: "name a file",
	},
	{
		summary: "Invalid Prompt", path: []string{"prompt"}, needs: InputPrompt,
		wrong: func(r *Request) { r.Prompt = strings.Repeat("p", 131072) },
		given: "131072 bytes", write: `prompt = "`,
	},
}

// startScriptInputs are the inputs the start script is made from: all but these.
var startScriptInputs = ^(InputGracePeriod | InputTaskID | InputVolumeSize | InputVolumeMountPath | InputVolumeKind)

// withUnreadyAgent returns a catalog with an agent that has no start script,
// whatever the built-in ones have.
func withUnreadyAgent() *catalog.Catalog {
	all := catalog.Default().Agents()
	i := slices.IndexFunc(all, func(a catalog.Agent) bool { return a.Slug == "goose" })
	unready := all[i]
	unready.Slug, unready.DisplayName, unready.Aliases, unready.Session = "sketch-pad", "Sketch Pad", nil, nil
	c, err := catalog.New(append(all, unready))
	if err != nil {
		panic(err)
	}
	return c
}

// findingsOf is everything that is said about a request.
func findingsOf(r Request) []Finding {
	_, findings := Resolve(r)
	return append(Validate(r), findings...)
}

func withSummary(findings []Finding, summary string) []Finding {
	return slices.DeleteFunc(slices.Clone(findings), func(f Finding) bool { return f.Summary != summary })
}

func TestChecks(t *testing.T) {
	for _, c := range checkCases {
		r := defaultRequest("claude-code")
		c.wrong(&r)
		t.Run(c.summary, func(t *testing.T) {
			found := withSummary(findingsOf(r), c.summary)
			if len(found) != 1 {
				t.Fatalf("%d findings, want one; all: %v", len(found), findingsOf(r))
			}
			f := found[0]
			if !reflect.DeepEqual(f.Path, c.path) {
				t.Errorf("it points to %v, want %v", f.Path, c.path)
			}
			for _, text := range append([]string{c.given, c.write}, c.expect...) {
				if !strings.Contains(f.Detail, text) {
					t.Errorf("the detail lacks %q:\n%s", text, f.Detail)
				}
			}
			if c.fine != nil {
				near := defaultRequest("claude-code")
				c.fine(&near)
				if said := findingsOf(near); len(said) > 0 {
					t.Errorf("one step away something is said: %v", said)
				}
			}
			for input := Input(1); input <= InputVolumeKind; input <<= 1 {
				partial := r
				partial.Unknown = input
				silent := len(withSummary(findingsOf(partial), c.summary)) == 0
				if silent && !c.needs.Has(input) {
					t.Errorf("it is not said while %s is unknown, which has nothing to do with it", inputNames[input])
				}
				if !silent && c.needs.Has(input) {
					t.Errorf("it is said while %s is unknown", inputNames[input])
				}
			}
		})
	}
}

func TestEveryCheckHasACase(t *testing.T) {
	covered := map[string]bool{}
	for _, c := range checkCases {
		covered[c.summary] = true
	}
	for _, c := range checks {
		if !covered[c.summary] {
			t.Errorf("no case of this file makes %q appear", c.summary)
		}
		for _, word := range strings.Fields(c.summary) {
			if !unicode.IsUpper([]rune(word)[0]) {
				t.Errorf("%q is not in Title Case", c.summary)
			}
		}
	}
}

// TestUnrenderableAgent covers the one error that no template can cause: a
// catalog entry that cannot be part of a script.
func TestUnrenderableAgent(t *testing.T) {
	broken := catalog.Default().Agents()[0]
	broken.AgentAPIType = "a\x00b"
	c, err := catalog.New([]catalog.Agent{broken})
	if err != nil {
		t.Fatal(err)
	}
	r := defaultRequest(broken.Slug)
	r.Catalog = c
	result, findings := Resolve(r)
	if result != nil || len(withSummary(findings, "Script Cannot Be Rendered")) != 1 {
		t.Errorf("result %v, findings %v", result, findings)
	}
}

func TestSizesAreReadExactly(t *testing.T) {
	// The floor of Claude Code is 100 MB.
	for _, text := range []string{"10Gi", "10G", "10GB", "10GiB", "500 MB", "100000000", "100M", "100MB", "1e8", "0.1G", "96Mi"} {
		r := defaultRequest("claude-code")
		r.Volume = &Volume{Size: text}
		if findings := findingsOf(r); len(findings) > 0 {
			t.Errorf("%s: %v", text, findings)
		}
	}
	for _, text := range []string{"99M", "95Mi", "99999999", "99 MB", "1"} {
		r := defaultRequest("claude-code")
		r.Volume = &Volume{Size: text}
		if len(withSummary(findingsOf(r), "Volume Too Small")) != 1 {
			t.Errorf("%s is not refused as too small", text)
		}
	}
	for _, text := range []string{"10g", "100m", "abc", "-1G", "1.5", "10 Gi ", "10Gi\n", "Gi", "0x10", "１０Gi"} {
		r := defaultRequest("claude-code")
		r.Volume = &Volume{Size: text}
		found := withSummary(findingsOf(r), "Invalid Volume Size")
		if len(found) != 1 || !strings.Contains(found[0].Detail, "Accepted: ") {
			t.Errorf("%q: %v", text, findingsOf(r))
		}
	}
}
