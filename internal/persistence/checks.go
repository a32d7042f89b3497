package persistence

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/script"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/size"
)

// stage says when a check can be made.
type stage int

const (
	stageValidate stage = iota // from the template alone
	stagePlan                  // needs the catalog, and defaults that depend on it
)

// check is one thing that can be wrong about a request.
type check struct {
	summary string
	stage   stage
	needs   Inputs // the check is passed over while any of these is unknown
	find    func(*facts) (path []string, detail string)
}

// checks lists every check but those of the agent's name and of the size of
// the finished script. Each returns "" as detail when nothing is wrong.
var checks = []check{
	{"Invalid Name", stageValidate, InputName, checkName},
	{"Invalid Home", stageValidate, InputHome, func(f *facts) ([]string, string) { return checkPath("home", f.request.Home, "/home/coder") }},
	{"Invalid Workdir", stageValidate, InputWorkdir, func(f *facts) ([]string, string) {
		return checkPath("workdir", f.request.Workdir, "/home/coder/project")
	}},
	{"Invalid Data Directory", stageValidate, InputDataDir, func(f *facts) ([]string, string) {
		return checkPath("data_dir", f.request.DataDir, "/home/coder/.coder-modules/coder-persistence/claude-code")
	}},
	{"Invalid Mount Path", stageValidate, InputVolumeMountPath, func(f *facts) ([]string, string) {
		if f.request.Volume == nil {
			return nil, ""
		}
		_, detail := checkPath("mount_path", f.request.Volume.MountPath, "/home/coder")
		return []string{"volume", "mount_path"}, detail
	}},
	{"Invalid Command", stageValidate, InputCommand, checkCommand},
	{"Invalid Prompt", stageValidate, InputPrompt, checkPrompt},
	{"Invalid Argument", stageValidate, InputArgs, checkArgs},
	{"Invalid Task ID", stageValidate, InputTaskID, checkTaskID},
	{"Invalid AgentAPI Version", stageValidate, InputAgentAPIVersion, checkAgentAPIVersion},
	{"AgentAPI Too Old For State", stageValidate, InputAgentAPIVersion | InputStatePersistence, checkAgentAPIState},
	{"Invalid Volume Size", stageValidate, InputVolumeSize, checkVolumeSize},
	{"Agent Not Supported Yet", stagePlan, InputAgent, checkScriptReady},
	{"Volume Too Small", stagePlan, InputAgent | InputVolumeSize, checkFloor},
	{"Data Off The Volume", stagePlan, InputVolumeMountPath | InputHome, checkHomeOnVolume},
	{"Data Directory Off The Volume", stagePlan, InputVolumeMountPath | InputDataDir, checkDataDirOnVolume},
}

func run(at stage, f *facts) []Finding {
	var findings []Finding
	for _, c := range checks {
		if c.stage != at || f.unknown(c.needs) {
			continue
		}
		if where, detail := c.find(f); detail != "" {
			findings = append(findings, Finding{Error, where, c.summary, detail})
		}
	}
	return findings
}

// UnknownAgent is the finding for an agent that the catalog does not know; err
// is the catalog's.
func UnknownAgent(err error) Finding {
	detail := err.Error()
	if e := new(catalog.UnknownAgentError); errors.As(err, &e) && len(e.Nearest) > 0 {
		detail += fmt.Sprintf("\n\nWrite, for example: agent = %q", e.Nearest[0])
	}
	return Finding{Error, []string{"agent"}, "Unknown Agent", detail}
}

