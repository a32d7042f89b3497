package codertest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

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
