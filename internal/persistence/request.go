// Package persistence decides everything the provider says about one agent in
// one workspace. Resolve is a pure function of a Request: it reads no file, no
// clock and no environment, and it knows nothing of Terraform.
package persistence

import "github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"

// Input names one input of a Request. Inputs are bits, so that a set of them
// is an Inputs.
type Input uint32

// The inputs that can be unknown while Terraform plans.
const (
	InputAgent Input = 1 << iota
	InputName
	InputWorkdir
	InputHome
	InputPrompt
	InputArgs
	InputCommand
	InputPort
	InputAgentAPIVersion
	InputStatePersistence
	InputStateSaveInterval
	InputResume
	InputOnResumeFailure
	InputGracePeriod
	InputDataDir
	InputTaskID
	InputVolumeSize
	InputVolumeMountPath
	InputVolumeKind
)

// Inputs is a set of inputs.
type Inputs = Input

// Has reports whether any input of other is in the set.
func (i Input) Has(other Inputs) bool { return i&other != 0 }

// Defaults of a Request, as documented on the resource.
const (
	DefaultHome                     = "/home/coder"
	DefaultPort               int64 = 3284
	DefaultAgentAPIVersion          = "v0.12.2"
	DefaultStatePersistence         = true
	DefaultStateSaveInterval  int64 = 30
	DefaultResume                   = ResumePreferred
	DefaultOnResumeFailure          = OnResumeFailureFresh
	DefaultGracePeriodSeconds int64 = 60
	// DataDirParent is where the data directories lie, below the home directory.
	DataDirParent = ".coder-modules/coder-persistence"
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

// Values of Volume.Kind.
const (
	VolumeDocker     = "docker"
	VolumeKubernetes = "kubernetes"
	VolumeOther      = "other"
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
	Port    int64    // 1 to 65535

	AgentAPIVersion          string // e.g. "v0.12.2"; the leading v may be missing
	StatePersistence         bool
	StateSaveIntervalSeconds int64 // 0 to 86400; 0 saves on stop only
	Resume                   string
	OnResumeFailure          string
	GracePeriodSeconds       int64  // 1 to 86400
	DataDir                  string // absolute; "" means below Home
	TaskID                   string // "" means no log snapshot

	Volume *Volume // nil when the template says nothing about it

	// Unknown holds the inputs whose values Terraform does not know yet.
	Unknown Inputs
}

// Volume is the volume that keeps the agent's data.
type Volume struct {
	Size      string // e.g. "10Gi"; "" when not given
	MountPath string // absolute; "" when not given
	Kind      string // docker, kubernetes or other; "" when not given
}

// catalogOrDefault returns the catalog the request is judged by.
func (r *Request) catalogOrDefault() *catalog.Catalog {
	if r.Catalog != nil {
		return r.Catalog
	}
	return catalog.Default()
}
