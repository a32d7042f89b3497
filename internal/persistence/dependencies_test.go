package persistence

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
)

// inputNames names every input for the tests' messages. TestEveryInputIsVaried
// fails when a new input is missing here.
var inputNames = map[Input]string{
	InputAgent: "agent", InputName: "name", InputWorkdir: "workdir", InputHome: "home",
	InputPrompt: "prompt", InputArgs: "args", InputCommand: "command", InputLauncher: "launcher", InputPort: "port",
	InputAgentAPIVersion: "agentapi_version", InputAgentAPIModuleVersion: "agentapi_module_version",
	InputModuleVersion: "module_version", InputStatePersistence: "state_persistence",
	InputStateSaveInterval: "state_save_interval_seconds", InputResume: "resume",
	InputOnResumeFailure: "on_resume_failure", InputGracePeriod: "grace_period_seconds",
	InputMountStrategy: "mount_strategy", InputRelocateTo: "relocate_to", InputRetentionDays: "retention_days",
	InputDataDir: "data_dir", InputTaskID: "task_id", InputVolumeSize: "volume.size",
	InputVolumeMountPath: "volume.mount_path", InputVolumeKind: "volume.kind", InputVolumeFileSystem: "volume.filesystem",
	InputVolumeSharedWith: "volume.shared_with", InputVolumeAllowShrink: "volume.allow_shrink",
	InputCoderVersion: "coder_version",
}

var outputNames = [outputCount]string{
	OutputName: "name", OutputWorkdir: "workdir", OutputDataDir: "data_dir", OutputSessionID: "session_id",
	OutputEnv: "env", OutputMounts: "mounts", OutputStartScript: "start_script", OutputShutdownScript: "shutdown_script",
	OutputCleanupScript: "cleanup_script", OutputMetadata: "metadata",
	OutputAgentAPIModule: "agentapi_module", OutputAgentAPIModuleVersion: "agentapi_module.agentapi_version", OutputAgentAPIModulePort: "agentapi_module.agentapi_port",
	OutputAgentAPIModuleDirName: "agentapi_module.module_dir_name", OutputAgentAPIModuleFolder: "agentapi_module.folder",
	OutputAgentAPIModuleStatePersistence: "agentapi_module.enable_state_persistence",
	OutputAgentAPIModulePaths:            "agentapi_module paths",
	OutputGracePeriod:                    "grace period hints", OutputStorageRequest: "kubernetes.storage_request",
	OutputCapacityNote: "storage.capacity_note", OutputStorage: "storage", OutputSupport: "support",
}

// outputsOf returns the values of a result in the order of Output.
func outputsOf(r *Result) [outputCount]any {
	m := AgentAPIModule{}
	if r.AgentAPIModule != nil {
		m = *r.AgentAPIModule
	}
	return [outputCount]any{
		OutputName: r.Name, OutputWorkdir: r.Workdir, OutputDataDir: r.DataDir, OutputSessionID: r.SessionID,
		OutputEnv: r.Env, OutputMounts: r.Mounts, OutputStartScript: r.StartScript, OutputShutdownScript: r.ShutdownScript,
		OutputCleanupScript: r.CleanupScript, OutputMetadata: r.Metadata,
		OutputAgentAPIModule: r.AgentAPIModule != nil, OutputAgentAPIModuleVersion: m.AgentAPIVersion, OutputAgentAPIModulePort: m.AgentAPIPort,
		OutputAgentAPIModuleDirName: m.ModuleDirName, OutputAgentAPIModuleFolder: m.Folder,
		OutputAgentAPIModuleStatePersistence: m.EnableStatePersistence,
		OutputAgentAPIModulePaths:            [2]string{m.StateFilePath, m.PIDFilePath},
		OutputGracePeriod:                    [2]any{r.GracePeriod, r.DeleteTimeout()}, OutputStorageRequest: r.StorageRequest,
		OutputCapacityNote: r.CapacityNote, OutputStorage: r.Storage, OutputSupport: r.Support,
	}
}

