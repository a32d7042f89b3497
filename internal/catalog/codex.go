package catalog

func codex() Agent {
	const measured = "Codex 0.169.0 under agentapi 0.12.2"
	return Agent{
		Slug:         "codex",
		DisplayName:  "Codex",
		Aliases:      []string{"openai-codex", "codex-cli"},
		AgentAPIType: "codex",
		Documented: Documented{
			Level:          LevelFull,
			MinimumVersion: "4.2.0",
			SessionPaths:   []string{"~/.codex/", "~/.codex-module/"},
			MinimumStorage: "100 MB",
		},
		Module: Module{
			Source:      "registry.coder.com/coder-labs/codex/coder",
			Status:      ModuleChanged,
			Note:        "Version 5 dropped AgentAPI and Tasks: it installs the CLI and starts nothing (coder/registry#879).",
			Latest:      "5.3.0",
			Directory:   ".codex-module",
			SessionFile: ".codex-task-session",
			Releases:    releases("1.0.0 1.0.1", "2.0.0 2.1.0 2.1.1", "3.0.0 3.1.0 3.1.1", "4.0.0 4.1.0 4.1.1 4.1.2 4.2.0 4.3.0 4.3.1", "5.0.0 5.1.0 5.1.1 5.2.0 5.2.1 5.3.0"),
			Ranges:      codexRanges(),
		},
		Paths: []Path{
			{Path: ".codex/sessions", Scope: ScopeHome, Role: RoleSession, Store: StoreJSONL, Required: true, RelocatedBy: "CODEX_HOME", NetworkFileSystem: true, Source: measured, Evidence: EvidenceSeen},
			{Path: ".codex", Scope: ScopeHome, Role: RoleConfig, Store: StoreSQLiteWAL, Required: true, RelocatedBy: "CODEX_HOME", NetworkFileSystem: false, Source: measured, Evidence: EvidenceSeen},
			{Path: ".codex/auth.json", Scope: ScopeHome, Role: RoleCredentials, Store: StoreJSON, File: true, RelocatedBy: "CODEX_HOME", NetworkFileSystem: true, Source: measured, Evidence: EvidenceSeen},
			{Path: ".codex/packages", Scope: ScopeHome, Role: RoleCache, Store: StoreDirectory, RelocatedBy: "CODEX_HOME", NetworkFileSystem: true, Source: measured, Evidence: EvidenceSeen},
		},
		Storage: Storage{
			Floor:           100 * megabyte,
			FloorSource:     matrixSource,
			Recommended:     20 * gigabyte,
			Observed:        465 * gigabyte,
			ObservedText:    "14.7 GiB, 42 GB and 334 to 465 GB, mostly logs and state databases",
			ObservedSources: []string{"openai/codex#33644", "openai/codex#41806", "openai/codex#43449", "openai/codex#29531", "openai/codex#34337"},
			Bounded:         BoundedNo,
		},
		Retention: Fact{Text: "No setting deletes sessions; codex archive and codex delete do so by hand.", Source: "Codex 0.169.0 --help", Evidence: EvidenceHelp},
		Cleanup: &Cleanup{
			Root: Root{Env: "CODEX_HOME", Home: ".codex"},
			Glob: "sessions/*/*/*/rollout-*.jsonl",
		},
		Session: &Session{
			Binaries:       []string{"codex"},
			Package:        "npm package @openai/codex",
			CheckedVersion: "0.169.0",
			ScriptReady:    true,
			ID:             IDCaptured,
			// One mode always: a session left to the background daemon cannot be
			// resumed without it. Older releases ignore the unknown feature.
			Cold:       []string{PlaceholderArgs, "-c", "features.daemon_auto_start=false"},
			ColdPrompt: []string{PlaceholderArgs, "-c", "features.daemon_auto_start=false", "--", PlaceholderPrompt},
			Warm:       []string{"resume", PlaceholderArgs, "-c", "features.daemon_auto_start=false", "-C", PlaceholderWorkdir, PlaceholderSession},
			WarmPrompt: []string{"resume", PlaceholderArgs, "-c", "features.daemon_auto_start=false", "-C", PlaceholderWorkdir, PlaceholderSession, "--", PlaceholderPrompt},
			Detect: Detect{
				Kind: DetectFile,
				Root: Root{Env: "CODEX_HOME", Home: ".codex"},
				Glob: "sessions/*/*/*/rollout-*-" + PlaceholderSession + ".jsonl",
			},
			Capture: &Capture{
				Kind:      CaptureFile,
				Root:      Root{Env: "CODEX_HOME", Home: ".codex"},
				Glob:      "sessions/*/*/*/rollout-*.jsonl",
				FirstLine: []string{`"cwd":"` + PlaceholderWorkdir + `"`, `"source":"cli"`},
				IDLength:  36,
			},
			Source:   measured,
			Evidence: EvidenceSeen,
		},
		Resume: Fact{Text: "The whole conversation with its tool calls, from the rollout file alone.", Source: measured, Evidence: EvidenceSeen},
		Hazards: []Fact{
			{"The background daemon outlives agentapi and keeps the session's lock; a resume without it then opens a dialog. The start script never starts it.", measured, EvidenceSeen},
			{"resume --last starts a new session without a word when there is none; the start script resumes by id.", measured, EvidenceSeen},
			{"A second resume of an open session opens a dialog while agentapi reports the agent as stable.", measured, EvidenceSeen},
		},
		Notes: []Fact{
			{"The rollout file appears with the first prompt, not at start.", measured, EvidenceSeen},
			{"The SQLite files beside the rollouts are an index that Codex rebuilds.", measured, EvidenceSeen},
		},
	}
}

