package persistence

import (
	"fmt"
	"path"
	"strings"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-persistence/internal/script"
)

// checkAgent reports what this agent cannot do, or does not survive.
func checkAgent(r *Request, agent *catalog.Agent, p place) []Finding {
	if s := agent.Session; s == nil || !s.ScriptReady {
		return []Finding{notReady(r, agent)}
	}
	var findings []Finding
	findings = append(findings, checkSessionArguments(r, agent)...)
	findings = append(findings, checkRelocation(r, agent, p)...)
	findings = append(findings, checkLooseFile(r, agent, p)...)
	findings = append(findings, checkWorkdir(r, agent, p)...)
	findings = append(findings, warnFileSystem(r, agent)...)
	return append(findings, warnRetention(r, agent)...)
}

// notReady is for an agent that the provider can describe but not start.
func notReady(r *Request, agent *catalog.Agent) Finding {
	var ready []string
	for _, a := range r.catalog().Agents() {
		if a.Session != nil && a.Session.ScriptReady {
			ready = append(ready, fmt.Sprintf("%q", a.Slug))
		}
	}
	detail := fmt.Sprintf("There is no start script for %s, got: %q. data.persistence_agent describes it. Agents with a start script: %s.",
		agent.DisplayName, r.Agent, strings.Join(ready, ", "))
	if len(ready) > 0 {
		detail += write("agent = %s", ready[0])
	}
	return Finding{Error, at("agent"), "Agent Not Supported Yet", detail}
}

// checkSessionArguments reports an argument that chooses a session, which is
// for the start script to do.
func checkSessionArguments(r *Request, agent *catalog.Agent) []Finding {
	var rest []string
	first := -1
	for i := 0; i < len(r.Args); i++ {
		if !agent.Session.Chooses(r.Args[i], i) {
			rest = append(rest, r.Args[i])
			continue
		}
		if first < 0 {
			first = i
		}
		if i+1 < len(r.Args) && !strings.Contains(r.Args[i], "=") && !strings.HasPrefix(r.Args[i+1], "-") {
			i++ // its value
		}
	}
	if first < 0 {
		return nil
	}
	return []Finding{{Error, at("args", first), "Argument Chooses The Session", fmt.Sprintf(
		"args must not have %q: the start script tells %s which session to start or resume. To begin a new session on every start, set resume = false.",
		r.Args[first], agent.DisplayName) + write("args = [%s]", strings.Join(quoteAll(rest), ", "))}}
}

// checkRelocation reports an agent whose data cannot be moved.
func checkRelocation(r *Request, agent *catalog.Agent, p place) []Finding {
	if !p.Relocated || !r.known("relocate_to") {
		return nil
	}
	_, reason := relocationOf(agent, p.Root)
	if reason == "" {
		return nil
	}
	return []Finding{{Error, at("relocate_to"), "Relocation Not Supported", fmt.Sprintf(
		"%s Got: %q. Keep the home directory on the volume instead.", reason, r.RelocateTo) + write("relocate_to = null")}}
}

// checkLooseFile reports a file that single mounts cannot keep.
func checkLooseFile(r *Request, agent *catalog.Agent, p place) []Finding {
	file := looseFile(agent)
	if !p.Paths || p.relocation != nil || file == nil || !r.known("mount_strategy", "relocate_to") {
		return nil
	}
	return []Finding{{Error, at("mount_strategy"), "Paths Cannot Be Mounted", fmt.Sprintf(
		"%s needs %s to resume, and no environment variable moves it. Programs replace such a file by renaming, which a mount of the single file does not allow. Got: %q.",
		agent.DisplayName, file.Place(), MountPaths) + write("mount_strategy = %q", MountHome)}}
}

// checkWorkdir reports a working directory off the volume, for an agent that
// keeps its session there.
func checkWorkdir(r *Request, agent *catalog.Agent, p place) []Finding {
	if p.MountPath == "" || p.Paths || contains(p.MountPath, p.Workdir) || !r.known("volume.mount_path", "mount_strategy", "workdir", "home") {
		return nil
	}
	for i := range agent.Paths {
		if at := &agent.Paths[i]; at.Scope == catalog.ScopeWorkdir && at.Role == catalog.RoleSession {
			return []Finding{{Error, []any{"workdir"}, "Working Directory Off The Volume", fmt.Sprintf(
				"%s keeps its session in the working directory, and %q is not on the volume mounted at %q.",
				agent.DisplayName, p.Workdir, r.Volume.MountPath) + write("workdir = %q", path.Join(p.MountPath, path.Base(p.Workdir)))}}
		}
	}
	return nil
}

// warnFileSystem warns of a SQLite database on a network file system.
func warnFileSystem(r *Request, agent *catalog.Agent) []Finding {
	if r.volume().FileSystem != FileSystemNetwork {
		return nil
	}
	for i := range agent.Paths {
		p := &agent.Paths[i]
		if p.NetworkFileSystem || p.Role == catalog.RoleCache {
			continue
		}
		risk := "so its sessions can be damaged"
		if p.Role != catalog.RoleSession {
			risk = "so it can be damaged. It is an index that is rebuilt from the sessions, which are JSONL files"
		}
		return []Finding{{Warning, at("volume", "filesystem"), "SQLite On A Network File System", fmt.Sprintf(
			"%s keeps a SQLite database in %s, whose locks and shared memory do not work over a network, %s. Use block storage that one node mounts at a time.",
			agent.DisplayName, p.Place(), risk) + write("filesystem = %q", FileSystemLocal)}}
	}
	return nil
}

// warnRetention warns where old sessions cannot be deleted one by one.
func warnRetention(r *Request, agent *catalog.Agent) []Finding {
	if r.RetentionDays == 0 || agent.Cleanup != nil && agent.Cleanup.ByHand == "" {
		return nil
	}
	byHand := ""
	if agent.Cleanup != nil {
		byHand = " " + agent.Cleanup.ByHand
	}
	return []Finding{{Warning, at("retention_days"), "Retention Has No Effect", fmt.Sprintf(
		"The sessions of %s cannot be deleted one by one, so cleanup_script deletes nothing.%s", agent.DisplayName, byHand) + write("retention_days = null")}}
}

// checkStorage compares the volume with what the agents on it need.
func checkStorage(r *Request, a selection) []Finding {
	need, err := Sum(a.all(), 0)
	if err != nil {
		return []Finding{{Error, at("volume", "shared_with"), "Storage Too Large", "The sizes of these agents add up to more than 2^63-1 bytes. Lower the minimum or recommended size that the provider block sets for them." +
			write("shared_with = []")}}
	}
	return need.CheckVolume(r.volume().Size, at("volume", "size"))
}

// checkScriptSize reports a start script that is too long to be passed to bash.
func checkScriptSize(r *Request, result *Result) []Finding {
	if len(result.StartScript) <= script.MaxBytes {
		return nil
	}
	detail := fmt.Sprintf("A start script can have at most %d bytes, so that it can be passed to bash in one argument. With this prompt and these arguments it has %d. ", script.MaxBytes, len(result.StartScript))
	if len(strings.Join(r.Args, " ")) > len(r.Prompt) {
		return []Finding{{Error, at("args"), "Script Too Long", detail + "Arguments can name a file that the agent reads." + write("args = []")}}
	}
	return []Finding{{Error, at("prompt"), "Script Too Long", detail + "A prompt can name a file that the agent reads." + write("prompt = %q", "Do what TASK.md says.")}}
}
