// Package script writes the scripts that start, resume and stop an agent inside
// a workspace. What runs there is one program in plain bash, program/*.sh; what
// differs between agents and templates are its settings. The package imports
// nothing of Terraform.
package script

import (
	"fmt"
	"strings"

	"github.com/google/uuid"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
)

// MaxBytes is the longest start script that can run in every way. Linux limits an
// argument to 128 KiB; a coder_script is one, and so is the script of the
// registry's agentapi module, which holds this one in base64 beside 17 KiB of its
// own (release 2.4.0).
const MaxBytes = 80 * 1024

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

	Launcher Launcher // "" means LauncherAgentAPI
	Name     string
	Home     string
	Workdir  string
	DataDir  string
	Prompt   string
	Args     []string
	Command  string // path of the CLI, "" to look for it on PATH
	Port     int64

	AgentAPIVersion   string // e.g. "v0.12.2"; installed, and named in messages
	StatePersistence  bool
	Resume            bool   // false starts a new session each time
	OnLostSession     string // fresh, resend_prompt or fail
	SaveInterval      int64  // seconds between saves, 0 for none
	ShutdownBudget    int64  // seconds the shutdown script may take
	SnapshotForTaskID string // id of the Coder task to post a log snapshot for, "" for none
	RetentionDays     int64  // days after which Cleanup deletes a session

	// Directories are environment variables that move the agent's data, such as
	// CLAUDE_CONFIG_DIR, by name; each value is an absolute path. The start
	// script exports them before anything else and creates the directories.
	Directories map[string]string

	Install        *Install // nil installs nothing
	AcceptFirstRun bool     // answers the agent's first questions for the user
}

// Start returns the start script: the settings, the packed program and the
// lines that install both and run them.
func Start(o Options) (string, error) {
	settings, err := settings(o)
	if err != nil {
		return "", fmt.Errorf("write the start script of %s: %w", o.Agent.DisplayName, err)
	}
	return settings + pack(o) + uncommented("stubs/bootstrap.sh"), nil
}

// Shutdown returns the script that saves the chat and stops the agent.
func Shutdown(o Options) (string, error) {
	return stub(o, "Saves the chat of %s and stops it before the workspace stops.", "stop")
}

// Cleanup returns the script that reports old sessions, and deletes them when
// it is called with --apply.
func Cleanup(o Options) (string, error) {
	return stub(o, "Deletes old sessions of %s when called with --apply; else only reports them.", "cleanup")
}

// stub returns a script that calls the program that the running start installed.
func stub(o Options, about string, action ...string) (string, error) {
	w := &writer{}
	w.line("#!/usr/bin/env bash")
	w.line("# " + fmt.Sprintf(about, comment(o.Agent.DisplayName)))
	w.set("name", o.Name)
	w.set("program", o.DataDir+"/bin/"+CommandName(o.Name))
	w.list("action", action)
	return w.text.String() + uncommented("stubs/stub.sh"), w.err
}

// CommandName is the command by which people ask for the agent of the given
// name in a workspace.
func CommandName(name string) string { return "coder-agent-" + name }

// namespace makes the UUIDs of this provider its own. It never changes: the
// identifiers of running sessions follow from it.
var namespace = uuid.NewSHA1(uuid.NameSpaceURL, []byte("https://github.com/coder-persistence/terraform-provider-coder-persistence"))

// SessionID returns the identifier of an agent's first session, or "" when the
// agent chooses it. It depends on agent, name, home and workdir alone, so that
// equal input gives an equal plan, and two agents in one workspace never share
// a session.
func SessionID(agent *catalog.Agent, name, home, workdir string) string {
	switch agent.Session.ID {
	case catalog.IDUUID:
		return uuid.NewSHA1(namespace, []byte(strings.Join([]string{agent.Slug, name, home, workdir}, "\x00"))).String()
	case catalog.IDName:
		return "coder-" + name
	default:
		return ""
	}
}
