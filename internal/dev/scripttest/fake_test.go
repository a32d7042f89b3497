package scripttest

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog/agents"
	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/workspace"
)

// fakeName is the agent of many tests: a script that can be told to misbehave.
// The rendered scripts and agentapi are the real ones.
const fakeName = "fake-agent"

// fake is a fixture whose agent is testdata/fake-agent. It has no task unless a
// test gives it one.
type fake struct{ *fixture }

// newFake makes a workspace with the fake agent.
func newFake(t testing.TB, changes ...change) *fake {
	t.Helper()
	return newFakeAt(t, "", changes...)
}

// newFakeAt makes it in the given directory.
func newFakeAt(t testing.TB, dir string, changes ...change) *fake {
	t.Helper()
	f := &fake{newWorkspace(t, dir)}
	f.agent, f.catalog = fakeName, fakeCatalog(t, true)
	f.must(f.Link(fakeName, filepath.Join("testdata", fakeName)))
	f.render(append([]change{withPrompt("")}, changes...)...)
	return f
}

// newTypedFake makes one whose command line takes no task, which is typed then.
func newTypedFake(t testing.TB) *fake {
	t.Helper()
	f := newFake(t)
	f.catalog = fakeCatalog(t, false)
	f.render()
	return f
}

// neighbor is a second fake agent in the same workspace.
func (f *fake) neighbor(name string, changes ...change) *fake {
	f.t.Helper()
	return &fake{f.sibling(name, changes...)}
}

// fakeCatalog is the catalog with the fake agent in it, described as a
// template's author would describe an agent in the provider configuration.
func fakeCatalog(t testing.TB, takesTask bool) *catalog.Catalog {
	t.Helper()
	level, command, id, file, mark := "full", fakeName, catalog.IDUUID, "~/.fake/sessions/{session}", "user: "
	session := catalog.SessionOverride{
		Command: &command,
		ID:      (*string)(&id),
		Cold:    []string{"--new", "{session}"},
		Warm:    []string{"--resume", "{session}"},
		Detect:  &catalog.DetectOverride{File: &file, Contains: &mark},
	}
	if takesTask {
		session.ColdPrompt = []string{"--new", "{session}", "{prompt}"}
		session.WarmPrompt = []string{"--resume", "{session}", "{prompt}"}
	}
	c, problems := agents.Default().With(map[string]catalog.Override{fakeName: {Level: &level, Session: &session}})
	if len(problems) > 0 {
		t.Fatalf("%+v", problems)
	}
	return c
}

// behave tells the agent how to behave from its next start on.
func (f *fake) behave(words string) {
	f.t.Helper()
	f.must(f.WriteFile(".fake/behavior", words+"\n"))
}

// tell sends a message and waits for the answer.
func (f *fake) tell(text string) {
	f.t.Helper()
	f.must(f.client().Send(f.context(), text))
	_, err := f.client().WaitReply(f.context(), "answer to: "+text)
	f.must(err)
}

// turns is what the agent's session files hold.
func (f *fake) turns() string {
	f.t.Helper()
	dir := filepath.Join(f.Home, ".fake/sessions")
	files, err := os.ReadDir(dir)
	if err != nil && !os.IsNotExist(err) {
		f.t.Fatal(err)
	}
	var all strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join(dir, file.Name()))
		if err != nil && !os.IsNotExist(err) {
			f.t.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}

// began fails unless the agent has begun one session and resumed it n times.
func (f *fake) began(n int) {
	f.t.Helper()
	turns := f.turns()
	if cold, warm := strings.Count(turns, "began: --new"), strings.Count(turns, "began: --resume"); cold != 1 || warm != n {
		f.t.Errorf("%d sessions were begun and %d resumed, want 1 and %d:\n%s", cold, warm, n, turns)
	}
}

// took fails unless the agent was given the task n times.
func (f *fake) took(task string, n int) {
	f.t.Helper()
	if got := strings.Count(f.turns(), "user: "+task+"\n"); got != n {
		f.t.Errorf("the task %q was given %d times, want %d:\n%s", task, got, n, f.turns())
	}
}

// agents are the running fake agents.
func (f *fake) agents() []workspace.Process { return f.Find(fakeName) }

// sleeper starts a process that has nothing to do with agentapi, called name
// in process lists, and returns its id.
func (f *fixture) sleeper(name string) int {
	f.t.Helper()
	f.script("exec -a "+name+" sleep 3000 >/dev/null 2>&1 &", nil)
	pid := 0
	f.waitFor("sleep", func() bool {
		for _, p := range f.Find(filepath.Base(name)) {
			if len(p.Args) > 1 && p.Args[1] == "3000" {
				pid = p.PID
			}
		}
		return pid != 0
	})
	return pid
}

// atOnce runs scripts side by side, each after its delay, and returns their
// results in the same order.
func (f *fixture) atOnce(delays []time.Duration, scripts ...string) []workspace.Result {
	f.t.Helper()
	results, errs := make([]workspace.Result, len(scripts)), make([]error, len(scripts))
	ctx := f.context()
	var all sync.WaitGroup
	for i, script := range scripts {
		all.Go(func() {
			if delays != nil {
				time.Sleep(delays[i])
			}
			results[i], errs[i] = f.RunPlain(ctx, script, nil)
		})
	}
	all.Wait()
	for i, result := range results {
		f.outputs = append(f.outputs, result.Output)
		f.must(errs[i])
		if result.OutputLeftOpen {
			f.t.Errorf("script %d left its output open", i+1)
		}
		if strings.Contains(result.Output, "failed unexpectedly") {
			f.t.Errorf("script %d met an unexpected error:\n%s", i+1, result.Output)
		}
	}
	return results
}

// shortly ends soon, for waits that are expected to be in vain.
func shortly(t testing.TB) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	t.Cleanup(cancel)
	return ctx
}
