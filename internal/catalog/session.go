package catalog

import (
	"slices"
	"strings"
)

// IDKind says who chooses the identifier of a session.
type IDKind string

// The kinds of session identifier.
const (
	IDUUID     IDKind = "uuid"     // chosen by us, a UUID
	IDName     IDKind = "name"     // chosen by us, a free name
	IDCaptured IDKind = "captured" // chosen by the CLI, read from what it writes
	IDCommand  IDKind = "command"  // chosen by the CLI, printed by Session.NewID before the first start
	// IDDirectory means that there is none: the CLI keeps one conversation per directory.
	IDDirectory IDKind = "directory"
)

// Placeholders in the argument lists of a Session. A placeholder that stands
// alone is replaced by one argument (or, for PlaceholderArgs, by any number);
// PlaceholderSession and PlaceholderPrompt may also be part of an argument.
const (
	PlaceholderSession = "{session}" // the session's identifier
	PlaceholderPrompt  = "{prompt}"  // the task prompt
	PlaceholderWorkdir = "{workdir}" // the working directory, absolute
	PlaceholderArgs    = "{args}"    // the template author's extra arguments
	// PlaceholderRepository is the root of the git repository that the working
	// directory is in, else the working directory.
	PlaceholderRepository = "{repository}"
)

// Session says how an agent's CLI is started, how it is resumed and how to
// tell which of the two is due.
type Session struct {
	// Binaries are the names the CLI is installed under; the first on PATH is used.
	Binaries []string
	// Package says where the CLI comes from, for the error when it is missing.
	Package string
	// CheckedVersion is the CLI version the facts were measured with, "" when none was run.
	CheckedVersion string
	// ScriptReady is true for the agents the start script is offered for.
	ScriptReady bool
	ID          IDKind
	// NewID is the argument list that makes an empty session and prints its
	// identifier, the first match of IDPattern; nil unless ID is IDCommand.
	NewID []string
	// IDPattern is a POSIX extended regular expression that matches exactly one
	// identifier, where the identifier comes from a command's output.
	IDPattern string

	// Cold starts a new session; ColdPrompt does so with a first prompt. An
	// empty ColdPrompt or WarmPrompt means that the CLI takes no prompt that
	// way: AgentAPI types it (--initial-prompt).
	Cold, ColdPrompt []string
	// Warm resumes the session {session} and nothing else; WarmPrompt also gives it a prompt.
	Warm, WarmPrompt []string
	// Detect finds the session {session} on disk.
	Detect Detect
	// Capture finds the identifier the CLI chose; nil unless ID is IDCaptured.
	Capture *Capture
	// UserTurn tells whether a session was ever given a message.
	UserTurn UserTurn
	// Follow tells which session the running CLI is in now; nil when that is not known.
	Follow *Follow
	// Locks are the files by which the CLI sees that a session is in use; nil
	// when it has none, or none that outlives a kill.
	Locks *Locks
	// Reserved are the options and subcommands that choose a session, besides
	// those of the command lines above. A template's arguments must not hold them.
	Reserved []string
	// IgnoresInterrupt is true for a CLI that does not exit on SIGINT. AgentAPI
	// waits 5 seconds for such a one and then kills it; the shutdown script
	// ends it with SIGTERM first.
	IgnoresInterrupt bool
	Source           string
	Evidence         Evidence
}

// Root is a directory that an environment variable can move.
type Root struct {
	Env     string // e.g. "CLAUDE_CONFIG_DIR"; "" when nothing moves it
	EnvPath string // path below $Env, e.g. "goose" below XDG_DATA_HOME; "" for $Env itself
	Home    string // path below the home directory otherwise, e.g. ".claude"
	Workdir bool   // the working directory itself; Env, EnvPath and Home are then empty
	// Repository is the root of the git repository that the working directory
	// is in, else the working directory; the other fields are then empty.
	Repository bool
}

// DetectKind is a way to look for a session.
type DetectKind string

// The ways to look for a session.
const (
	DetectFile    DetectKind = "file"    // a file exists, is not empty and holds a text
	DetectCommand DetectKind = "command" // a command of the CLI prints a text
	DetectStored  DetectKind = "stored"  // nothing local proves it: the identifier stored by us is all there is
)

// Detect proves that a session can be resumed. It must work without jq and
// without sqlite3.
type Detect struct {
	Kind DetectKind
	// Root and Glob find the file, for DetectFile. Glob may hold {session}.
	Root Root
	Glob string
	// Contains must appear in the file, or in the command's output. It may hold
	// {session} and {workdir}. Empty means that any content will do.
	Contains string
	// RecordStart begins each record of the command's output; Contains and
	// Unprompted are then looked for in one record.
	RecordStart string
	// Unprompted says, when it appears in the same record, that the session has
	// not been given any prompt yet. Session.UserTurn says the same and more.
	Unprompted string
	// Command is the CLI's argument list, for DetectCommand.
	Command []string
}

// UserTurn tells whether a session holds a message of the user, and so whether
// it still needs its task. The zero value is for CLIs whose sessions appear
// with the first message: one that Detect finds was given it. With
// DetectStored no store can tell.
type UserTurn struct {
	// Pattern is a POSIX extended regular expression that matches a line of the
	// store of any session with a message. It may hold {session}.
	Pattern string
	// Command is the CLI's argument list that prints what Pattern is looked for
	// in, one line for each record that Detect.RecordStart begins. When nil,
	// Pattern is looked for in the files that Detect finds.
	Command []string
}

