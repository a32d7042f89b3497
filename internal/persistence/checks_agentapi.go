package persistence

import (
	"fmt"
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
)

// agentAPIChecks are about AgentAPI, the time it has to save, and Tasks. An
// agent in a terminal meets none of these.
var agentAPIChecks = []Check{
	{"agentapi-version-invalid", StageValidate, Error, "agentapi_version", "Invalid AgentAPI Version",
		"`agentapi_version` is neither one release nor `\"latest\"`", InputAgentAPIVersion, checkAgentAPIVersion},
	{"agentapi-too-old", StageValidate, Error, "agentapi_version", "AgentAPI Too Old For State",
		"`agentapi_version` is below 0.12.0 with `state_persistence` on", InputAgentAPIVersion | InputStatePersistence | InputLauncher, checkAgentAPIState},
	{"agentapi-module-version-invalid", StageValidate, Error, "agentapi_module_version", "Invalid AgentAPI Module Version",
		"`agentapi_module_version` is not one version, or below 1.0.0", InputAgentAPIModuleVersion, checkAgentAPIModuleVersion},
	{"agentapi-module-too-old", StagePlan, Warning, "agentapi_module_version", "AgentAPI Module Too Old For State",
		"`agentapi_module_version` is below 2.2.0 with `state_persistence` on", InputAgentAPIModuleVersion | InputStatePersistence | InputLauncher, checkAgentAPIModuleState},
	{"grace-period-too-short", StageValidate, Error, "grace_period_seconds", "Grace Period Too Short",
		"`grace_period_seconds` is below 60 with `state_persistence` on", InputGracePeriod | InputStatePersistence | InputLauncher, checkGraceFloor},
	{"grace-period-tight", StagePlan, Warning, "grace_period_seconds", "Grace Period Below The Recommendation",
		"`grace_period_seconds` is below 300", InputGracePeriod | InputStatePersistence | InputLauncher, checkGraceRecommended},
	{"tasks-removed", StagePlan, Warning, "task_id", "Coder Without Tasks",
		"`coder_version` of the provider is 2.37 or later, and the template uses `task_id`, `module_version` or `launcher = \"agentapi\"`; it points to the first of them", InputCoderVersion | InputTaskID | InputLauncher | InputModuleVersion, checkTasksRemoved},
	{"tasks-deprecated", StagePlan, Warning, "task_id", "Tasks Are Deprecated",
		"`coder_version` of the provider is 2.34 to 2.36, and `task_id` is set", InputCoderVersion | InputTaskID, checkTasksDeprecated},
}

// usesAgentAPI reports whether the agent runs under AgentAPI.
func (f *facts) usesAgentAPI() bool {
	return f.request.ModuleVersion != "" || f.request.Launcher != LauncherTerminal
}

func checkAgentAPIVersion(f *facts) ([]any, string) {
	version := f.request.AgentAPIVersion
	if version == "" || version == "latest" {
		return nil, ""
	}
	if _, err := semver.StrictNewVersion(strings.TrimPrefix(version, "v")); err == nil {
		return nil, ""
	}
	return at("agentapi_version"), fmt.Sprintf("A release of agentapi is expected, such as \"v0.12.2\" or \"0.12.2\", or \"latest\". Given: %q.", version) + example("agentapi_version = %q", DefaultAgentAPIVersion)
}

var stateFloor = semver.MustParse(catalog.AgentAPIStateFloor)

func checkAgentAPIState(f *facts) ([]any, string) {
	version, err := semver.StrictNewVersion(strings.TrimPrefix(f.request.AgentAPIVersion, "v"))
	if err != nil || !f.request.StatePersistence || !f.usesAgentAPI() || !version.LessThan(stateFloor) {
		return nil, ""
	}
	return at("agentapi_version"), fmt.Sprintf("agentapi %s or newer is needed to keep the chat (state_persistence = true). Given: %q, which would lose the chat at each stop.", catalog.AgentAPIStateFloor, f.request.AgentAPIVersion) +
		write("agentapi_version = %q, or state_persistence = false to keep the agent's own session alone.", DefaultAgentAPIVersion)
}

// firstAgentAPIModule and newestAgentAPIModule are releases of the registry's
// agentapi module.
const (
	firstAgentAPIModule  = "1.0.0"
	newestAgentAPIModule = "2.4.0"
)

func checkAgentAPIModuleVersion(f *facts) ([]any, string) {
	given := f.request.AgentAPIModuleVersion
	if given == "" {
		return nil, ""
	}
	version, err := semver.NewVersion(given)
	if err == nil && !version.LessThan(semver.MustParse(firstAgentAPIModule)) {
		return nil, ""
	}
	return at("agentapi_module_version"), fmt.Sprintf("One version of the registry's agentapi module is expected, %s or newer, not a constraint, such as %q or %q. Given: %q.",
		firstAgentAPIModule, newestAgentAPIModule, "v"+newestAgentAPIModule, given) + example("agentapi_module_version = %q", newestAgentAPIModule)
}

