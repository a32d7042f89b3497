package persistence

import (
	"fmt"
	"strings"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/size"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/storage"
)

// Support says how well the agent comes back.
type Support struct {
	Level   string
	Reason  string
	Resumes bool
}

// Storage is the space that the agents on the volume need.
type Storage struct {
	FloorBytes       int64
	Floor            string // Kubernetes quantity
	RecommendedBytes int64
	Recommended      string // Kubernetes quantity
	RecommendedGiB   int64  // whole GiB, rounded up
}

func storageOf(need *storage.Need) Storage {
	return Storage{
		FloorBytes:       need.Floor.Int64(),
		Floor:            need.Floor.String(),
		RecommendedBytes: need.Recommended.Int64(),
		Recommended:      need.Recommended.String(),
		RecommendedGiB:   size.GiBCeil(need.Recommended),
	}
}

// assess judges the agent's own registry module. Versions that are no versions
// are refused elsewhere.
func (f *facts) assess() {
	versions := catalog.Versions{Module: f.request.ModuleVersion}
	if !f.unknown(InputAgentAPIVersion) {
		versions.AgentAPI = f.request.AgentAPIVersion
	}
	if !f.unknown(InputCoderVersion) {
		versions.Coder = f.request.CoderVersion
	}
	if a, err := f.agent.Assess(versions); err == nil {
		f.assessment = &a
	}
}

// support says how well the agent comes back with our scripts, or with its own
// module.
func (f *facts) support() Support {
	if f.request.ModuleVersion != "" {
		return f.moduleSupport()
	}
	s := f.agent.Session
	support := Support{Level: string(catalog.LevelFull), Resumes: f.request.Resume != ResumeNever}
	support.Reason = fmt.Sprintf("The start script resumes exactly the session it started, as measured with %s.", s.Source)
	if !s.Evidence.Verified() {
		support.Reason = fmt.Sprintf("The start script resumes the session by the documented commands (%s); this was not verified in a run.", s.Source)
	}
	if f.request.Resume == ResumeNever {
		support.Level = string(catalog.LevelNotSupported)
		support.Reason = `The template says resume = "never": each start is a new session with the prompt.`
	}
	return support
}

func (f *facts) moduleSupport() Support {
	// Without the Coder version: what it means for Tasks is a warning of its own.
	a, err := f.agent.Assess(catalog.Versions{Module: f.request.ModuleVersion, AgentAPI: f.request.AgentAPIVersion})
	if err != nil {
		return Support{}
	}
	support := Support{Level: string(a.Level), Reason: a.Reason, Resumes: a.Resumes}
	if f.fatalWorkdir() {
		support.Resumes = false
	}
	return support
}

// fatalWorkdir reports whether the module version fails at the second start in
// a directory such as this one.
func (f *facts) fatalWorkdir() bool {
	return f.assessment != nil && f.assessment.Has(catalog.FlagWorkdirName) &&
		!f.unknown(f.workdirInputs()) && strings.ContainsAny(f.workdir, "._")
}

// resumes reports whether the agent's own module brings its conversation back.
func (f *facts) resumes() bool { return f.assessment.Resumes && !f.fatalWorkdir() }