// FollowKind is a way to learn which session a process is in.
type FollowKind string

// The ways to follow a running CLI. All but FollowContent and FollowCommand
// prove that the session belongs to the process.
const (
	// FollowNone: the CLI never leaves its session, whatever is typed into it.
	FollowNone FollowKind = "none"
	// FollowPIDFile: a JSON file named after the process; IDField holds the identifier.
	FollowPIDFile FollowKind = "pidfile"
	// FollowLockFile: a file named after the process lies in the session's
	// directory, whose name is the identifier.
	FollowLockFile FollowKind = "lockfile"
	// FollowHeld: the process tree holds files open that are named after their
	// sessions, earlier ones too. Identifiers sort by age; the last one is meant.
	FollowHeld FollowKind = "held"
	// FollowContent: the newest session file whose user messages are those of
	// AgentAPI's chat.
	FollowContent FollowKind = "content"
	// FollowCommand: the same, in what Command lists and Export prints.
	FollowCommand FollowKind = "command"
)

// Follow tells which session a running CLI is in. People leave the session a
// start began with: with /clear, with /new, by a fork.
type Follow struct {
	Kind FollowKind
	Root Root
	// Globs match files below Root. {pid} stands for the process id of the CLI.
	Globs []string
	// IDField is the JSON field with the identifier, its first occurrence in
	// the file; "" when the file's name ends with the identifier.
	IDField string
	// IDLength is the number of characters before the extension that are the
	// identifier, when IDField is empty.
	IDLength int
	// Message is how a message of the user stands in a session's file or
	// export; {message} stands for its text in JSON form, without the quotes.
	Message string
	// Command lists the sessions, the newest first, in records that RecordStart
	// begins; Contains are texts that a record must hold. Export prints
	// {session}. All are for FollowCommand.
	Command     []string
	RecordStart string
	Contains    []string
	Export      []string

	Source   string
	Evidence Evidence
}

// The placeholders of Follow.
const (
	PlaceholderPID     = "{pid}"
	PlaceholderMessage = "{message}"
)

// Locks are files named after the process that uses a session. The CLI asks
// questions when that process id is alive, whoever has it by now.
type Locks struct {
	Root Root
	// Glob matches the files. The process id is the number between the first
	// two dots of a file's name.
	Glob string
}

// CaptureKind is a way to learn the identifier that a CLI chose.
type CaptureKind string

// The ways to learn an identifier.
const (
	CaptureFile    CaptureKind = "file"    // the end of a session file's name
	CaptureCommand CaptureKind = "command" // in what a command of the CLI prints
)

// Capture finds the session that a cold start created. Among several that
// match, the oldest one that did not exist before the start is meant.
type Capture struct {
	Kind CaptureKind

	Root Root
	// Glob matches the session files of every session, for CaptureFile.
	Glob string
	// FirstLine are texts that the first line must hold. They may hold
	// {workdir} and {repository}, which are replaced in their JSON form.
	FirstLine []string
	// Contains are texts that the file, or the record of the command's output,
	// must hold anywhere. They may hold {workdir} and {repository}, in their
	// JSON form.
	Contains []string
	// IDLength is the number of characters before the extension that are the identifier.
	IDLength int

	// Command is the CLI's argument list, for CaptureCommand; the identifier is
	// the first match of Session.IDPattern in a record that RecordStart begins.
	Command     []string
	RecordStart string
}

// Cleanup says which files make up one session, so that old ones can be
// deleted one by one.
type Cleanup struct {
	// Root and Glob match one file or directory for each session, or for each
	// part of one. Its age is the age of its newest content.
	Root Root
	Glob string
	// Beside are further paths of the same session in the same directory. The
	// placeholder {stem} stands for the matched name without its extension.
	Beside []string
	// IDPrefix is how many leading characters of the identifier the name
	// holds; 0 means all of them.
	IDPrefix int
	// ByHand says what a person does instead, where sessions share one file.
	// Root and Glob are then empty.
	ByHand string
}

// PlaceholderStem stands in Cleanup.Beside for the name of a session's file
// without its extension.
const PlaceholderStem = "{stem}"

// Chooses reports whether args[i] chooses a session, which is for the start
// script to do: an option in its long form, in its short form with or without a
// value attached, with an equals sign or a blank; or a subcommand.
func (s *Session) Chooses(args []string, i int) bool {
	value := IsValue(args, i)
	option, _, _ := strings.Cut(args[i], "=")
	if !value || strings.HasPrefix(option, "--") {
		option, _, _ = strings.Cut(option, " ")
	}
	for _, reserved := range s.reserved() {
		switch {
		case option == reserved && (strings.HasPrefix(option, "-") || !value):
			return true
		case len(reserved) == 2 && !value && strings.HasPrefix(option, reserved):
			return true
		}
	}
	return false
}

// IsValue reports whether args[i] may be the value of the option before it.
func IsValue(args []string, i int) bool {
	return i > 0 && strings.HasPrefix(args[i-1], "-") && !strings.Contains(args[i-1], "=")
}

// reserved are the options and subcommands that choose a session.
func (s *Session) reserved() []string {
	reserved := slices.Clone(s.Reserved)
	for _, line := range [][]string{s.Cold, s.ColdPrompt, s.Warm, s.WarmPrompt} {
		for i, token := range line[:max(0, len(line)-1)] {
			if strings.HasPrefix(token, "-") && line[i+1] == PlaceholderSession {
				reserved = append(reserved, token)
			}
		}
	}
	return reserved
}
