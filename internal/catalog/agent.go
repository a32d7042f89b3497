// Package catalog describes every AI coding agent the provider knows: which
// registry module starts it, where its sessions live, how much space they
// need, how the CLI is started and resumed, and how well each of these facts
// is known. It imports nothing of Terraform and never touches the machine.
package catalog

import "github.com/coder-persistence/terraform-provider-persistence/internal/size"

// AsOf is the day on which the facts in this package were last checked, as an
// ISO 8601 date.
const AsOf = "2026-11-21"

// Evidence says how a fact was learned. Anything but EvidenceSeen is shown to
// users as not verified.
type Evidence string

// The ways a fact can be known, strongest first.
const (
	EvidenceSeen   Evidence = "seen"   // observed in a run of the real program
	EvidenceHelp   Evidence = "help"   // read in the program's own --help
	EvidenceSource Evidence = "source" // read in source code or the shipped binary
	EvidenceDocs   Evidence = "docs"   // documentation or a public issue only
	// EvidenceConfigured facts are stated in the provider configuration.
	EvidenceConfigured Evidence = "configured"
)

// Verified reports whether the fact was observed in a run.
func (e Evidence) Verified() bool { return e == EvidenceSeen }

// Level is how far an agent's conversation survives a workspace stop.
type Level string

// The levels of Coder's public compatibility matrix.
const (
	LevelFull         Level = "full"          // resumes the previous session by itself
	LevelPartial      Level = "partial"       // the wiring exists, but is off by default or faulty
	LevelPlanned      Level = "planned"       // the agent can resume, its registry module does not
	LevelNotSupported Level = "not_supported" // a fresh conversation at each start
)

// Agent is everything the provider knows of one coding agent.
type Agent struct {
	Slug         string   // registry module name, e.g. "claude-code"; unique
	DisplayName  string   // e.g. "Claude Code"
	Aliases      []string // other accepted spellings, lower case
	Icon         string   // the path of Coder's own icon; "" when it has none
	AgentAPIType string   // value for agentapi's --type; "custom" when agentapi has no type for it
	Documented   Documented
	Module       Module
	Paths        []Path
	Storage      Storage
	Retention    Fact     // how the agent deletes old sessions
	Cleanup      *Cleanup // how old sessions are deleted by hand; nil when nothing is known
	Session      *Session
	Resume       Fact     // one sentence on what a resume restores
	Install      *Install // where the program comes from; nil when nothing is known
	FirstRun     []FirstRunFile
	Hazards      []Fact
	Notes        []Fact
}

// Fact is one sentence with its source.
type Fact struct {
	Text     string
	Source   string // where it can be checked, e.g. "anthropics/claude-code#24207"
	Evidence Evidence
}

// Documented is the agent's level in Coder's public matrix.
type Documented struct {
	Level          Level
	NotInTheMatrix bool // true for agents the matrix does not list; Level is then ours
}

// ModuleStatus says whether the registry still offers a module.
type ModuleStatus string

// The states a registry module can be in.
const (
	ModuleActive  ModuleStatus = "active"
	ModuleChanged ModuleStatus = "changed" // still published, but its newest major starts nothing
	ModuleRemoved ModuleStatus = "removed" // gone from the registry's main branch, old tags remain
)

// Module is the agent's own module in the Coder registry.
type Module struct {
	Source    string // e.g. "registry.coder.com/coder/claude-code/coder"
	Status    ModuleStatus
	Note      string
	Latest    string // newest released version, without a leading "v"
	Directory string // directory below $HOME in which older module versions kept their files, or ""
	// FixedSessionID is the identifier that older module versions give every
	// session, or "".
	FixedSessionID string
	// SessionFile is the file in Directory in which older module versions keep
	// the session's identifier, as lines of "workdir|identifier", or "".
	SessionFile string
	// Releases are all released versions, oldest first, without a leading "v".
	Releases []string
	// Ranges cover Releases without gaps, oldest first.
	Ranges []Range
}

// Scope says what a path is relative to.
type Scope string

// The places an agent writes to.
const (
	ScopeHome    Scope = "home"    // below the home directory
	ScopeWorkdir Scope = "workdir" // below the directory the agent works in
	// ScopeAbsolute paths are the same in every workspace. Only overrides have them.
	ScopeAbsolute Scope = "absolute"
)

// Role says what a path is for.
type Role string

// The roles a path can have.
const (
	RoleSession     Role = "session"     // needed to resume
	RoleConfig      Role = "config"      // needed to start without dialogs
	RoleCredentials Role = "credentials" // logins; may be left off the volume
	RoleCache       Role = "cache"       // safe to lose
)

// Store says how data is kept below a path.
type Store string

// The storage formats agents use.
const (
	StoreJSONL     Store = "jsonl"
	StoreJSON      Store = "json"
	StoreSQLiteWAL Store = "sqlite-wal" // database, -wal and -shm are one unit
	StoreSQLite    Store = "sqlite"
	StoreMarkdown  Store = "markdown"
	StoreDirectory Store = "directory" // a tree of mixed files
	StoreServer    Store = "server"    // the vendor's servers
)

// Path is one place an agent keeps data.
type Path struct {
	// Path is relative to its scope, e.g. ".claude/projects", or absolute for ScopeAbsolute.
	Path  string
	Scope Scope
	Role  Role
	Store Store
	// File is true when Path is a single file rather than a directory.
	File bool
	// Required is true when a resume fails, or dialogs return, without it.
	Required bool
	// RelocatedBy is the environment variable that moves it, or "".
	RelocatedBy string
	// NetworkFileSystem is true when the data may live on NFS or a similar file system.
	NetworkFileSystem bool
	Source            string
	Evidence          Evidence
}

// Bounded says whether an agent's data stops growing by itself.
type Bounded string

// The answers to "does it stop growing?".
const (
	BoundedYes     Bounded = "yes"
	BoundedNo      Bounded = "no"
	BoundedUnknown Bounded = "unknown"
)

// Storage is the space an agent's data needs.
type Storage struct {
	Minimum       size.Bytes // documented minimum; a smaller volume is an error
	MinimumSource string
	Recommended   size.Bytes // room for months of work; a smaller volume is a warning
	// RecommendedIsEstimate is true when no observed size stands behind Recommended.
	RecommendedIsEstimate bool
	Observed              size.Bytes // largest size users reported, 0 when none was
	ObservedText          string
	ObservedSources       []string
	Bounded               Bounded
	BoundedBy             string // setting that bounds it, or ""
}