// variations change one input each. The values fit most base requests; "" is
// what an input becomes that turns out to be null.
var variations = map[Input][]func(*Request){
	InputAgent:                 set([]string{"claude-code", "codex", "goose"}, func(r *Request, v string) { r.Agent = v }),
	InputName:                  set([]string{"a", "b.c-d_e", "9"}, func(r *Request, v string) { r.Name = v }),
	InputWorkdir:               set([]string{"/w", "/data/dev/x y", "/"}, func(r *Request, v string) { r.Workdir = v }),
	InputHome:                  set([]string{"/data/dev", "/data/other", "/data"}, func(r *Request, v string) { r.Home = v }),
	InputPrompt:                set([]string{"one", "two\nlines", "it's"}, func(r *Request, v string) { r.Prompt = v }),
	InputArgs:                  set([][]string{{"-v"}, {"a b", ""}, {}}, func(r *Request, v []string) { r.Args = v }),
	InputCommand:               set([]string{"agent-next", "/usr/bin/agent"}, func(r *Request, v string) { r.Command = v }),
	InputLauncher:              set([]string{LauncherAgentAPI, LauncherTerminal}, func(r *Request, v string) { r.Launcher = v }),
	InputPort:                  set([]int64{1, 8080, 65535}, func(r *Request, v int64) { r.Port = v }),
	InputAgentAPIVersion:       set([]string{"0.12.0", "v0.13.0", "latest", ""}, func(r *Request, v string) { r.AgentAPIVersion = v }),
	InputAgentAPIModuleVersion: set([]string{"2.3.0", "2.0.0", ""}, func(r *Request, v string) { r.AgentAPIModuleVersion = v }),
	InputModuleVersion:         set([]string{"4.8.1", "4.2.0", "5.0.0", ""}, func(r *Request, v string) { r.ModuleVersion = v }),
	InputStatePersistence:      set([]bool{true, false}, func(r *Request, v bool) { r.StatePersistence = v }),
	InputStateSaveInterval:     set([]int64{0, 1, 86400}, func(r *Request, v int64) { r.StateSaveIntervalSeconds = v }),
	InputResume:                set([]string{ResumeRequired, ResumePreferred, ResumeNever}, func(r *Request, v string) { r.Resume = v }),
	InputOnResumeFailure:       set([]string{OnResumeFailureFresh, OnResumeFailureResendPrompt, OnResumeFailureFail}, func(r *Request, v string) { r.OnResumeFailure = v }),
	InputGracePeriod:           set([]int64{60, 299, 86400}, func(r *Request, v int64) { r.GracePeriodSeconds = v }),
	InputMountStrategy:         set([]string{MountHome, MountPaths}, func(r *Request, v string) { r.MountStrategy = v }),
	InputRelocateTo:            set([]string{"/data/agents", "/data/dev/.agents", "/home/coder/.agents", ""}, func(r *Request, v string) { r.RelocateTo = v }),
	InputRetentionDays:         set([]*int64{days(1), days(36500), nil}, func(r *Request, v *int64) { r.RetentionDays = v }),
	InputDataDir:               set([]string{"/data/x", "/data/dev/.agents", "/home/coder/.agents"}, func(r *Request, v string) { r.DataDir = v }),
	InputTaskID:                set([]string{"task-1", "task-2"}, func(r *Request, v string) { r.TaskID = v }),
	InputVolumeSize:            ofVolume([]string{"20Gi", "200G", ""}, func(v *Volume, size string) { v.Size = size }),
	InputVolumeMountPath:       ofVolume([]string{"/", "/data", "/home", ""}, func(v *Volume, mountPath string) { v.MountPath = mountPath }),
	InputVolumeKind:            ofVolume([]string{VolumeDocker, VolumeKubernetes, VolumeOther, ""}, func(v *Volume, kind string) { v.Kind = kind }),
	InputVolumeFileSystem:      ofVolume([]string{FileSystemLocal, FileSystemNetwork}, func(v *Volume, fileSystem string) { v.FileSystem = fileSystem }),
	InputVolumeSharedWith:      ofVolume([][]string{{"gemini"}, {"aider", "goose"}, nil}, func(v *Volume, others []string) { v.SharedWith = others }),
	InputVolumeAllowShrink:     ofVolume([]bool{true, false}, func(v *Volume, allow bool) { v.AllowShrink = allow }),
	InputCoderVersion:          set([]string{"2.34.0", "2.40.1", ""}, func(r *Request, v string) { r.CoderVersion = v }),
}

