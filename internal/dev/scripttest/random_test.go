package scripttest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/modelserver"
	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/workspace"
)

// soakVariable sets the number of random sequences.
const soakVariable = "CODER_PERSISTENCE_SOAK"

// TestRandomSequences does random things to real agents and compares what
// happens with a model of what must be true: which session an agent is in, what
// was said in it, how often it was given its task, and what its chat shows. A
// sequence that fails is made shorter as long as it fails, and printed with its
// seed.
//
// CODER_PERSISTENCE_SOAK=200 runs 200 sequences instead of 12; make soak does.
// CODER_PERSISTENCE_SEED=7 begins with that seed.
func TestRandomSequences(t *testing.T) {
	t.Parallel()
	count, seed := 6, uint64(1)
	if text := os.Getenv(soakVariable); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			t.Fatalf("%s is %q, want a number of sequences", soakVariable, text)
		}
		count, seed = n, uint64(time.Now().UnixNano())%1_000_000
	}
	if text := os.Getenv("CODER_PERSISTENCE_SEED"); text != "" {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		seed = n
	}
	for i := range count {
		seed := seed + uint64(i)
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			t.Parallel()
			agent, steps := randomSequence(seed)
			failure := attempt(t, agent, steps)
			if failure == "" {
				return
			}
			t.Errorf("%s: %v:\n%s", agent, steps, failure)
			short, failure := shrink(t, agent, steps, failure)
			t.Errorf("%s: as short as it gets: %v:\n%s", agent, short, failure)
		})
	}
}

// randomSequence is the sequence of a seed.
func randomSequence(seed uint64) (agent string, steps []string) {
	random := rand.New(rand.NewPCG(seed, 0))
	agent = []string{"goose", "claude-code", "goose"}[random.IntN(3)]
	for range 10 {
		steps = append(steps, frequent[random.IntN(len(frequent))])
	}
	return agent, steps
}

// frequent are the names of the steps, the usual ones more than once.
var frequent = []string{
	"start", "start", "start", "talk", "talk", "talk", "clear", "wait", "stop", "stop", "kill everything", "kill everything",
	"kill agent", "kill agentapi", "kill supervisor", "break settings", "mend settings", "session by hand", "second agent", "second agent", "full disk",
}

// shrink leaves steps out for as long as the rest fails.
func shrink(t *testing.T, agent string, steps []string, failure string) (short []string, last string) {
	t.Helper()
	for tries := 0; tries < 25; {
		shorter := false
		for i := len(steps) - 1; i >= 0 && tries < 25; i-- {
			tries++
			fewer := slices.Delete(slices.Clone(steps), i, i+1)
			if text := attempt(t, agent, fewer); text != "" {
				steps, failure, shorter = fewer, text, true
			}
		}
		if !shorter {
			break
		}
	}
	return steps, failure
}

// attempt runs a sequence and returns what went wrong, "" for nothing.
func attempt(t *testing.T, agent string, steps []string) string {
	t.Helper()
	r := &recorder{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer r.cleanUp()
		w := newWorld(r, agent, slices.Contains(steps, "full disk"))
		for i, step := range append(slices.Clone(steps), "the end") {
			r.Logf("step %d: %s", i+1, step)
			w.step(step)
		}
	}()
	<-done
	return r.failure()
}

// recorder is the test of one attempt, whose failure is not yet the test's.
type recorder struct {
	testing.TB
	mu       sync.Mutex
	failed   bool
	lines    []string
	cleanups []func()
}

func (r *recorder) Helper()      {}
func (r *recorder) Failed() bool { r.mu.Lock(); defer r.mu.Unlock(); return r.failed }
func (r *recorder) Fail()        { r.mu.Lock(); defer r.mu.Unlock(); r.failed = true }
func (r *recorder) FailNow()     { r.Fail(); runtime.Goexit() }
func (r *recorder) Log(args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lines = append(r.lines, fmt.Sprint(args...))
}
func (r *recorder) Logf(format string, args ...any)   { r.Log(fmt.Sprintf(format, args...)) }
func (r *recorder) Error(args ...any)                 { r.Log("FAILED: " + fmt.Sprint(args...)); r.Fail() }
func (r *recorder) Errorf(format string, args ...any) { r.Error(fmt.Sprintf(format, args...)) }
func (r *recorder) Fatal(args ...any)                 { r.Error(args...); r.FailNow() }
func (r *recorder) Fatalf(format string, args ...any) { r.Fatal(fmt.Sprintf(format, args...)) }
func (r *recorder) Cleanup(f func())                  { r.cleanups = append(r.cleanups, f) }

