package persistence

// defaultRequest is what the provider asks for when the template sets agent alone.
func defaultRequest(agent string) Request {
	return Request{
		Agent:                    agent,
		Home:                     DefaultHome,
		Launcher:                 DefaultLauncher,
		Port:                     DefaultPort,
		StatePersistence:         DefaultStatePersistence,
		StateSaveIntervalSeconds: DefaultStateSaveInterval,
		Resume:                   DefaultResume,
		OnResumeFailure:          DefaultOnResumeFailure,
		GracePeriodSeconds:       DefaultGracePeriodSeconds,
		MountStrategy:            DefaultMountStrategy,
	}
}

// fullRequest sets every field that goes with the others to something that is
// not its default.
func fullRequest(agent string) Request {
	return Request{
		Agent:                    agent,
		Name:                     "reviewer",
		Workdir:                  "/srv/project",
		Home:                     "/data/dev",
		Prompt:                   "Fix the failing test.",
		Args:                     []string{"--model", "small"},
		Command:                  "/opt/agent/bin/agent",
		Launcher:                 LauncherAgentAPI,
		Port:                     4000,
		AgentAPIVersion:          "v0.12.1",
		AgentAPIModuleVersion:    "2.4.0",
		StatePersistence:         true,
		StateSaveIntervalSeconds: 60,
		Resume:                   ResumeRequired,
		OnResumeFailure:          OnResumeFailureFail,
		GracePeriodSeconds:       600,
		MountStrategy:            MountHome,
		RelocateTo:               "/data/agents",
		RetentionDays:            days(365),
		DataDir:                  "/data/agents/reviewer",
		TaskID:                   "5d1b8f3e-4c0a-4d52-9a57-5f7e7f6f2b11",
		Volume:                   &Volume{Size: "100Gi", MountPath: "/data", Kind: VolumeKubernetes, FileSystem: FileSystemLocal, SharedWith: []string{"gemini"}, AllowShrink: true},
		CoderVersion:             "2.33.0",
	}
}

func days(n int64) *int64 { return &n }

// set returns one variation for each value.
func set[T any](values []T, assign func(*Request, T)) []func(*Request) {
	variations := make([]func(*Request), len(values))
	for i, value := range values {
		variations[i] = func(r *Request) { assign(r, value) }
	}
	return variations
}

// ofVolume varies the volume without changing the one the base request shares.
func ofVolume[T any](values []T, assign func(*Volume, T)) []func(*Request) {
	return set(values, func(r *Request, value T) {
		v := r.volume()
		assign(&v, value)
		r.Volume = &v
	})
}
