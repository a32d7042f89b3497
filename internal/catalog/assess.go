package catalog

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/Masterminds/semver/v3"
)

// Versions are what a template uses; each may be empty.
type Versions struct {
	Module   string // the agent's registry module; empty for the newest release
	AgentAPI string // the agentapi program; empty for the module's default, "latest" for the newest
	Coder    string // the deployment
	// Workdir is the directory the agent works in; some module versions fail in
	// one whose path has a dot or an underscore.
	Workdir string
}

// Assessment says whether a template with the given versions brings an agent
// back when the agent's own registry module starts it.
type Assessment struct {
	Verdict
	// Resumes is true when the conversation comes back by itself and the
	// prompt is not given a second time.
	Resumes bool
	// UIHistory is true when the chat in the UI survives too, with the given
	// agentapi.
	UIHistory bool
	// Reason is the whole story in a few sentences.
	Reason string
	// Fix is what to write to mend the first thing that is missing, as lines of
	// a template; "" when nothing is missing or nothing helps.
	Fix string
	// Tasks is false when the Coder version is known to have none.
	Tasks bool
}

// Assess judges a combination of versions. The error is a *VersionError.
func (a *Agent) Assess(versions Versions) (Assessment, error) {
	verdict, err := a.Judge(versions.Module)
	if err != nil {
		return Assessment{}, err
	}
	agentAPI, err := ParseAgentAPIVersion(versions.AgentAPI)
	if err != nil {
		return Assessment{}, err
	}
	coder, err := ParseCoderVersion(versions.Coder)
	if err != nil {
		return Assessment{}, err
	}
	given := agentAPI != nil
	if !given && verdict.AgentAPI != "" {
		agentAPI = mustVersion(verdict.AgentAPI)
	}
	stateful := agentAPI != nil && atLeast(agentAPI, AgentAPIStateFloor)
	fatal := verdict.Has(FlagWorkdirName) && strings.ContainsAny(versions.Workdir, "._")
	out := Assessment{
		Verdict:   verdict,
		Resumes:   verdict.Level == LevelFull && !fatal,
		UIHistory: verdict.State && stateful,
		Tasks:     coder == nil || !atLeast(coder, CoderTasksRemoved),
	}
	reason := []string{verdict.Reason}
	switch {
	case fatal:
		reason = append(reason, fmt.Sprintf("This fails in %q, because its path has a dot or an underscore.", versions.Workdir))
	case verdict.Has(FlagWorkdirName):
		reason = append(reason, "This fails in a directory whose path has a dot or an underscore.")
	}
	reason = append(reason, historyReason(&verdict, agentAPI, given, stateful), tasksReason(coder))
	out.Reason = strings.Join(slices.DeleteFunc(reason, func(s string) bool { return s == "" }), " ")
	out.Fix = a.fix(&out)
	return out, nil
}

// historyReason says what becomes of the chat in the UI.
func historyReason(verdict *Verdict, agentAPI *semver.Version, given, stateful bool) string {
	origin := "the module's default"
	if given {
		origin = "as given"
	}
	switch {
	case verdict.Has(FlagNoAgentAPI), verdict.Has(FlagRemoved), verdict.AgentAPI == "":
		return ""
	case !verdict.State:
		return "The chat in the UI starts empty: this version does not pass state persistence to AgentAPI."
	case !stateful:
		return fmt.Sprintf("The chat in the UI starts empty: agentapi %s (%s) is older than %s, the first that keeps its state.",
			agentAPI, origin, AgentAPIStateFloor)
	}
	return fmt.Sprintf("The chat in the UI survives, with agentapi %s (%s).", agentAPI, origin)
}

