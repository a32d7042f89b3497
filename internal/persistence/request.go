// Package persistence decides everything the provider says about one agent in
// one workspace. Resolve is a pure function of a Request: it reads no file, no
// clock and no environment, and it knows nothing of Terraform.
package persistence

import (
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/script"
)

// Input names one input of a Request. Inputs are bits, so that a set of them
// is an Inputs.
type Input uint64

// The inputs that can be unknown while Terraform plans.
const (
	InputAgent Input = 1 << iota
	InputName
	InputWorkdir
	InputHome
	InputPrompt
	InputArgs
	InputCommand
	InputLauncher
	InputPort
	InputAgentAPIVersion
	InputAgentAPIModuleVersion
	InputModuleVersion
	InputStatePersistence
	InputStateSaveInterval
	InputResume
	InputOnResumeFailure
	InputGracePeriod
	InputMountStrategy
	InputRelocateTo
	InputRetentionDays
	InputDataDir
	InputTaskID
	InputVolumeSize
	InputVolumeMountPath
	InputVolumeKind
	InputVolumeFileSystem
	InputVolumeSharedWith
	InputVolumeAllowShrink
	InputCoderVersion
	inputEnd

	// AllInputs are all of them.
	AllInputs = inputEnd - 1
	// VolumeInputs are those inside volume.
	VolumeInputs = InputVolumeSize | InputVolumeMountPath | InputVolumeKind | InputVolumeFileSystem | InputVolumeSharedWith | InputVolumeAllowShrink
)

// Inputs is a set of inputs.
type Inputs = Input

// Has reports whether any input of other is in the set.
func (i Input) Has(other Inputs) bool { return i&other != 0 }

// Defaults of a Request, as documented on the resource.
const (
	DefaultHome                     = "/home/coder"
	DefaultPort               int64 = 3284
	DefaultAgentAPIVersion          = "v" + catalog.AgentAPIRecommended
	DefaultStatePersistence         = true
	DefaultStateSaveInterval  int64 = 30
	DefaultResume                   = ResumePreferred
	DefaultOnResumeFailure          = OnResumeFailureFresh
	DefaultLauncher                 = LauncherAgentAPI
	DefaultMountStrategy            = MountHome
	DefaultGracePeriodSeconds int64 = 300
	// DataDirParent is where the data directories lie, below the home directory.
	DataDirParent = ".coder-modules/coder-persistence"
)

// Bounds of the numbers in a Request; each range includes both ends.
const (
	MaxPort          int64 = 65535
	MaxSaveInterval  int64 = 86400
	MaxGracePeriod   int64 = 86400
	MaxRetentionDays int64 = 36500
	// GracePeriodFloor is the shortest documented time in which the chat can be
	// saved on a stop, in seconds.
	GracePeriodFloor int64 = 60
	// GracePeriodRecommended is the documented recommendation, in seconds.
	GracePeriodRecommended int64 = 300
	// DefaultDormancyDays is the number of days that Coder's template settings
	// propose when an administrator turns dormancy on (coder/coder,
	// TemplateScheduleForm: 180 days). Without that step dormancy is off.
	DefaultDormancyDays int64 = 180
)

// Values of Request.Resume.
const (
	ResumeRequired  = "required"
	ResumePreferred = "preferred"
	ResumeNever     = "never"
)

// Values of Request.OnResumeFailure.
const (
	OnResumeFailureFresh        = "fresh"
	OnResumeFailureResendPrompt = "resend_prompt"
	OnResumeFailureFail         = "fail"
)

// Values of Request.Launcher.
const (
	LauncherAgentAPI = string(script.LauncherAgentAPI)
	LauncherTerminal = string(script.LauncherTerminal)
)

// Values of Request.MountStrategy.
const (
	MountHome  = "home"  // the whole home directory is on the volume
	MountPaths = "paths" // only the agent's own directories are
)

// Values of Volume.Kind.
const (
	VolumeDocker     = "docker"
	VolumeKubernetes = "kubernetes"
	VolumeOther      = "other"
)

// Values of Volume.FileSystem.
const (
	FileSystemLocal   = "local"
	FileSystemNetwork = "network"
)

// Request is what a template says of one agent. A field whose Input is in
// Unknown has no meaning and is never looked at.
type Request struct {
	Catalog *catalog.Catalog // nil means catalog.Default()

	Agent   string   // slug or alias
	Name    string   // "" means the agent's slug
	Workdir string   // absolute; "" means Home
	Home    string   // absolute
	Prompt  string   // "" means none
	Args    []string // extra arguments of the agent's CLI
	Command string   // absolute path or name of the CLI; "" means the catalog's names

	Launcher string // agentapi or terminal
	Port     int64  // 1 to MaxPort

	AgentAPIVersion       string // e.g. "v0.12.2"; the leading v may be missing; "" means DefaultAgentAPIVersion
	AgentAPIModuleVersion string // version of the registry's agentapi module; "" when not given
	// ModuleVersion is the version of the agent's own registry module, which
	// then starts the agent in place of our script; "" for our script.
	ModuleVersion string

	StatePersistence         bool
	StateSaveIntervalSeconds int64 // 0 to MaxSaveInterval; 0 saves on stop only
	Resume                   string
	OnResumeFailure          string
	GracePeriodSeconds       int64  // 1 to MaxGracePeriod
	MountStrategy            string // home or paths
	RelocateTo               string // absolute; "" leaves the agent's data where it is
	RetentionDays            *int64 // 1 to MaxRetentionDays; nil for no clean-up
	DataDir                  string // absolute; "" means below Home, or below RelocateTo
	TaskID                   string // "" means no log snapshot

	Volume *Volume // nil when the template says nothing about it

	CoderVersion string // the deployment's, from the provider block; "" when not given

	// Prior is what an earlier apply has left; nil for a new resource.
	Prior *Prior

	// Unknown holds the inputs whose values Terraform does not know yet.
	Unknown Inputs
}

// Volume is the volume that keeps the agent's data.
type Volume struct {
	Size        string   // e.g. "10Gi"; "" when not given
	MountPath   string   // absolute; "" when not given
	Kind        string   // docker, kubernetes or other; "" when not given
	FileSystem  string   // local or network; "" when not given
	SharedWith  []string // slugs or aliases of other agents on it
	AllowShrink bool
}

// Prior is what the state holds of an earlier apply.
type Prior struct {
	VolumeSize string // "" when none was given
}

// catalogOrDefault returns the catalog the request is judged by.
func (r *Request) catalogOrDefault() *catalog.Catalog {
	if r.Catalog != nil {
		return r.Catalog
	}
	return catalog.Default()
}

// volume returns the volume, which may be empty.
func (r *Request) volume() Volume {
	if r.Volume == nil {
		return Volume{}
	}
	return *r.Volume
}
