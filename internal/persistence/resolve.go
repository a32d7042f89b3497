package persistence

import (
	"fmt"
	"path"
	"strings"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-persistence/internal/script"
	"github.com/coder-persistence/terraform-provider-persistence/internal/size"
)

// StopSignal is the signal a container is stopped with: the Coder agent then
// runs the stop scripts.
const StopSignal = "SIGINT"

// Result is what the provider says of one agent in one workspace.
type Result struct {
	// PlacesKnown is false while an input that decides where data lives is
	// unknown. Nothing else is set then.
	PlacesKnown    bool
	Name           string
	Workdir        string
	DataDir        string
	SessionID      string // "" when the agent chooses the identifier itself
	Env            map[string]string
	Mounts         []Mount
	StorageRequest string // Kubernetes quantity

	// ScriptsKnown is false while any input is unknown.
	ScriptsKnown   bool
	StartScript    string
	ShutdownScript string
	CleanupScript  string
	Metadata       []script.MetadataItem
	AgentAPIModule AgentAPIModule
}

// AgentAPIModule holds the inputs of the registry's agentapi module, apart
// from start_script.
type AgentAPIModule struct {
	AgentAPIVersion        string
	AgentAPIPort           int64
	ModuleDirName          string // relative to the home directory
	Folder                 string
	EnableStatePersistence bool
	StateFilePath          string
	PIDFilePath            string
	TaskLogSnapshot        bool
}

// Validate returns the errors that do not depend on the catalog or the state.
func Validate(r Request) []Finding {
	return checkRequest(&r)
}

// Resolve returns everything the provider says about the request. With an error
// among the findings there is no result.
func Resolve(r Request) (*Result, []Finding) {
	chosen, findings := lookup(&r)
	place := placeOf(&r, chosen.Agent)
	findings = append(findings, check(&r, chosen, place)...)
	if hasError(findings) {
		return nil, findings
	}
	result, err := render(&r, chosen, place)
	if err != nil {
		return nil, append(findings, Finding{Error, at("agent"), "Script Cannot Be Rendered", err.Error()})
	}
	findings = append(findings, checkScriptSize(&r, result)...)
	if hasError(findings) {
		return nil, findings
	}
	return result, findings
}

// selection is the agents on a volume.
type selection struct {
	Agent  *catalog.Agent   // nil while unknown, or when there is none of that name
	Others []*catalog.Agent // those of shared_with that exist
}

// lookup finds the agents in the catalog and reports names it does not have.
func lookup(r *Request) (selection, []Finding) {
	var found selection
	var findings []Finding
	if r.known("agent") {
		agent, err := r.catalog().Lookup(r.Agent)
		if err != nil {
			agent = nil
			advice := Write("agent", Quote(Known(r.catalog(), []string{r.Agent})[0]))
			findings = append(findings, Finding{Error, at("agent"), "Unknown Agent", err.Error() + advice})
		}
		found.Agent = agent
	}
	for i, name := range r.volume().SharedWith {
		other, err := r.catalog().Lookup(name)
		if err != nil { // the advice is about all of them
			advice := Write("shared_with", List(Known(r.catalog(), r.Volume.SharedWith)))
			return found, append(findings, Finding{Error, at("volume", "shared_with", i), "Unknown Agent On The Volume", err.Error() + advice})
		}
		found.Others = append(found.Others, other)
	}
	return found, findings
}

