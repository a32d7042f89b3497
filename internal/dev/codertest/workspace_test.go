package codertest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/toolchain"
	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/workspace"
)

// patience is how long to wait for anything that should take seconds: nothing may
// fail because the machine is busy.
const patience = 3 * time.Minute

// Workspace is a workspace of the server.
type Workspace struct {
	ID   string
	Name string
	// Build is the last build that this process started.
	Build Build
	// Agent is the agent of the last start that became ready.
	Agent Agent

	client *Client
	server *Server
}

// Build is a build of a workspace.
type Build struct {
	ID         string     `json:"id"`
	Transition string     `json:"transition"`
	Status     string     `json:"status"`
	Job        Job        `json:"job"`
	Resources  []Resource `json:"resources"`
}

// Resource is a row of a workspace.
type Resource struct {
	Type     string  `json:"type"`
	Name     string  `json:"name"`
	Agents   []Agent `json:"agents"`
	Metadata []struct {
		Key   string `json:"key"`
		Value string `json:"value"`
	} `json:"metadata"`
}

// Agent is the workspace agent, which runs the scripts.
type Agent struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Status    string `json:"status"`
	Lifecycle string `json:"lifecycle_state"`
	Apps      []App  `json:"apps"`
}

// App is an app of an agent.
type App struct {
	Slug   string `json:"slug"`
	Health string `json:"health"`
}

// Create makes a workspace and waits for its first start, without its scripts.
func (s *Server) Create(ctx context.Context, c *Client, t *Template, name string, parameters map[string]string) (*Workspace, error) {
	var made struct {
		ID    string `json:"id"`
		Build Build  `json:"latest_build"`
	}
	err := c.call(ctx, http.MethodPost, "/users/me/workspaces",
		object{"template_id": t.ID, "name": name, "rich_parameter_values": values(parameters)}, &made)
	if err != nil {
		return nil, err
	}
	w := &Workspace{ID: made.ID, Name: name, Build: made.Build, client: c, server: s}
	err = w.wait(ctx)
	return w, err
}

func values(parameters map[string]string) []object {
	list := []object{}
	for name, value := range parameters {
		list = append(list, object{"name": name, "value": value})
	}
	return list
}

// Start starts the workspace with a version of its template. A workspace that runs
// is stopped by the same build.
func (w *Workspace) Start(ctx context.Context, version string) error {
	return w.build(ctx, object{"transition": "start", "template_version_id": version})
}

// Stop stops the workspace.
func (w *Workspace) Stop(ctx context.Context) error {
	return w.build(ctx, object{"transition": "stop"})
}

func (w *Workspace) build(ctx context.Context, request object) error {
	w.Build = Build{}
	if err := w.client.call(ctx, http.MethodPost, "/workspaces/"+w.ID+"/builds", request, &w.Build); err != nil {
		return err
	}
	return w.wait(ctx)
}

// wait waits for the current build.
func (w *Workspace) wait(ctx context.Context) error {
	url := "/workspacebuilds/" + w.Build.ID
	err := w.client.waitJob(ctx, url+"/logs", func() (Job, error) {
		w.Build = Build{}
		err := w.client.call(ctx, http.MethodGet, url, nil, &w.Build)
		return w.Build.Job, err
	})
	if err != nil {
		return fmt.Errorf("%s of workspace %s: %w\n%s", w.Build.Transition, w.Name, err, tail(filepath.Join(w.Dir(), "log"), 20))
	}
	return nil
}

// refresh returns the agent of the current build.
func (w *Workspace) refresh(ctx context.Context) (Agent, error) {
	if err := w.client.call(ctx, http.MethodGet, "/workspacebuilds/"+w.Build.ID, nil, &w.Build); err != nil {
		return Agent{}, err
	}
	for _, resource := range w.Build.Resources {
		for _, agent := range resource.Agents {
			return agent, nil
		}
	}
	return Agent{}, errors.New("no agent")
}

// Ready waits until the start scripts have ended. An end with an error, or too
// late, is an error here too.
func (w *Workspace) Ready(ctx context.Context) error {
	err := poll(ctx, patience, "the start scripts", func() (err error) {
		w.Agent, err = w.refresh(ctx)
		if err != nil {
			return err
		}
		switch w.Agent.Lifecycle {
		case "ready":
			return nil
		case "start_error", "start_timeout":
			return endError{errors.New(w.Agent.Lifecycle)}
		}
		return fmt.Errorf("the agent is %s, %s", w.Agent.Status, w.Agent.Lifecycle)
	})
	if err == nil {
		return nil
	}
	logs, _ := w.Logs(context.WithoutCancel(ctx), w.Agent) // They may explain it.
	return fmt.Errorf("workspace %s: %w\n%s\n%s", w.Name, err, text(logs), tail(filepath.Join(w.Dir(), "log"), 20))
}

// Logs returns what the scripts of an agent wrote, at its start and at its stop. It
// asks the database, because the API no longer knows an agent that is being stopped.
func (w *Workspace) Logs(ctx context.Context, agent Agent) ([]Log, error) {
	var logs []Log
	err := query(ctx, agent, &logs, "json_build_object('output', output, 'level', level) ORDER BY id", "workspace_agent_logs WHERE agent_id")
	return logs, err
}