func TestEveryInputIsVaried(t *testing.T) {
	for input := Input(1); input < inputEnd; input <<= 1 {
		if inputNames[input] == "" || len(variations[input]) == 0 {
			t.Errorf("input %#x has no name or no variation in this file", input)
		}
	}
	if len(inputNames) != len(variations) {
		t.Errorf("%d names for %d varied inputs", len(inputNames), len(variations))
	}
	for output, name := range outputNames {
		if name == "" {
			t.Errorf("output %d has no name in this file", output)
		}
	}
}

// bases are the requests the dependencies are measured around. Each sets other
// fields, because a field that is set makes others irrelevant.
func bases(agent string) map[string]Request {
	named := defaultRequest(agent)
	named.Name = "reviewer"
	named.Home = "/data/dev"
	named.Workdir = "/data/dev/project"
	mounted := defaultRequest(agent)
	mounted.Home = "/data/dev"
	mounted.Volume = &Volume{MountPath: "/data"}
	moved := defaultRequest(agent)
	moved.RelocateTo = "/data/agents"
	paths := named
	paths.MountStrategy = MountPaths
	paths.RetentionDays = days(200)
	movedPaths := moved
	movedPaths.MountStrategy = MountPaths
	terminal := named
	terminal.Launcher = LauncherTerminal
	terminal.RetentionDays = days(200)
	module := defaultRequest(agent)
	module.ModuleVersion = "4.9.2"
	module.Workdir = "/home/coder/my.project"
	oldModule := module
	oldModule.ModuleVersion = "4.1.0"
	oldModule.DataDir = "/data/x"
	full := fullRequest(agent)
	if entry, err := catalog.Default().Lookup(agent); err == nil {
		if r, _ := relocationOf(entry, "/"); r == nil {
			moved.RelocateTo, movedPaths.RelocateTo, full.RelocateTo = "", "", ""
			full.Workdir, movedPaths.Workdir = "/data/project", "/data/project" // some keep their session in it
		}
	}
	return map[string]Request{
		"defaults":      defaultRequest(agent),
		"named":         named,
		"mounted":       mounted,
		"moved":         moved,
		"paths":         paths,
		"moved, paths":  movedPaths,
		"in a terminal": terminal,
		"module":        module,
		"old module":    oldModule,
		"full":          full,
	}
}

// TestUnknownOutputsAreTheDependentOnes holds the dependencies to what happens:
// an output is unknown with an input unknown if, and only if, some change of
// that input changes the output.
func TestUnknownOutputsAreTheDependentOnes(t *testing.T) {
	measured := 0
	for _, agent := range []string{"claude-code", "codex", "goose", "gemini", "aider"} {
		for label, base := range bases(agent) {
			for input, name := range inputNames {
				t.Run(fmt.Sprintf("%s/%s/%s", agent, label, name), func(t *testing.T) {
					measured += checkDependents(t, base, input)
				})
			}
		}
	}
	if measured < 2000 {
		t.Errorf("only %d values were measured", measured)
	}
}

// checkDependents returns how many values of the input it has tried.
func checkDependents(t *testing.T, base Request, input Input) int {
	t.Helper()
	known := outputsOf(mustResolve(t, base))
	// The values an input takes, the one of the base among them.
	seen := [][outputCount]any{known}
	refused := 0
	for _, vary := range variations[input] {
		r := base
		vary(&r)
		if findings := findingsOf(r); hasError(findings) {
			refused++
			continue
		}
		seen = append(seen, outputsOf(mustResolve(t, r)))
	}

	partial := base
	partial.Unknown = input
	forget(&partial, input)
	result := mustResolve(t, partial)
	values := outputsOf(result)
	for output := range outputCount {
		changes := slices.ContainsFunc(seen, func(other [outputCount]any) bool {
			return !reflect.DeepEqual(other[output], known[output])
		})
		switch {
		case changes && result.Known(output):
			t.Errorf("%s changes with %s, but counts as known while that is unknown", outputNames[output], inputNames[input])
		case !changes && !result.Known(output) && refused == 0:
			t.Errorf("%s is unknown while %s is, but no value of it makes a difference", outputNames[output], inputNames[input])
		case result.Known(output) && !reflect.DeepEqual(values[output], known[output]):
			t.Errorf("%s is %q while %s is unknown, and %q afterwards", outputNames[output], values[output], inputNames[input], known[output])
		}
	}
	return len(seen)
}