// tasksReason says what the Coder version means for Tasks.
func tasksReason(coder *semver.Version) string {
	switch {
	case coder == nil:
		return ""
	case atLeast(coder, CoderTasksRemoved):
		return "Coder 2.37 and later have no Tasks (2.34 is the last extended-support line with them). " +
			"What still works: the start script, AgentAPI with its own chat page, and launcher = \"terminal\", which needs neither."
	case atLeast(coder, CoderTasksOptIn):
		return "Coder 2.36 has Tasks only behind a flag, and 2.37 has none; 2.34 is the last extended-support line with them."
	case atLeast(coder, CoderTasksDeprecated):
		return "Tasks are deprecated since Coder 2.34, the last extended-support line with them, and gone from 2.37 on."
	case !atLeast(coder, CoderTaskDataSince):
		return "Coder before 2.28 does not fill the coder_task data source, so a task's prompt does not arrive."
	}
	return ""
}

// fix returns the lines that mend the first thing that is missing.
func (a *Agent) fix(s *Assessment) string {
	switch {
	case !s.Resumes:
		return a.fixResume(s)
	case !s.UIHistory && s.State:
		return inputLines(map[string]string{"agentapi_version": withV(AgentAPIRecommended)})
	case !s.UIHistory:
		if later := a.laterRange(s, func(r *Range) bool { return r.Level == LevelFull && r.State }); later != nil {
			return upgradeLines(later)
		}
	}
	return ""
}

// fixResume returns the lines that make the agent resume: a later module
// version, this provider's own start script, or inputs of this version.
func (a *Agent) fixResume(s *Assessment) string {
	scripted := a.Session != nil && a.Session.ScriptReady
	later := a.laterRange(s, func(r *Range) bool { return r.Level == LevelFull })
	switch {
	case scripted && (later == nil || !s.Tasks):
		return a.resourceLines(s.Tasks)
	case later != nil:
		return upgradeLines(later)
	case s.Has(FlagRemoved):
		return `version = ` + strconv.Quote(a.Module.Latest)
	}
	return inputLines(s.ModuleInputs)
}

// laterRange returns the last released range after the judged one that
// satisfies ok, or nil.
func (a *Agent) laterRange(s *Assessment, ok func(*Range) bool) *Range {
	ranges := a.Module.Ranges
	for i := len(ranges) - 1; i >= 0 && ranges[i].First != s.First; i-- {
		if ranges[i].Last != "" && ok(&ranges[i]) {
			return &ranges[i]
		}
	}
	return nil
}

// upgradeLines pins the last version of a range, with the inputs it needs.
func upgradeLines(r *Range) string {
	lines := "version = " + strconv.Quote(r.Last)
	if inputs := inputLines(r.ModuleInputs); inputs != "" {
		lines += "\n" + inputs
	}
	return lines
}

// inputLines writes module inputs as a template has them, sorted by name.
func inputLines(inputs map[string]string) string {
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(inputs)) {
		value := inputs[name]
		if value != "true" && value != "false" {
			value = strconv.Quote(value)
		}
		lines = append(lines, name+" = "+value)
	}
	return strings.Join(lines, "\n")
}

// resourceLines writes the resource that starts the agent instead of its module.
func (a *Agent) resourceLines(tasks bool) string {
	lines := []string{
		fmt.Sprintf("resource \"coder_agent_persistence\" %q {", strings.ReplaceAll(a.Slug, "-", "_")),
		"  provider = persistence",
		fmt.Sprintf("  agent    = %q", a.Slug),
	}
	if !tasks {
		lines = append(lines, `  launcher = "terminal"`)
	}
	return strings.Join(append(lines, "}"), "\n")
}

// ParseAgentAPIVersion reads an agentapi version; "" gives nil, and "latest",
// which the registry's agentapi module accepts, counts as the recommended one.
// The error is a *VersionError.
func ParseAgentAPIVersion(given string) (*semver.Version, error) {
	switch given {
	case "":
		return nil, nil
	case "latest":
		return mustVersion(AgentAPIRecommended), nil
	}
	return parseVersion("agentapi", given, [2]string{withV(AgentAPIRecommended), AgentAPIRecommended})
}

// ParseCoderVersion reads the version of a Coder deployment; "" gives nil. The
// error is a *VersionError.
func ParseCoderVersion(given string) (*semver.Version, error) {
	if given == "" {
		return nil, nil
	}
	return parseVersion("Coder", given, [2]string{"2.34.0", "v2.36.1"})
}
