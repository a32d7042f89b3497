package persistence

import (
	"fmt"
	"path"
	"regexp"
	"strings"
	"sync"
)

const badPath = " is relative, or holds `~`, `$HOME`, a colon or a control character"

// valueChecks look at one attribute each.
var valueChecks = []Check{
	{"name-invalid", StageValidate, Error, "name", "Invalid Name",
		"`name` is not 1 to 63 lower-case letters, digits, dots, dashes and underscores, or begins with neither letter nor digit", InputName, checkName},
	{"home-invalid", StageValidate, Error, "home", "Invalid Home",
		"`home`" + badPath, InputHome,
		pathCheck("home", func(r *Request) string { return r.Home }, DefaultHome)},
	{"workdir-invalid", StageValidate, Error, "workdir", "Invalid Workdir",
		"`workdir`" + badPath, InputWorkdir,
		pathCheck("workdir", func(r *Request) string { return r.Workdir }, "/home/coder/project")},
	{"data-dir-invalid", StageValidate, Error, "data_dir", "Invalid Data Directory",
		"`data_dir`" + badPath, InputDataDir,
		pathCheck("data_dir", func(r *Request) string { return r.DataDir }, "/home/coder/.coder-modules/coder-persistence/claude-code")},
	{"relocate-to-invalid", StageValidate, Error, "relocate_to", "Invalid Relocation Path",
		"`relocate_to`" + badPath, InputRelocateTo,
		pathCheck("relocate_to", func(r *Request) string { return r.RelocateTo }, "/workspaces/.agents")},
	{"mount-path-invalid", StageValidate, Error, "volume.mount_path", "Invalid Mount Path",
		"`volume.mount_path`" + badPath, InputVolumeMountPath,
		func(f *facts) ([]any, string) {
			return at("volume", "mount_path"), CheckPath("mount_path", f.request.volume().MountPath, "/home/coder")
		}},
	{"command-invalid", StageValidate, Error, "command", "Invalid Command",
		"`command` is neither an absolute path nor the bare name of a program", InputCommand, checkCommand},
	{"prompt-invalid", StageValidate, Error, "prompt", "Invalid Prompt",
		"`prompt` holds a NUL character, or has more than 131071 bytes", InputPrompt, checkPrompt},
	{"argument-invalid", StageValidate, Error, "args", "Invalid Argument",
		"an element of `args` holds a NUL character, or has more than 131071 bytes", InputArgs, checkArgs},
	{"task-id-invalid", StageValidate, Error, "task_id", "Invalid Task ID",
		"`task_id` is not made of 1 to 64 letters, digits and dashes", InputTaskID, checkTaskID},
	{"port-invalid", StageValidate, Error, "port", "Invalid Port",
		"`port` is not between 1 and 65535", InputPort, numberCheck("port", func(r *Request) int64 { return r.Port }, 1, MaxPort, DefaultPort)},
	{"save-interval-invalid", StageValidate, Error, "state_save_interval_seconds", "Invalid Save Interval",
		"`state_save_interval_seconds` is not between 0 and 86400", InputStateSaveInterval,
		numberCheck("state_save_interval_seconds", func(r *Request) int64 { return r.StateSaveIntervalSeconds }, 0, MaxSaveInterval, DefaultStateSaveInterval)},
	{"grace-period-invalid", StageValidate, Error, "grace_period_seconds", "Invalid Grace Period",
		"`grace_period_seconds` is not between 1 and 86400", InputGracePeriod,
		numberCheck("grace_period_seconds", func(r *Request) int64 { return r.GracePeriodSeconds }, 1, MaxGracePeriod, DefaultGracePeriodSeconds)},
	{"retention-invalid", StageValidate, Error, "retention_days", "Invalid Retention",
		"`retention_days` is not between 1 and 36500", InputRetentionDays, checkRetention},
	{"launcher-invalid", StageValidate, Error, "launcher", "Invalid Launcher",
		"`launcher` is neither `\"agentapi\"` nor `\"terminal\"`", InputLauncher,
		choiceCheck(func(r *Request) string { return r.Launcher }, at("launcher"), LauncherAgentAPI, LauncherTerminal)},
	{"resume-invalid", StageValidate, Error, "resume", "Invalid Resume",
		"`resume` is not `\"preferred\"`, `\"required\"` or `\"never\"`", InputResume,
		choiceCheck(func(r *Request) string { return r.Resume }, at("resume"), ResumePreferred, ResumeRequired, ResumeNever)},
	{"on-resume-failure-invalid", StageValidate, Error, "on_resume_failure", "Invalid Resume Failure",
		"`on_resume_failure` is not `\"fresh\"`, `\"resend_prompt\"` or `\"fail\"`", InputOnResumeFailure,
		choiceCheck(func(r *Request) string { return r.OnResumeFailure }, at("on_resume_failure"), OnResumeFailureFresh, OnResumeFailureResendPrompt, OnResumeFailureFail)},
	{"mount-strategy-invalid", StageValidate, Error, "mount_strategy", "Invalid Mount Strategy",
		"`mount_strategy` is neither `\"home\"` nor `\"paths\"`", InputMountStrategy,
		choiceCheck(func(r *Request) string { return r.MountStrategy }, at("mount_strategy"), MountHome, MountPaths)},
	{"volume-kind-invalid", StageValidate, Error, "volume.kind", "Invalid Volume Kind",
		"`volume.kind` is not `\"docker\"`, `\"kubernetes\"` or `\"other\"`", InputVolumeKind,
		choiceCheck(func(r *Request) string { return or(r.volume().Kind, VolumeOther) }, at("volume", "kind"), VolumeDocker, VolumeKubernetes, VolumeOther)},
	{"volume-filesystem-invalid", StageValidate, Error, "volume.filesystem", "Invalid File System",
		"`volume.filesystem` is neither `\"local\"` nor `\"network\"`", InputVolumeFileSystem,
		choiceCheck(func(r *Request) string { return or(r.volume().FileSystem, FileSystemLocal) }, at("volume", "filesystem"), FileSystemLocal, FileSystemNetwork)},
}