var namePattern = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{0,62}$`)

func checkName(f *facts) ([]string, string) {
	name := f.request.Name
	if name == "" || namePattern.MatchString(name) {
		return nil, ""
	}
	return []string{"name"}, fmt.Sprintf("A name is 1 to 63 lower-case letters, digits, dots, dashes and underscores, and begins with a letter or digit: it becomes the name of a directory. Given: %q.\n\nWrite, for example: name = \"reviewer\"", name)
}

// CheckPath returns what is wrong with p as the value of attribute, or "". A
// path is empty, or absolute and without control characters and colons.
func CheckPath(attribute, p, example string) string {
	_, detail := checkPath(attribute, p, example)
	return detail
}

func checkPath(attribute, p, example string) ([]string, string) {
	where := []string{attribute}
	write := fmt.Sprintf("\n\nWrite, for example: %s = %q", attribute, example)
	switch {
	case p == "":
		return nil, ""
	case strings.HasPrefix(p, "~") || strings.Contains(p, "$HOME") || strings.Contains(p, "${HOME}"):
		return where, fmt.Sprintf("An absolute path is expected: nothing expands ~ or $HOME in it. Given: %q.%s", p, write)
	case !path.IsAbs(p):
		return where, fmt.Sprintf("An absolute path is expected, one that begins with a slash. Given: %q.%s", p, write)
	case strings.ContainsFunc(p, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return where, fmt.Sprintf("A path without control characters such as newlines is expected. Given: %q.%s", p, write)
	case strings.Contains(p, ":"):
		return where, fmt.Sprintf("A path without a colon is expected: Docker and PATH take it as a separator. Given: %q.%s", p, write)
	}
	return nil, ""
}

func checkCommand(f *facts) ([]string, string) {
	command := f.request.Command
	if command == "" {
		return nil, ""
	}
	if path.IsAbs(command) {
		return checkPath("command", command, "/opt/claude/bin/claude")
	}
	if strings.ContainsAny(command, "/\x00\n ") || strings.HasPrefix(command, "-") {
		return []string{"command"}, fmt.Sprintf("An absolute path, or the bare name of a program on PATH, is expected; arguments belong in args. Given: %q.\n\nWrite, for example: command = \"/opt/claude/bin/claude\"", command)
	}
	return nil, ""
}

// maxArgument is the longest single argument Linux passes to a program: 128
// KiB with the final NUL.
const maxArgument = 128*1024 - 1

func checkPrompt(f *facts) ([]string, string) {
	detail := checkText(f.request.Prompt)
	if detail != "" {
		detail += "\n\nWrite the prompt as plain text, or name a file the agent is to read: prompt = \"Do what TASK.md says.\""
	}
	return []string{"prompt"}, detail
}

func checkArgs(f *facts) ([]string, string) {
	for i, arg := range f.request.Args {
		if detail := checkText(arg); detail != "" {
			return []string{"args"}, fmt.Sprintf("Argument %d: %s\n\nWrite each argument as an element of its own, for example: args = [\"--model\", \"opus\"]", i+1, detail)
		}
	}
	return nil, ""
}

var taskIDPattern = regexp.MustCompile(`^[A-Za-z0-9-]{1,64}$`)

func checkTaskID(f *facts) ([]string, string) {
	id := f.request.TaskID
	if id == "" || taskIDPattern.MatchString(id) {
		return nil, ""
	}
	return []string{"task_id"}, fmt.Sprintf("The UUID of a Coder task is expected: it becomes part of a URL. Given: %q.\n\nWrite: task_id = data.coder_task.me.enabled ? data.coder_task.me.id : null", id)
}

func checkText(text string) string {
	switch at := strings.IndexByte(text, 0); {
	case at >= 0:
		return fmt.Sprintf("Text without NUL characters is expected: a program cannot be given one. Given: a NUL after %d bytes.", at)
	case len(text) > maxArgument:
		return fmt.Sprintf("At most %d bytes are expected, the longest argument Linux passes to a program. Given: %d bytes.", maxArgument, len(text))
	}
	return ""
}

// AgentAPIStateFloor is the first agentapi release that can save and load the
// chat, write a PID file and take SIGUSR1; an older one is killed by it.
const AgentAPIStateFloor = "0.12.0"

var stateFloor = semver.MustParse(AgentAPIStateFloor)

func checkAgentAPIVersion(f *facts) ([]string, string) {
	version := f.request.AgentAPIVersion
	if version == "" || version == "latest" {
		return nil, ""
	}
	if _, err := semver.StrictNewVersion(strings.TrimPrefix(version, "v")); err == nil {
		return nil, ""
	}
	return []string{"agentapi_version"}, fmt.Sprintf("A release of agentapi is expected, such as \"v0.12.2\" or \"0.12.2\", or \"latest\". Given: %q.\n\nWrite, for example: agentapi_version = %q", version, DefaultAgentAPIVersion)
}

func checkAgentAPIState(f *facts) ([]string, string) {
	version, err := semver.StrictNewVersion(strings.TrimPrefix(f.request.AgentAPIVersion, "v"))
	if err != nil || !f.request.StatePersistence || !version.LessThan(stateFloor) {
		return nil, ""
	}
	return []string{"agentapi_version"}, fmt.Sprintf("agentapi %s or newer is needed to keep the chat (state_persistence = true). Given: %q, which would lose the chat at each stop.\n\nWrite: agentapi_version = %q, or state_persistence = false to keep the agent's own session alone.", AgentAPIStateFloor, f.request.AgentAPIVersion, DefaultAgentAPIVersion)
}

func checkVolumeSize(f *facts) ([]string, string) {
	v := f.request.Volume
	if v == nil || v.Size == "" {
		return nil, ""
	}
	where := []string{"volume", "size"}
	bytes, err := size.Parse(v.Size)
	if err != nil {
		return where, err.Error() + "\n\nWrite, for example: size = \"10Gi\""
	}
	if bytes == 0 {
		return where, fmt.Sprintf("A size above zero is expected. Given: %q.\n\nWrite, for example: size = \"10Gi\"", v.Size)
	}
	return nil, ""
}

func checkScriptReady(f *facts) ([]string, string) {
	if s := f.agent.Session; s != nil && s.ScriptReady {
		return nil, ""
	}
	ready := []string{}
	for _, a := range f.request.catalogOrDefault().Agents() {
		if a.Session != nil && a.Session.ScriptReady {
			ready = append(ready, fmt.Sprintf("%q", a.Slug))
		}
	}
	detail := fmt.Sprintf("This version renders no start script for %s; data.coder_agent_compatibility describes it. Agents with a start script: %s. Given: %q.", f.agent.DisplayName, strings.Join(ready, ", "), f.request.Agent)
	if len(ready) > 0 {
		detail += "\n\nWrite, for example: agent = " + ready[0]
	}
	return []string{"agent"}, detail
}

func checkFloor(f *facts) ([]string, string) {
	v := f.request.Volume
	if v == nil || v.Size == "" {
		return nil, ""
	}
	given, err := size.Parse(v.Size)
	floor := f.agent.Storage.Floor
	if err != nil || given >= floor {
		return nil, ""
	}
	return []string{"volume", "size"}, fmt.Sprintf("%s needs at least %s; %s is recommended (%s). Given: %q, which is %s.\n\nWrite: size = %q",
		f.agent.DisplayName, size.Human(floor), size.Human(f.agent.Storage.Recommended), f.agent.Storage.FloorSource, v.Size, size.Human(given), f.agent.Storage.Recommended.String())
}

func checkHomeOnVolume(f *facts) ([]string, string) {
	v := f.request.Volume
	if v == nil || v.MountPath == "" || contains(cleanPath(v.MountPath), f.home) {
		return nil, ""
	}
	return []string{"volume", "mount_path"}, fmt.Sprintf("The agent keeps its sessions below the home directory %q, which is not on a volume mounted at %q: every stop would lose them.\n\nWrite: mount_path = %q", f.home, v.MountPath, f.home)
}

func checkDataDirOnVolume(f *facts) ([]string, string) {
	v := f.request.Volume
	if v == nil || v.MountPath == "" || f.request.DataDir == "" || contains(cleanPath(v.MountPath), f.dataDir) {
		return nil, ""
	}
	return []string{"data_dir"}, fmt.Sprintf("The chat and the name of the session are kept in the data directory %q, which is not on the volume mounted at %q.\n\nLeave data_dir out, or write: data_dir = %q", f.dataDir, v.MountPath, path.Join(cleanPath(v.MountPath), DataDirParent, f.name))
}

// checkScriptSize is made last: only then is the script there to be measured.
func checkScriptSize(f *facts, r *Result) []Finding {
	if !r.Known(OutputStartScript) || len(r.StartScript) <= script.MaxBytes {
		return nil
	}
	where := "prompt"
	if len(strings.Join(f.request.Args, " ")) > len(f.request.Prompt) {
		where = "args"
	}
	return []Finding{{Error, []string{where}, "Script Too Long",
		fmt.Sprintf("A coder_script of at most %d bytes is expected, because it is handed to bash as one argument. With this prompt and these arguments it has %d bytes.\n\nWrite a shorter prompt and shorter arguments: they can name a file the agent is to read.", script.MaxBytes, len(r.StartScript))}}
}
