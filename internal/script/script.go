// Package script renders the shell scripts that start, resume and stop an
// agent inside a workspace. The scripts are templates; every value that comes
// from a user passes through quote, so that no input can become code. The
// package imports nothing of Terraform.
package script

import (
	"embed"
	"fmt"
	"strconv"
	"strings"
	"text/template"

	"mvdan.cc/sh/v3/syntax"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/session"
)

//go:embed templates/*.sh.tmpl
var templateFiles embed.FS

// templates is parsed once; rendering never changes it.
var templates = template.Must(template.New("").ParseFS(templateFiles, "templates/*.sh.tmpl"))

// MaxBytes is the longest script that can run as a plain coder_script: the
// Coder agent hands it to bash as one argument, and Linux limits an argument
// to 128 KiB including its final NUL.
const MaxBytes = 128*1024 - 1

// Options is what the scripts of one agent depend on. All paths are absolute.
type Options struct {
	Agent *catalog.Agent
	Plan  *session.Plan

	Name    string
	Home    string
	Workdir string
	DataDir string
	Prompt  string
	Args    []string
	Command string // path of the CLI, "" to look for it on PATH
	Port    int64

	AgentAPIVersion   string // e.g. "v0.12.2"; named in messages only
	StatePersistence  bool
	Resume            string // required, preferred or never
	OnResumeFailure   string // fresh, resend_prompt or fail
	SaveInterval      int64  // seconds between saves, 0 for none
	ShutdownBudget    int64  // seconds the shutdown script may take
	SnapshotForTaskID string // id of the Coder task to post a log snapshot for, "" for none
}

// Start renders the start script.
func Start(o Options) (string, error) { return render("start", o) }

// Shutdown renders the shutdown script.
func Shutdown(o Options) (string, error) { return render("shutdown", o) }

// view is what the templates see: shell words ready to be pasted.
type view struct {
	DisplayName     string // in comments and messages; from the catalog
	Package         string
	AgentAPIVersion string
	AgentAPIType    string
	IDKind          catalog.IDKind
	Binaries        string

	Name, Home, Workdir, DataDir     string
	Prompt, ExtraArgs, Port          string
	Resume, OnResumeFailure          string
	SaveInterval, SessionID          string
	StatePersistence, Budget, TaskID string

	Session sessionView
}

type sessionView struct {
	Cold, ColdPrompt, Warm, WarmPrompt string
	Detect                             detectView
	Capture                            *captureView
	UsesWorkdirJSON                    bool
	IgnoresInterrupt                   bool
}

type detectView struct {
	Kind                                          catalog.DetectKind
	Root, Glob, Contains                          string
	Command, CommandText, RecordStart, Unprompted string
	RemoveEmpty                                   bool
}

type captureView struct {
	Root, Glob string
	FirstLine  []string
	IDLength   int
}

func render(name string, o Options) (string, error) {
	v, err := newView(o)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	out.Grow(24 * 1024)
	if err := templates.ExecuteTemplate(&out, name, v); err != nil {
		return "", fmt.Errorf("render the %s script of %s: %w", name, o.Agent.DisplayName, err)
	}
	return out.String(), nil
}

