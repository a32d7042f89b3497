package persistence

import (
	"fmt"

	"github.com/Masterminds/semver/v3"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
)

// checkAgentAPI reports an agentapi, or a grace period, with which the chat
// cannot be kept.
func checkAgentAPI(r *Request) []Finding {
	if !r.agentAPI() || !r.StatePersistence || !r.known("launcher", "agentapi.state_persistence") {
		return nil
	}
	var findings []Finding
	version, err := semver.NewVersion(r.AgentAPIVersion)
	if err == nil && r.known("agentapi.version") && version.LessThan(semver.MustParse(catalog.AgentAPIStateFloor)) {
		findings = append(findings, Finding{Error, at("agentapi", "version"), "AgentAPI Too Old For State", fmt.Sprintf(
			"agentapi before %s cannot save its chat, so every stop would lose it, got: %q. To use it anyway, set state_persistence = false: the "+
				"agent's own session is kept without it.",
			catalog.AgentAPIStateFloor, r.AgentAPIVersion) + Write("version", Quote(DefaultAgentAPIVersion))})
	}
	if r.known("grace_period_seconds") && r.GracePeriodSeconds >= 1 && r.GracePeriodSeconds < GracePeriodFloor {
		findings = append(findings, Finding{Error, at("grace_period_seconds"), "Grace Period Too Short", fmt.Sprintf(
			"grace_period_seconds must be at least %d, so that agentapi can save the chat before the platform kills it, got: %d. %d is recommended. "+
				"Pass the docker or kubernetes output on to the platform.",
			GracePeriodFloor, r.GracePeriodSeconds, GracePeriodRecommended) + Write("grace_period_seconds", fmt.Sprint(GracePeriodRecommended))})
	}
	return findings
}

// warnRequest returns the warnings that need neither the catalog nor the state.
func warnRequest(r *Request) []Finding {
	return append(warnGracePeriod(r), warnTasks(r)...)
}

// warnGracePeriod warns of a period that is short, when there is anything to
// save in it.
func warnGracePeriod(r *Request) []Finding {
	grace := r.GracePeriodSeconds
	atStake := r.StatePersistence && grace >= GracePeriodFloor || !r.StatePersistence && r.Resume
	if !r.agentAPI() || !atStake || grace >= GracePeriodRecommended ||
		!r.known("launcher", "agentapi.state_persistence", "resume", "grace_period_seconds") {
		return nil
	}
	return []Finding{{Warning, at("grace_period_seconds"), "Grace Period Below The Recommendation", fmt.Sprintf(
		"grace_period_seconds should be at least %d, because all stop scripts in the workspace share it, got: %d. Pass the docker or kubernetes "+
			"output on to the platform.",
		GracePeriodRecommended, grace) + Write("grace_period_seconds", fmt.Sprint(GracePeriodRecommended))}}
}

// warnTasks warns of a task in a Coder version that has none, or will not much
// longer.
func warnTasks(r *Request) []Finding {
	version, err := catalog.ParseCoderVersion(r.CoderVersion)
	if err != nil || version == nil || r.TaskID == "" || !r.agentAPI() {
		return nil
	}
	core := semver.New(version.Major(), version.Minor(), version.Patch(), "", "")
	removed, deprecated := semver.MustParse(catalog.CoderTasksRemoved), semver.MustParse(catalog.CoderTasksDeprecated)
	switch {
	case !core.LessThan(removed):
		return []Finding{{Warning, at("task_id"), "Coder Without Tasks", fmt.Sprintf(
			"Coder %s and later have no Tasks, so there is nothing to post a log snapshot to. The provider block has coder_version = %q.",
			minor(removed), r.CoderVersion) + Write("task_id", "null")}}
	case !core.LessThan(deprecated):
		return []Finding{{Warning, at("task_id"), "Tasks Are Deprecated", fmt.Sprintf(
			"Tasks are deprecated since Coder %s, the last extended-support line with them, and gone from %s on. Nothing has to change now. The "+
				"provider block has coder_version = %q. For a template that outlives Tasks:",
			minor(deprecated), minor(removed), r.CoderVersion) + Write("task_id", "null")}}
	}
	return nil
}

func minor(v *semver.Version) string { return fmt.Sprintf("%d.%d", v.Major(), v.Minor()) }
