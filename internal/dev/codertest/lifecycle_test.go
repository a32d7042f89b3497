package codertest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/modelserver"
	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/workspace"
)

// launches are the ways a template starts an agent; each is a template of testdata.
var launches = []string{"script", "module", "agentapi"}

// TestSessionSurvives takes each agent, launched each way, through everything that
// ends a workspace, and shows after every start that it is the same session.
func TestSessionSurvives(t *testing.T) {
	t.Parallel()
	for _, launch := range launches {
		for _, agent := range agents {
			t.Run(launch+"/"+agent, func(t *testing.T) {
				t.Parallel()
				c := &conversation{T: t, ctx: t.Context(), name: launch + ", " + agent}
				c.step("start", func() string {
					c.create(launch, agent, launch+"-"+agent)
					c.answered() // the task
					c.say("second message")
					return c.goodDay(true)
				})
				c.step("stop while the agent works, start changed template", func() string {
					release := c.work("this takes long")
					c.must(c.w.Stop(c.ctx))
					release()
					seen := c.goodDay(false)
					changed, err := c.template.Changed()
					c.must(err)
					c.start(changed)
					return c.resumed() + "; " + seen + "; start: " + c.goodDay(true)
				})
				c.step("kill -9 of everything, start", func() string {
					c.saved()
					c.must(c.w.Kill(c.ctx))
					c.start(c.template.Version)
					return c.resumed()
				})
				c.step("update while the agent works, grace of 2 s", func() string {
					c.must(c.w.SetGrace(2))
					release := c.work("this takes longer")
					// Its build stops the workspace and starts it.
					c.must(c.w.Start(c.ctx, c.template.Version))
					release()
					c.must(c.w.Ready(c.ctx))
					return c.resumed()
				})
			})
		}
	}
}

// templates are the templates of testdata, pushed at their first use.
var templates = map[string]func() (*Template, error){}

func init() {
	for _, name := range append([]string{"two"}, launches...) {
		templates[name] = sync.OnceValues(func() (*Template, error) {
			return admin.Push(context.Background(), organization, name, files(name), nil)
		})
	}
}

// conversation is a test's talk with one agent.
type conversation struct {
	*testing.T
	ctx      context.Context
	name     string
	template *Template
	w        *Workspace
	chat     *workspace.Client
	task     string
	// said are the messages sent to the agent after its task, and replies counts its
	// answers to them and to the task.
	said    []string
	replies int
	// logged is how many lines of the agent's log were looked at.
	logged int
}

// create makes a workspace of a template, with a task of its own, and waits for its
// start scripts.
func (c *conversation) create(template, agent, name string) {
	c.Helper()
	c.task = cmp.Or(c.task, "Task of "+name)
	var err error
	c.template, err = templates[template]()
	c.must(err)
	parameters := map[string]string{"prompt": c.task}
	if agent != "" {
		parameters["agent"] = agent
	}
	c.w, err = server.Create(c.ctx, admin, c.template, name, parameters)
	c.must(err)
	c.must(c.w.Ready(c.ctx))
	c.chat, err = c.w.Chat(3284)
	c.must(err)
}

// start starts the workspace with a version of its template.
func (c *conversation) start(version string) {
	c.Helper()
	c.must(c.w.Start(c.ctx, version))
	c.must(c.w.Ready(c.ctx))
}

// step runs a part of a test and records what it saw.
func (c *conversation) step(name string, run func() string) {
	c.Helper()
	begin := time.Now()
	seen := "FAILED"
	defer func() { record(c.name+": "+name, seen, time.Since(begin)) }()
	seen = run()
}

func (c *conversation) must(err error) {
	c.Helper()
	if err != nil {
		c.Fatalf("%s: %v%s", c.name, err, c.programLog())
	}
}

// programLog is the end of what the program wrote in the workspace.
func (c *conversation) programLog() string {
	if c.w == nil {
		return ""
	}
	var all strings.Builder
	for _, name := range []string{"start.log", "agentapi.log"} {
		logs, _ := filepath.Glob(c.w.Path(".coder-modules/coder-persistence/*/logs/" + name)) // The pattern is good.
		for _, file := range logs {
			fmt.Fprintf(&all, "\n--- %s\n%s", file, tail(file, 40))
		}
	}
	return all.String()
}

// answered waits for the next reply, whose number says that the model was shown all
// earlier ones.
func (c *conversation) answered() {
	c.Helper()
	c.replies++
	ctx, cancel := context.WithTimeout(c.ctx, patience)
	defer cancel()
	_, err := c.chat.WaitReply(ctx, modelserver.ReplyPrefix(c.replies))
	c.must(err)
}

// say sends a message and waits for the reply to it.
func (c *conversation) say(text string) {
	c.Helper()
	c.send(text)
	c.answered()
}