// query asks the database for an agent's rows of a table.
func query(ctx context.Context, agent Agent, rows any, object, where string) error {
	psql := exec.CommandContext(ctx, "psql", "--host=127.0.0.1", "--username=coder", "--tuples-only", "--no-align", "--command",
		fmt.Sprintf("SELECT coalesce(json_agg(%s), '[]') FROM %s = '%s'", object, where, agent.ID), "postgres")
	output, err := psql.Output()
	if err != nil {
		return fmt.Errorf("psql: %w", err)
	}
	return json.Unmarshal(output, rows)
}

func text(logs []Log) string {
	var lines []string
	for _, log := range logs {
		lines = append(lines, log.Level+": "+log.Output)
	}
	return strings.Join(lines, "\n")
}

// Dir is where the workspace is on this machine.
func (w *Workspace) Dir() string { return filepath.Join(w.server.workspaces(), w.ID) }

// Path returns the place on this machine of a file in the workspace's home.
func (w *Workspace) Path(name string) string { return filepath.Join(w.Dir(), "home", name) }

// SetGrace sets the seconds that a stop leaves the workspace before SIGKILL.
func (w *Workspace) SetGrace(seconds int) error {
	return os.WriteFile(filepath.Join(w.Dir(), "grace"), []byte(strconv.Itoa(seconds)), 0o600)
}

// Kill kills everything in the workspace and waits until it is gone.
func (w *Workspace) Kill(ctx context.Context) error { return w.server.kill(ctx, w.ID) }

// Chat returns a client of agentapi on the port in the workspace.
func (w *Workspace) Chat(port int) (*workspace.Client, error) {
	number, err := os.ReadFile(filepath.Join(w.Dir(), "number"))
	if err != nil {
		return nil, err
	}
	return workspace.NewClientAt(fmt.Sprintf("http://198.51.100.%s:%d", strings.TrimSpace(string(number)), port)), nil
}

// Timing is how a script of the agent went.
type Timing struct {
	Name     string    `json:"display_name"`
	Status   string    `json:"status"`
	ExitCode int       `json:"exit_code"`
	Started  time.Time `json:"started_at"`
	Ended    time.Time `json:"ended_at"`
}

// Timings returns how the scripts of the current build went.
func (w *Workspace) Timings(ctx context.Context) ([]Timing, error) {
	var timings struct {
		Scripts []Timing `json:"agent_script_timings"`
	}
	err := w.client.call(ctx, http.MethodGet, "/workspaces/"+w.ID+"/timings", nil, &timings)
	return timings.Scripts, err
}

// BuildWarnings returns the warnings and errors in the log of the current build,
// without those that Coder prints about its own way to run the engine.
func (w *Workspace) BuildWarnings(ctx context.Context) ([]string, error) {
	var logs []Log
	if err := w.client.call(ctx, http.MethodGet, "/workspacebuilds/"+w.Build.ID+"/logs", nil, &logs); err != nil {
		return nil, err
	}
	var warnings []string
	for _, log := range logs {
		ofCoder := strings.HasPrefix(log.Output, "terraform environment variable") || strings.HasPrefix(log.Stage, "Initializing")
		if (log.LogLevel == "warn" || log.LogLevel == "error") && !ofCoder {
			warnings = append(warnings, log.Stage+": "+log.String())
		}
	}
	return warnings, nil
}

// Metadata returns the values that the agent shows, by key, once each has one.
func (w *Workspace) Metadata(ctx context.Context) (map[string]string, error) {
	values := map[string]string{}
	return values, poll(ctx, patience, "metadata values", func() error {
		var items []struct{ Key, Value, Error string }
		err := query(ctx, w.Agent, &items, "json_build_object('key', key, 'value', value, 'error', error)", "workspace_agent_metadata WHERE workspace_agent_id")
		if err == nil && len(items) == 0 {
			err = errors.New("no metadata")
		}
		for _, item := range items {
			if item.Error != "" || item.Value == "" {
				err = fmt.Errorf("%s: %s", item.Key, cmp.Or(item.Error, "no value"))
			}
			values[item.Key] = strings.TrimSpace(item.Value)
		}
		return err
	})
}

// Command runs Coder's command line as the given user.
func (s *Server) Command(ctx context.Context, c *Client, stdin []byte, args ...string) (string, error) {
	coder, err := toolchain.Path("coder")
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, 2*patience) // Two builds at most; a question would wait for ever.
	defer cancel()
	cmd := exec.CommandContext(ctx, coder, args...)
	cmd.Env = append(slices.Clone(s.env), "CODER_SESSION_TOKEN="+c.Token)
	cmd.Stdin = bytes.NewReader(stdin)
	output, err := cmd.CombinedOutput()
	if err != nil {
		return string(output), fmt.Errorf("coder %s: %w\n%s", strings.Join(args, " "), err, output)
	}
	return string(output), nil
}
