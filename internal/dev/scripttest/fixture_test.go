package scripttest

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/agenttest"
	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/modelserver"
	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/toolchain"
	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/workspace"
	"github.com/coder-persistence/terraform-provider-persistence/internal/persistence"
)

func TestMain(m *testing.M) {
	if status, ok := agenttest.Main(); ok {
		os.Exit(status)
	}
	if status, ok := containerMain(); ok {
		os.Exit(status)
	}
	workspace.Main(m)
}

// patience bounds every wait. Only a failing test waits that long, so it can
// be generous: the machine may be busy.
const patience = 15 * time.Minute

// terminalHeight is the variable for the lines of AgentAPI's terminal. AgentAPI
// reads its screen 40 times a second, which with its own 1,000 lines takes a
// seventh of a core. Tests with an answer that long set it to that.
const terminalHeight = "AGENTAPI_TERM_HEIGHT"

// nextPort gives each agent a port of its own, so that tests run side by side.
var nextPort atomic.Int64

func init() { nextPort.Store(4000) }

// The task, and what users say.
const (
	prompt        = "Please count the files of this project."
	firstMessage  = "What was the first thing I asked you?"
	secondMessage = "And what did I ask after that?"
	thirdMessage  = "Are you still the same agent?"
	fourthMessage = "Have you been here all the time?"
	fifthMessage  = "What would you do next?"
	sixthMessage  = "Which file should I read first?"
)

// fixture is one agent in a workspace: its rendered scripts, and the model
// server it talks to.
type fixture struct {
	*workspace.Workspace
	t       testing.TB
	agent   string
	catalog *catalog.Catalog
	model   *modelserver.Server
	changes []change
	result  *persistence.Result
	// port is the one the agentapi module passes to the start script. The
	// resource has the same unless a test changes one of them.
	port int
	run  *workspace.Running
	// boundary is the wrapper that the agentapi module asks for, usually none.
	boundary string
	// outputs is what scripts that have ended wrote.
	outputs []string
}

// newFixture makes a workspace with the pinned CLI of agent, or with the
// stand-in for a CLI that no package registry has.
func newFixture(t testing.TB, agent string, changes ...change) *fixture {
	t.Helper()
	f := newWorkspace(t, "")
	f.agent = agent
	var err error
	f.model, err = modelserver.Start("127.0.0.1")
	f.must(err)
	t.Cleanup(func() { _ = f.model.Close() })
	a := agentOf(t, agent)
	_, err = a.Install(f.Workspace, f.model.URL)
	f.must(err)
	f.render(changes...)
	return f
}