func (r *recorder) cleanUp() {
	for i := len(r.cleanups) - 1; i >= 0; i-- {
		r.cleanups[i]()
	}
}

func (r *recorder) failure() string {
	if !r.Failed() {
		return ""
	}
	return strings.Join(r.lines, "\n")
}

// world is a workspace and what must be true in it.
type world struct {
	*fixture
	first, second *member
	broken        bool
	mend          func()
	counter       int
	small         bool
}

// member is one agent and what must be true of it.
type member struct {
	*fixture
	task    string
	began   bool // it was given its task
	again   int  // how often a kill came before its task was on disk; it is then given again
	running bool
	said    []string // in its session
	past    []string // in earlier sessions, after /clear
	saved   []string // in its chat, whatever happens
	unsaved []string // in its chat, if nothing is killed
}

func newWorld(t testing.TB, agent string, small bool) *world {
	t.Helper()
	f := newWorkspace(t, "")
	f.agent = agent
	w := &world{fixture: f, small: small}
	if small {
		f.mountHome("64m")
	}
	var err error
	f.model, err = modelserver.Start("127.0.0.1")
	f.must(err)
	t.Cleanup(func() { _ = f.model.Close() })
	a := agentOf(t, agent)
	_, err = a.Install(f.Workspace, f.model.URL)
	f.must(err)
	f.render()
	w.first = &member{fixture: f, task: prompt}
	w.second = &member{fixture: f.sibling("second", withPrompt(secondTask)), task: secondTask}
	return w
}

// step does one thing. One that is not possible at the moment does nothing, so
// that any part of a sequence is a sequence.
func (w *world) step(name string) {
	w.t.Helper()
	m := w.first
	switch name {
	case "start":
		w.start(m)
	case "talk":
		w.talk(m)
	case "clear":
		if m.running && agentOf(w.t, w.agent).Clear != "" {
			m.clear()
			m.past, m.said = append(m.past, m.said...), nil
			w.talk(m)
		}
	case "wait":
		w.wait(m)
	case "stop":
		w.stop(m)
	case "kill everything":
		w.must(w.Halt())
		w.first.lose()
		w.second.lose()
		w.first.look()
		w.second.look()
	case "kill agent":
		w.killed(m, func() int { return m.process() })
	case "kill agentapi":
		w.killed(m, func() int { return m.server() })
	case "kill supervisor":
		w.killSupervisor(m)
	case "break settings":
		if !w.broken && !w.first.running && !w.second.running {
			w.broken, w.mend = true, replacedProgram(w.fixture)
		}
	case "mend settings":
		if w.broken {
			w.mend()
			w.broken = false
		}
	case "session by hand":
		if !w.broken {
			w.personTalks()
		}
	case "second agent":
		if !w.second.running {
			w.start(w.second)
		} else {
			w.talk(w.second)
			w.stop(w.second)
		}
	case "full disk":
		w.fullDisk(m)
	case "the end":
		w.step("mend settings")
		for _, m := range []*member{w.first, w.second} {
			if m.began {
				w.start(m)
				w.talk(m)
				w.stop(m)
			}
		}
	default:
		w.t.Fatalf("unknown step %q", name)
	}
	w.check()
}

// check compares what can be seen at any time with the model.
func (w *world) check() {
	w.t.Helper()
	running := 0
	for _, m := range []*member{w.first, w.second} {
		if m.running {
			running++
		}
		want := 0
		if m.began {
			want = 1
		}
		if got := w.times(m.task); got < want || got > want+m.again {
			w.t.Fatalf("%s was given its task %d times, want %d, and %d more at most", m.result.Name, got, want, m.again)
		}
	}
	if servers := w.Find("agentapi"); len(servers) != running {
		w.t.Fatalf("agentapi runs %d times, want %d: %v", len(servers), running, servers)
	}
}

