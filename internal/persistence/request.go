// Package persistence decides everything the provider says about one agent in
// one workspace. It is a pure function of a Request: it reads no file, no clock
// and no environment, and it knows nothing of Terraform.
//
// A request flows one way: lookup finds the agents, placeOf decides where their
// data lives, check reports what is wrong with that, and render writes the
// scripts.
package persistence

import (
	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog/agents"
	"github.com/coder-persistence/terraform-provider-persistence/internal/script"
	"github.com/coder-persistence/terraform-provider-persistence/internal/size"
)

// Defaults of a Request.
const (
	DefaultHome                     = "/home/coder"
	DefaultPort               int64 = 3284
	DefaultAgentAPIVersion          = "v" + catalog.AgentAPIRecommended
	DefaultStatePersistence         = true
	DefaultStateSaveInterval  int64 = 30
	DefaultResume                   = true
	DefaultOnLostSession            = OnLostSessionFresh
	DefaultLauncher                 = LauncherAgentAPI
	DefaultMountStrategy            = MountHome
	DefaultGracePeriodSeconds int64 = 300
	// DataDirParent is where data directories lie, below the home directory.
	DataDirParent = ".coder-modules/coder-persistence"
)

// Limits that checks compare with.
const (
	// GracePeriodFloor is the shortest documented time, in seconds, in which
	// agentapi can save the chat on a stop.
	GracePeriodFloor int64 = 60
	// GracePeriodRecommended is the documented recommendation, in seconds.
	GracePeriodRecommended int64 = 300
	// DormancyDays is what Coder's template settings propose when an
	// administrator turns dormancy on.
	DormancyDays int64 = 180
)

// Values of Request.OnLostSession.
const (
	OnLostSessionFresh        = "fresh"
	OnLostSessionResendPrompt = "resend_prompt"
	OnLostSessionFail         = "fail"
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

// Values of Volume.FileSystem.
const (
	FileSystemLocal   = "local"
	FileSystemNetwork = "network"
)

// Request is what a template says of one agent. An attribute that is not known
// yet has its zero value, or its default, and is listed in Unknown.
type Request struct {
	Catalog *catalog.Catalog // nil means the built-in one

	Agent                    string
	Name                     string // defaults to the agent's slug
	Workdir                  string // defaults to Home
	Home                     string
	Prompt                   string
	Args                     []string
	Command                  string
	Launcher                 string
	Port                     int64
	AgentAPIVersion          string // "" means the default
	StatePersistence         bool
	StateSaveIntervalSeconds int64
	Resume                   bool
	OnLostSession            string
	GracePeriodSeconds       int64
	MountStrategy            string
	RelocateTo               string
	RetentionDays            int64 // 0 deletes nothing
	DataDir                  string
	TaskID                   string
	Install                  *script.Install // nil installs nothing
	AcceptFirstRun           bool            // answers the agent's first-start dialogs
	Volume                   *Volume

	CoderVersion string // the deployment's, from the provider block

	Prior *Prior // what the last apply left; nil for a new resource

	// Unknown lists the attributes that are not known yet, e.g. "home" or
	// "volume.size".
	Unknown map[string]bool
}

// Volume is the volume that keeps the agent's data.
type Volume struct {
	Size        string
	MountPath   string
	FileSystem  string   // local, network, or "" when not given
	SharedWith  []string // slugs or aliases of other agents on it
	AllowShrink bool
}

// Prior is what the state holds of the last apply.
type Prior struct {
	Agent, Name, Workdir, Home, DataDir, RelocateTo, MountStrategy string
	SessionID                                                      string
	Resume                                                         bool
	MountPath                                                      string
	StorageRequest                                                 string // the volume's size, or what was recommended
}

// volumeSize is the size of the volume at the last apply, 0 when there was none.
func (p *Prior) volumeSize() size.Bytes {
	if p == nil {
		return 0
	}
	bytes, _ := size.Parse(p.StorageRequest) // ours
	return bytes
}

// known reports whether all these attributes are known.
func (r *Request) known(attributes ...string) bool {
	for _, a := range attributes {
		if r.Unknown[a] {
			return false
		}
	}
	return true
}

// placesKnown reports whether everything is known that decides where data
// lives.
func (r *Request) placesKnown() bool {
	return r.known("agent", "name", "home", "workdir", "data_dir", "relocate_to", "mount_strategy",
		"volume.size", "volume.mount_path", "volume.filesystem", "volume.shared_with", "volume.allow_shrink")
}

// agentAPI reports whether the agent runs under agentapi.
func (r *Request) agentAPI() bool { return r.Launcher != LauncherTerminal }

// volume returns the volume, which may be empty.
func (r *Request) volume() Volume {
	if r.Volume == nil {
		return Volume{}
	}
	return *r.Volume
}

// catalog returns the catalog that holds the agents.
func (r *Request) catalog() *catalog.Catalog {
	if r.Catalog == nil {
		return agents.Default()
	}
	return r.Catalog
}