func newView(o Options) (*view, error) {
	q := &quoter{}
	binaries := o.Plan.Binaries
	if o.Command != "" {
		binaries = []string{o.Command}
	}
	d, c := o.Plan.Detect, o.Plan.Capture
	v := &view{
		DisplayName:      o.Agent.DisplayName,
		Package:          o.Plan.Package,
		AgentAPIVersion:  o.AgentAPIVersion,
		AgentAPIType:     q.quote(o.Agent.AgentAPIType),
		IDKind:           o.Plan.IDKind,
		Binaries:         q.list(binaries),
		Name:             q.quote(o.Name),
		Home:             q.quote(o.Home),
		Workdir:          q.quote(o.Workdir),
		DataDir:          q.quote(o.DataDir),
		Prompt:           q.quote(o.Prompt),
		ExtraArgs:        q.list(o.Args),
		Port:             strconv.FormatInt(o.Port, 10),
		Resume:           q.quote(o.Resume),
		OnResumeFailure:  q.quote(o.OnResumeFailure),
		SaveInterval:     strconv.FormatInt(o.SaveInterval, 10),
		SessionID:        q.quote(o.Plan.ID),
		StatePersistence: strconv.FormatBool(o.StatePersistence),
		Budget:           strconv.FormatInt(o.ShutdownBudget, 10),
		TaskID:           q.quote(o.SnapshotForTaskID),
		Session: sessionView{
			Cold:             q.command(o.Plan.Cold),
			ColdPrompt:       q.command(o.Plan.ColdPrompt),
			Warm:             q.command(o.Plan.Warm),
			WarmPrompt:       q.command(o.Plan.WarmPrompt),
			IgnoresInterrupt: o.Plan.IgnoresInterrupt,
			Detect: detectView{
				Kind:        d.Kind,
				Root:        q.root(d.Root),
				Glob:        q.glob(d.Glob),
				Contains:    q.needle(d.Contains),
				Command:     q.list(d.Command),
				CommandText: strings.Join(d.Command, " "),
				RecordStart: q.optional(d.RecordStart),
				Unprompted:  q.optional(d.Unprompted),
				RemoveEmpty: d.RemoveEmpty,
			},
		},
	}
	if c != nil {
		cv := &captureView{Root: q.root(c.Root), Glob: q.glob(c.Glob), IDLength: c.IDLength}
		for _, text := range c.FirstLine {
			cv.FirstLine = append(cv.FirstLine, q.needle(text))
		}
		v.Session.Capture = cv
	}
	v.Session.UsesWorkdirJSON = q.usedWorkdirJSON
	return v, q.err
}

// quoter turns values into bash words and remembers the first error, which can
// only be a NUL byte.
type quoter struct {
	err             error
	usedWorkdirJSON bool
}

func (q *quoter) quote(text string) string {
	quoted, err := syntax.Quote(text, syntax.LangBash)
	if err != nil && q.err == nil {
		q.err = fmt.Errorf("%q cannot be part of a shell script: %w", text, err)
	}
	return quoted
}

// optional is quote, but keeps "" empty so that a template can test for it.
func (q *quoter) optional(text string) string {
	if text == "" {
		return ""
	}
	return q.quote(text)
}

func (q *quoter) list(items []string) string {
	words := make([]string, len(items))
	for i, item := range items {
		words[i] = q.quote(item)
	}
	return strings.Join(words, " ")
}

// command renders the words of a command line.
func (q *quoter) command(words []session.Word) string {
	rendered := make([]string, len(words))
	for i, word := range words {
		rendered[i] = q.word(word, false)
	}
	return strings.Join(rendered, " ")
}

// needle renders a text to search for; the working directory stands in it as
// it stands in JSON.
func (q *quoter) needle(text string) string {
	if text == "" {
		return ""
	}
	return q.word(session.SplitToken(text), true)
}

func (q *quoter) word(word session.Word, workdirAsJSON bool) string {
	var out strings.Builder
	for _, part := range word {
		switch part.Variable {
		case "":
			out.WriteString(q.quote(part.Text))
		case session.Session:
			out.WriteString(`"$session_id"`)
		case session.Prompt:
			out.WriteString(`"$prompt"`)
		case session.Args:
			out.WriteString(`"${extra_args[@]}"`)
		case session.Workdir:
			if workdirAsJSON {
				q.usedWorkdirJSON = true
				out.WriteString(`"$(json_text "$workdir")"`)
			} else {
				out.WriteString(`"$workdir"`)
			}
		}
	}
	return out.String()
}

// root renders a directory that an environment variable can move.
func (q *quoter) root(r catalog.Root) string {
	fallback := `"$home"/` + q.quote(r.Home)
	switch {
	case r.Env == "":
		return fallback
	case r.EnvPath == "":
		return "${" + r.Env + ":-" + fallback + "}"
	default:
		return "${" + r.Env + ":-" + fallback + "}${" + r.Env + ":+/" + q.quote(r.EnvPath) + "}"
	}
}

// glob renders a pattern: wildcards stay bare, everything else is quoted.
func (q *quoter) glob(pattern string) string {
	var out strings.Builder
	for _, part := range session.SplitToken(pattern) {
		if part.Variable == session.Session {
			out.WriteString(`"$session_id"`)
			continue
		}
		for i, literal := range strings.Split(part.Text, "*") {
			if i > 0 {
				out.WriteByte('*')
			}
			if literal != "" {
				out.WriteString(q.quote(literal))
			}
		}
	}
	return out.String()
}