func (c *conversation) send(text string) {
	c.Helper()
	ctx, cancel := context.WithTimeout(c.ctx, patience)
	defer cancel()
	text += " to " + c.w.Name
	c.must(c.chat.Send(ctx, text))
	c.said = append(c.said, text)
}

// work sends a message whose answer waits for release, and returns once the agent
// has asked the model.
func (c *conversation) work(text string) (release func()) {
	c.Helper()
	arrived, release := server.Model.Hold(text + " to " + c.w.Name)
	c.send(text)
	select {
	case <-arrived:
	case <-time.After(patience):
		c.Fatalf("%s: the agent did not ask the model%s", c.name, c.programLog())
	}
	return release
}

// saved waits until the chat on the volume has the last message: what was said since
// the last save goes with a kill.
func (c *conversation) saved() {
	c.Helper()
	last := c.said[len(c.said)-1]
	c.must(poll(c.ctx, patience, "the chat to be saved", func() error {
		states, err := filepath.Glob(c.w.Path(".coder-modules/coder-persistence/*/state/agentapi-state.json"))
		if err != nil || len(states) == 0 {
			return errors.Join(errors.New("no state file"), err)
		}
		state, err := workspace.ReadState(states[0])
		if err == nil && !state.Contains(workspace.RoleUser, last) {
			err = fmt.Errorf("%s does not contain %q", states[0], last)
		}
		return err
	}))
}

// resumed shows that the agent is in the session that it was in: the model is shown
// the task, once, and all replies; and the chat shows every message of the user.
func (c *conversation) resumed() string {
	c.Helper()
	text := fmt.Sprintf("message %d", len(c.said)+1)
	c.say(text)
	asked := server.Model.Asked(text + " to " + c.w.Name)
	if len(asked) == 0 {
		c.Fatalf("%s: the model was not asked %q", c.name, text)
	}
	if n := asked[len(asked)-1].Count(modelserver.RoleUser, c.task); n != 1 {
		c.Errorf("%s: the model is shown the task %d times, want once", c.name, n)
	}
	messages, err := c.chat.Messages(c.ctx)
	c.must(err)
	for _, said := range c.said {
		if n := count(messages, said); n != 1 {
			c.Errorf("%s: the chat shows %q %d times, want once", c.name, said, n)
		}
	}
	return fmt.Sprintf("same session, task once, %d messages back", len(c.said)-1)
}

// count returns how many messages of the user contain text.
func count(messages []workspace.Message, text string) int {
	n := 0
	for _, m := range messages {
		if m.Role == workspace.RoleUser && strings.Contains(m.Content, text) {
			n++
		}
	}
	return n
}

// goodDay checks what Coder shows after a start, or a stop, at which nothing went wrong.
func (c *conversation) goodDay(start bool) string {
	c.Helper()
	logs, err := c.w.Logs(c.ctx, c.w.Agent)
	c.must(err)
	if start {
		c.logged = 0
	}
	logs = logs[c.logged:]
	c.logged += len(logs)
	lines := 0
	for _, log := range logs {
		if strings.Contains(c.name, "agentapi") && (strings.HasPrefix(log.Output, "+") || strings.Contains(log.Output, "setlocale")) {
			continue // The module traces itself, and sets a locale that may be missing.
		}
		lines++
		if log.Level != "info" {
			c.Errorf("%s: the log has a line of level %s: %s", c.name, log.Level, log.Output)
		}
	}
	if lines > 40 {
		c.Errorf("%s: %d log lines, want at most 40:\n%s", c.name, lines, text(logs))
	}
	if !start {
		return fmt.Sprintf("stop: %d log lines", lines)
	}
	c.must(poll(c.ctx, patience, "the apps to be healthy", func() error {
		agent, err := c.w.refresh(c.ctx)
		if err != nil {
			return err
		}
		for _, app := range agent.Apps {
			if app.Health != "healthy" && app.Health != "disabled" {
				return fmt.Errorf("app %s is %s", app.Slug, app.Health)
			}
		}
		return nil
	}))
	timings, err := c.w.Timings(c.ctx)
	c.must(err)
	for _, timing := range timings {
		if timing.Status != "ok" || timing.ExitCode != 0 {
			c.Errorf("%s: script %q ended %s, exit code %d", c.name, timing.Name, timing.Status, timing.ExitCode)
		}
	}
	warnings, err := c.w.BuildWarnings(c.ctx)
	c.must(err)
	for _, warning := range warnings {
		c.Errorf("%s: the build log has %s", c.name, warning)
	}
	return fmt.Sprintf("%d log lines, app healthy, %s", lines, strings.Join(describe(timings), ", "))
}

func describe(timings []Timing) []string {
	var all []string
	for _, timing := range timings {
		all = append(all, fmt.Sprintf("%q %s in %.1f s", timing.Name, timing.Status, timing.Ended.Sub(timing.Started).Seconds()))
	}
	return all
}
