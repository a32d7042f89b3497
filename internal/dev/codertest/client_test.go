package codertest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
)

// Client calls Coder's API as one user.
type Client struct {
	URL      string
	Token    string
	Username string
}

// call sends in as JSON, unless it is nil or raw bytes, and reads the answer into
// out, unless that is nil.
func (c *Client) call(ctx context.Context, method, path string, in, out any) error {
	var body io.Reader
	contentType := "application/json"
	switch in := in.(type) {
	case nil:
	case []byte:
		body, contentType = bytes.NewReader(in), "application/x-tar"
	default:
		text, err := json.Marshal(in)
		if err != nil {
			return err
		}
		body = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, method, c.URL+"/api/v2"+path, body)
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", contentType)
	if c.Token != "" {
		request.Header.Set("Coder-Session-Token", c.Token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }() // Read to its end.
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode >= 300 {
		return fmt.Errorf("%s %s: %s: %s", method, path, response.Status, answer)
	}
	if out == nil {
		return nil
	}
	if err := json.Unmarshal(answer, out); err != nil {
		return fmt.Errorf("%s %s: %w: %s", method, path, err, answer)
	}
	return nil
}

type object = map[string]any

const password = "Correct-Horse-9-Battery"

// FirstUser makes the server's first user, its owner.
func (s *Server) FirstUser(ctx context.Context) (*Client, error) {
	c := &Client{URL: s.URL, Username: "admin"}
	err := c.call(ctx, http.MethodPost, "/users/first", object{
		"email": "admin@example.com", "username": c.Username, "name": "Admin", "password": password,
	}, nil)
	if err != nil {
		return nil, err
	}
	err = c.login(ctx)
	return c, err
}

// AddUser makes a member without special rights.
func (c *Client) AddUser(ctx context.Context, organization, name string) (*Client, error) {
	err := c.call(ctx, http.MethodPost, "/users", object{
		"email": name + "@example.com", "username": name, "name": name, "password": password,
		"login_type": "password", "user_status": "active", "organization_ids": []string{organization},
	}, nil)
	if err != nil {
		return nil, err
	}
	user := &Client{URL: c.URL, Username: name}
	err = user.login(ctx)
	return user, err
}

func (c *Client) login(ctx context.Context) error {
	var session struct {
		Token string `json:"session_token"`
	}
	err := c.call(ctx, http.MethodPost, "/users/login", object{"email": c.Username + "@example.com", "password": password}, &session)
	c.Token = session.Token
	return err
}

// Organization returns the identifier of the server's only organization.
func (c *Client) Organization(ctx context.Context) (string, error) {
	var all []struct {
		ID string `json:"id"`
	}
	if err := c.call(ctx, http.MethodGet, "/users/me/organizations", nil, &all); err != nil {
		return "", err
	}
	if len(all) != 1 {
		return "", fmt.Errorf("%d organizations, want 1", len(all))
	}
	return all[0].ID, nil
}

// Job is a provisioner's work on a template version or a build.
type Job struct {
	Status string `json:"status"`
	Error  string `json:"error"`
}

// Log is a line of a job's or an agent's log.
type Log struct {
	Output string `json:"output"`
	Level  string `json:"level"`
	// Stage is the step of a job.
	Stage string `json:"stage"`
	// LogLevel is the level in a job's log.
	LogLevel string `json:"log_level"`
}

func (l Log) String() string { return cmp.Or(l.Level, l.LogLevel) + ": " + l.Output }

// waitJob asks read for the job until it has ended. Failed jobs come with their log.
func (c *Client) waitJob(ctx context.Context, logs string, read func() (Job, error)) error {
	return poll(ctx, patience, "a job", func() error {
		job, err := read()
		switch {
		case err != nil:
			return endError{err}
		case job.Status == "succeeded":
			return nil
		case job.Status != "failed" && job.Status != "canceled":
			return errors.New(job.Status)
		}
		err = fmt.Errorf("job %s: %s", job.Status, job.Error)
		var lines []Log
		_ = c.call(ctx, http.MethodGet, logs, nil, &lines) // The job's own error is what counts.
		for _, line := range lines {
			err = fmt.Errorf("%w\n%s: %s", err, line.LogLevel, line.Output)
		}
		return endError{err}
	})
}