func checkAgentAPIModuleState(f *facts) ([]any, string) {
	version, err := semver.NewVersion(f.request.AgentAPIModuleVersion)
	if err != nil || version.LessThan(semver.MustParse(firstAgentAPIModule)) || !version.LessThan(semver.MustParse(catalog.AgentAPIModuleStateFloor)) ||
		!f.request.StatePersistence || !f.usesAgentAPI() {
		return nil, ""
	}
	return at("agentapi_module_version"), fmt.Sprintf("The registry's agentapi module stops agentapi gracefully from version %s on. Given: %q, which ignores the state and PID paths of agentapi_module. The start script passes them itself, so the chat is kept as long as shutdown_script runs as a coder_script.",
		catalog.AgentAPIModuleStateFloor, f.request.AgentAPIModuleVersion) + write("agentapi_module_version = %q, and the same version in the module block.", newestAgentAPIModule)
}

func checkGraceFloor(f *facts) ([]any, string) {
	grace := f.request.GracePeriodSeconds
	if grace < 1 || grace >= GracePeriodFloor || !f.request.StatePersistence || !f.usesAgentAPI() {
		return nil, ""
	}
	return at("grace_period_seconds"), fmt.Sprintf("At least %d seconds are expected, in which agentapi saves the chat before the platform kills it (state_persistence = true); %d are recommended. Given: %d.", GracePeriodFloor, GracePeriodRecommended, grace) +
		write("grace_period_seconds = %d, and hand the docker or kubernetes output to the platform.", GracePeriodRecommended)
}

func checkGraceRecommended(f *facts) ([]any, string) {
	grace := f.request.GracePeriodSeconds
	if grace < 1 || grace >= GracePeriodRecommended || !f.usesAgentAPI() || grace < GracePeriodFloor && f.request.StatePersistence {
		return nil, ""
	}
	return at("grace_period_seconds"), fmt.Sprintf("%d seconds are recommended: every stop script of the workspace runs in this time, beside this one. Given: %d.", GracePeriodRecommended, grace) +
		write("grace_period_seconds = %d, and hand the docker or kubernetes output to the platform.", GracePeriodRecommended)
}

// coderVersion is the deployment's version, nil when it is not given. The
// provider block refuses what is no version.
func (f *facts) coderVersion() *semver.Version {
	version, err := catalog.ParseCoderVersion(f.request.CoderVersion)
	if err != nil || version == nil {
		return nil
	}
	core := semver.New(version.Major(), version.Minor(), version.Patch(), "", "")
	return core
}

func checkTasksRemoved(f *facts) ([]any, string) {
	version, r := f.coderVersion(), f.request
	if version == nil || version.LessThan(semver.MustParse(catalog.CoderTasksRemoved)) {
		return nil, ""
	}
	const gone = "Coder 2.37 and later have no Tasks; 2.34 is the last extended-support line with them. Given: coder_version = %q, with %s = %q"
	switch {
	case r.TaskID != "" && r.ModuleVersion == "" && r.Launcher != LauncherTerminal:
		return at("task_id"), fmt.Sprintf(gone+". No log snapshot can be posted.", r.CoderVersion, "task_id", r.TaskID) + write("task_id = null")
	case r.ModuleVersion != "":
		return at("module_version"), fmt.Sprintf(gone+", a module made for Tasks.", r.CoderVersion, "module_version", r.ModuleVersion) +
			write("launcher = \"terminal\", and leave module_version out; or leave coder_version out of the provider block.")
	case r.Launcher != LauncherTerminal:
		return at("launcher"), fmt.Sprintf(gone+". AgentAPI runs as before, with a chat page of its own that nothing in Coder opens as a task.", r.CoderVersion, "launcher", r.Launcher) +
			write("launcher = \"terminal\", which needs neither; or leave coder_version out of the provider block to keep AgentAPI.")
	}
	return nil, ""
}

func checkTasksDeprecated(f *facts) ([]any, string) {
	version := f.coderVersion()
	if version == nil || f.request.TaskID == "" || version.LessThan(semver.MustParse(catalog.CoderTasksDeprecated)) || !version.LessThan(semver.MustParse(catalog.CoderTasksRemoved)) {
		return nil, ""
	}
	return at("task_id"), fmt.Sprintf("Tasks are deprecated since Coder 2.34, the last extended-support line with them, behind a flag in 2.36 and gone from 2.37 on. Given: coder_version = %q, with a task_id.", f.request.CoderVersion) +
		"\n\nNothing has to change now. For a template that outlives Tasks, write: launcher = \"terminal\", and leave task_id out."
}
