package persistence

import (
	"errors"
	"fmt"
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
)

// moduleChecks judge the agent's own registry module, which module_version
// says starts the agent.
var moduleChecks = []Check{
	{"module-version-invalid", StageValidate, Error, "module_version", "Invalid Module Version",
		"`module_version` is not one version", InputModuleVersion, checkModuleVersion},
	{"module-relocated", StageValidate, Error, "relocate_to", "Relocation With A Registry Module",
		"`relocate_to` stands beside `module_version`", InputRelocateTo | InputModuleVersion, checkModuleRelocation},
	{"module-does-not-resume", StagePlan, Error, "module_version", "Module Does Not Resume",
		"that version of the agent's module does not resume, and `resume` is `\"required\"`", InputAgent | InputModuleVersion | InputResume, checkModuleResumes},
	{"module-past-agentapi", StagePlan, Warning, "module_version", "Module Starts Nothing",
		"that version of the agent's module has dropped AgentAPI and starts nothing, and `resume` is `\"preferred\"`", InputAgent | InputModuleVersion | InputResume, checkModulePastAgentAPI},
	{"module-forgets", StagePlan, Warning, "module_version", "Agent Will Not Remember",
		"that version of the agent's module does not resume by itself, `resume` is `\"preferred\"` and `state_persistence` is on", InputAgent | InputModuleVersion | InputResume | InputStatePersistence, checkModuleForgets},
	{"module-loses-chat", StagePlan, Warning, "module_version", "Chat Will Start Empty",
		"that version of the agent's module resumes, but its chat starts empty, and `state_persistence` is on", InputAgent | InputModuleVersion | InputAgentAPIVersion | InputStatePersistence, checkModuleChat},
	{"module-removed", StagePlan, Warning, "module_version", "Registry Module Removed",
		"the registry no longer offers the agent's module", InputAgent | InputModuleVersion, checkModuleRemoved},
}

func checkModuleVersion(f *facts) ([]any, string) {
	given := f.request.ModuleVersion
	if given == "" {
		return nil, ""
	}
	// The provider block may name other agents; these are only for the text.
	if agent, err := f.request.catalogOrDefault().Lookup(f.request.Agent); err == nil && !f.unknown(InputAgent) {
		_, err := agent.Judge(given)
		if e := new(catalog.VersionError); errors.As(err, &e) {
			return at("module_version"), err.Error() + example("module_version = %q", e.Examples[0])
		}
		return nil, ""
	}
	if _, err := semver.NewVersion(given); err == nil {
		return nil, ""
	}
	return at("module_version"), fmt.Sprintf("One version of the agent's registry module is expected, not a constraint, such as \"4.9.2\" or \"v4.9.2\". Given: %q.", given) + example("module_version = %q", "4.9.2")
}

func checkModuleRelocation(f *facts) ([]any, string) {
	if f.request.ModuleVersion == "" || f.request.RelocateTo == "" {
		return nil, ""
	}
	return at("relocate_to"), fmt.Sprintf("relocate_to is expected without module_version: registry modules look for sessions below the home directory alone, and would start afresh each time. Given: %q, with module_version = %q.", f.request.RelocateTo, f.request.ModuleVersion) +
		"\n\nLeave one of the two out. Without module_version the start script of this provider finds the relocated sessions."
}

// given names the module version in a detail.
func (f *facts) givenModule() string {
	return fmt.Sprintf("Given: module_version = %q of %s.", f.request.ModuleVersion, f.agent.Module.Source)
}

// whyNot says why the module does not resume.
func (f *facts) whyNot() string {
	if f.fatalWorkdir() {
		return fmt.Sprintf("The second start collides with the first one's session in a directory with a dot or an underscore in its path, such as %q.", f.workdir)
	}
	return f.assessment.Reason
}

