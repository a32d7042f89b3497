package scripttest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog/agents"
	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/agenttest"
	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/modelserver"
)

// agentOf returns how tests use an agent of the catalog.
func agentOf(t testing.TB, slug string) agenttest.Agent {
	t.Helper()
	a, err := agenttest.Find(slug)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// program is the name of the agent's program.
func (f *fixture) program() string {
	f.t.Helper()
	return agentOf(f.t, f.agent).Program
}

// otherMessage is what a person says in a session of their own.
const otherMessage = "Something quite different."

// personTalks holds a conversation with the same program in the same
// directory, as a person would by hand.
func (f *fixture) personTalks() {
	f.t.Helper()
	a := agentOf(f.t, f.agent)
	ctx, cancel := context.WithTimeout(f.context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", "-c", a.Talk, "talk", otherMessage)
	cmd.Dir, cmd.Env = f.Workdir, f.Environ(nil)
	if a.TalkElsewhere {
		cmd.Dir = f.Workdir + "-2"
		f.must(os.MkdirAll(cmd.Dir, 0o755))
	}
	if output, err := cmd.CombinedOutput(); err != nil {
		f.t.Fatalf("%s: %v\n%s", a.Talk, err, output)
	}
	if len(f.model.Asked(otherMessage)) == 0 {
		f.t.Fatalf("%s never asked the model", a.Talk)
	}
}

// argumentPrompt is a task that would be an option if it stood in the wrong place.
const argumentPrompt = "--count the files of this project, please"

// TestAgents takes every agent of the catalog through its days in a workspace,
// with arguments and a task that begins with a dash: a stop, a kill, and, where
// the CLI has a command for it, new conversations that a user begins, one before
// the kill and one before the last stop. After each start the model must be told
// of everything in the present conversation, and of nothing else; the task must
// have been given once. It ends with a table of what ran.
func TestAgents(t *testing.T) {
	all, err := agenttest.All()
	if err != nil {
		t.Fatal(err)
	}
	table := newTable(t)
	for _, a := range all {
		t.Run(a.Slug, func(t *testing.T) {
			t.Parallel()
			defer table.row(t, &a, time.Now())
			f := newFixture(t, a.Slug)
			other := filepath.Join(f.Home, "other")
			f.must(os.Mkdir(other, 0o755))
			var args []string
			if a.Args != nil {
				args = a.Args(other)
			}
			f.render(withPrompt(argumentPrompt), withArgs(args...))
			f.personTalks()

			f.start()
			f.asked(argumentPrompt)
			f.must(f.run.WaitStable(f.context()))
			f.carries(f.say(firstMessage), argumentPrompt, modelserver.ReplyPrefix(1))
			f.stop()
			f.personTalks()

			f.start()
			f.carries(f.say(secondMessage), argumentPrompt, firstMessage)
			here, elsewhere := []string{argumentPrompt, firstMessage, secondMessage}, []string{otherMessage}
			begin := func(message string) {
				f.clear()
				f.lacks(f.say(message), here...)
				here, elsewhere = []string{message}, append(elsewhere, here...)
			}
			if a.Clear != "" {
				begin(thirdMessage)
				if byContent(t, a.Slug) {
					f.waitSaved(thirdMessage)
				}
			}
			f.kill()

			f.start()
			request := f.say(fourthMessage)
			f.carries(request, here...)
			f.lacks(request, elsewhere...)
			if a.Clear != "" {
				here = append(here, fourthMessage)
				begin(fifthMessage)
				f.stop()

				f.start()
				request = f.say(sixthMessage)
				f.carries(request, here...)
				f.lacks(request, elsewhere...)
			}
			f.stop()
			f.given(argumentPrompt, 1)
			if a.Probe != nil {
				f.must(a.Probe(f.context(), f.Workspace))
			}
		})
	}
}

// byContent reports whether nothing but the chat tells which session the agent
// is in. Then what was said must be saved before a kill.
func byContent(t *testing.T, agent string) bool {
	t.Helper()
	entry, err := agents.Default().Lookup(agent)
	if err != nil {
		t.Fatal(err)
	}
	kind := entry.Session.Follow.Kind
	return kind == catalog.FollowContent || kind == catalog.FollowCommand
}

// table is what TestAgents ran, for people: a program, its version, and whether
// it is the real one.
type table struct {
	mu   sync.Mutex
	rows []string
}

// newTable writes the table to the file that AGENT_TABLE names, when all has run.
func newTable(t *testing.T) *table {
	t.Helper()
	x := &table{}
	t.Cleanup(func() {
		path := os.Getenv("AGENT_TABLE")
		if path == "" {
			return
		}
		var text strings.Builder
		w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
		_, _ = fmt.Fprintln(w, "AGENT\tPROGRAM\tVERSION\tKIND\tSECONDS\tRESULT")
		for _, row := range x.rows {
			_, _ = fmt.Fprintln(w, row)
		}
		_ = w.Flush()
		if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
			t.Error(err)
		}
	})
	return x
}

func (x *table) row(t *testing.T, a *agenttest.Agent, begin time.Time) {
	t.Helper()
	kind, version, result := "real", a.Version, "started, stopped, killed, resumed"
	if !a.Real() {
		kind, version = "fake", "-"
	}
	if a.Clear != "" {
		result += ", new conversations followed"
	}
	if a.Probe != nil {
		result += "; real " + a.Version + " as far as it goes without its servers"
	}
	if t.Failed() {
		result = "FAILED"
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.rows = append(x.rows, fmt.Sprintf("%s\t%s\t%s\t%s\t%.0f\t%s", a.Slug, a.Program, version, kind, time.Since(begin).Seconds(), result))
}