// forget removes the value of an input, as the provider does for an unknown one.
func forget(r *Request, input Input) {
	defaults := defaultRequest("")
	v := r.volume()
	switch input {
	case InputAgent:
		r.Agent = ""
	case InputName:
		r.Name = ""
	case InputWorkdir:
		r.Workdir = ""
	case InputHome:
		r.Home = defaults.Home
	case InputPrompt:
		r.Prompt = ""
	case InputArgs:
		r.Args = nil
	case InputCommand:
		r.Command = ""
	case InputPort:
		r.Port = defaults.Port
	case InputLauncher:
		r.Launcher = defaults.Launcher
	case InputAgentAPIVersion:
		r.AgentAPIVersion = ""
	case InputAgentAPIModuleVersion:
		r.AgentAPIModuleVersion = ""
	case InputModuleVersion:
		r.ModuleVersion = ""
	case InputMountStrategy:
		r.MountStrategy = defaults.MountStrategy
	case InputRelocateTo:
		r.RelocateTo = ""
	case InputRetentionDays:
		r.RetentionDays = nil
	case InputCoderVersion:
		r.CoderVersion = ""
	case InputStatePersistence:
		r.StatePersistence = defaults.StatePersistence
	case InputStateSaveInterval:
		r.StateSaveIntervalSeconds = defaults.StateSaveIntervalSeconds
	case InputResume:
		r.Resume = defaults.Resume
	case InputOnResumeFailure:
		r.OnResumeFailure = defaults.OnResumeFailure
	case InputGracePeriod:
		r.GracePeriodSeconds = defaults.GracePeriodSeconds
	case InputDataDir:
		r.DataDir = ""
	case InputTaskID:
		r.TaskID = ""
	case InputVolumeSize:
		v.Size = ""
	case InputVolumeMountPath:
		v.MountPath = ""
	case InputVolumeKind:
		v.Kind = ""
	case InputVolumeFileSystem:
		v.FileSystem = ""
	case InputVolumeSharedWith:
		v.SharedWith = nil
	case InputVolumeAllowShrink:
		v.AllowShrink = false
	default:
		panic("an input that nothing forgets")
	}
	if r.Volume != nil {
		r.Volume = &v
	}
}

// TestUnknownVolumeIsAllOfIt is the case of a volume that is unknown as a
// whole: the provider then passes none.
func TestUnknownVolumeIsAllOfIt(t *testing.T) {
	r := fullRequest("codex")
	r.Volume = nil
	r.Unknown = VolumeInputs
	result := mustResolve(t, r)
	for output := range outputCount {
		want := output != OutputMounts && output != OutputStorageRequest && output != OutputCapacityNote && output != OutputStorage
		if got := result.Known(output); got != want {
			t.Errorf("%s: known is %v, want %v", outputNames[output], got, want)
		}
	}
}

// TestEverythingUnknown is the first plan of a template in which each input
// comes from a resource that does not exist yet.
func TestEverythingUnknown(t *testing.T) {
	var all Inputs
	for input := range maps.Keys(inputNames) {
		all |= input
	}
	r := Request{Unknown: all}
	if findings := Validate(r); len(findings) > 0 {
		t.Errorf("findings about nothing: %v", findings)
	}
	result := mustResolve(t, r)
	for output := range outputCount {
		if result.Known(output) {
			t.Errorf("%s is known", outputNames[output])
		}
	}
}

func mustResolve(t *testing.T, r Request) *Result {
	t.Helper()
	result, findings := Resolve(r)
	if hasError(findings) || result == nil {
		var text strings.Builder
		for _, f := range findings {
			fmt.Fprintf(&text, "%v: %s: %s\n", f.Path, f.Summary, f.Detail)
		}
		t.Fatalf("the request is refused:\n%s", text.String())
	}
	return result
}

// TestTwoUnknowns makes sure that what counts as known while two inputs are
// unknown is what comes out in the end.
func TestTwoUnknowns(t *testing.T) {
	for label, base := range bases("claude-code") {
		known := outputsOf(mustResolve(t, base))
		for first, firstName := range inputNames {
			for second, secondName := range inputNames {
				if second <= first {
					continue
				}
				r := base
				r.Unknown = first | second
				forget(&r, first)
				forget(&r, second)
				result := mustResolve(t, r)
				for output, value := range outputsOf(result) {
					if result.Known(Output(output)) && !reflect.DeepEqual(value, known[output]) {
						t.Errorf("%s: with %s and %s unknown, %s is %q, and %q afterwards", label, firstName, secondName, outputNames[output], value, known[output])
					}
				}
			}
		}
	}
}
