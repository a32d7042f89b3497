package catalog

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// SessionOverride says how an agent is started and resumed. Nil fields change
// nothing. An added agent needs Command, ID, Cold, Warm and Detect.
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
	IDLength  *int64   `tfsdk:"id_length"`  // characters before the extension; 36 otherwise
}

// idKinds are the kinds of identifier an override can have.
var idKinds = []IDKind{IDUUID, IDName, IDCaptured}

// defaultIDLength is the length of a UUID.
const defaultIDLength = 36

// apply changes the entry's session, on a copy, and checks it as a whole.
func (o *SessionOverride) apply(a *Agent, added bool, f *fieldErrors) {
	s := Session{ScriptReady: added, Package: "its command is set in the provider configuration"}
	if a.Session != nil {
		s = *a.Session
	}
	s.Source, s.Evidence = configurationSource, EvidenceConfigured
	before := len(f.errors)
	o.command(&s, f)
	if o.ID != nil {
		if id := IDKind(*o.ID); oneOf(f, id, idKinds, "session", "id") {
			s.ID = id
		}
	} else if s.ID == "" {
		f.add(fmt.Sprintf("It is not said who chooses a session's identifier. Write id = %q when the command takes one.", IDUUID), "session", "id")
	}
	for _, list := range []struct {
		from []string
		to   *[]string
	}{{o.Cold, &s.Cold}, {o.ColdPrompt, &s.ColdPrompt}, {o.Warm, &s.Warm}, {o.WarmPrompt, &s.WarmPrompt}} {
		if list.from != nil {
			*list.to = slices.Clone(list.from)
		}
	}
	if o.IgnoresInterrupt != nil {
		s.IgnoresInterrupt = *o.IgnoresInterrupt
	}
	if o.Detect != nil {
		s.Detect = o.Detect.detect(f)
	} else if s.Detect.Kind == "" {
		f.add(`It is not said what proves a session. Write detect = { file = "~/.my-agent/sessions/{session}.json" } or the like.`, "session", "detect")
	}
	if o.Capture != nil {
		s.Capture = o.Capture.capture(f)
	} else if s.ID != IDCaptured {
		s.Capture = nil
	}
	if len(f.errors) == before {
		s.check(f)
	}
	if added {
		a.Resume = configured("As the provider configuration describes it.")
	}
	a.Session = &s
}

func (o *SessionOverride) command(s *Session, f *fieldErrors) {
	if o.Command == nil {
		if len(s.Binaries) == 0 {
			f.add(`A start needs a command, such as command = "my-agent".`, "session", "command")
		}
		return
	}
	command := *o.Command
	switch {
	case strings.TrimSpace(command) == "":
		f.add(`The command is empty. Write a name on PATH or an absolute path, such as "my-agent".`, "session", "command")
	case strings.Contains(command, "/") && !path.IsAbs(command):
		f.add(fmt.Sprintf("%q is a relative path. Write a name on PATH or an absolute path.", command), "session", "command")
	case strings.ContainsAny(command, " \t\n\x00"):
		f.add(fmt.Sprintf("%q has a blank in it. Arguments belong into cold and warm.", command), "session", "command")
	}
	s.Binaries = []string{command}
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
		f.add("Write either file or command, not both.", "session", "detect", "command")
	case o.File != nil:
		directory, glob, problem := homeGlob(*o.File)
		if problem != "" {
			f.add(problem, "session", "detect", "file")
		} else if !strings.Contains(glob, PlaceholderSession) && !strings.Contains(d.Contains, PlaceholderSession) {
			f.add("Neither file nor contains has "+PlaceholderSession+", so any session would do.", "session", "detect", "file")
		}
		d.Kind, d.Root.Home, d.Glob = DetectFile, directory, glob
	case len(o.Command) > 0:
		if !strings.Contains(d.Contains, PlaceholderSession) {
			f.add("The text to look for in the command's output must have "+PlaceholderSession+".", "session", "detect", "contains")
		}
		d.Kind, d.Command = DetectCommand, slices.Clone(o.Command)
	default:
		f.add("Write the file or the command that proves a session.", "session", "detect")
	}
	return d
}

