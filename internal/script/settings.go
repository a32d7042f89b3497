package script

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
)

// longPrompt is the length in bytes from which on a prompt is packed.
const longPrompt = 30_000

// settings returns the assignments that the program reads, without what is
// empty, false or 0: program/settings.sh describes each and has the defaults.
// Every value is quoted; placeholders such as {session} are replaced by the program.
func settings(o Options) (string, error) {
	agent, s := o.Agent, o.Agent.Session
	if s == nil {
		return "", fmt.Errorf("the catalog does not describe how %s is started", agent.DisplayName)
	}
	w := &writer{}
	w.line("#!/usr/bin/env bash")
	w.line("# Starts " + comment(agent.DisplayName) + ", or resumes the session it had before the workspace stopped.")
	w.line("# Written by coder-persistence/persistence: change the template, not this file. To read the program: " +
		comment(CommandName(o.Name)) + " source")

	w.set("name", o.Name)
	w.set("title", agent.DisplayName)
	w.set("home", o.Home)
	w.set("workdir", o.Workdir)
	w.set("data_dir", o.DataDir)
	if len(o.Prompt) > longPrompt {
		w.set("packed_prompt", compress(o.Prompt))
	} else {
		w.set("prompt", o.Prompt)
	}
	w.list("args", o.Args)
	w.set("launcher", string(cmp.Or(o.Launcher, LauncherAgentAPI)))
	w.number("port", o.Port)
	w.flag("save_chat", o.StatePersistence && o.Launcher != LauncherTerminal)
	w.number("save_interval", o.SaveInterval)
	w.flag("resume", o.Resume)
	w.set("on_lost_session", o.OnLostSession)
	w.number("stop_budget", o.ShutdownBudget)
	w.set("task_id", o.SnapshotForTaskID)
	w.number("retention_days", o.RetentionDays)
	for _, name := range slices.Sorted(maps.Keys(o.Directories)) {
		w.line("export " + name + "=" + w.quote(o.Directories[name]))
	}
	w.list("own_directories", slices.Sorted(maps.Values(o.Directories)))

	w.end()
	names := s.Binaries
	if o.Command != "" {
		names = []string{o.Command}
	}
	w.list("agent_names", names)
	w.set("agent_package", s.Package)
	w.set("agentapi_type", agent.AgentAPIType)
	w.set("agentapi_recommended", catalog.AgentAPIRecommended)
	w.set("stop_signal", stopSignal(s))
	w.list("cold", s.Cold)
	w.list("cold_prompt", s.ColdPrompt)
	w.list("warm", s.Warm)
	w.list("warm_prompt", s.WarmPrompt)
	w.set("id_kind", string(s.ID))
	w.set("first_session_id", SessionID(agent, o.Name, o.Home, o.Workdir))
	w.set("id_pattern", s.IDPattern)
	w.list("new_id", s.NewID)
	w.store(s)
	w.follow(s)
	if o.RetentionDays > 0 {
		w.cleanup(agent.Cleanup)
	}
	w.set("old_directory", agent.Module.Directory)
	w.set("old_session_id", agent.Module.FixedSessionID)
	w.set("old_session_file", agent.Module.SessionFile)
	w.list("session_paths", sessionPaths(agent, o.Home))
	w.install(o)
	return w.text.String(), w.err
}

// stopSignal is what the agent ends on, having written its session.
func stopSignal(s *catalog.Session) string {
	if s.IgnoresInterrupt {
		return "TERM"
	}
	return "INT"
}

// sessionPaths are where the agent's sessions lie, for the disk they take.
func sessionPaths(agent *catalog.Agent, home string) []string {
	var paths []string
	for _, p := range agent.ExpandPaths(home, catalog.PlaceholderWorkdir) {
		if p.Role == catalog.RoleSession {
			paths = append(paths, path.Clean(p.Absolute))
		}
	}
	return paths
}

