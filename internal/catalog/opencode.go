package catalog

func openCode() Agent {
	const measured = "OpenCode 1.18.33 under agentapi 0.12.2"
	const source = "OpenCode 1.18.33, source"
	return Agent{
		Slug:         "opencode",
		DisplayName:  "OpenCode",
		Aliases:      []string{"open-code", "opencode-ai"},
		AgentAPIType: "opencode",
		Documented: Documented{
			Level:          LevelPartial,
			TrackingIssue:  "coder/registry#742",
			SessionPaths:   []string{"~/.local/share/opencode/", "~/.config/opencode/"},
			MinimumStorage: "50 MB",
		},
		Module: Module{
			Source:    "registry.coder.com/coder-labs/opencode/coder",
			Status:    ModuleActive,
			Latest:    "0.1.2",
			Directory: ".opencode-module",
			Releases:  releases("0.1.0 0.1.1 0.1.2"),
			Ranges:    openCodeRanges(),
		},
		Paths: []Path{
			{Path: ".local/share/opencode", Scope: ScopeHome, Role: RoleSession, Store: StoreSQLiteWAL, Required: true, RelocatedBy: "XDG_DATA_HOME", NetworkFileSystem: false, Source: measured, Evidence: EvidenceSeen},
			{Path: ".config/opencode", Scope: ScopeHome, Role: RoleConfig, Store: StoreDirectory, NetworkFileSystem: true, Source: measured, Evidence: EvidenceSeen},
			{Path: ".local/share/opencode/auth.json", Scope: ScopeHome, Role: RoleCredentials, Store: StoreJSON, File: true, RelocatedBy: "XDG_DATA_HOME", NetworkFileSystem: true, Source: source, Evidence: EvidenceSource},
			{Path: ".local/share/opencode/log", Scope: ScopeHome, Role: RoleCache, Store: StoreDirectory, RelocatedBy: "XDG_DATA_HOME", NetworkFileSystem: true, Source: measured, Evidence: EvidenceSeen},
			{Path: ".local/state/opencode", Scope: ScopeHome, Role: RoleCache, Store: StoreDirectory, NetworkFileSystem: true, Source: measured, Evidence: EvidenceSeen},
			{Path: ".cache/opencode", Scope: ScopeHome, Role: RoleCache, Store: StoreDirectory, NetworkFileSystem: true, Source: measured, Evidence: EvidenceSeen},
		},
		Storage: Storage{
			Floor:                 50 * megabyte,
			FloorSource:           matrixSource,
			Recommended:           1 * gigabyte,
			RecommendedIsEstimate: true,
			Bounded:               BoundedUnknown,
		},
		Retention: Fact{Text: "No setting deletes sessions; opencode session delete does so by hand.", Source: "OpenCode 1.18.33 --help", Evidence: EvidenceHelp},
		Cleanup:   &Cleanup{ByHand: "OpenCode keeps all sessions in one database: run opencode session list and opencode session delete ID."},
		Session: &Session{
			Binaries:       []string{"opencode"},
			Package:        "npm package opencode-ai",
			CheckedVersion: "1.18.33",
			ScriptReady:    true,
			ID:             IDCaptured,
			IDPattern:      "ses_[0-9A-Za-z]+",
			Cold:           []string{PlaceholderArgs},
			ColdPrompt:     []string{PlaceholderArgs, "--prompt=" + PlaceholderPrompt},
			// A prompt on a resume is ignored by the CLI, so WarmPrompt is empty.
			Warm: []string{"--session", PlaceholderSession, PlaceholderArgs},
			Detect: Detect{
				Kind:     DetectCommand,
				Command:  []string{"session", "list", "--format", "json", "--max-count", "1000000"},
				Contains: `"` + PlaceholderSession + `"`,
			},
			Capture: &Capture{
				Kind:        CaptureCommand,
				Command:     []string{"session", "list", "--format", "json", "--max-count", "1000000"},
				RecordStart: `"id": "`,
				Contains:    []string{`"directory": "` + PlaceholderWorkdir + `"`},
			},
			Source:   measured,
			Evidence: EvidenceSeen,
		},
		Resume: Fact{Text: "The whole conversation, in the directory it was held in.", Source: measured, Evidence: EvidenceSeen},
		Hazards: []Fact{
			{"The database is in WAL mode, and after a stop the sessions may live in the -wal file alone: keep opencode.db, -wal and -shm together on a local file system.", measured, EvidenceSeen},
			{"--continue takes the newest session of the directory, headless runs included, and starts a new one, prompt and all, when there is none; resume by id.", measured, EvidenceSeen},
			{"An unknown session id exits with status 1.", measured, EvidenceSeen},
			{"session list names the newest 100 sessions unless --max-count says more, and a pipe gets the first 64 KiB of it only; the start script asks for all and has them written to a file.", measured, EvidenceSeen},
			{"Each start leaves about 19 MB of libraries behind in /tmp.", measured, EvidenceSeen},
			{"No lock: two processes can share one session.", measured, EvidenceSeen},
		},
		Notes: []Fact{
			{"The CLI ignores --prompt when it resumes; AgentAPI's initial prompt is typed into a resumed session.", measured, EvidenceSeen},
			{"OPENCODE_DB names another database file; XDG_DATA_HOME moves the whole directory.", measured, EvidenceSeen},
			{"Directories outside a git repository share one project, so the session list shows other directories too.", measured, EvidenceSeen},
		},
	}
}

// openCodeRanges are the ranges of the registry module coder-labs/opencode.
func openCodeRanges() []Range {
	return []Range{
		{
			First: "0.1.0", Last: "0.1.2", Level: LevelPartial,
			Flags:        []Flag{FlagOffByDefault, FlagPromptResent},
			AgentAPI:     "0.11.2",
			Reason:       "The inputs continue and session_id are off by default, and the prompt is sent again even when they resume.",
			KnownBugs:    []string{"PATH names /home/coder/.opencode/bin whatever the home directory is."},
			ModuleInputs: map[string]string{"continue": "true"},
			Confidence:   ConfidenceHigh,
			Source:       "coder-labs/opencode 0.1.2, main.tf and scripts/start.sh, and a run with a stand-in agent",
		},
	}
}