// render writes the outputs that the known inputs allow.
func render(r *Request, a selection, p place) (*Result, error) {
	result := &Result{}
	if !r.placesKnown() {
		return result, nil
	}
	if a.Agent.Session == nil {
		return nil, fmt.Errorf("the catalog does not describe how %s is started", a.Agent.DisplayName)
	}
	result.PlacesKnown = true
	result.Name, result.Workdir, result.DataDir = p.Name, p.Workdir, p.DataDir
	result.SessionID = script.SessionID(a.Agent, p.Name, p.Home, p.Workdir)
	result.Env = p.env()
	result.Mounts = p.mounts(a.Agent)
	result.StorageRequest = storageRequest(r, a)
	if len(r.Unknown) > 0 {
		return result, nil
	}
	result.ScriptsKnown = true
	result.AgentAPIModule = AgentAPIModule{
		AgentAPIVersion:        agentAPIVersion(r),
		AgentAPIPort:           r.Port,
		ModuleDirName:          inQuotes(p.moduleDirName()),
		Folder:                 p.Workdir,
		EnableStatePersistence: r.StatePersistence,
		StateFilePath:          inQuotes(path.Join(p.DataDir, "state", "agentapi-state.json")),
		// The module's stop script signals whatever process this file names. Ours
		// is another one, so it finds none. It also posts the task's log too late.
		PIDFilePath:     inQuotes(path.Join(p.DataDir, "state", "module.pid")),
		TaskLogSnapshot: false,
	}
	options := script.Options{
		Agent:             p.relocatedAgent(a.Agent),
		Launcher:          script.Launcher(r.Launcher),
		Name:              p.Name,
		Home:              p.Home,
		Workdir:           p.Workdir,
		DataDir:           p.DataDir,
		Prompt:            r.Prompt,
		Args:              r.Args,
		Command:           r.Command,
		Port:              r.Port,
		AgentAPIVersion:   agentAPIVersion(r),
		StatePersistence:  r.StatePersistence,
		Resume:            r.Resume,
		OnLostSession:     r.OnLostSession,
		SaveInterval:      r.StateSaveIntervalSeconds,
		ShutdownBudget:    max(5, r.GracePeriodSeconds-10),
		SnapshotForTaskID: r.TaskID,
		RetentionDays:     r.RetentionDays,
		Directories:       p.relocation.environment(),
		Install:           install(r),
		AcceptFirstRun:    r.AcceptFirstRun,
	}
	var err error
	result.Metadata = script.Metadata(options)
	if result.StartScript, err = script.Start(options); err != nil {
		return nil, err
	}
	if result.ShutdownScript, err = script.Shutdown(options); err != nil {
		return nil, err
	}
	result.CleanupScript, err = cleanupScript(options)
	return result, err
}

// install adds the agents that can be installed without node.
func install(r *Request) *script.Install {
	if r.Install == nil {
		return nil
	}
	with := *r.Install
	with.WithoutNode = r.catalog().WithoutNode()
	return &with
}

// cleanupScript returns a script that says so where nothing is deleted.
func cleanupScript(o script.Options) (string, error) {
	if o.RetentionDays == 0 {
		return "echo 'Nothing to delete: retention_days is not set.'\n", nil
	}
	return script.Cleanup(o)
}

// storageRequest is the size of a claim: that of the volume, or what is
// recommended for the agents on it. Unless the template gives a size it never
// shrinks, because a smaller claim would be an empty one.
func storageRequest(r *Request, a selection) string {
	if given, err := size.Parse(r.volume().Size); err == nil {
		return given.String()
	}
	need, _ := Sum(a.all(), 0) // an overflow is an error of its own
	if r.volume().AllowShrink {
		return need.Recommended.String()
	}
	return max(need.Recommended, r.Prior.volumeSize()).String()
}

// all returns the agent and the others.
func (a selection) all() []*catalog.Agent {
	if a.Agent == nil {
		return nil
	}
	return append([]*catalog.Agent{a.Agent}, a.Others...)
}

// agentAPIVersion is the agentapi release, tagged as its releases are.
func agentAPIVersion(r *Request) string {
	switch version := r.AgentAPIVersion; version {
	case "":
		return DefaultAgentAPIVersion
	case "latest":
		return version
	default:
		return "v" + strings.TrimPrefix(version, "v")
	}
}

// DeleteTimeout is how long Terraform must wait for a pod to end, as a duration
// such as "6m": whole minutes, at least one more than the grace period.
func DeleteTimeout(gracePeriodSeconds int64) string {
	return fmt.Sprintf("%dm", (gracePeriodSeconds+60+59)/60)
}