// store writes how a session is looked for, and how the store shows that
// somebody has spoken in it.
func (w *writer) store(s *catalog.Session) {
	d := s.Detect
	w.set("store_kind", string(d.Kind))
	w.root("store_root", d.Root)
	w.set("store_glob", glob(d.Glob))
	w.set("store_contains", d.Contains)
	w.set("store_record", d.RecordStart)
	w.set("store_blank", d.Unprompted)
	w.list("store_command", d.Command)
	w.set("user_turn", s.UserTurn.Pattern)
	w.list("user_turn_command", s.UserTurn.Command)
	// A session nobody has spoken in resumes where the agent says so itself, or
	// where it was made before the start.
	w.flag("blank_resumes", d.Unprompted != "" || d.Kind == catalog.DetectStored)
}

// follow writes how the program learns which session the running agent is in,
// and which sessions there are.
func (w *writer) follow(s *catalog.Session) {
	f, c := followed(s), s.Capture
	all := catalog.Capture{Root: f.Root, IDLength: f.IDLength, Command: f.Command, RecordStart: f.RecordStart, Contains: f.Contains}
	if len(f.Globs) > 0 {
		all.Glob = f.Globs[0]
	}
	if c != nil {
		all = *c
	}
	w.set("follow_kind", string(f.Kind))
	w.root("follow_root", f.Root)
	w.list("follow_globs", globs(f.Globs))
	w.set("follow_field", f.IDField)
	w.set("follow_message", f.Message)
	w.list("follow_command", f.Export)
	if followsNew(s) {
		w.flag("follows_new", true)
		w.root("sessions_root", all.Root)
		w.set("sessions_glob", glob(all.Glob))
		w.list("sessions_first_line", all.FirstLine)
		w.list("sessions_contains", all.Contains)
		w.set("sessions_field", f.IDField)
		w.list("sessions_command", all.Command)
		w.set("sessions_record", all.RecordStart)
	}
	w.number("sessions_id_length", int64(max(all.IDLength, f.IDLength)))
	if s.Locks != nil {
		w.root("lock_root", s.Locks.Root)
		w.set("lock_glob", glob(s.Locks.Glob))
	}
}

// followed is how the session of the running agent is known.
func followed(s *catalog.Session) catalog.Follow {
	switch {
	case s.Follow != nil:
		return *s.Follow
	case s.Capture != nil:
		return catalog.Follow{Kind: catalog.FollowContent}
	default:
		return catalog.Follow{Kind: catalog.FollowNone}
	}
}

// followsNew says that a session is looked for among those that are new.
func followsNew(s *catalog.Session) bool {
	kind := followed(s).Kind
	return s.Capture != nil || kind == catalog.FollowContent || kind == catalog.FollowCommand
}

func (w *writer) cleanup(c *catalog.Cleanup) {
	if c == nil {
		c = &catalog.Cleanup{ByHand: "Nothing is known of where this agent keeps its sessions."}
	}
	w.root("cleanup_root", c.Root)
	w.set("cleanup_glob", glob(c.Glob))
	var beside []string
	for _, b := range c.Beside {
		beside = append(beside, strings.TrimPrefix(b, catalog.PlaceholderStem))
	}
	w.list("cleanup_beside", beside)
	w.number("cleanup_id_prefix", int64(c.IDPrefix))
	w.set("cleanup_by_hand", c.ByHand)
}

// root writes a directory that an environment variable can move.
func (w *writer) root(name string, r catalog.Root) {
	value := `"$home"/` + w.quote(r.Home)
	switch {
	case r.Workdir:
		value = w.quote(catalog.PlaceholderWorkdir)
	case r.Repository:
		value = w.quote(catalog.PlaceholderRepository)
	case r.Env == "" && r.Home == "":
		return
	case r.Env != "" && r.EnvPath == "":
		value = "${" + r.Env + ":-" + value + "}"
	case r.Env != "":
		value = "${" + r.Env + ":-" + value + "}${" + r.Env + ":+/" + w.quote(r.EnvPath) + "}"
	}
	w.put(name + "=" + value)
}

// glob makes a pattern in which only * is special.
func glob(pattern string) string {
	return strings.NewReplacer(`\`, `\\`, `?`, `\?`, `[`, `\[`).Replace(pattern)
}

func globs(patterns []string) []string {
	all := make([]string, len(patterns))
	for i, pattern := range patterns {
		all[i] = glob(pattern)
	}
	return all
}
