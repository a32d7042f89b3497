package scripttest

import (
	"testing"

	"github.com/coder-persistence/terraform-provider-persistence/internal/persistence"
)

// change is a change to what the template says. These are the only functions
// here that know the request's fields.
type change func(*persistence.Request)

func named(name string) change       { return func(r *persistence.Request) { r.Name = name } }
func withPrompt(text string) change  { return func(r *persistence.Request) { r.Prompt = text } }
func withArgs(args ...string) change { return func(r *persistence.Request) { r.Args = args } }
func withDataDir(dir string) change  { return func(r *persistence.Request) { r.DataDir = dir } }
func inDirectory(dir string) change  { return func(r *persistence.Request) { r.Workdir = dir } }
func forTask(id string) change       { return func(r *persistence.Request) { r.TaskID = id } }
func saveEvery(seconds int64) change {
	return func(r *persistence.Request) { r.StateSaveIntervalSeconds = seconds }
}
func gracePeriod(seconds int64) change {
	return func(r *persistence.Request) { r.GracePeriodSeconds = seconds }
}
func retention(days int64) change { return func(r *persistence.Request) { r.RetentionDays = days } }
func agentAPIVersion(text string) change {
	return func(r *persistence.Request) { r.AgentAPIVersion = text }
}
func relocated(dir string) change        { return func(r *persistence.Request) { r.RelocateTo = dir } }
func resourcePort(port int) change       { return func(r *persistence.Request) { r.Port = int64(port) } }
func onlyPaths(r *persistence.Request)   { r.MountStrategy = persistence.MountPaths }
func inTerminal(r *persistence.Request)  { r.Launcher = persistence.LauncherTerminal }
func neverResume(r *persistence.Request) { r.Resume = false }
func lostFails(r *persistence.Request)   { r.OnLostSession = persistence.OnLostSessionFail }
func lostResends(r *persistence.Request) { r.OnLostSession = persistence.OnLostSessionResendPrompt }

// settings is what the template says before any change.
func (f *fixture) settings() persistence.Request {
	return persistence.Request{
		Catalog:                  f.catalog,
		Agent:                    f.agent,
		Home:                     f.Home,
		Workdir:                  f.Workdir,
		Launcher:                 persistence.DefaultLauncher,
		MountStrategy:            persistence.DefaultMountStrategy,
		Prompt:                   prompt,
		Port:                     int64(f.port),
		AgentAPIVersion:          persistence.DefaultAgentAPIVersion,
		StatePersistence:         true,
		StateSaveIntervalSeconds: 1,
		Resume:                   persistence.DefaultResume,
		OnLostSession:            persistence.DefaultOnLostSession,
		GracePeriodSeconds:       persistence.DefaultGracePeriodSeconds,
	}
}

// resolve renders the scripts for a request after its changes.
func resolve(t testing.TB, request persistence.Request, changes []change) *persistence.Result {
	t.Helper()
	for _, change := range changes {
		change(&request)
	}
	findings := persistence.Validate(request)
	result, more := persistence.Resolve(request)
	for _, finding := range append(findings, more...) {
		if finding.Severity == persistence.Error {
			t.Fatalf("%v: %s: %s", finding.Path, finding.Summary, finding.Detail)
		}
	}
	return result
}
