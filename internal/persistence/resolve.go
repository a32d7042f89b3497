package persistence

import (
	"path"
	"strings"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/script"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/session"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/storage"
)

// Validate returns what can be said about the request alone, without the
// catalog. A field that is unknown is passed over.
func Validate(r Request) []Finding {
	f := &facts{request: &r}
	f.derive()
	return run(StageValidate, f)
}

// Resolve returns everything the provider says about the request, and what
// Validate could not say yet. With an error among the findings there is no
// result.
func Resolve(r Request) (*Result, []Finding) {
	f := &facts{request: &r}
	f.lookup()
	f.derive()
	findings := run(StagePlan, f)
	if hasError(findings) {
		return nil, findings
	}
	result, err := f.render()
	if err != nil {
		f.renderError = err
	}
	f.result = result
	findings = append(findings, run(stageRender, f)...)
	if hasError(findings) {
		return nil, findings
	}
	return result, findings
}

// facts is a request with what follows from it.
type facts struct {
	request *Request

	agent       *catalog.Agent // nil when unknown
	agentError  error          // the catalog's, when no agent has the name
	others      []*catalog.Agent
	othersError map[int]error // by the index in shared_with
	need        storage.Need  // of the agents on the volume
	needError   error
	assessment  *catalog.Assessment // of the agent's own module; nil without module_version

	name, home, workdir, dataDir string
	root                         string // what lies below the home directory, lies below this one: relocate_to, or the home directory
	relocation                   *relocation

	result      *Result // from here on, once it is rendered
	renderError error
}

func (f *facts) unknown(inputs Inputs) bool { return f.request.Unknown.Has(inputs) }

// lookup finds the agents in the catalog. One that is not there counts as
// unknown from here on, so that the other checks go on.
func (f *facts) lookup() {
	r := f.request
	if !f.unknown(InputAgent) {
		if f.agent, f.agentError = r.catalogOrDefault().Lookup(r.Agent); f.agentError != nil {
			f.agent = nil
			r.Unknown |= InputAgent
		}
	}
	if !f.unknown(InputVolumeSharedWith) {
		f.othersError = map[int]error{}
		for i, name := range r.volume().SharedWith {
			other, err := r.catalogOrDefault().Lookup(name)
			if err != nil {
				f.othersError[i] = err
				r.Unknown |= InputVolumeSharedWith
				continue
			}
			f.others = append(f.others, other)
		}
	}
	if f.agent == nil {
		return
	}
	f.need, f.needError = storage.Sum(append([]*catalog.Agent{f.agent}, f.others...), 0)
	if r.ModuleVersion != "" && !f.unknown(InputModuleVersion) {
		f.assess()
	}
}

// derive fills in the defaults that depend on other inputs. What depends on an
// unknown input is left as it is; Result.Known keeps it from being seen.
func (f *facts) derive() {
	r := f.request
	f.name = r.Name
	if f.name == "" && f.agent != nil {
		f.name = f.agent.Slug
	}
	f.home = cleanPath(r.Home)
	f.workdir = cleanPath(r.Workdir)
	if r.Workdir == "" {
		f.workdir = f.home
	}
	f.root = cleanPath(r.RelocateTo)
	if r.RelocateTo == "" {
		f.root = f.home
	}
	f.dataDir = cleanPath(r.DataDir)
	if r.DataDir == "" {
		f.dataDir = f.defaultDataDir()
	}
	f.relocation = f.relocate()
}

// defaultDataDir is where our own data lies, or, when the agent's registry
// module starts it, that module's.
func (f *facts) defaultDataDir() string {
	if f.request.ModuleVersion != "" && f.agent != nil && f.agent.Module.Directory != "" {
		return path.Join(f.home, f.agent.Module.Directory)
	}
	return path.Join(f.root, DataDirParent, f.name)
}

// agentAPIVersion is the agentapi release, tagged as its releases are.
func (f *facts) agentAPIVersion() string {
	if f.request.AgentAPIVersion == "" {
		return DefaultAgentAPIVersion
	}
	return tagged(f.request.AgentAPIVersion)
}

