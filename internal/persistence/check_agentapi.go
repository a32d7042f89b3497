package persistence

import (
	"fmt"
	"strings"

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
			"agentapi before %s cannot save its chat, so every stop would lose it, got: %q. To use it anyway, set state_persistence = false: the agent's own session is kept without it.",
			catalog.AgentAPIStateFloor, r.AgentAPIVersion) + write("version = %q", DefaultAgentAPIVersion)})
	}
	if r.known("grace_period_seconds") && r.GracePeriodSeconds >= 1 && r.GracePeriodSeconds < GracePeriodFloor {
		findings = append(findings, Finding{Error, at("grace_period_seconds"), "Grace Period Too Short", fmt.Sprintf(
			"grace_period_seconds must be at least %d, so that agentapi can save the chat before the platform kills it, got: %d. %d is recommended. Pass the docker or kubernetes output on to the platform.",
			GracePeriodFloor, r.GracePeriodSeconds, GracePeriodRecommended) + write("grace_period_seconds = %d", GracePeriodRecommended)})
	}
	return findings
}

// warnRequest returns the warnings that need neither the catalog nor the state.
func warnRequest(r *Request) []Finding {
	var findings []Finding
	findings = append(findings, warnGracePeriod(r)...)
	findings = append(findings, warnTasks(r)...)
	findings = append(findings, warnArguments(r)...)
	if days := r.RetentionDays; days > 0 && days < DormancyDays {
		findings = append(findings, Finding{Warning, at("retention_days"), "Retention Below Dormancy", fmt.Sprintf(
			"Coder proposes %d days of dormancy before a workspace is deleted. A workspace that is started after that time would have lost its older sessions, got: %d. The current session is never deleted.",
			DormancyDays, days) + write("retention_days = %d", DormancyDays)})
	}
	return findings
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
		"%d seconds are recommended, because every stop script of the workspace runs in this time, got: %d. Pass the docker or kubernetes output on to the platform.",
		GracePeriodRecommended, grace) + write("grace_period_seconds = %d", GracePeriodRecommended)}}
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
			minor(removed), r.CoderVersion) + write("task_id = null")}}
	case !core.LessThan(deprecated):
		return []Finding{{Warning, at("task_id"), "Tasks Are Deprecated", fmt.Sprintf(
			"Tasks are deprecated since Coder %s, the last extended-support line with them, and gone from %s on. Nothing has to change now. The provider block has coder_version = %q. For a template that outlives Tasks:",
			minor(deprecated), minor(removed), r.CoderVersion) + write("task_id = null")}}
	}
	return nil
}

func minor(v *semver.Version) string { return fmt.Sprintf("%d.%d", v.Major(), v.Minor()) }

// checkArguments reports arguments that no program can be given.
func checkArguments(r *Request) []Finding {
	var findings []Finding
	for i, arg := range r.Args {
		if problem := badText(arg); problem != "" {
			findings = append(findings, Finding{Error, at("args", i), "Invalid Argument", "args: " + problem +
				write("args = [%s]", strings.Join(quoteAll(r.Args[:i]), ", "))})
			break
		}
	}
	if problem := badText(r.Prompt); problem != "" {
		findings = append(findings, Finding{Error, at("prompt"), "Invalid Prompt", "prompt: " + problem +
			" A prompt can name a file that the agent reads." + write("prompt = %q", "Do what TASK.md says.")})
	}
	return findings
}

// maxArgument is the longest argument that Linux passes to a program: 128 KiB
// with the final NUL.
const maxArgument = 128*1024 - 1

func badText(text string) string {
	switch nul := strings.IndexByte(text, 0); {
	case nul >= 0:
		return fmt.Sprintf("a program cannot be given a NUL character, found one after %d bytes.", nul)
	case len(text) > maxArgument:
		return fmt.Sprintf("Linux passes at most %d bytes to a program, got: %d bytes.", maxArgument, len(text))
	}
	return ""
}

// warnArguments warns of an option and its value in one argument.
func warnArguments(r *Request) []Finding {
	for i, arg := range r.Args {
		option, value, found := strings.Cut(arg, " ")
		if !found || !strings.HasPrefix(option, "-") || strings.Contains(option, "=") {
			continue
		}
		split := append(append([]string{}, r.Args[:i]...), option, strings.TrimSpace(value))
		split = append(split, r.Args[i+1:]...)
		return []Finding{{Warning, at("args", i), "Option And Value In One Argument", fmt.Sprintf(
			"Each element of args is one argument, and no shell splits it, so the agent gets an option called %q. An option and its value are two elements.",
			arg) + write("args = [%s]", strings.Join(quoteAll(split), ", "))}}
	}
	return nil
}

func quoteAll(texts []string) []string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = fmt.Sprintf("%q", text)
	}
	return quoted
}
