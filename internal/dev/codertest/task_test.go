package codertest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTasks creates, pauses and resumes Coder tasks.
func TestTasks(t *testing.T) {
	t.Parallel()
	for launch, agent := range map[string]string{"module": "goose", "agentapi": "claude-code"} {
		t.Run(launch+"/"+agent, func(t *testing.T) {
			t.Parallel()
			name := "task-" + launch + "-" + agent
			c := &conversation{T: t, ctx: t.Context(), name: "task, " + launch + ", " + agent, task: "Task of " + name}
			var task *Task
			c.step("create", func() string {
				var err error
				c.template, err = templates[launch]()
				c.must(err)
				task, err = server.CreateTask(c.ctx, admin, c.template, agent, name, c.task)
				c.must(err)
				c.w = task.Workspace
				c.must(c.w.Ready(c.ctx))
				c.chat, err = c.w.Chat(3284)
				c.must(err)
				c.answered()
				c.must(task.WaitStatus(c.ctx, "active"))
				return "active, task answered"
			})
			c.step("pause", func() string {
				c.say("first question")
				c.must(task.Pause(c.ctx))
				c.must(task.WaitStatus(c.ctx, "paused"))
				return c.snapshot(task)
			})
			c.step("resume", func() string {
				c.must(task.Resume(c.ctx))
				c.must(c.w.Ready(c.ctx))
				seen := c.resumed()
				c.must(task.WaitStatus(c.ctx, "active"))
				return seen
			})
			c.step("resume to a login screen, pause", func() string {
				c.must(task.Pause(c.ctx))
				c.loginScreen(agent)
				c.must(task.Resume(c.ctx))
				_ = c.w.Ready(c.ctx) // An agent that wants a login may count as one that did not start.
				c.must(task.Pause(c.ctx))
				c.must(task.WaitStatus(c.ctx, "paused"))
				return c.snapshot(task)
			})
		})
	}
}

// snapshot checks that the log of a paused task is the whole chat.
func (c *conversation) snapshot(task *Task) string {
	c.Helper()
	log, err := task.Log(c.ctx)
	c.must(err)
	if !log.Snapshot {
		c.Errorf("%s: the paused task has no log snapshot", c.name)
	}
	var all strings.Builder
	for _, entry := range log.Entries {
		all.WriteString(entry.Content + "\n")
	}
	for _, said := range c.said {
		if !strings.Contains(all.String(), said) {
			c.Errorf("%s: the log snapshot lacks %q:\n%s%s", c.name, said, all.String(), c.programLog())
		}
	}
	return "snapshot with the whole chat"
}

// loginScreen lets the agent's program of this workspace ask for a login from its
// next start on.
func (c *conversation) loginScreen(agent string) {
	c.Helper()
	program := map[string]string{"goose": "goose", "claude-code": "claude"}[agent]
	path, err := filepath.EvalSymlinks(filepath.Join(server.workspaces(), "image", program))
	c.must(err)
	image := filepath.Join(c.w.Dir(), "image")
	c.must(os.MkdirAll(image, 0o750))
	c.must(os.Symlink(path, filepath.Join(image, program+".real")))
	const script = `#!/bin/bash
case " $* " in *" list "* | *" --version "* | *" export "*) exec "$0.real" "$@" ;; esac
echo "Please log in. Press Enter to open a browser."
while read -r _; do :; done
`
	c.must(os.WriteFile(filepath.Join(image, program), []byte(script), 0o755))
}
