package persistence

import (
	"strconv"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/size"
)

// StopSignal is the signal a container is stopped with: the Coder agent then
// runs the stop scripts.
const StopSignal = "SIGINT"

// dockerCapacityNote says what a size means for a Docker volume.
const dockerCapacityNote = "Docker does not enforce the size of a local volume: what counts is the free space of the host's disk. Watch it with resources_monitoring in coder_agent."

// deleteTimeout is how long Terraform must wait for a pod to end, as the
// Kubernetes provider writes durations: whole minutes, at least one minute
// longer than the grace period.
func deleteTimeout(gracePeriodSeconds int64) string {
	return strconv.FormatInt((gracePeriodSeconds+60+59)/60, 10) + "m"
}

// storageRequest is the size of a claim as a Kubernetes quantity: that of the
// volume, or what is recommended for the agents on it.
func (f *facts) storageRequest() string {
	if given, err := size.Parse(f.request.volume().Size); err == nil {
		return given.String()
	}
	return f.need.Recommended.String()
}

func (f *facts) capacityNote() string {
	if f.request.volume().Kind == VolumeDocker {
		return dockerCapacityNote
	}
	return ""
}
