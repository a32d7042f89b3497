package catalog

import (
	"fmt"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
)

// SessionOverride says how an added agent is started and resumed. Command, ID,
// Cold, Warm and Detect are required.
type SessionOverride struct {
	Command          *string          `tfsdk:"command"`     // a name on PATH or an absolute path
	ID               *string          `tfsdk:"id"`          // "uuid", "name" or "captured"
	Cold             []string         `tfsdk:"cold"`        // arguments of a new session
	ColdPrompt       []string         `tfsdk:"cold_prompt"` // the same with {prompt}
	Warm             []string         `tfsdk:"warm"`        // arguments that resume {session}
	WarmPrompt       []string         `tfsdk:"warm_prompt"` // the same with {prompt}
	Detect           *DetectOverride  `tfsdk:"detect"`
	Capture          *CaptureOverride `tfsdk:"capture"`
	IgnoresInterrupt *bool            `tfsdk:"ignores_interrupt"`
}

// DetectOverride proves a session by a file or by a command's output.
type DetectOverride struct {
	File     *string  `tfsdk:"file"`     // "~/…", may hold {session} and *
	Command  []string `tfsdk:"command"`  // arguments of the CLI, instead of a file
	Contains *string  `tfsdk:"contains"` // a text in the file or in a line of the output
}

// CaptureOverride finds the identifier that the CLI chose.
type CaptureOverride struct {
	File      *string  `tfsdk:"file"`       // "~/…" with *, all sessions' files
	FirstLine []string `tfsdk:"first_line"` // texts that the first line holds
	IDLength  *float64 `tfsdk:"id_length"`  // characters before the extension; 36 otherwise
}

// idKinds are the kinds of identifier an override can have.
var idKinds = []IDKind{IDUUID, IDName, IDCaptured}

// defaultIDLength is the length of a UUID.
const defaultIDLength = 36

// session makes the session of an agent and checks it as a whole.
func (o *SessionOverride) session(f *fieldErrors) *Session {
	before := len(f.errors)
	s := &Session{
		Binaries:    []string{o.command(f)},
		Package:     "its command is set in the provider configuration",
		ScriptReady: true,
		Cold:        o.Cold, ColdPrompt: o.ColdPrompt, Warm: o.Warm, WarmPrompt: o.WarmPrompt,
		IgnoresInterrupt: o.IgnoresInterrupt != nil && *o.IgnoresInterrupt,
		Source:           configurationSource, Evidence: EvidenceConfigured,
	}
	if o.ID == nil {
		f.add("Set id to say who chooses a session's identifier.", strconv.Quote(string(IDUUID)), "session", "id")
	} else if s.ID = IDKind(*o.ID); !oneOf(f, s.ID, idKinds, "session", "id") {
		return s
	}
	if o.Detect == nil {
		f.add("Set detect to say what proves a session.", f.detect(), "session", "detect")
	} else {
		s.Detect = o.Detect.detect(f)
	}
	if o.Capture != nil {
		s.Capture = o.Capture.capture(f)
	}
	if len(f.errors) == before {
		s.check(f)
	}
	return s
}

// command returns the program.
func (o *SessionOverride) command(f *fieldErrors) string {
	if o.Command == nil {
		f.add("A start needs a command.", strconv.Quote(f.agent), "session", "command")
		return ""
	}
	command := *o.Command
	switch {
	case strings.TrimSpace(command) == "":
		f.add("The command is empty.", strconv.Quote(f.agent), "session", "command")
	case strings.Contains(command, "/") && !path.IsAbs(command):
		f.add(fmt.Sprintf("%q is neither a name on PATH nor an absolute path.", command), strconv.Quote(path.Base(command)), "session", "command")
	case strings.ContainsAny(command, " \t\n\x00"):
		program, _, _ := strings.Cut(strings.TrimSpace(command), " ")
		f.add(fmt.Sprintf("%q has a blank in it. Arguments belong in cold and warm.", command), strconv.Quote(program), "session", "command")
	}
	return command
}

// homeGlob splits a pattern such as ~/.agent/sessions/{session}.json into the
// directory below home and the pattern below that.
func homeGlob(text string) (directory, glob, problem string) {
	scope, relative, problem := place(text)
	if problem != "" {
		return "", "", problem
	}
	if scope != ScopeHome {
		return "", "", fmt.Sprintf(`%q is not below the home directory. Write "~/…".`, text)
	}
	parts := strings.Split(relative, "/")
	n := 0
	for n < len(parts)-1 && !strings.ContainsAny(parts[n], "*{") {
		n++
	}
	return strings.Join(parts[:n], "/"), strings.Join(parts[n:], "/"), ""
}

