package script

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"strings"
	"sync"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
)

//go:embed program/*.sh stubs/*.sh
var files embed.FS

// parts are the files of the program in their order. Some are packed only for
// agents and templates that use them: where the program calls into such a part it
// asks a setting first.
var parts = []struct {
	name   string
	needed func(Options) bool // nil: always
}{
	{name: "settings"},
	{name: "common"},
	{name: "agentapi"},
	{name: "store_file", needed: func(o Options) bool { return o.Agent.Session.Detect.Kind == catalog.DetectFile }},
	{name: "asking", needed: asks},
	{name: "session"},
	{name: "follow", needed: func(o Options) bool { return followed(o.Agent.Session).Kind != catalog.FollowNone }},
	{name: "follow_process", needed: showsSession},
	{name: "follow_content", needed: func(o Options) bool { return followsNew(o.Agent.Session) }},
	{name: "locks", needed: func(o Options) bool { return o.Agent.Session.Locks != nil }},
	{name: "preflight"},
	{name: "install", needed: func(o Options) bool { return o.Install != nil || o.AcceptFirstRun }},
	{name: "adopt", needed: func(o Options) bool { return o.Agent.Module.Directory != "" }},
	{name: "state"},
	{name: "run"},
	{name: "typing", needed: typesTask},
	{name: "terminal", needed: func(o Options) bool { return o.Launcher == LauncherTerminal }},
	{name: "snapshot", needed: func(o Options) bool { return o.SnapshotForTaskID != "" }},
	{name: "stop"},
	{name: "cleanup", needed: func(o Options) bool { return o.RetentionDays > 0 }},
	{name: "status"},
	{name: "main"},
}

// asks says that the agent's own program is asked for sessions.
func asks(o Options) bool {
	s := o.Agent.Session
	return s.Detect.Kind == catalog.DetectCommand || len(s.NewID) > 0 || s.Capture != nil && len(s.Capture.Command) > 0 || len(followed(s).Command) > 0
}

// showsSession says that the agent's process shows which session it is in.
func showsSession(o Options) bool {
	switch followed(o.Agent.Session).Kind {
	case catalog.FollowPIDFile, catalog.FollowLockFile, catalog.FollowHeld:
		return true
	default:
		return false
	}
}

// typesTask says that the agent's command line does not take the task.
func typesTask(o Options) bool {
	s := o.Agent.Session
	return o.Prompt != "" && (len(s.ColdPrompt) == 0 || len(s.WarmPrompt) == 0)
}

// Program returns the program that runs in workspaces, in plain text, with the
// default settings.
func Program() string {
	var names []string
	for _, part := range parts {
		names = append(names, part.name)
	}
	return join(names)
}

// join returns the parts of the given names.
func join(names []string) string {
	var text strings.Builder
	for _, name := range names {
		text.WriteString(read("program/" + name + ".sh"))
	}
	return text.String()
}

// packed has what pack returned, by the names of the parts: packing is a large part
// of a plan, and many agents need the same parts.
var packed sync.Map

// pack returns the program that the options need as an assignment, with its SHA-256
// beside it. The start script cuts itself at the first of these lines.
func pack(o Options) string {
	var names []string
	for _, part := range parts {
		if part.needed == nil || part.needed(o) {
			names = append(names, part.name)
		}
	}
	key := strings.Join(names, " ")
	if text, ok := packed.Load(key); ok {
		return text.(string) //nolint:forcetypeassert // stored below
	}
	program := strip(join(names))
	text := fmt.Sprintf("# --- end of the settings; the program, gzip in base64, has the SHA-256 %x\npacked=%s\n",
		sha256.Sum256([]byte(program)), compress(program))
	packed.Store(key, text)
	return text
}

// compress returns text with gzip in base64 on one line: the same bytes for the same
// text.
func compress(text string) string {
	var zipped bytes.Buffer
	w, err := gzip.NewWriterLevel(&zipped, gzip.BestCompression)
	if err == nil {
		_, err = w.Write([]byte(text))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic("script: " + err.Error()) // writes to memory
	}
	return base64.StdEncoding.EncodeToString(zipped.Bytes())
}

// uncommented returns the file without its comments.
func uncommented(name string) string { return strip(read(name)) }

func read(name string) string {
	text, err := files.ReadFile(name)
	if err != nil {
		panic("script: " + err.Error()) // embedded
	}
	return string(text)
}

// strip removes lines that are comments, and empty lines. The first line stays,
// and the last one, by which a whole program is known.
func strip(text string) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	var out strings.Builder
	for i, line := range lines {
		trimmed := strings.TrimSpace(line)
		kept := i == 0 && strings.HasPrefix(line, "#!") || i == len(lines)-1
		if !kept && (trimmed == "" || strings.HasPrefix(trimmed, "#")) {
			continue
		}
		out.WriteString(line + "\n")
	}
	return out.String()
}
