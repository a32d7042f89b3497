package persistence

import (
	"fmt"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/size"
)

// volumeChecks are about the volume's size and file system, and about how long
// it is kept.
var volumeChecks = []Check{
	{"volume-size-invalid", StageValidate, Error, "volume.size", "Invalid Volume Size",
		"`volume.size` is not a whole number of bytes above zero", InputVolumeSize, checkVolumeSize},
	{"volume-size-not-enforced", StagePlan, Warning, "volume.size", "Docker Does Not Enforce Sizes",
		"`volume.size` is set with `kind = \"docker\"`", InputVolumeSize | InputVolumeKind, checkDockerSize},
	{"volume-too-small", StagePlan, Error, "volume.size", "Volume Too Small",
		"`volume.size` is below the sum of the minimums of `agent` and `volume.shared_with`", InputAgent | InputVolumeSize, checkFloor},
	{"volume-below-recommended", StagePlan, Warning, "volume.size", "Volume Below The Recommended Size",
		"`volume.size` is below the sum of the recommended sizes", InputAgent | InputVolumeSize, checkRecommended},
	{"storage-too-large", StagePlan, Error, "volume.shared_with", "Storage Too Large",
		"the sizes of the agents on the volume add up to more than 2^63-1 bytes, which takes an override in the provider block", InputAgent, checkSum},
	{"volume-would-shrink", StagePlan, Error, "volume.size", "Volume Would Shrink",
		"`volume.size` is smaller than at the last apply, in bytes, without `volume.allow_shrink`", InputVolumeSize | InputVolumeAllowShrink,
		func(f *facts) ([]any, string) { return checkShrink(f, false) }},
	{"volume-shrinks", StagePlan, Warning, "volume.size", "Volume Shrinks",
		"`volume.size` is smaller than at the last apply, in bytes, and `volume.allow_shrink` is `true`", InputVolumeSize | InputVolumeAllowShrink,
		func(f *facts) ([]any, string) { return checkShrink(f, true) }},
	{"network-file-system", StagePlan, Warning, "volume.filesystem", "SQLite On A Network File System",
		"`volume.filesystem` is `\"network\"`, and the agent keeps a SQLite database", InputAgent | InputVolumeFileSystem, checkNetworkFileSystem},
	{"retention-below-dormancy", StagePlan, Warning, "retention_days", "Retention Below Dormancy",
		"`retention_days` is below 180, what Coder proposes for dormancy", InputRetentionDays, checkDormancy},
}

func checkVolumeSize(f *facts) ([]any, string) {
	given := f.request.volume().Size
	if given == "" {
		return nil, ""
	}
	bytes, err := size.Parse(given)
	if err != nil {
		return at("volume", "size"), err.Error() + example("size = %q", "10Gi")
	}
	if bytes == 0 {
		return at("volume", "size"), fmt.Sprintf("A size above zero is expected. Given: %q.", given) + example("size = %q", "10Gi")
	}
	return nil, ""
}

// volumeBytes is the volume's size, 0 when none is given or it is refused.
func (f *facts) volumeBytes() size.Bytes {
	bytes, err := size.Parse(f.request.volume().Size)
	if err != nil {
		return 0
	}
	return bytes
}

func checkDockerSize(f *facts) ([]any, string) {
	if v := f.request.volume(); f.volumeBytes() == 0 || v.Kind != VolumeDocker {
		return nil, ""
	}
	return at("volume", "size"), fmt.Sprintf("A size that is enforced is expected; Docker's local volumes have none, and grow until the host's disk is full. Given: %q.\n\nLeave size out, or write kind = \"other\" for a volume driver with sizes.", f.request.Volume.Size)
}

