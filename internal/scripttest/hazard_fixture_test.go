package scripttest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/persistence"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/toolchain"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/workspace"
)

// standInName is the agent of these tests: a script that can be told to
// misbehave. The rendered scripts and agentapi are the real ones.
const standInName = "stand-in-agent"

// nextPort gives each workspace a port of its own, so that they can run side
// by side.
var nextPort atomic.Int64

func init() { nextPort.Store(4000) }

// standIn is a fixture whose agent is testdata/stand-in-agent.
type standIn struct {
	*fixture
	port   int64
	change func(*persistence.Request)
	// stops is what the shutdown scripts and the plain starts wrote.
	stops []string
	// foreign are lines that a test expects in the logs although they are not ours.
	foreign []string
}

// newStandIn makes a workspace with the stand-in agent.
func newStandIn(t *testing.T, change func(*persistence.Request)) *standIn {
	t.Helper()
	return newStandInAt(t, "", change)
}

// newStandInAt makes it in the given directory.
func newStandInAt(t *testing.T, dir string, change func(*persistence.Request)) *standIn {
	t.Helper()
	if err := workspace.Isolated(); err != nil {
		t.Fatalf("agentapi listens on all interfaces, so these tests need a network namespace of their own: %v", err)
	}
	t.Log("the agent is a stand-in: testdata/" + standInName)
	w, err := workspace.New(dir)
	if err != nil {
		t.Fatal(err)
	}
	s := &standIn{fixture: &fixture{Workspace: w, t: t}, port: nextPort.Add(1), change: change}
	t.Cleanup(func() {
		s.onlyOurLines()
		if t.Failed() && s.result != nil {
			t.Log("start script's log:\n" + s.log())
			t.Log("other scripts:\n" + strings.Join(s.stops, "---\n"))
			t.Log("agentapi's log:\n" + s.agentAPILog())
		}
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	s.must(w.Link("agentapi", toolchain.RequirePath(t, "agentapi")))
	s.must(w.Link(standInName, filepath.Join("testdata", standInName)))
	s.rerender(change)
	return s
}

// rerender makes the scripts anew from the request that change has been at.
func (s *standIn) rerender(change func(*persistence.Request)) {
	s.t.Helper()
	agents := standInCatalog(s.t)
	s.render(standInName, func(r *persistence.Request) {
		r.Catalog = agents
		r.Port = s.port
		r.Prompt = ""
		if change != nil {
			change(r)
		}
	})
}

// standInCatalog is the catalog with the stand-in in it, described as a
// template's author would describe an agent in the provider configuration.
func standInCatalog(t *testing.T) *catalog.Catalog {
	t.Helper()
	level, command, id, file, mark := "full", standInName, catalog.IDUUID, "~/.stand-in/sessions/{session}", "began: --new"
	agents, problems := catalog.Default().With(map[string]catalog.Override{standInName: {
		Level: &level,
		Session: &catalog.SessionOverride{
			Command:    &command,
			ID:         (*string)(&id),
			Cold:       []string{"--new", "{session}"},
			ColdPrompt: []string{"--new", "{session}", "{prompt}"},
			Warm:       []string{"--resume", "{session}"},
			WarmPrompt: []string{"--resume", "{session}", "{prompt}"},
			Detect:     &catalog.DetectOverride{File: &file, Contains: &mark},
		},
	}})
	if len(problems) > 0 {
		t.Fatalf("%+v", problems)
	}
	return agents
}

// behave tells the agent how to behave from its next start on.
func (s *standIn) behave(words string) {
	s.t.Helper()
	s.must(s.WriteFile(".stand-in/behavior", words+"\n"))
}

// launch starts the agent as the registry's agentapi module does, without
// waiting for it.
func (s *standIn) launch() {
	s.t.Helper()
	s.keepLog()
	module := s.result.AgentAPIModule
	run, err := s.RunStart(s.context(), workspace.Module{
		Script: s.result.StartScript, Dir: module.ModuleDirName, Port: int(s.port),
		StatePersistence: module.EnableStatePersistence, StateFile: module.StateFilePath, PIDFile: module.PIDFilePath,
	})
	s.must(err)
	s.run = run
}

// keepLog remembers the log of the last start, which the next one overwrites.
func (s *standIn) keepLog() {
	if s.run != nil {
		s.stops = append(s.stops, s.run.LogText())
	}
}

// start launches the agent and waits until it takes messages.
func (s *standIn) start() {
	s.t.Helper()
	s.launch()
	s.must(s.run.WaitStable(s.context()))
}

// refused launches the agent, expects the start script to end with an error
// that has text in it, and returns its log.
func (s *standIn) refused(text string) string {
	s.t.Helper()
	result := s.foreground()
	if result.ExitCode == 0 || !strings.Contains(result.Output, text) {
		s.t.Errorf("the start ended with status %d; want a failure that says %q:\n%s", result.ExitCode, text, result.Output)
	}
	return result.Output
}

// foreground runs the start script with the module's arguments to its end.
func (s *standIn) foreground() workspace.Result {
	s.t.Helper()
	path := filepath.Join(s.LogDir, "foreground.sh")
	s.must(os.WriteFile(path, []byte(s.result.StartScript), 0o700))
	result, err := s.RunPlain(s.context(), fmt.Sprintf("exec bash \"$SCRIPT\" true %d", s.port), map[string]string{"SCRIPT": path})
	s.must(err)
	s.stops = append(s.stops, result.Output)
	return result
}

// plain runs the start script as a coder_script.
func (s *standIn) plain() workspace.Result {
	s.t.Helper()
	result, err := s.RunPlain(s.context(), s.result.StartScript, nil)
	s.must(err)
	s.stops = append(s.stops, result.Output)
	return result
}

// shutdown runs the shutdown script.
func (s *standIn) shutdown() workspace.Result {
	s.t.Helper()
	result := s.fixture.shutdown()
	s.stops = append(s.stops, result.Output)
	return result
}

// stop runs the shutdown script, expects it to succeed, and ends the workspace.
func (s *standIn) stop() workspace.Result {
	s.t.Helper()
	result := s.shutdown()
	if result.ExitCode != 0 {
		s.t.Fatalf("the shutdown script ended with status %d:\n%s", result.ExitCode, result.Output)
	}
	s.must(s.Halt())
	return result
}

// client talks to the agent's port, whoever listens there.
func (s *standIn) client() *workspace.Client { return workspace.NewClient(int(s.port)) }

// say sends a message and waits for the answer.
func (s *standIn) say(text string) {
	s.t.Helper()
	s.must(s.client().Send(s.context(), text))
	_, err := s.client().WaitReply(s.context(), "answer to: "+text)
	s.must(err)
}

// turns is what the agent's session files hold.
func (s *standIn) turns() string {
	s.t.Helper()
	dir := filepath.Join(s.Home, ".stand-in/sessions")
	files, err := os.ReadDir(dir)
	if err != nil && !os.IsNotExist(err) {
		s.t.Fatal(err)
	}
	var all strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join(dir, file.Name()))
		s.must(err)
		all.Write(text)
	}
	return all.String()
}

