package persistence

import "github.com/coder-persistence/terraform-provider-coder-persistence/internal/script"

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
	OutputCleanupScript
	OutputMetadata
	OutputAgentAPIModule // whether there is one
	OutputAgentAPIModuleVersion
	OutputAgentAPIModulePort
	OutputAgentAPIModuleDirName
	OutputAgentAPIModuleFolder
	OutputAgentAPIModuleStatePersistence
	OutputAgentAPIModulePaths
	OutputGracePeriod
	OutputStorageRequest
	OutputCapacityNote
	OutputStorage
	OutputSupport
	outputCount
)

// Result is what the provider says of one agent in one workspace. An output
// for which Known is false has no meaning.
type Result struct {
	Name      string
	Workdir   string
	DataDir   string
	SessionID string // "" when the agent's CLI chooses the identifier itself, or its module does
	Env       map[string]string
	Mounts    []Mount

	StartScript    string // "" when the agent's own module starts it
	ShutdownScript string // "" when there is nothing to stop
	CleanupScript  string // "" without retention_days
	Metadata       []script.MetadataItem
	AgentAPIModule *AgentAPIModule

	GracePeriod    int64  // seconds
	StorageRequest string // Kubernetes quantity
	CapacityNote   string // "" when there is none
	Storage        Storage
	Support        Support

	unknown [outputCount]bool
}

// Known reports whether every input that output is made from is known.
func (r *Result) Known(output Output) bool { return !r.unknown[output] }

// DeleteTimeout is how long Terraform must wait for the pod to end, as a
// duration such as "6m".
func (r *Result) DeleteTimeout() string { return deleteTimeout(r.GracePeriod) }

// AgentAPIModule holds the inputs of the registry's agentapi module, apart
// from start_script.
type AgentAPIModule struct {
	AgentAPIVersion        string
	AgentAPIPort           int64
	ModuleDirName          string // relative to the home directory
	Folder                 string
	EnableStatePersistence bool
	StateFilePath          string
	PIDFilePath            string
}