func checkFloor(f *facts) ([]any, string) {
	given := f.volumeBytes()
	if given == 0 || f.needError != nil || given >= f.need.Floor {
		return nil, ""
	}
	detail := f.need.TooSmall(given) + fmt.Sprintf(" Given: %q.", f.request.Volume.Size)
	if len(f.need.Shares) == 1 {
		s := f.agent.Storage
		detail = fmt.Sprintf("%s needs at least %s; %s is recommended (%s). Given: %q, which is %s.",
			f.agent.DisplayName, size.Human(s.Floor), size.Human(s.Recommended), s.FloorSource, f.request.Volume.Size, size.Human(given))
	}
	return at("volume", "size"), detail + write("size = %q", f.need.Recommended)
}

func checkRecommended(f *facts) ([]any, string) {
	given := f.volumeBytes()
	if given == 0 || f.needError != nil || given < f.need.Floor || given >= f.need.Recommended {
		return nil, ""
	}
	detail := f.need.Tight(given) + fmt.Sprintf(" Given: %q.", f.request.Volume.Size)
	if s := f.agent.Storage; len(f.need.Shares) == 1 {
		basis := "an estimate"
		if !s.RecommendedIsEstimate {
			basis = "from sizes that users reported"
		}
		detail = fmt.Sprintf("%s is recommended for months of work with %s (%s). Given: %q, which is %s.",
			size.Human(s.Recommended), f.agent.DisplayName, basis, f.request.Volume.Size, size.Human(given))
	}
	return at("volume", "size"), detail + write("size = %q", f.need.Recommended)
}

func checkSum(f *facts) ([]any, string) {
	if f.needError == nil {
		return nil, ""
	}
	return at("volume", "shared_with"), fmt.Sprintf("The sizes of these agents cannot be added up: %s. The provider block overrides at least one of them.\n\nWrite a smaller minimum or recommended size there.", f.needError)
}

// checkShrink compares bytes, so that 1Gi and 1024Mi are no change.
func checkShrink(f *facts, allowed bool) ([]any, string) {
	if f.request.Prior == nil || f.request.volume().AllowShrink != allowed {
		return nil, ""
	}
	given := f.volumeBytes()
	before, err := size.Parse(f.request.Prior.VolumeSize)
	if err != nil || given == 0 || given >= before {
		return nil, ""
	}
	detail := fmt.Sprintf("A volume of at least %q is expected, its size at the last apply. Given: %q. A Kubernetes claim cannot shrink: a smaller one is a new one, and empty.", f.request.Prior.VolumeSize, f.request.Volume.Size)
	if allowed {
		return at("volume", "size"), detail + "\n\nallow_shrink = true permits it. Copy the data away first, and take the line out after the apply."
	}
	return at("volume", "size"), detail + write("size = %q, or allow_shrink = true to lose what is on the volume.", f.request.Prior.VolumeSize)
}

func checkNetworkFileSystem(f *facts) ([]any, string) {
	if f.request.volume().FileSystem != FileSystemNetwork {
		return nil, ""
	}
	for i := range f.agent.Paths {
		p := &f.agent.Paths[i]
		if p.NetworkFileSystem || p.Role == catalog.RoleCache {
			continue
		}
		return at("volume", "filesystem"), fmt.Sprintf("A local file system is expected: %s keeps a SQLite database in %s, whose locks and shared memory do not work over a network. Given: %q.", f.agent.DisplayName, p.Place(), FileSystemNetwork) +
			write("filesystem = \"local\", on a volume of block storage that is mounted by one node at a time.")
	}
	return nil, ""
}

func checkDormancy(f *facts) ([]any, string) {
	days := f.request.RetentionDays
	if days == nil || *days < 1 || *days >= DefaultDormancyDays {
		return nil, ""
	}
	return at("retention_days"), fmt.Sprintf("At least %d days are expected, what Coder proposes for dormancy: a workspace that was left alone for so long can still be started, and its older sessions would be gone. Given: %d.", DefaultDormancyDays, *days) +
		write("retention_days = %d. A shorter one suits a template whose dormancy is shorter; the current session is never deleted.", DefaultDormancyDays)
}
