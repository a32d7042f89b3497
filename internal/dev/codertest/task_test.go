package codertest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
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

// Task is a task of the server with its workspace.
type Task struct {
	*Workspace

	ID string
}

// TaskLog is what Coder shows of a task's chat.
type TaskLog struct {
	Entries []struct {
		Content string `json:"content"`
		Type    string `json:"type"`
	} `json:"logs"`
	Snapshot bool `json:"snapshot"`
}

type taskAnswer struct {
	ID        string `json:"id"`
	Workspace string `json:"workspace_id"`
	Status    string `json:"status"`
}

// CreateTask gives Coder a task with a preset of the template, as its Tasks page does.
func (s *Server) CreateTask(ctx context.Context, c *Client, t *Template, preset, name, prompt string) (*Task, error) {
	var presets []struct{ ID, Name string }
	if err := c.call(ctx, http.MethodGet, "/templateversions/"+t.Version+"/presets", nil, &presets); err != nil {
		return nil, err
	}
	request := object{"template_version_id": t.Version, "input": prompt, "name": name}
	for _, p := range presets {
		if p.Name == preset {
			request["template_version_preset_id"] = p.ID
		}
	}
	var made taskAnswer
	if err := c.call(ctx, http.MethodPost, "/tasks/me", request, &made); err != nil {
		return nil, err
	}
	task := &Task{Workspace: &Workspace{ID: made.Workspace, Name: name, client: c, server: s}, ID: made.ID}
	err := task.settled(ctx)
	return task, err
}

// Pause pauses the task.
func (t *Task) Pause(ctx context.Context) error { return t.transition(ctx, "pause") }

// Resume resumes the task.
func (t *Task) Resume(ctx context.Context) error { return t.transition(ctx, "resume") }

func (t *Task) transition(ctx context.Context, verb string) error {
	if err := t.client.call(ctx, http.MethodPost, "/tasks/me/"+t.ID+"/"+verb, nil, nil); err != nil {
		return err
	}
	return t.settled(ctx)
}

// settled waits for the workspace's latest build.
func (t *Task) settled(ctx context.Context) error {
	var now struct {
		Build Build `json:"latest_build"`
	}
	if err := t.client.call(ctx, http.MethodGet, "/workspaces/"+t.Workspace.ID, nil, &now); err != nil {
		return err
	}
	t.Build = now.Build
	return t.wait(ctx)
}

// WaitStatus waits for Coder to show the task in a state.
func (t *Task) WaitStatus(ctx context.Context, status string) error {
	return poll(ctx, patience, "task status "+status, func() error {
		var now taskAnswer
		if err := t.client.call(ctx, http.MethodGet, "/tasks/me/"+t.ID, nil, &now); err != nil {
			return err
		}
		if now.Status != status {
			return errors.New(now.Status)
		}
		return nil
	})
}

// Log returns the task's chat: the live one, or the snapshot of a paused task.
func (t *Task) Log(ctx context.Context) (TaskLog, error) {
	var log TaskLog
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if err := t.client.call(ctx, http.MethodGet, "/tasks/me/"+t.ID+"/logs", nil, &log); err != nil {
		return log, fmt.Errorf("log of task %s: %w", t.Name, err)
	}
	return log, nil
}
