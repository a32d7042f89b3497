// Package script renders the shell scripts that start, resume and stop an
// agent inside a workspace. The scripts are templates; every value that comes
// from a user passes through quote, so that no input can become code. The
// package imports nothing of Terraform.
package script

import (
	"bytes"
	"embed"
	"fmt"
	"sync"
	"text/template"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/session"
)

//go:embed templates/*.sh.tmpl
var templateFiles embed.FS

// templates is parsed once, when the first script is rendered: engines start
// the provider more often than they plan with it. Rendering never changes it.
var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").ParseFS(templateFiles, "templates/*.sh.tmpl"))
})

// buffers are empty, and large enough for a script.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// MaxBytes is the longest script that can run as a plain coder_script: the
// Coder agent hands it to bash as one argument, and Linux limits an argument
// to 128 KiB including its final NUL.
const MaxBytes = 128*1024 - 1

// Launcher says what the start script runs the agent in.
type Launcher string

// The launchers.
const (
	LauncherAgentAPI Launcher = "agentapi" // under agentapi, which serves the chat
	LauncherTerminal Launcher = "terminal" // in the terminal it is started from
)

// Options is what the scripts of one agent depend on. All paths are absolute.
type Options struct {
	Agent *catalog.Agent
	Plan  *session.Plan

	Launcher Launcher // "" means LauncherAgentAPI
	Name     string
	Home     string
	Workdir  string
	DataDir  string
	Prompt   string
	Args     []string
	Command  string // path of the CLI, "" to look for it on PATH
	Port     int64

	AgentAPIVersion   string // e.g. "v0.12.2"; named in messages only
	StatePersistence  bool
	Resume            string // required, preferred or never
	OnResumeFailure   string // fresh, resend_prompt or fail
	SaveInterval      int64  // seconds between saves, 0 for none
	ShutdownBudget    int64  // seconds the shutdown script may take
	SnapshotForTaskID string // id of the Coder task to post a log snapshot for, "" for none
	RetentionDays     int64  // days after which Cleanup deletes a session

	// Directories are environment variables that move the agent's data, such as
	// CLAUDE_CONFIG_DIR, by name; each value is an absolute path. The start
	// script exports them before anything else and creates the directories.
	Directories map[string]string
}

// Start renders the start script.
func Start(o Options) (string, error) { return render("start", o) }

// Shutdown renders the shutdown script.
func Shutdown(o Options) (string, error) { return render("shutdown", o) }

// Cleanup renders the script that deletes old sessions.
func Cleanup(o Options) (string, error) { return render("cleanup", o) }

// CommandName is the command by which people start the agent of the given name
// in a terminal.
func CommandName(name string) string { return "coder-agent-" + name }

func render(name string, o Options) (string, error) {
	v, err := newView(o)
	if err != nil {
		return "", err
	}
	out, ok := buffers.Get().(*bytes.Buffer)
	if !ok {
		out = new(bytes.Buffer) // not reached
	}
	defer func() {
		out.Reset()
		buffers.Put(out)
	}()
	if err := templates().ExecuteTemplate(out, name, v); err != nil {
		return "", fmt.Errorf("render the %s script of %s: %w", name, o.Agent.DisplayName, err)
	}
	return out.String(), nil
}