// start starts an agent, also one that runs already.
func (w *world) start(m *member) {
	w.t.Helper()
	if m.running {
		before := m.process()
		if result := m.plain(); result.ExitCode != 0 {
			w.t.Fatalf("a start beside the running agent ended with status %d:\n%s", result.ExitCode, result.Output)
		}
		if after := m.process(); after != before {
			w.t.Fatalf("a start beside the running agent replaced it")
		}
		return
	}
	if w.broken {
		m.refuses("cannot find module")
		return
	}
	m.launch()
	m.up()
	if !m.began {
		m.asked(m.task)
		m.must(m.client().WaitStable(m.context()))
		m.began, m.said = true, []string{m.task}
	}
}

// up waits until the agent can be talked to, and looks at its chat.
func (m *member) up() {
	m.t.Helper()
	client := m.client()
	if m.run != nil && workspace.Alive(m.run.PID) {
		client.Check = m.run.Check
	}
	m.must(client.WaitStable(m.context()))
	m.running = true
	m.chat(m.saved...)
}

// lose notes that everything was killed.
func (m *member) lose() { m.running, m.unsaved = false, nil }

// look looks, after a kill, whether the agent had written down its task. Claude Code
// asks its model first.
func (m *member) look() {
	m.t.Helper()
	if m.began && !m.written(m.task) {
		m.again++
	}
}

// process is the agent below it.
func (m *member) process() int {
	pid, server := 0, m.server()
	for _, p := range m.Processes() {
		if server != 0 && p.Parent == server {
			pid = p.PID
		}
	}
	return pid
}

func (w *world) talk(m *member) {
	w.t.Helper()
	if !m.running {
		return
	}
	w.counter++
	text := fmt.Sprintf("This is question number %d for %s.", w.counter, m.result.Name)
	request := m.say(text)
	m.carries(request, m.said...)
	other := w.first
	if m == w.first {
		other = w.second
	}
	m.lacks(request, slices.Concat(m.past, other.said, other.past, []string{otherMessage})...)
	if m.t.Failed() {
		m.t.FailNow()
	}
	m.said, m.unsaved = append(m.said, text), append(m.unsaved, text)
}

// wait waits for a save of everything said so far.
func (w *world) wait(m *member) {
	w.t.Helper()
	if !m.running {
		return
	}
	for _, text := range m.unsaved {
		m.waitSaved(text)
	}
	m.saved, m.unsaved = append(m.saved, m.unsaved...), nil
}

func (w *world) stop(m *member) {
	w.t.Helper()
	m.stopAgent()
	if m.server() != 0 {
		w.t.Fatal("agentapi runs after the stop")
	}
	for _, text := range m.unsaved {
		if !m.fixture.saved(text) {
			w.t.Fatalf("after a stop the chat lacks %q", text)
		}
	}
	m.saved, m.unsaved = append(m.saved, m.unsaved...), nil
	m.running = false
}

// killed kills one process and expects the agent to come back by itself.
func (w *world) killed(m *member, find func() int) {
	w.t.Helper()
	pid, agent := find(), m.process()
	if !m.running || pid == 0 {
		return
	}
	m.must(m.Kill9(pid))
	m.look()
	m.waitFor("the agent to come back", func() bool {
		again := m.process()
		return again != 0 && again != agent && !workspace.Alive(agent)
	})
	m.unsaved = nil
	m.up()
}

// killSupervisor kills the script that watches agentapi, and starts again.
func (w *world) killSupervisor(m *member) {
	w.t.Helper()
	if !m.running {
		return
	}
	m.must(m.Kill9(m.supervisor()))
	if result := m.plain(); result.ExitCode != 0 {
		w.t.Fatalf("the start after the supervisor was killed ended with status %d:\n%s", result.ExitCode, result.Output)
	}
	m.up()
	w.talk(m)
	w.wait(m)
}

// fullDisk fills the disk during a start, or before a stop, and frees it again.
func (w *world) fullDisk(m *member) {
	w.t.Helper()
	if !w.small || w.broken || w.second.running {
		return
	}
	free := w.fill()
	defer free()
	if !m.running {
		m.refuses("disk")
		return
	}
	if result := m.shutdown(); result.ExitCode != 0 {
		w.t.Fatalf("on a full disk the stop ended with status %d:\n%s", result.ExitCode, result.Output)
	}
	m.lose()
}