// moduleFix is what to write so that the agent comes back; accept says how to
// go on without where nothing helps.
func (f *facts) moduleFix(accept string) string {
	fix := f.assessment.Fix
	if f.fatalWorkdir() {
		fix = ""
		if f.agent.Module.Status != catalog.ModuleRemoved {
			fix = laterVersion(f.agent, f.assessment)
		}
	}
	scripted := f.agent.Session != nil && f.agent.Session.ScriptReady
	switch {
	case strings.HasPrefix(fix, "resource "), fix == "" && scripted:
		return "\n\nLeave module_version out, and the module with it: start_script of this resource resumes."
	case fix == "":
		return "\n\nNo version of this module resumes by itself. To go on without, write: " + accept
	}
	text := "\n\nWrite in the module block, and the version here as module_version:\n" + fix
	if scripted {
		text += "\n\nOr leave module_version out, and the module with it: start_script of this resource resumes."
	}
	return text
}

// laterVersion is the newest version that resumes in every directory.
func laterVersion(agent *catalog.Agent, than *catalog.Assessment) string {
	for i := len(agent.Module.Ranges) - 1; i >= 0; i-- {
		r := &agent.Module.Ranges[i]
		if r.First == than.First {
			break
		}
		if r.Level == catalog.LevelFull && !r.Has(catalog.FlagWorkdirName) && r.Last != "" {
			return fmt.Sprintf("version = %q", r.Last)
		}
	}
	return ""
}

func checkModuleResumes(f *facts) ([]any, string) {
	if f.assessment == nil || f.request.Resume != ResumeRequired || f.resumes() {
		return nil, ""
	}
	return at("module_version"), fmt.Sprintf("A module version that resumes is expected (resume = \"required\"). %s %s", f.givenModule(), f.whyNot()) + f.moduleFix(`resume = "preferred"`)
}

func (f *facts) pastAgentAPI() bool {
	return f.assessment.Has(catalog.FlagInstallsOnly) || f.assessment.Has(catalog.FlagNoTasks)
}

func checkModulePastAgentAPI(f *facts) ([]any, string) {
	if f.assessment == nil || f.request.Resume != ResumePreferred || !f.pastAgentAPI() {
		return nil, ""
	}
	return at("module_version"), fmt.Sprintf("A module version that starts the agent is expected. %s %s", f.givenModule(), f.assessment.Reason) + f.moduleFix(`resume = "never", which says so.`)
}

func checkModuleForgets(f *facts) ([]any, string) {
	if f.assessment == nil || f.request.Resume != ResumePreferred || !f.request.StatePersistence || f.pastAgentAPI() || f.resumes() {
		return nil, ""
	}
	effect := "Each start is a new conversation."
	if f.assessment.UIHistory {
		effect = "The chat in the UI comes back and shows what the agent does not remember."
	}
	return at("module_version"), fmt.Sprintf("A module version that resumes is expected with state_persistence = true. %s %s %s", f.givenModule(), f.whyNot(), effect) + f.moduleFix(`resume = "never", which says so.`)
}

func checkModuleChat(f *facts) ([]any, string) {
	a := f.assessment
	if a == nil || !f.request.StatePersistence || !f.resumes() || a.UIHistory || a.Has(catalog.FlagNoAgentAPI) {
		return nil, ""
	}
	detail := fmt.Sprintf("A chat that is kept is expected with state_persistence = true. %s %s", f.givenModule(), a.Reason)
	if a.Fix == "" {
		return at("module_version"), detail + write("state_persistence = false, to say that it need not be.")
	}
	return at("module_version"), detail + "\n\nWrite in the module block, and the same here:\n" + a.Fix
}

func checkModuleRemoved(f *facts) ([]any, string) {
	if f.request.ModuleVersion == "" || f.agent.Module.Status != catalog.ModuleRemoved {
		return nil, ""
	}
	detail := fmt.Sprintf("A module that the registry offers is expected. %s %s", f.givenModule(), f.agent.Module.Note)
	switch {
	case f.agent.Session != nil && f.agent.Session.ScriptReady:
		detail += "\n\nLeave module_version out, and the module with it: start_script of this resource starts the agent."
	case f.agent.Module.Replacement != "":
		detail += fmt.Sprintf("\n\nUse instead: %s", f.agent.Module.Replacement)
	default:
		detail += fmt.Sprintf("\n\nPin the last version in the module block: version = %q", f.agent.Module.Latest)
	}
	return at("module_version"), detail
}