// newWorkspace makes a workspace with agentapi and no agent.
func newWorkspace(t testing.TB, dir string) *fixture {
	t.Helper()
	if err := workspace.Isolated(); err != nil {
		t.Fatalf("agentapi listens on all interfaces, so these tests need a network namespace of their own: %v", err)
	}
	w, err := workspace.New(dir)
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{Workspace: w, t: t, port: int(nextPort.Add(1))}
	t.Cleanup(func() {
		f.report()
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	f.must(w.Link("agentapi", toolchain.RequirePath(t, "agentapi")))
	f.Setenv(terminalHeight, "200")
	// As Coder's agent sets them.
	f.Setenv("CODER_WORKSPACE_ID", "0b0e9f0a-6a5e-4f6b-9d4e-0c9a7f2d1111")
	f.Setenv("CODER_WORKSPACE_NAME", "one")
	f.Setenv("CODER_WORKSPACE_AGENT_NAME", "main")
	return f
}

// sibling is a second agent of the same kind in the same workspace.
func (f *fixture) sibling(name string, changes ...change) *fixture {
	f.t.Helper()
	s := &fixture{
		Workspace: f.Workspace, t: f.t, agent: f.agent, catalog: f.catalog, model: f.model, port: int(nextPort.Add(1)),
	}
	f.t.Cleanup(s.report)
	s.render(append(slices.Clone(f.changes), append([]change{named(name)}, changes...)...)...)
	return s
}

// render makes the scripts from the fixture's settings and the changes, as a
// changed template would.
func (f *fixture) render(changes ...change) {
	f.t.Helper()
	f.changes = changes
	f.result = resolve(f.t, f.settings(), changes)
}

func (f *fixture) must(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

// context ends long after any wait of a healthy run.
func (f *fixture) context() context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	f.t.Cleanup(cancel)
	return ctx
}

// waitFor waits until check is true.
func (f *fixture) waitFor(what string, check func() bool) {
	f.t.Helper()
	for ctx := f.context(); !check(); {
		select {
		case <-ctx.Done():
			f.t.Fatalf("timed out waiting for %s", what)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// log is everything that the start script has written, wherever it writes.
func (f *fixture) log() string {
	var text strings.Builder
	if f.run != nil {
		text.WriteString(f.run.LogText())
	}
	if log, err := os.ReadFile(f.dataPath("logs/start.log")); err == nil {
		text.Write(log)
	}
	return text.String()
}

// agentAPILog is what agentapi has written.
func (f *fixture) agentAPILog() string {
	text, err := os.ReadFile(f.dataPath("logs/agentapi.log"))
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// report shows what happened in a test that failed.
func (f *fixture) report() {
	if !f.t.Failed() || f.result == nil {
		return
	}
	f.t.Logf("%s, earlier scripts:\n%s", f.result.Name, strings.Join(f.outputs, "---\n"))
	f.t.Logf("%s, start script:\n%s", f.result.Name, f.log())
	lines := slices.DeleteFunc(strings.Split(f.agentAPILog(), "\n"), func(line string) bool {
		return strings.Contains(line, "SIGUSR1") || strings.Contains(line, "Skipping state save")
	})
	f.t.Logf("%s, agentapi:\n%s", f.result.Name, strings.Join(lines[max(0, len(lines)-30):], "\n"))
	if f.model != nil {
		for _, r := range f.model.Conversation() {
			f.t.Logf("the model was asked (%d turns): %.100s", len(r.Turns), r.Prompt)
		}
	}
}

// dataPath is a file of the agent's data directory.
func (f *fixture) dataPath(name string) string { return filepath.Join(f.result.DataDir, name) }

// --- starts and stops ---

// launch starts the agent as the registry's agentapi module does, without
// waiting for it.
func (f *fixture) launch() {
	f.t.Helper()
	if f.run != nil {
		f.outputs = append(f.outputs, f.run.LogText())
	}
	module := f.result.AgentAPIModule
	run, err := f.RunStart(f.context(), workspace.Module{
		Script: f.result.StartScript, Dir: pasted(module.ModuleDirName), Port: f.port,
		StatePersistence: module.EnableStatePersistence, StateFile: pasted(module.StateFilePath), PIDFile: pasted(module.PIDFilePath),
		Env: map[string]string{"AGENTAPI_BOUNDARY_PREFIX": f.boundary},
	})
	f.must(err)
	f.run = run
}

// pasted returns what the module reads of an input that it puts between single quotes.
func pasted(input string) string { return strings.ReplaceAll(input, `'\''`, "'") }

// start launches the agent and waits until it takes messages.
func (f *fixture) start() {
	f.t.Helper()
	f.launch()
	f.must(f.run.WaitStable(f.context()))
}

// foreground runs the start script with the module's arguments to its end. It
// is for starts that fail.
func (f *fixture) foreground() workspace.Result {
	f.t.Helper()
	path := filepath.Join(f.LogDir, f.result.Name+"-foreground.sh")
	f.must(os.WriteFile(path, []byte(f.result.StartScript), 0o700))
	return f.script(fmt.Sprintf("exec bash \"$SCRIPT\" true %d", f.port), map[string]string{"SCRIPT": path})
}

// plain runs the start script as a coder_script.
func (f *fixture) plain() workspace.Result {
	f.t.Helper()
	return f.script(f.result.StartScript, nil)
}

// script runs a script to its end as a coder_script.
func (f *fixture) script(text string, env map[string]string) workspace.Result {
	f.t.Helper()
	result, err := f.RunPlain(f.context(), text, env)
	f.must(err)
	f.outputs = append(f.outputs, result.Output)
	return result
}

// refused starts the agent, expects the start script to end with an error that
// has text in it, and nothing to run afterwards.
func (f *fixture) refused(text string) string {
	f.t.Helper()
	result := f.foreground()
	if result.ExitCode == 0 || !strings.Contains(result.Output, text) {
		f.t.Errorf("the start ended with status %d, want a failure that says %q:\n%s", result.ExitCode, text, result.Output)
	}
	return result.Output
}

// shutdown runs the shutdown script.
func (f *fixture) shutdown() workspace.Result {
	f.t.Helper()
	return f.script(f.result.ShutdownScript, nil)
}

// stop runs the shutdown script, expects it to succeed, and ends the workspace.
func (f *fixture) stop() workspace.Result {
	f.t.Helper()
	result := f.stopAgent()
	f.must(f.Halt())
	return result
}

// stopAgent runs the shutdown script, expects it to succeed, and leaves the
// rest of the workspace alone.
func (f *fixture) stopAgent() workspace.Result {
	f.t.Helper()
	result := f.shutdown()
	if result.ExitCode != 0 {
		f.t.Fatalf("the shutdown script ended with status %d:\n%s", result.ExitCode, result.Output)
	}
	return result
}

// kill ends everything at once, as the loss of a node does.
func (f *fixture) kill() {
	f.t.Helper()
	f.must(f.Halt())
}

// server is this agent's agentapi process, 0 for none.
func (f *fixture) server() int {
	for _, p := range f.Find("agentapi") {
		if i := slices.Index(p.Args, "--port"); i > 0 && p.Args[i+1] == itoa(f.port) {
			return p.PID
		}
	}
	return 0
}

// agentPID is the process of the agent below our agentapi.
func (f *fixture) agentPID() int {
	f.t.Helper()
	pid := 0
	f.waitFor("the agent's process", func() bool {
		server := f.run.AgentAPI()
		for _, p := range f.Processes() {
			if server != 0 && p.Parent == server {
				pid = p.PID
			}
		}
		return pid != 0
	})
	return pid
}

// nothingLeft waits until no process of the workspace runs any more: after a
// stop neither the agent nor a helper of its own may go on.
func (f *fixture) nothingLeft() {
	f.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); len(f.Processes()) > 0; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			for _, p := range f.Processes() {
				f.t.Errorf("still running after the stop: %d %q", p.PID, p.Args)
			}
			return
		}
	}
}

// client talks to the agent's port, whoever listens there.
func (f *fixture) client() *workspace.Client { return workspace.NewClient(f.port) }

// --- the conversation ---

// say sends a message, waits for the answer, and returns the model's request.
func (f *fixture) say(text string) modelserver.Request {
	f.t.Helper()
	ctx := f.context()
	f.must(f.client().Send(ctx, text))
	// A busy CLI can swallow what is typed while it still draws its screen, or
	// takes a command. Its user sees that and types again. One that was only slow
	// then answers twice, and agentapi shows no answer that it has shown already.
	for again := range 4 {
		if f.askedWithin(time.Minute, text) {
			if again > 0 {
				f.must(f.client().WaitStable(ctx))
				return f.asked(text)
			}
			break
		}
		f.t.Logf("%s swallowed %q; saying it again", f.agent, text)
		f.must(f.client().WaitStable(ctx))
		f.must(f.client().Send(ctx, text))
	}
	_, err := f.client().WaitReply(ctx, f.asked(text).Reply)
	f.must(err)
	return f.asked(text)
}

// askedWithin reports whether the model is asked text within the given time.
func (f *fixture) askedWithin(limit time.Duration, text string) bool {
	for end := time.Now().Add(limit); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if len(f.model.Asked(text)) > 0 {
			return true
		}
	}
	return false
}

// asked waits until the model is asked text and returns the last such request.
func (f *fixture) asked(text string) modelserver.Request {
	f.t.Helper()
	f.waitFor(fmt.Sprintf("the model to be asked %q", text), func() bool { return len(f.model.Asked(text)) > 0 })
	requests := f.model.Asked(text)
	return requests[len(requests)-1]
}

// startTask starts the agent and waits until it has done its task.
func (f *fixture) startTask() {
	f.t.Helper()
	f.start()
	f.asked(prompt)
	f.must(f.run.WaitStable(f.context()))
}

// clear types the command that begins a new conversation, in the chat.
func (f *fixture) clear() {
	f.t.Helper()
	ctx := f.context()
	// AgentAPI may report that it saw no answer on the screen.
	_ = f.client().Send(ctx, agentOf(f.t, f.agent).Clear)
	f.must(f.client().WaitStable(ctx))
}

// carries fails unless the request told the model of every text.
func (f *fixture) carries(request modelserver.Request, texts ...string) {
	f.t.Helper()
	for _, text := range texts {
		if !request.Carries(modelserver.RoleUser, text) && !request.Carries(modelserver.RoleAssistant, text) {
			f.t.Errorf("the request %.80q does not carry %q: the conversation is lost", request.Prompt, text)
		}
	}
}

// lacks fails if the request told the model of any text.
func (f *fixture) lacks(request modelserver.Request, texts ...string) {
	f.t.Helper()
	for _, text := range texts {
		if strings.Contains(string(request.Body), text) {
			f.t.Errorf("the request %.80q carries %q, which was said in another session", request.Prompt, text)
		}
	}
}

// times is how often the model was given the task. An agent that was killed
// before the answer may tell the model of the task once more, together with the
// next message; that is not counted.
func (f *fixture) times(task string) int {
	later := []string{firstMessage, secondMessage, thirdMessage, fourthMessage, fifthMessage, sixthMessage, "This is question number"}
	return len(slices.DeleteFunc(f.model.Asked(task), func(r modelserver.Request) bool {
		_, after, _ := strings.Cut(r.LastUser(), task)
		return slices.ContainsFunc(later, func(text string) bool { return strings.Contains(after, text) })
	}))
}

// given fails unless the model was given the task exactly n times.
func (f *fixture) given(task string, n int) {
	f.t.Helper()
	if got := f.times(task); got != n {
		f.t.Errorf("the task %q was given %d times, want %d", task, got, n)
	}
}

// --- the chat ---

// state reads agentapi's state file.
func (f *fixture) state() workspace.State {
	f.t.Helper()
	state, err := workspace.ReadState(f.dataPath("state/agentapi-state.json"))
	f.must(err)
	return state
}

// saved reports whether the state file is whole and has text as a user's
// message.
func (f *fixture) saved(text string) bool {
	state, err := workspace.ReadState(f.dataPath("state/agentapi-state.json"))
	return err == nil && state.Contains(workspace.RoleUser, text)
}

// waitSaved waits until the state file has text as a user's message.
func (f *fixture) waitSaved(text string) {
	f.t.Helper()
	f.waitFor(fmt.Sprintf("a save of %q", text), func() bool { return f.saved(text) })
}

// written tells whether the agent has the text on disk, which is after it shows it.
// Codex repaints only what changes, so a text need not be in its output at all.
func (f *fixture) written(text string) bool {
	found := false
	for _, dir := range []string{".claude/projects", ".local/share/goose", ".codex/sessions", ".augment/sessions"} {
		// A file may go away meanwhile.
		_ = filepath.WalkDir(filepath.Join(f.Home, dir), func(path string, entry fs.DirEntry, err error) error {
			if err == nil && entry.Type().IsRegular() {
				content, _ := os.ReadFile(path)
				found = found || bytes.Contains(content, []byte(text))
			}
			return nil
		})
	}
	return found
}

// waitWritten waits until the agent has the text on disk.
func (f *fixture) waitWritten(text string) {
	f.t.Helper()
	f.waitFor(fmt.Sprintf("%q to be on disk", text), func() bool { return f.written(text) })
}

// chat fails unless agentapi shows every text.
func (f *fixture) chat(texts ...string) {
	f.t.Helper()
	for _, text := range f.missing(texts...) {
		f.t.Errorf("the chat lacks %q", text)
	}
}

// missing returns the texts that agentapi's chat lacks.
func (f *fixture) missing(texts ...string) []string {
	f.t.Helper()
	messages, err := f.client().Messages(f.context())
	f.must(err)
	return slices.DeleteFunc(slices.Clone(texts), func(text string) bool {
		return slices.ContainsFunc(messages, func(m workspace.Message) bool { return strings.Contains(m.Content, text) })
	})
}

func itoa(n int) string { return strconv.Itoa(n) }
