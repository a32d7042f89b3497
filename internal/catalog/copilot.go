package catalog

func copilot() Agent {
	const measured = "Copilot CLI 1.0.102 under agentapi 0.12.2"
	const help = "Copilot CLI 1.0.102 --help"
	return Agent{
		Slug:         "copilot",
		DisplayName:  "Copilot",
		Aliases:      []string{"github-copilot", "copilot-cli"},
		AgentAPIType: "copilot",
		Documented: Documented{
			Level:          LevelPartial,
			TrackingIssue:  "coder/registry#741",
			SessionPaths:   []string{"~/.copilot/"},
			MinimumStorage: "50 MB",
		},
		Module: Module{
			Source:    "registry.coder.com/coder-labs/copilot/coder",
			Status:    ModuleActive,
			Latest:    "0.4.1",
			Directory: ".copilot-module",
			Releases:  releases("0.1.0 0.1.1 0.1.2 0.2.0 0.2.1 0.2.2 0.2.3 0.3.0 0.4.0 0.4.1"),
			Ranges:    copilotRanges(),
		},
		Paths: []Path{
			{Path: ".copilot/session-state", Scope: ScopeHome, Role: RoleSession, Store: StoreJSONL, Required: true, RelocatedBy: "COPILOT_HOME", NetworkFileSystem: true, Source: measured, Evidence: EvidenceSeen},
			{Path: ".copilot", Scope: ScopeHome, Role: RoleConfig, Store: StoreSQLiteWAL, Required: true, RelocatedBy: "COPILOT_HOME", NetworkFileSystem: false, Source: measured, Evidence: EvidenceSeen},
			{Path: ".copilot/config.json", Scope: ScopeHome, Role: RoleCredentials, Store: StoreJSON, File: true, RelocatedBy: "COPILOT_HOME", NetworkFileSystem: true, Source: help, Evidence: EvidenceHelp},
			{Path: ".copilot/logs", Scope: ScopeHome, Role: RoleCache, Store: StoreDirectory, RelocatedBy: "COPILOT_HOME", NetworkFileSystem: true, Source: measured, Evidence: EvidenceSeen},
			{Path: ".cache/copilot", Scope: ScopeHome, Role: RoleCache, Store: StoreDirectory, NetworkFileSystem: true, Source: measured, Evidence: EvidenceSeen},
		},
		Storage: Storage{
			Floor:                 50 * megabyte,
			FloorSource:           matrixSource,
			Recommended:           1 * gigabyte,
			RecommendedIsEstimate: true,
			Bounded:               BoundedUnknown,
		},
		Retention: Fact{Text: "No setting that deletes sessions is listed in the CLI's help.", Source: help, Evidence: EvidenceHelp},
		Cleanup: &Cleanup{
			Root: Root{Env: "COPILOT_HOME", Home: ".copilot"},
			Glob: "session-state/*",
		},
		Session: &Session{
			Binaries:       []string{"copilot"},
			Package:        "npm package @github/copilot",
			CheckedVersion: "1.0.102",
			ScriptReady:    true,
			ID:             IDUUID,
			Cold:           []string{"--session-id", PlaceholderSession, PlaceholderArgs},
			ColdPrompt:     []string{"--session-id", PlaceholderSession, PlaceholderArgs, "--interactive=" + PlaceholderPrompt},
			Warm:           []string{"--session-id", PlaceholderSession, PlaceholderArgs},
			WarmPrompt:     []string{"--session-id", PlaceholderSession, PlaceholderArgs, "--interactive=" + PlaceholderPrompt},
			Detect: Detect{
				Kind: DetectFile,
				Root: Root{Env: "COPILOT_HOME", Home: ".copilot"},
				Glob: "session-state/" + PlaceholderSession + "/events.jsonl",
			},
			Locks:    &Locks{Root: Root{Env: "COPILOT_HOME", Home: ".copilot"}, Glob: "session-state/" + PlaceholderSession + "/inuse.*.lock"},
			Source:   measured,
			Evidence: EvidenceSeen,
		},
		Resume: Fact{Text: "The whole conversation, from the session's own directory alone; the database beside it is only an index.", Source: measured, Evidence: EvidenceSeen},
		Hazards: []Fact{
			{"Without the working directory among trustedFolders in config.json a trust dialog blocks agentapi; the same key in settings.json has no effect.", measured, EvidenceSeen},
			{"--continue also takes up headless runs of the same directory; resume by id.", measured, EvidenceSeen},
			{"A file inuse.PID.lock that a kill left behind makes the next start ask \"Session in use\" as soon as any program has that process id, which after a restart of a container is likely; the start script removes it.", measured, EvidenceSeen},
			{"Sessions moved from ~/.copilot/history-session-state to ~/.copilot/session-state with CLI 0.0.342; the registry module still looks in the old place.", "Copilot CLI changelog 0.0.342 and measured with 1.0.102", EvidenceSeen},
		},
		Notes: []Fact{
			{"The session directory exists from the start, its events.jsonl from the first prompt.", measured, EvidenceSeen},
			{"Measured with a model server of one's own, not with a GitHub login.", measured, EvidenceSeen},
			{"The token comes from COPILOT_GITHUB_TOKEN, GH_TOKEN or GITHUB_TOKEN, in this order, or from the system keyring.", help, EvidenceHelp},
		},
	}
}

// copilotRanges are the ranges of the registry module coder-labs/copilot.
func copilotRanges() []Range {
	return []Range{
		{
			First: "0.1.0", Last: "0.2.1", Level: LevelFull,
			Flags:    []Flag{FlagOldCLIOnly, FlagGlobalSession},
			AgentAPI: "0.10.0",
			Reason:   "The last session is continued and the prompt held back, with the CLI 0.0.334 that these versions install.",
			KnownBugs: []string{
				"With copilot_version 0.0.342 or later no session is ever found.",
				"A session of any directory counts.",
			},
			Confidence: ConfidenceMedium,
			Source:     "coder-labs/copilot 0.2.1, main.tf and scripts/start.sh, and a run with a stand-in agent",
		},
		{
			First: "0.2.2", Last: "0.4.1", Level: LevelPartial,
			Flags:    []Flag{FlagDeadPredicate, FlagPromptResent, FlagGlobalSession},
			AgentAPI: "0.10.0",
			Reason:   "The module looks for sessions where CLIs since 0.0.342 keep none, so each start is a new conversation with the prompt sent again.",
			KnownBugs: []string{
				"Session files left by an older CLI make every start continue.",
				"0.4.0 and 0.4.1 fail validation with their default inputs on Terraform before 1.12.",
			},
			// The last CLI known to keep its sessions where the module looks.
			ModuleInputs: map[string]string{"copilot_version": "0.0.334"},
			Confidence:   ConfidenceHigh,
			Source:       "coder-labs/copilot 0.4.1, main.tf and scripts/start.sh, and a run with a stand-in agent",
		},
	}
}