// began fails unless the agent has begun one session and resumed it n times.
func (s *standIn) began(n int) {
	s.t.Helper()
	turns := s.turns()
	if cold, warm := strings.Count(turns, "began: --new"), strings.Count(turns, "began: --resume"); cold != 1 || warm != n {
		s.t.Errorf("%d sessions were begun and %d resumed, want 1 and %d:\n%s", cold, warm, n, turns)
	}
}

// chat fails unless agentapi shows every text.
func (s *standIn) chat(texts ...string) {
	s.t.Helper()
	for _, text := range s.missing(texts...) {
		s.t.Errorf("the chat lacks %q", text)
	}
}

// missing returns the texts that agentapi's chat lacks.
func (s *standIn) missing(texts ...string) []string {
	s.t.Helper()
	messages, err := s.client().Messages(s.context())
	s.must(err)
	var lacks []string
	for _, text := range texts {
		found := false
		for _, m := range messages {
			found = found || strings.Contains(m.Content, text)
		}
		if !found {
			lacks = append(lacks, text)
		}
	}
	return lacks
}

// without returns script with its only occurrence of remedy replaced. A test
// runs the hazard on that as well: without the remedy it must show.
func without(t *testing.T, script, remedy, replacement string) string {
	t.Helper()
	if n := strings.Count(script, remedy); n != 1 {
		t.Fatalf("the script has the remedy %q %d times, want once", remedy, n)
	}
	return strings.Replace(script, remedy, replacement, 1)
}

// agentAPILog is what agentapi has written.
func (s *standIn) agentAPILog() string {
	text, err := os.ReadFile(filepath.Join(s.result.DataDir, "logs", "agentapi.log"))
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// sleeper starts a process that has nothing to do with agentapi, called name
// in process lists, and returns its id.
func (s *standIn) sleeper(name string) int {
	s.t.Helper()
	_, err := s.RunPlain(s.context(), "exec -a "+name+" sleep 300 >/dev/null 2>&1 &", nil)
	s.must(err)
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		for _, p := range s.Find(filepath.Base(name)) {
			if len(p.Args) > 1 && p.Args[1] == "300" {
				return p.PID
			}
		}
	}
	s.t.Fatal("sleep did not start")
	return 0
}

// ourLine is how every line of our scripts begins.
var ourLine = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4} [^:]+: `)

// onlyOurLines fails on any line in the scripts' logs that they did not write
// themselves. Bash's own remark on a missing locale comes before the first of
// our lines and cannot be kept away.
func (s *standIn) onlyOurLines() {
	if s.result == nil {
		return // the scripts were never rendered
	}
	s.keepLog()
	if text, err := os.ReadFile(filepath.Join(s.result.DataDir, "logs", "start.log")); err == nil {
		s.stops = append(s.stops, string(text))
	}
	for _, log := range s.stops {
		for line := range strings.Lines(log) {
			line = strings.TrimSuffix(line, "\n")
			known := ourLine.MatchString(line) && !strings.Contains(line, "failed unexpectedly") ||
				strings.Contains(line, "warning: setlocale: LC_ALL: cannot change locale")
			for _, text := range s.foreign {
				known = known || strings.Contains(line, text)
			}
			if !known {
				s.t.Errorf("an unexplained line in a log: %s", line)
			}
		}
	}
}

// waitFor waits until check is true.
func (s *standIn) waitFor(what string, check func() bool) {
	s.t.Helper()
	for ctx := s.context(); !check(); {
		select {
		case <-ctx.Done():
			s.t.Fatalf("waited in vain for %s", what)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func contains(text, part string) bool { return strings.Contains(text, part) }

// shortly ends soon, for waits that are expected to be in vain.
func shortly(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	t.Cleanup(cancel)
	return ctx
}
