package catalog

import (
	"fmt"
	"slices"

	"github.com/Masterminds/semver/v3"
)

// Versions that decide what a module can do, as semantic versions without a
// leading "v".
const (
	// AgentAPIStateFloor is the first agentapi that can save and load its
	// state. The signal that saves it kills an older one.
	AgentAPIStateFloor = "0.12.0"
	// AgentAPIRecommended is the agentapi the facts were measured with.
	AgentAPIRecommended = "0.12.2"
	// AgentAPIModuleStateFloor is the first release of the registry's agentapi
	// module with state persistence and a graceful stop.
	AgentAPIModuleStateFloor = "2.2.0"
	// CoderTaskDataSince is the first Coder release that fills the task data source.
	CoderTaskDataSince = "2.28.0"
	// CoderTasksDeprecated is the Coder release that deprecated Tasks, and the
	// last extended-support line that has them.
	CoderTasksDeprecated = "2.34.0"
	// CoderTasksOptIn is the Coder release that put Tasks behind a flag.
	CoderTasksOptIn = "2.36.0"
	// CoderTasksRemoved is the first Coder release without Tasks.
	CoderTasksRemoved = "2.37.0"
)

// Flag is a property of a range of module versions, for machines to read.
type Flag string

// The flags. The reason and the known bugs of a range say the same in words.
const (
	FlagRemoved          Flag = "removed"                                   // the registry no longer offers the module
	FlagNoAgentAPI       Flag = "no_agentapi"                               // AgentAPI is not used: no chat in the UI
	FlagPreAgentAPI      Flag = "pre_agentapi"                              // from before AgentAPI: runs in tmux or screen
	FlagNoTasks          Flag = "no_tasks"                                  // Tasks support was dropped
	FlagInstallsOnly     Flag = "installs_only"                             // installs the CLI and starts nothing
	FlagInlineAgentAPI   Flag = "inline_agentapi"                           // starts AgentAPI itself, without the base module
	FlagOffByDefault     Flag = "off_by_default"                            // an input turns the resume on
	FlagNoSwitch         Flag = "no_switch"                                 // no input turns the resume off
	FlagPromptResent     Flag = "prompt_resent"                             // the prompt is sent again at each start
	FlagColdFails        Flag = "cold_start_fails_when_enabled"             // with the resume on, the first start fails
	FlagTooWide          Flag = "predicate_too_wide"                        // unrelated files count as a session
	FlagPermissionsLost  Flag = "skip_permissions_lost_on_resume"           // permissions are asked for again after a resume
	FlagWorkdirName      Flag = "broken_for_workdir_with_dot_or_underscore" // a "." or "_" in the directory's path breaks the second start
	FlagNoReportContinue Flag = "no_report_cold_start_continue"             // report_tasks = false may continue on a first start
	FlagContinueFalse    Flag = "continue_false_still_resumes"              // continue = false resumes and sends the prompt again
	FlagNeedsJQ          Flag = "needs_jq_or_deletes_transcript"            // without jq the transcript is deleted
	FlagStateIneffective Flag = "state_persistence_ineffective_by_default"  // the default agentapi is too old for state
	FlagStateEffective   Flag = "state_persistence_effective"               // state persistence works with the default inputs
	FlagCaptureWindow    Flag = "capture_window_10s"                        // the session id must appear within 10 seconds
	FlagTrackingTrusted  Flag = "tracking_file_trusted"                     // a stored id is used without a look at the session
	FlagOldCLIOnly       Flag = "predicate_tied_to_old_cli"                 // finds sessions of an old CLI only
	FlagDeadPredicate    Flag = "predicate_dead_with_default_cli"           // finds no session of the CLI it installs
	FlagGlobalSession    Flag = "global_not_per_directory"                  // any directory's session counts
	FlagDeletesSessions  Flag = "deletes_session_data"                      // deletes the agent's data at start
	FlagSharedDirectory  Flag = "module_dir_collides_with_agent_dir"        // keeps its files in the CLI's own directory
)

// Confidence says how sure the level of a range is.
type Confidence string

// The degrees of confidence.
const (
	ConfidenceHigh   Confidence = "high"
	ConfidenceMedium Confidence = "medium" // a neighboring level can be defended too
)

// Range is a run of released module versions that behave alike. It reaches up
// to the first version of the next range, exclusively; the last one is open.
type Range struct {
	First string // first released version in it, without a leading "v"
	Last  string // last released version in it, "" when none was released
	Level Level
	Flags []Flag
	// State is true when these versions pass state persistence to AgentAPI
	// without being told to.
	State bool
	// AgentAPI is the newest agentapi these versions install by default, e.g.
	// "0.11.8", or "" when they use none.
	AgentAPI  string
	Reason    string   // one sentence
	KnownBugs []string // one sentence each
	// ModuleInputs are the inputs to set so that the agent, or its chat,
	// comes back. Values are as Terraform converts them: "true" for a boolean.
	ModuleInputs map[string]string
	Confidence   Confidence
	Source       string
}

// History reports whether the chat in the UI survives with the default inputs.
func (r *Range) History() bool {
	return r.State && r.AgentAPI != "" && !mustVersion(r.AgentAPI).LessThan(mustVersion(AgentAPIStateFloor))
}

// Has reports whether the range has the flag.
func (r *Range) Has(flag Flag) bool {
	return slices.Contains(r.Flags, flag)
}

// check reports releases and ranges that are no versions or not in order.
func (m *Module) check() error {
	var previous *semver.Version
	for _, text := range m.Releases {
		v, err := semver.StrictNewVersion(text)
		if err != nil {
			return fmt.Errorf("release %q: %w", text, err)
		}
		if previous != nil && !previous.LessThan(v) {
			return fmt.Errorf("release %q does not follow %s", text, previous)
		}
		previous = v
	}
	if previous != nil && m.Latest != previous.String() {
		return fmt.Errorf("the newest release is %s, not %q", previous, m.Latest)
	}
	previous = nil
	for i := range m.Ranges {
		r := &m.Ranges[i]
		if r.Last == "" && i < len(m.Ranges)-1 {
			return fmt.Errorf("only the last range may hold no release, not the one from %s", r.First)
		}
		for _, text := range []string{r.First, r.Last} {
			if text == "" {
				continue
			}
			v, err := semver.StrictNewVersion(text)
			if err != nil {
				return fmt.Errorf("range %q: %w", text, err)
			}
			if previous != nil && v.LessThan(previous) {
				return fmt.Errorf("range bound %q comes before %s", text, previous)
			}
			previous = v
		}
		if r.AgentAPI != "" {
			if _, err := semver.StrictNewVersion(r.AgentAPI); err != nil {
				return fmt.Errorf("agentapi %q of range %s: %w", r.AgentAPI, r.First, err)
			}
		}
	}
	return nil
}
