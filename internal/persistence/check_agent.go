package persistence

import (
	"fmt"
	"path"
	"strings"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-persistence/internal/script"
	"github.com/coder-persistence/terraform-provider-persistence/internal/size"
)

// checkAgent reports what this agent cannot do, or does not survive.
func checkAgent(r *Request, agent *catalog.Agent, p place) []Finding {
	if s := agent.Session; s == nil || !s.ScriptReady {
		return []Finding{notReady(r, agent)}
	}
	var findings []Finding
	findings = append(findings, checkArgs(r, agent)...)
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
		detail += Write("agent", ready[0])
	}
	return Finding{Error, at("agent"), "Agent Not Supported Yet", detail}
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
		"%s Got: %q. Keep the home directory on the volume instead.", reason, r.RelocateTo) + Write("relocate_to", "null")}}
}

// checkLooseFile reports a file that single mounts cannot keep.
func checkLooseFile(r *Request, agent *catalog.Agent, p place) []Finding {
	file := looseFile(agent)
	if !p.Paths || p.relocation != nil || file == nil || !r.known("mount_strategy", "relocate_to") {
		return nil
	}
	return []Finding{{Error, at("mount_strategy"), "Paths Cannot Be Mounted", fmt.Sprintf(
		"%s needs %s to resume, and no environment variable moves it. Programs replace such a file by renaming, which a mount of the single file "+
			"does not allow. Got: %q.",
		agent.DisplayName, file.Place(), MountPaths) + Write("mount_strategy", Quote(MountHome))}}
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
				agent.DisplayName, p.Workdir, r.Volume.MountPath) + Write("workdir", Quote(path.Join(p.MountPath, path.Base(p.Workdir))))}}
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
			agent.DisplayName, p.Place(), risk) + Write("filesystem", Quote(FileSystemLocal))}}
	}
	return nil
}

// warnRetention warns where old sessions cannot be deleted one by one, and of a
// time after which Coder still keeps the workspace.
func warnRetention(r *Request, agent *catalog.Agent) []Finding {
	switch {
	case r.RetentionDays == 0:
		return nil
	case agent.Cleanup == nil || agent.Cleanup.ByHand != "":
		byHand := ""
		if agent.Cleanup != nil {
			byHand = " " + agent.Cleanup.ByHand
		}
		return []Finding{{Warning, at("retention_days"), "Retention Has No Effect", fmt.Sprintf(
			"The sessions of %s cannot be deleted one by one, so cleanup_script deletes nothing.%s",
			agent.DisplayName, byHand) + Write("retention_days", "null")}}
	case r.RetentionDays < DormancyDays:
		return []Finding{{Warning, at("retention_days"), "Retention Below Dormancy", fmt.Sprintf(
			"Coder suggests %d days of dormancy before a workspace is deleted. A workspace started late in that time "+
				"would have lost its older sessions, got: %d. The current session is never deleted.",
			DormancyDays, r.RetentionDays) + Write("retention_days", fmt.Sprint(DormancyDays))}}
	}
	return nil
}

// checkStorage compares the volume with what the agents on it need, and with
// what it was.
func checkStorage(r *Request, a selection) []Finding {
	need, err := Sum(a.all(), 0)
	if err != nil {
		return []Finding{{Error, at("volume", "shared_with"), "Storage Too Large", TooLarge + Write("shared_with", "[]")}}
	}
	given, err := size.Parse(r.volume().Size)
	if err != nil {
		return nil
	}
	wants := max(need.Recommended, r.Prior.volumeSize())
	shrinks := given < r.Prior.volumeSize() && r.known("volume.allow_shrink")
	if shrinks && (!r.Volume.AllowShrink || given >= need.Minimum) {
		return []Finding{shrink(r, wants)}
	}
	return need.CheckVolume(r.volume().Size, at("volume", "size"), wants)
}

// checkScriptSize reports a start script that is too long to be passed to bash.
func checkScriptSize(r *Request, result *Result) []Finding {
	if len(result.StartScript) <= script.MaxBytes {
		return nil
	}
	detail := fmt.Sprintf("A start script can have at most %d KiB, so that it can be passed to bash in one argument. With this prompt and "+
		"these arguments it has %d KiB. ", script.MaxBytes>>10, (len(result.StartScript)+1023)>>10)
	if len(strings.Join(r.Args, " ")) > len(r.Prompt) {
		return []Finding{{Error, at("args"), "Script Too Long", detail + "Arguments can name a file that the agent reads." + Write("args", "[]")}}
	}
	return []Finding{{Error, at("prompt"), "Script Too Long", detail + "A prompt can name a file that the agent reads." + Write("prompt", shortPrompt)}}
}