func (o *DetectOverride) detect(f *fieldErrors) Detect {
	d := Detect{}
	if o.Contains != nil {
		d.Contains = *o.Contains
	}
	switch {
	case o.File != nil && o.Command != nil:
		f.add("Set either file or command, not both.", "null", "session", "detect", "command")
	case o.File != nil:
		directory, glob, problem := homeGlob(*o.File)
		if problem != "" {
			f.add(problem, f.sessionFile("{session}"), "session", "detect", "file")
		} else if !strings.Contains(glob, PlaceholderSession) && !strings.Contains(d.Contains, PlaceholderSession) {
			f.add("Neither file nor contains has "+PlaceholderSession+", so any session would do.", f.sessionFile("{session}"), "session", "detect", "file")
		}
		d.Kind, d.Root.Home, d.Glob = DetectFile, directory, glob
	case len(o.Command) > 0:
		if !strings.Contains(d.Contains, PlaceholderSession) {
			f.add("The text to look for in the command's output must have "+PlaceholderSession+".", strconv.Quote(PlaceholderSession), "session", "detect", "contains")
		}
		d.Kind, d.Command = DetectCommand, o.Command
	default:
		f.add("It names neither the file nor the command that proves a session.", f.detect(), "session", "detect")
	}
	return d
}

func (o *CaptureOverride) capture(f *fieldErrors) *Capture {
	c := &Capture{Kind: CaptureFile, FirstLine: o.FirstLine, IDLength: defaultIDLength}
	if o.File == nil {
		f.add("It does not name the file that has the identifier in its name.", f.sessionFile("*"), "session", "capture", "file")
	} else {
		directory, glob, problem := homeGlob(*o.File)
		switch {
		case problem != "":
			f.add(problem, f.sessionFile("*"), "session", "capture", "file")
		case strings.Contains(*o.File, PlaceholderSession):
			f.add("The identifier is not known yet: * stands for it.", f.sessionFile("*"), "session", "capture", "file")
		case !strings.Contains(glob, "*"):
			f.add("The pattern has no *, so it names one file only.", f.sessionFile("*"), "session", "capture", "file")
		}
		c.Root.Home, c.Glob = directory, glob
	}
	if o.IDLength != nil {
		if *o.IDLength < 1 || *o.IDLength > 255 || *o.IDLength != math.Trunc(*o.IDLength) {
			f.add(fmt.Sprintf("%v is not a whole number from 1 to 255.", *o.IDLength), strconv.Itoa(defaultIDLength), "session", "capture", "id_length")
		}
		c.IDLength = int(*o.IDLength)
	}
	return c
}

// sessionFile is an example of a pattern for session files.
func (f *fieldErrors) sessionFile(name string) string {
	return strconv.Quote("~/." + f.agent + "/sessions/" + name + ".json")
}

// detect is an example of what proves a session.
func (f *fieldErrors) detect() string { return "{ file = " + f.sessionFile(PlaceholderSession) + " }" }

// check reports what does not fit together in a complete session.
func (s *Session) check(f *fieldErrors) {
	known := s.ID == IDUUID || s.ID == IDName || s.ID == IDCommand // at a cold start
	named := s.ID != IDDirectory                                   // at a resume
	if len(s.Warm) == 0 {
		f.add("A resume needs arguments.", arguments("--resume", named, false), "session", "warm")
	}
	for _, list := range []struct {
		name, option     string
		tokens           []string
		session, prompts bool
	}{
		{"cold", "--session-id", s.Cold, known, false},
		{"cold_prompt", "--session-id", s.ColdPrompt, known, true},
		{"warm", "--resume", s.Warm, named, false},
		{"warm_prompt", "--resume", s.WarmPrompt, named, true},
	} {
		if len(list.tokens) == 0 && (list.name != "cold" || !known) {
			continue
		}
		text := strings.Join(list.tokens, "\n")
		session, prompt := strings.Contains(text, PlaceholderSession), strings.Contains(text, PlaceholderPrompt)
		problem := ""
		switch {
		case list.session && !session && list.option == "--session-id":
			problem = fmt.Sprintf("With id = %q the start must be told the identifier: %s is missing.", s.ID, PlaceholderSession)
		case list.session && !session:
			problem = fmt.Sprintf("A resume must name the session: %s is missing.", PlaceholderSession)
		case !list.session && session:
			problem = fmt.Sprintf("With id = %q there is no identifier to give.", s.ID)
		case list.prompts && !prompt:
			problem = PlaceholderPrompt + " is missing."
		case !list.prompts && prompt:
			problem = PlaceholderPrompt + " belongs in " + list.name + "_prompt."
		case slices.ContainsFunc(list.tokens, func(t string) bool { return t != PlaceholderArgs && strings.Contains(t, PlaceholderArgs) }):
			problem = PlaceholderArgs + " must be an element of its own."
		case strings.ContainsRune(text, 0):
			problem = "An argument cannot have a NUL character."
		}
		if problem != "" {
			f.add(problem, arguments(list.option, list.session, list.prompts), "session", list.name)
		}
	}
	switch {
	case s.ID == IDCaptured && s.Capture == nil:
		f.add(fmt.Sprintf("With id = %q, capture must say where the identifier is.", s.ID), "{ file = "+f.sessionFile("*")+" }", "session", "capture")
	case s.ID != IDCaptured && s.Capture != nil:
		f.add(fmt.Sprintf("With id = %q nothing is captured.", s.ID), "null", "session", "capture")
	}
}

// arguments is an example of a list of arguments.
func arguments(option string, session, prompt bool) string {
	var list []string
	if session {
		list = append(list, option, PlaceholderSession)
	}
	list = append(list, PlaceholderArgs)
	if prompt {
		list = append(list, "--", PlaceholderPrompt)
	}
	return "[" + quoteList(list) + "]"
}