func (o *CaptureOverride) capture(f *fieldErrors) *Capture {
	c := &Capture{Kind: CaptureFile, FirstLine: slices.Clone(o.FirstLine), IDLength: defaultIDLength}
	if o.File == nil {
		f.add("Write the file whose name ends with the identifier.", "session", "capture", "file")
	} else {
		directory, glob, problem := homeGlob(*o.File)
		switch {
		case problem != "":
			f.add(problem, "session", "capture", "file")
		case strings.Contains(*o.File, PlaceholderSession):
			f.add("The identifier is not known yet: write * instead of "+PlaceholderSession+".", "session", "capture", "file")
		case !strings.Contains(glob, "*"):
			f.add("The pattern has no *, so it names one file only.", "session", "capture", "file")
		}
		c.Root.Home, c.Glob = directory, glob
	}
	if o.IDLength != nil {
		if *o.IDLength < 1 || *o.IDLength > 255 {
			f.add(fmt.Sprintf("%d is not a length from 1 to 255.", *o.IDLength), "session", "capture", "id_length")
		}
		c.IDLength = int(*o.IDLength)
	}
	return c
}

// check reports what does not fit together in a complete session.
func (s *Session) check(f *fieldErrors) {
	if len(s.Warm) == 0 {
		f.add(`A resume needs arguments, such as warm = ["--resume", "`+PlaceholderSession+`"].`, "session", "warm")
	}
	chosen := s.ID == IDUUID || s.ID == IDName
	known := chosen || s.ID == IDCommand // at a cold start
	named := s.ID != IDDirectory         // at a resume
	for _, list := range []struct {
		name             string
		tokens           []string
		session, prompts bool
	}{
		{"cold", s.Cold, known, false},
		{"cold_prompt", s.ColdPrompt, known, true},
		{"warm", s.Warm, named, false},
		{"warm_prompt", s.WarmPrompt, named, true},
	} {
		if len(list.tokens) == 0 && (list.name != "cold" || !known) {
			continue
		}
		text := strings.Join(list.tokens, "\x00")
		switch has := strings.Contains(text, PlaceholderSession); {
		case list.session && !has && list.name[:4] == "cold":
			f.add(fmt.Sprintf("With id = %q the start must be told the identifier: %s is missing.", s.ID, PlaceholderSession), "session", list.name)
		case list.session && !has:
			f.add(fmt.Sprintf("A resume must name the session: %s is missing.", PlaceholderSession), "session", list.name)
		case !list.session && has:
			f.add(fmt.Sprintf("With id = %q there is no identifier to give.", s.ID), "session", list.name)
		}
		switch has := strings.Contains(text, PlaceholderPrompt); {
		case list.prompts && !has:
			f.add(PlaceholderPrompt+" is missing.", "session", list.name)
		case !list.prompts && has:
			f.add(PlaceholderPrompt+" belongs into "+list.name+"_prompt.", "session", list.name)
		}
		for i, token := range list.tokens {
			if token != PlaceholderArgs && strings.Contains(token, PlaceholderArgs) {
				f.add(PlaceholderArgs+" must be an element of its own.", "session", list.name, i)
			}
			if strings.ContainsRune(token, 0) {
				f.add("An argument cannot have a NUL character.", "session", list.name, i)
			}
		}
	}
	switch {
	case s.ID == IDCaptured && s.Capture == nil:
		f.add(fmt.Sprintf("With id = %q it must be said where the identifier is found.", s.ID), "session", "capture")
	case s.ID != IDCaptured && s.Capture != nil:
		f.add(fmt.Sprintf("With id = %q nothing is captured.", s.ID), "session", "capture")
	}
}
