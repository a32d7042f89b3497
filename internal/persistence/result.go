package persistence

// Output names one output of a Result.
type Output int

// The outputs, in the order in which the resource shows them.
const (
	OutputName Output = iota
	OutputWorkdir
	OutputDataDir
	OutputSessionID
	OutputEnv
	OutputMounts
	OutputStartScript
	OutputShutdownScript
	OutputAgentAPIModuleVersion
	OutputAgentAPIModulePort
	OutputAgentAPIModuleDirName
	OutputAgentAPIModuleFolder
	OutputAgentAPIModuleStatePersistence
	OutputAgentAPIModulePaths
	OutputStorage
	OutputSupport
	outputCount
)

// Result is what the provider says of one agent in one workspace. An output
// for which Known is false has no meaning.
type Result struct {
	Name           string
	Workdir        string
	DataDir        string
	SessionID      string // "" when the agent's CLI chooses the identifier itself
	Env            map[string]string
	Mounts         []Mount
	StartScript    string
	ShutdownScript string
	AgentAPIModule AgentAPIModule
	Storage        Storage
	Support        Support

	unknown [outputCount]bool
}

// Known reports whether every input that output is made from is known.
func (r *Result) Known(output Output) bool { return !r.unknown[output] }

// Mount is one directory that must be on the volume.
type Mount struct {
	Path       string // absolute
	Role       string // "home"
	Required   bool
	FileSystem string // "local" when a network file system would damage data below Path, else "any"
}

// AgentAPIModule holds the inputs of the registry's agentapi module, apart
// from start_script.
type AgentAPIModule struct {
	AgentAPIVersion        string
	AgentAPIPort           int64
	ModuleDirName          string // relative to the home directory, "" when the data directory is elsewhere
	Folder                 string
	EnableStatePersistence bool
	StateFilePath          string
	PIDFilePath            string
}

// Storage is the space the agent's data needs.
type Storage struct {
	FloorBytes       int64
	Floor            string // Kubernetes quantity
	RecommendedBytes int64
	Recommended      string // Kubernetes quantity
	RecommendedGiB   int64  // whole GiB, rounded up
}

// Support says how well the agent comes back with these scripts.
type Support struct {
	Level   string
	Reason  string
	Resumes bool
}

// Severity of a Finding.
type Severity int

// A finding either stops the plan or is shown beside it.
const (
	Warning Severity = iota
	Error
)

// Finding is one thing that is wrong or risky about a request.
type Finding struct {
	Severity Severity
	// Path is the attribute it is about, outermost first, e.g. ["volume", "size"].
	Path []string
	// Summary is short, in Title Case and stable.
	Summary string
	// Detail says what was expected, what was given and what to write instead.
	Detail string
}
