package persistence

import (
	"fmt"
	"path"
	"strings"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/script"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/session"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/size"
)

// Validate returns what can be said about the request alone, without the
// catalog. A field that is unknown is passed over.
func Validate(r Request) []Finding {
	return run(stageValidate, &facts{request: &r})
}

// Resolve returns everything the provider says about the request, and what
// Validate could not say yet. With an error among the findings the result is
// not to be used.
func Resolve(r Request) (*Result, []Finding) {
	f := &facts{request: &r}
	if !r.Unknown.Has(InputAgent) {
		agent, err := r.catalogOrDefault().Lookup(r.Agent)
		if err != nil {
			return nil, []Finding{UnknownAgent(err)}
		}
		f.agent = agent
	}
	f.derive()
	findings := run(stagePlan, f)
	if hasError(findings) {
		return nil, findings
	}
	result, err := f.render()
	if err != nil {
		return nil, append(findings, Finding{Error, []string{"agent"}, "Script Cannot Be Rendered", err.Error()})
	}
	return result, append(findings, checkScriptSize(f, result)...)
}

func hasError(findings []Finding) bool {
	for _, f := range findings {
		if f.Severity == Error {
			return true
		}
	}
	return false
}

// facts is a request with what follows from it.
type facts struct {
	request *Request
	agent   *catalog.Agent // nil when unknown

	name, home, workdir, dataDir string
}

func (f *facts) unknown(inputs Inputs) bool { return f.request.Unknown.Has(inputs) }

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
	f.dataDir = cleanPath(r.DataDir)
	if r.DataDir == "" {
		f.dataDir = path.Join(f.home, DataDirParent, f.name)
	}
}

// cleanPath removes a trailing slash and the like; "" stays "".
func cleanPath(p string) string {
	if p == "" {
		return ""
	}
	return path.Clean(p)
}

func (f *facts) render() (*Result, error) {
	r := f.request
	result := &Result{
		Name:    f.name,
		Workdir: f.workdir,
		DataDir: f.dataDir,
		Env:     map[string]string{dataDirVariable(f.name): f.dataDir},
		AgentAPIModule: AgentAPIModule{
			AgentAPIVersion:        tagged(r.AgentAPIVersion),
			AgentAPIPort:           r.Port,
			ModuleDirName:          f.moduleDirName(),
			Folder:                 f.workdir,
			EnableStatePersistence: r.StatePersistence,
			StateFilePath:          path.Join(f.dataDir, "state", "agentapi-state.json"),
			PIDFilePath:            path.Join(f.dataDir, "state", "agentapi.pid"),
		},
	}
	for output, inputs := range f.dependencies() {
		result.unknown[output] = r.Unknown.Has(inputs)
	}
	if f.agent == nil {
		return result, nil
	}
	result.Mounts = f.mounts()
	result.Storage = storageOf(f.agent)
	result.Support = supportOf(f.agent, r.Resume)
	plan, err := session.New(f.agent, f.name, f.home, f.workdir)
	if err != nil {
		return nil, err
	}
	result.SessionID = plan.ID
	options := script.Options{
		Agent:             f.agent,
		Plan:              plan,
		Name:              f.name,
		Home:              f.home,
		Workdir:           f.workdir,
		DataDir:           f.dataDir,
		Prompt:            r.Prompt,
		Args:              r.Args,
		Command:           r.Command,
		Port:              r.Port,
		AgentAPIVersion:   tagged(r.AgentAPIVersion),
		StatePersistence:  r.StatePersistence,
		Resume:            r.Resume,
		OnResumeFailure:   r.OnResumeFailure,
		SaveInterval:      r.StateSaveIntervalSeconds,
		ShutdownBudget:    shutdownBudget(r.GracePeriodSeconds),
		SnapshotForTaskID: r.TaskID,
	}
	if result.Known(OutputStartScript) {
		if result.StartScript, err = script.Start(options); err != nil {
			return nil, err
		}
	}
	if result.Known(OutputShutdownScript) {
		if result.ShutdownScript, err = script.Shutdown(options); err != nil {
			return nil, err
		}
	}
	return result, nil
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

// mounts says which directory must be on the volume: with everything below
// the home directory kept, that is the home directory.
func (f *facts) mounts() []Mount {
	m := Mount{Path: f.home, Role: "home", Required: true, FileSystem: "any"}
	// A volume that the home directory is not on has been refused already.
	if v := f.request.Volume; v != nil && v.MountPath != "" {
		m.Path = cleanPath(v.MountPath)
	}
	for _, p := range f.agent.Paths {
		if p.Required && !p.NetworkFileSystem {
			m.FileSystem = "local"
		}
	}
	return []Mount{m}
}

// contains reports whether path p is dir or lies below it. Both are clean.
func contains(dir, p string) bool {
	return p == dir || dir == "/" || strings.HasPrefix(p, dir+"/")
}

func storageOf(agent *catalog.Agent) Storage {
	s := agent.Storage
	return Storage{
		FloorBytes:       s.Floor.Int64(),
		Floor:            s.Floor.String(),
		RecommendedBytes: s.Recommended.Int64(),
		Recommended:      s.Recommended.String(),
		RecommendedGiB:   size.GiBCeil(s.Recommended),
	}
}

func supportOf(agent *catalog.Agent, resume string) Support {
	s := agent.Session
	support := Support{Level: string(catalog.LevelFull), Resumes: resume != ResumeNever}
	support.Reason = fmt.Sprintf("The start script resumes exactly the session it started, as measured with %s.", s.Source)
	if !s.Evidence.Verified() {
		support.Reason = fmt.Sprintf("The start script resumes the session by the documented commands (%s); this was not verified in a run.", s.Source)
	}
	if resume == ResumeNever {
		support.Level = string(catalog.LevelNotSupported)
		support.Reason = `The template says resume = "never": each start is a new session with the prompt.`
	}
	return support
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