func (f *facts) render() (*Result, error) {
	r := f.request
	result := &Result{
		Name:         f.name,
		Workdir:      f.workdir,
		DataDir:      f.dataDir,
		Env:          map[string]string{dataDirVariable(f.name): f.dataDir},
		GracePeriod:  r.GracePeriodSeconds,
		CapacityNote: f.capacityNote(),
	}
	if f.relocation != nil {
		result.Env[f.relocation.variable] = f.relocation.value
	}
	if r.ModuleVersion == "" && r.Launcher != LauncherTerminal {
		result.AgentAPIModule = &AgentAPIModule{
			AgentAPIVersion:        f.agentAPIVersion(),
			AgentAPIPort:           r.Port,
			ModuleDirName:          f.moduleDirName(),
			Folder:                 f.workdir,
			EnableStatePersistence: r.StatePersistence,
			StateFilePath:          path.Join(f.dataDir, "state", "agentapi-state.json"),
			PIDFilePath:            path.Join(f.dataDir, "state", "agentapi.pid"),
		}
	}
	for output, inputs := range f.dependencies() {
		result.unknown[output] = r.Unknown.Has(inputs)
	}
	result.StorageRequest = f.storageRequest()
	if f.agent == nil {
		return result, nil
	}
	result.Mounts = f.mounts()
	result.Storage = storageOf(&f.need)
	if r.ModuleVersion == "" && f.agent.Session == nil {
		return result, nil // a module version that is not known yet starts it
	}
	result.Support = f.support()
	if r.ModuleVersion != "" {
		return result, nil // the module has scripts of its own
	}
	return result, f.renderScripts(result)
}

func (f *facts) renderScripts(result *Result) error {
	r := f.request
	plan, err := session.New(f.agent, f.name, f.home, f.workdir)
	if err != nil {
		return err
	}
	result.SessionID = plan.ID
	options := script.Options{
		Agent:             f.relocatedAgent(),
		Plan:              plan,
		Launcher:          script.Launcher(r.Launcher),
		Name:              f.name,
		Home:              f.home,
		Workdir:           f.workdir,
		DataDir:           f.dataDir,
		Prompt:            r.Prompt,
		Args:              r.Args,
		Command:           r.Command,
		Port:              r.Port,
		AgentAPIVersion:   f.agentAPIVersion(),
		StatePersistence:  r.StatePersistence,
		Resume:            r.Resume,
		OnResumeFailure:   r.OnResumeFailure,
		SaveInterval:      r.StateSaveIntervalSeconds,
		ShutdownBudget:    shutdownBudget(r.GracePeriodSeconds),
		SnapshotForTaskID: r.TaskID,
	}
	if f.relocation != nil {
		options.Directories = map[string]string{f.relocation.variable: f.relocation.value}
	}
	if result.Known(OutputStartScript) {
		if result.StartScript, err = script.Start(options); err != nil {
			return err
		}
	}
	if result.Known(OutputShutdownScript) && r.Launcher != LauncherTerminal {
		if result.ShutdownScript, err = script.Shutdown(options); err != nil {
			return err
		}
	}
	if r.RetentionDays != nil && result.Known(OutputCleanupScript) {
		options.RetentionDays = *r.RetentionDays
		if result.CleanupScript, err = script.Cleanup(options); err != nil {
			return err
		}
	}
	result.Metadata = script.Metadata(options)
	return nil
}

// moduleDirName is where the agentapi module keeps its own scripts and log. It
// can only name a directory below the home directory.
func (f *facts) moduleDirName() string {
	if below, ok := strings.CutPrefix(f.dataDir, strings.TrimSuffix(f.home, "/")+"/"); ok {
		return below
	}
	return path.Join(DataDirParent, f.name)
}

// dataDirVariable is the environment variable that tells people and programs
// in the workspace where the data directory of name is.
func dataDirVariable(name string) string {
	upper := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return r - 'a' + 'A'
		}
		if (r >= 'A' && r <= 'Z') || (r >= '0' && r <= '9') {
			return r
		}
		return '_'
	}, name)
	return "CODER_PERSISTENCE_" + upper + "_DIR"
}

// tagged writes a version the way agentapi's releases are tagged; "latest"
// stays as it is.
func tagged(version string) string {
	if version == "" || version[0] < '0' || version[0] > '9' {
		return version
	}
	return "v" + version
}

// shutdownBudget is the time in seconds the shutdown script may take, so that
// it ends before the platform kills the container.
func shutdownBudget(gracePeriodSeconds int64) int64 {
	return max(5, gracePeriodSeconds-10)
}