// codexRanges are the ranges of the registry module coder-labs/codex.
func codexRanges() []Range {
	captureBugs := []string{
		"The session's id must appear within 10 seconds of the start; newer CLIs write it with the first answer, so the first restart begins afresh and sends the prompt again (openai/codex#18690).",
		"A session started without a prompt is never found again.",
		"The stored id is used even when its session is gone.",
	}
	return []Range{
		{
			First: "1.0.0", Last: "3.0.0", Level: LevelPlanned,
			AgentAPI:   "0.10.0",
			Reason:     "A new conversation begins at each start, with the prompt sent again.",
			Confidence: ConfidenceHigh,
			Source:     "coder-labs/codex 3.0.0, scripts/start.sh, and a run with a stand-in agent",
		},
		{
			First: "3.1.0", Last: "4.1.2", Level: LevelFull,
			Flags:      []Flag{FlagCaptureWindow, FlagTrackingTrusted},
			AgentAPI:   "0.11.8",
			Reason:     "The session noted in the module's tracking file is resumed and the prompt held back.",
			KnownBugs:  captureBugs,
			Confidence: ConfidenceMedium,
			Source:     "coder-labs/codex 3.1.0, scripts/start.sh; coder/registry#506, and a run with a stand-in agent",
		},
		{
			First: "4.2.0", Last: "4.3.1", Level: LevelFull,
			Flags:      []Flag{FlagCaptureWindow, FlagTrackingTrusted, FlagStateEffective},
			State:      true,
			AgentAPI:   "0.12.1",
			Reason:     "The session noted in the module's tracking file is resumed and the prompt held back; the chat in the UI survives too.",
			KnownBugs:  captureBugs,
			Confidence: ConfidenceMedium,
			Source:     "coder-labs/codex 4.3.1, main.tf and scripts/start.sh, and a run with a stand-in agent",
		},
		{
			First: "5.0.0", Last: "5.3.0", Level: LevelNotSupported,
			Flags:      []Flag{FlagNoAgentAPI, FlagNoTasks, FlagInstallsOnly},
			Reason:     "The module installs the CLI and starts nothing; it has no AgentAPI, no Tasks and no inputs for a resume.",
			Confidence: ConfidenceHigh,
			Source:     "coder-labs/codex 5.3.0, main.tf; coder/registry#879",
		},
	}
}