func or(value, otherwise string) string {
	if value == "" {
		return otherwise
	}
	return value
}

// The patterns are compiled when they are first needed: engines start the
// provider more often than they plan with it.
var namePattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{0,62}$`)
})

func checkName(f *facts) ([]any, string) {
	name := f.request.Name
	if name == "" || namePattern().MatchString(name) {
		return nil, ""
	}
	return at("name"), fmt.Sprintf("A name is 1 to 63 lower-case letters, digits, dots, dashes and underscores, and begins with a letter or digit: it becomes the name of a directory. Given: %q.", name) + example("name = %q", "reviewer")
}

func pathCheck(attribute string, value func(*Request) string, good string) func(*facts) ([]any, string) {
	return func(f *facts) ([]any, string) { return at(attribute), CheckPath(attribute, value(f.request), good) }
}

// CheckPath returns what is wrong with p as the value of attribute, or "". A
// path is empty, or absolute and without control characters and colons.
func CheckPath(attribute, p, good string) string {
	given := fmt.Sprintf(" Given: %q.", p) + example("%s = %q", attribute, good)
	switch {
	case p == "":
		return ""
	case strings.HasPrefix(p, "~") || strings.Contains(p, "$HOME") || strings.Contains(p, "${HOME}"):
		return "An absolute path is expected: nothing expands ~ or $HOME in it." + given
	case !path.IsAbs(p):
		return "An absolute path is expected, one that begins with a slash." + given
	case strings.ContainsFunc(p, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return "A path without control characters such as newlines is expected." + given
	case strings.Contains(p, ":"):
		return "A path without a colon is expected: Docker and PATH take it as a separator." + given
	}
	return ""
}

func checkCommand(f *facts) ([]any, string) {
	command := f.request.Command
	if command == "" {
		return nil, ""
	}
	const good = "/opt/claude/bin/claude"
	if path.IsAbs(command) {
		return at("command"), CheckPath("command", command, good)
	}
	if strings.ContainsAny(command, "/\x00\n ") || strings.HasPrefix(command, "-") {
		return at("command"), fmt.Sprintf("An absolute path, or the bare name of a program on PATH, is expected; arguments belong in args. Given: %q.", command) + example("command = %q", good)
	}
	return nil, ""
}

// maxArgument is the longest single argument Linux passes to a program: 128
// KiB with the final NUL.
const maxArgument = 128*1024 - 1

func checkPrompt(f *facts) ([]any, string) {
	detail := checkText(f.request.Prompt)
	if detail != "" {
		detail += "\n\nWrite the prompt as plain text, or name a file the agent is to read: prompt = \"Do what TASK.md says.\""
	}
	return at("prompt"), detail
}

func checkArgs(f *facts) ([]any, string) {
	for i, arg := range f.request.Args {
		if detail := checkText(arg); detail != "" {
			return at("args", i), detail + "\n\nWrite each argument as an element of its own, for example: args = [\"--model\", \"opus\"]"
		}
	}
	return nil, ""
}

func checkText(text string) string {
	switch nul := strings.IndexByte(text, 0); {
	case nul >= 0:
		return fmt.Sprintf("Text without NUL characters is expected: a program cannot be given one. Given: a NUL after %d bytes.", nul)
	case len(text) > maxArgument:
		return fmt.Sprintf("At most %d bytes are expected, the longest argument Linux passes to a program. Given: %d bytes.", maxArgument, len(text))
	}
	return ""
}

var taskIDPattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[A-Za-z0-9-]{1,64}$`)
})

func checkTaskID(f *facts) ([]any, string) {
	id := f.request.TaskID
	if id == "" || taskIDPattern().MatchString(id) {
		return nil, ""
	}
	return at("task_id"), fmt.Sprintf("The UUID of a Coder task is expected: it becomes part of a URL. Given: %q.", id) + write("task_id = data.coder_task.me.enabled ? data.coder_task.me.id : null")
}

func checkRetention(f *facts) ([]any, string) {
	days := f.request.RetentionDays
	if days == nil {
		return nil, ""
	}
	detail := checkNumber("retention_days", *days, 1, MaxRetentionDays, 365)
	if detail != "" {
		detail += "\n\nWithout retention_days nothing is deleted."
	}
	return at("retention_days"), detail
}

func numberCheck(attribute string, value func(*Request) int64, least, most, good int64) func(*facts) ([]any, string) {
	return func(f *facts) ([]any, string) {
		return at(attribute), checkNumber(attribute, value(f.request), least, most, good)
	}
}

func checkNumber(attribute string, value, least, most, good int64) string {
	if value >= least && value <= most {
		return ""
	}
	return fmt.Sprintf("A whole number from %d to %d is expected. Given: %d.", least, most, value) + example("%s = %d", attribute, good)
}

// choiceCheck is for an attribute that takes one of a few texts, the default first.
func choiceCheck(value func(*Request) string, where []any, options ...string) func(*facts) ([]any, string) {
	return func(f *facts) ([]any, string) {
		given := value(f.request)
		quoted := make([]string, len(options))
		for i, option := range options {
			if option == given {
				return nil, ""
			}
			quoted[i] = fmt.Sprintf("%q", option)
		}
		return where, fmt.Sprintf("One of %s is expected. Given: %q.", strings.Join(quoted, ", "), given) + example("%s = %s", where[len(where)-1], quoted[0])
	}
}
