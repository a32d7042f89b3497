package workspace

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"
)

// pollInterval is the pause between two looks at the server.
const pollInterval = 50 * time.Millisecond

// The values of AgentAPI's status.
const (
	StatusRunning = "running"
	StatusStable  = "stable"
)

// The roles of AgentAPI's messages.
const (
	RoleUser  = "user"
	RoleAgent = "agent"
)

// Message is a message of the chat that AgentAPI keeps.
type Message struct {
	ID      int       `json:"id"`
	Role    string    `json:"role"`
	Content string    `json:"content"`
	Time    time.Time `json:"time"`
}

// Client talks to an AgentAPI server on loopback, and never through a proxy.
type Client struct {
	// URL is the server's address.
	URL string
	// Check, when set, ends every wait early with its error: there is no point
	// in waiting for a server that has ended.
	Check func() error

	http *http.Client
}

// NewClient returns a client of the server on the given loopback port.
func NewClient(port int) *Client { return NewClientAt(fmt.Sprintf("http://127.0.0.1:%d", port)) }

// NewClientAt returns a client of the server at a URL, never through a proxy.
func NewClientAt(url string) *Client {
	return &Client{
		URL:  url,
		http: &http.Client{Transport: &http.Transport{Proxy: nil, DisableKeepAlives: true}, Timeout: 10 * time.Second},
	}
}

// statusError is an answer other than 200.
type statusError struct {
	code int
	body string
}

func (e *statusError) Error() string { return fmt.Sprintf("HTTP %d: %s", e.code, e.body) }

func (c *Client) do(ctx context.Context, method, path string, in, out any) error {
	var body io.Reader
	if in != nil {
		text, err := json.Marshal(in)
		if err != nil {
			return err
		}
		body = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, method, c.URL+path, body)
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := c.http.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	answer, err := io.ReadAll(io.LimitReader(response.Body, 64<<20))
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return &statusError{response.StatusCode, strings.TrimSpace(string(answer))}
	}
	if err := json.Unmarshal(answer, out); err != nil {
		return fmt.Errorf("%s %s: %w", method, path, err)
	}
	return nil
}

// Status returns "running" or "stable".
func (c *Client) Status(ctx context.Context) (string, error) {
	var status struct {
		Status string `json:"status"`
	}
	err := c.do(ctx, http.MethodGet, "/status", nil, &status)
	return status.Status, err
}

// Messages returns the chat, oldest first.
func (c *Client) Messages(ctx context.Context) ([]Message, error) {
	var list struct {
		Messages []Message `json:"messages"`
	}
	err := c.do(ctx, http.MethodGet, "/messages", nil, &list)
	return list.Messages, err
}

// WaitListening waits until the server answers, whatever its status.
func (c *Client) WaitListening(ctx context.Context) error {
	return c.poll(ctx, "to listen", func() (bool, error) {
		_, err := c.Status(ctx)
		return err == nil, err
	})
}

// WaitStable waits until the agent is ready for a message.
func (c *Client) WaitStable(ctx context.Context) error {
	return c.poll(ctx, "to become stable", func() (bool, error) {
		status, err := c.Status(ctx)
		return status == StatusStable, err
	})
}

// Send sends a message as the user. While the agent is not ready AgentAPI
// refuses messages, and Send tries again until ctx ends.
func (c *Client) Send(ctx context.Context, text string) error {
	message := map[string]string{"type": RoleUser, "content": text}
	return c.poll(ctx, "to take a message", func() (bool, error) {
		var answer struct {
			OK bool `json:"ok"`
		}
		err := c.do(ctx, http.MethodPost, "/message", message, &answer)
		var refused *statusError
		if errors.As(err, &refused) && !strings.Contains(refused.body, "waiting for user input") {
			return true, err
		}
		return err == nil, err
	})
}

// WaitReply waits until the agent is ready and its last message, which is the
// last of the chat, contains text. It returns that message.
func (c *Client) WaitReply(ctx context.Context, text string) (Message, error) {
	var reply Message
	err := c.poll(ctx, fmt.Sprintf("to reply %q", text), func() (bool, error) {
		status, err := c.Status(ctx)
		if err != nil {
			return false, err
		}
		messages, err := c.Messages(ctx)
		if err != nil || len(messages) == 0 {
			return false, err
		}
		reply = messages[len(messages)-1]
		if status == StatusStable && reply.Role == RoleAgent && strings.Contains(reply.Content, text) {
			return true, nil
		}
		return false, fmt.Errorf("status %s, last message from %s:\n%s", status, reply.Role, reply.Content)
	})
	return reply, err
}

// poll tries until done, with an error that tells what was seen last.
func (c *Client) poll(ctx context.Context, what string, try func() (done bool, err error)) error {
	last := errors.New("nothing")
	for {
		done, err := try()
		if done {
			return err
		}
		if err != nil && ctx.Err() == nil {
			last = err
		}
		if c.Check != nil {
			if err := c.Check(); err != nil {
				return fmt.Errorf("waiting for the agent %s: %w", what, err)
			}
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("waiting for the agent %s: %w; last seen: %w", what, ctx.Err(), last)
		case <-time.After(pollInterval):
		}
	}
}

// State is AgentAPI's state file.
type State struct {
	Version           int            `json:"version"`
	Messages          []StateMessage `json:"messages"`
	InitialPrompt     string         `json:"initial_prompt"`
	InitialPromptSent bool           `json:"initial_prompt_sent"`
}

// StateMessage is a message in the state file, where the text has another key
// than over HTTP.
type StateMessage struct {
	ID   int       `json:"id"`
	Role string    `json:"role"`
	Text string    `json:"message"`
	Time time.Time `json:"time"`
}

// ReadState reads a state file.
func ReadState(path string) (State, error) {
	var state State
	text, err := os.ReadFile(path)
	if err != nil {
		return state, err
	}
	if err := json.Unmarshal(text, &state); err != nil {
		return state, fmt.Errorf("%s: %w", path, err)
	}
	return state, nil
}

// Contains reports whether a message of the given role contains text.
func (s State) Contains(role, text string) bool {
	for _, m := range s.Messages {
		if m.Role == role && strings.Contains(m.Text, text) {
			return true
		}
	}
	return false
}
