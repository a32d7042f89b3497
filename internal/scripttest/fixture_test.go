package scripttest

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/agentstandin"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/modelserver"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/persistence"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/toolchain"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/workspace"
)

func TestMain(m *testing.M) {
	if status, ok := agentstandin.Main(); ok {
		os.Exit(status)
	}
	workspace.Main(m)
}

// port is free in every test: the namespace holds nothing else, and tests run
// one after the other.
const port = 3284

// prompt is the task the agents are given.
const prompt = "Please count the files of this project."

// fixture is one workspace with an agent's rendered scripts and a model server.
type fixture struct {
	*workspace.Workspace
	t      *testing.T
	model  *modelserver.Server
	result *persistence.Result
	port   int
	run    *workspace.Running
	// boundary is the wrapper that the agentapi module asks for, usually none.
	boundary string
}

// newFixture renders the scripts of agent, after change has been at the
// request, and installs the real agent and agentapi into a new workspace.
func newFixture(t *testing.T, agent string, change func(*persistence.Request)) *fixture {
	t.Helper()
	if err := workspace.Isolated(); err != nil {
		t.Fatalf("agentapi listens on all interfaces, so these tests need a network namespace of their own: %v", err)
	}
	w, err := workspace.New("")
	if err != nil {
		t.Fatal(err)
	}
	model := modelserver.New(modelserver.Options{})
	if err := model.Start("127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	f := &fixture{Workspace: w, t: t, model: model}
	t.Cleanup(func() {
		if t.Failed() {
			t.Log("start script's log:\n" + f.log())
		}
		if err := w.Close(); err != nil {
			t.Error(err)
		}
		if err := model.Close(); err != nil {
			t.Error(err)
		}
	})
	f.must(w.Link("agentapi", toolchain.RequirePath(t, "agentapi")))
	if _, err := w.Install(agent, program(t, agent), model.URL()); err != nil {
		t.Fatal(err)
	}
	f.render(agent, change)
	return f
}

// render makes the scripts anew, as a changed template would.
func (f *fixture) render(agent string, change func(*persistence.Request)) {
	f.t.Helper()
	request := persistence.Request{
		Agent:                    agent,
		Home:                     f.Home,
		Workdir:                  f.Workdir,
		Launcher:                 persistence.DefaultLauncher,
		MountStrategy:            persistence.DefaultMountStrategy,
		Prompt:                   prompt,
		Port:                     port,
		AgentAPIVersion:          persistence.DefaultAgentAPIVersion,
		StatePersistence:         true,
		StateSaveIntervalSeconds: 1,
		Resume:                   persistence.DefaultResume,
		OnResumeFailure:          persistence.DefaultOnResumeFailure,
		GracePeriodSeconds:       persistence.DefaultGracePeriodSeconds,
	}
	if change != nil {
		change(&request)
	}
	for _, finding := range persistence.Validate(request) {
		if finding.Severity == persistence.Error {
			f.t.Fatalf("%v: %s: %s", finding.Path, finding.Summary, finding.Detail)
		}
	}
	result, findings := persistence.Resolve(request)
	for _, finding := range findings {
		if finding.Severity == persistence.Error {
			f.t.Fatalf("%v: %s: %s", finding.Path, finding.Summary, finding.Detail)
		}
	}
	f.result, f.port = result, int(request.Port)
}

func (f *fixture) must(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

// context ends long after any wait of a healthy run.
func (f *fixture) context() context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), 4*time.Minute)
	f.t.Cleanup(cancel)
	return ctx
}

// log is everything the start script has written.
func (f *fixture) log() string {
	if f.run == nil {
		return ""
	}
	return f.run.LogText()
}

// launch starts the agent as the registry's agentapi module does, without
// waiting for it.
func (f *fixture) launch() {
	f.t.Helper()
	module := f.result.AgentAPIModule
	run, err := f.RunStart(f.context(), workspace.Module{
		Script: f.result.StartScript, Dir: module.ModuleDirName, Port: f.port,
		StatePersistence: module.EnableStatePersistence, StateFile: module.StateFilePath, PIDFile: module.PIDFilePath,
		Env: map[string]string{"AGENTAPI_BOUNDARY_PREFIX": f.boundary},
	})
	f.must(err)
	f.run = run
}

// start launches the agent and waits until it takes messages.
func (f *fixture) start() {
	f.t.Helper()
	f.launch()
	f.must(f.run.WaitStable(f.context()))
}

// stop runs the shutdown script, expects it to succeed, and ends the workspace.
func (f *fixture) stop() workspace.Result {
	f.t.Helper()
	result := f.shutdown()
	if result.ExitCode != 0 {
		f.t.Fatalf("the shutdown script ended with status %d:\n%s", result.ExitCode, result.Output)
	}
	f.must(f.Halt())
	return result
}

// shutdown runs the shutdown script.
func (f *fixture) shutdown() workspace.Result {
	f.t.Helper()
	result, err := f.RunStop(f.context(), f.result.ShutdownScript, nil)
	f.must(err)
	return result
}

// kill ends everything at once, as the loss of a node does.
func (f *fixture) kill() {
	f.t.Helper()
	f.must(f.Halt())
}

// say sends a message, waits for the answer, and returns the model's request.
func (f *fixture) say(text string) modelserver.Request {
	f.t.Helper()
	ctx := f.context()
	f.must(f.run.Send(ctx, text))
	request := f.asked(text)
	if _, err := f.run.WaitReply(ctx, request.Reply); err != nil {
		f.t.Fatal(err)
	}
	return request
}

// asked waits until the model is asked text and returns the last such request.
func (f *fixture) asked(text string) modelserver.Request {
	f.t.Helper()
	for ctx := f.context(); ; {
		if requests := f.model.Asked(text); len(requests) > 0 {
			return requests[len(requests)-1]
		}
		select {
		case <-ctx.Done():
			f.t.Fatalf("the model was never asked %q", text)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// carries fails unless the request told the model of every text.
func (f *fixture) carries(request modelserver.Request, texts ...string) {
	f.t.Helper()
	for _, text := range texts {
		if !request.Carries(modelserver.RoleUser, text) && !request.Carries(modelserver.RoleAssistant, text) {
			f.t.Errorf("the request %q does not carry %q: the conversation is lost", request.LastUser(), text)
		}
	}
}

// promptSent fails unless the model was given the task exactly n times.
func (f *fixture) promptSent(n int) {
	f.t.Helper()
	if got := len(f.model.Asked(prompt)); got != n {
		f.t.Errorf("the task was given %d times, want %d", got, n)
	}
}

// state reads agentapi's state file.
func (f *fixture) state() workspace.State {
	f.t.Helper()
	state, err := workspace.ReadState(f.result.AgentAPIModule.StateFilePath)
	f.must(err)
	return state
}

// logged fails unless the start script has written text.
func (f *fixture) logged(text string) {
	f.t.Helper()
	if !strings.Contains(f.log(), text) {
		f.t.Errorf("the log lacks %q:\n%s", text, f.log())
	}
}

// statePath is a file of the data directory's state.
func (f *fixture) statePath(name string) string {
	return filepath.Join(f.result.DataDir, "state", name)
}

// useAgentAPI puts another pinned version of agentapi on the workspace's PATH.
func (f *fixture) useAgentAPI(name string) {
	f.t.Helper()
	f.must(f.Link("agentapi", toolchain.RequirePath(f.t, name)))
}

func itoa(n int) string { return strconv.Itoa(n) }
