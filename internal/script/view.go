package script

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/session"
)

// view is what the templates see: shell words ready to be pasted.
type view struct {
	DisplayName     string // in comments and messages; from the catalog
	Package         string
	AgentAPIVersion string
	AgentAPIType    string
	IDKind          catalog.IDKind
	Binaries        string
	Terminal        bool
	CommandName     string

	Name, Home, Workdir, DataDir     string
	Prompt, ExtraArgs, Port          string
	Resume, OnResumeFailure          string
	SaveInterval, SessionID          string
	StatePersistence, Budget, TaskID string

	RetentionDays string
	Exports       []exportView

	Session sessionView
	Cleanup *cleanupView // nil when nothing is known of the agent's sessions
	Old     *oldView     // nil when no older module left anything to take over
}

type cleanupView struct {
	Root, Glob string
	Beside     []string
	IDPrefix   int
	ByHand     string // for a double-quoted text
}

// oldView is what older registry modules of the agent left behind.
type oldView struct {
	Directory, FixedSessionID, SessionFile string
}

type sessionView struct {
	Cold, ColdPrompt, Warm, WarmPrompt string
	NewID, NewIDText, IDPattern        string
	Detect                             detectView
	Capture                            *captureView
	Locks                              *locksView
	UsesWorkdirJSON                    bool
	UsesRepository                     bool
	AsksAgent                          bool // a command of the CLI is run to find sessions
	SplitsRecords                      bool // and its answer is taken apart
	UsesFileHas                        bool // files are searched for a text
	IgnoresInterrupt                   bool
}

// exportView is an environment variable that names a directory.
type exportView struct{ Name, Value string }

type detectView struct {
	Kind                    catalog.DetectKind
	Root, Glob, Contains    string
	Command                 string
	RecordStart, Unprompted string
	RemoveEmpty             bool
}

type captureView struct {
	Kind                catalog.CaptureKind
	Root, Glob          string
	FirstLine, Contains []string
	IDLength            int

	Command, RecordStart string
}

type locksView struct {
	Root, Glob, Owner string
}

func newView(o Options) (*view, error) {
	q := &quoter{}
	binaries := o.Plan.Binaries
	if o.Command != "" {
		binaries = []string{o.Command}
	}
	v := &view{
		DisplayName:      inDoubleQuotes(o.Agent.DisplayName),
		Package:          inDoubleQuotes(o.Plan.Package),
		AgentAPIVersion:  inDoubleQuotes(o.AgentAPIVersion),
		AgentAPIType:     q.quote(o.Agent.AgentAPIType),
		IDKind:           o.Plan.IDKind,
		Binaries:         q.list(binaries),
		Terminal:         o.Launcher == LauncherTerminal,
		CommandName:      q.quote(CommandName(o.Name)),
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
		RetentionDays:    strconv.FormatInt(o.RetentionDays, 10),
		Session:          q.session(o.Plan),
		Cleanup:          q.cleanup(o.Agent.Cleanup),
	}
	for _, name := range slices.Sorted(maps.Keys(o.Directories)) {
		v.Exports = append(v.Exports, exportView{name, q.quote(o.Directories[name])})
	}
	if m := o.Agent.Module; m.Directory != "" {
		v.Old = &oldView{Directory: q.quote(m.Directory), FixedSessionID: q.optional(m.FixedSessionID), SessionFile: q.optional(m.SessionFile)}
	}
	return v, q.err
}

func (q *quoter) cleanup(c *catalog.Cleanup) *cleanupView {
	if c == nil {
		return &cleanupView{ByHand: "Nothing is known of where this agent keeps its sessions."}
	}
	v := &cleanupView{
		Root:     q.root(c.Root),
		Glob:     q.glob(c.Glob),
		IDPrefix: c.IDPrefix,
		ByHand:   inDoubleQuotes(c.ByHand),
	}
	for _, beside := range c.Beside {
		v.Beside = append(v.Beside, q.optional(strings.TrimPrefix(beside, catalog.PlaceholderStem)))
	}
	return v
}

func (q *quoter) session(p *session.Plan) sessionView {
	v := sessionView{
		Cold:             q.command(p.Cold),
		ColdPrompt:       q.command(p.ColdPrompt),
		Warm:             q.command(p.Warm),
		WarmPrompt:       q.command(p.WarmPrompt),
		NewID:            q.list(p.NewID),
		NewIDText:        inDoubleQuotes(strings.Join(p.NewID, " ")),
		IDPattern:        p.IDPattern,
		IgnoresInterrupt: p.IgnoresInterrupt,
		Detect: detectView{
			Kind:        p.Detect.Kind,
			Root:        q.root(p.Detect.Root),
			Glob:        q.glob(p.Detect.Glob),
			Contains:    q.needle(p.Detect.Contains),
			Command:     q.list(p.Detect.Command),
			RecordStart: q.optional(p.Detect.RecordStart),
			Unprompted:  q.optional(p.Detect.Unprompted),
			RemoveEmpty: p.Detect.RemoveEmpty,
		},
		AsksAgent: len(p.NewID) > 0 || p.Detect.Kind == catalog.DetectCommand,
	}
	if c := p.Capture; c != nil {
		v.Capture = &captureView{
			Kind:        c.Kind,
			Root:        q.root(c.Root),
			Glob:        q.glob(c.Glob),
			FirstLine:   q.needles(c.FirstLine),
			Contains:    q.needles(c.Contains),
			IDLength:    c.IDLength,
			Command:     q.list(c.Command),
			RecordStart: q.optional(c.RecordStart),
		}
		v.AsksAgent = v.AsksAgent || c.Kind == catalog.CaptureCommand
	}
	v.SplitsRecords = p.Detect.RecordStart != "" || p.Capture != nil && p.Capture.Kind == catalog.CaptureCommand
	v.UsesFileHas = p.Capture != nil || v.Detect.Kind == catalog.DetectFile && v.Detect.Contains != ""
	if l := p.Locks; l != nil {
		v.Locks = &locksView{Root: q.root(l.Root), Glob: q.glob(l.Glob), Owner: q.quote(p.Binaries[0])}
	}
	v.UsesWorkdirJSON = q.usedWorkdirJSON
	v.UsesRepository = q.usedRepository
	return v
}
