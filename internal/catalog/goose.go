package catalog

func goose() Agent {
	const measured = "Goose 1.52.0 under agentapi 0.12.2"
	return Agent{
		Slug:         "goose",
		DisplayName:  "Goose",
		Aliases:      []string{"block-goose"},
		AgentAPIType: "goose",
		Documented: Documented{
			Level:          LevelPlanned,
			TrackingIssue:  "coder/registry#744",
			SessionPaths:   []string{"~/.local/share/goose/sessions/", "~/.config/goose/"},
			MinimumStorage: "50 MB",
		},
		Module: Module{
			Source:    "registry.coder.com/coder/goose/coder",
			Status:    ModuleActive,
			Latest:    "3.0.1",
			Directory: ".goose-module",
			Releases:  releases("1.1.1 1.2.0 1.3.0", "2.0.0 2.0.1 2.1.0 2.1.1 2.1.2 2.2.0 2.2.1", "3.0.0 3.0.1"),
			Ranges:    gooseRanges(),
		},
		Paths: []Path{
			{Path: ".local/share/goose/sessions", Scope: ScopeHome, Role: RoleSession, Store: StoreSQLiteWAL, Required: true, RelocatedBy: "XDG_DATA_HOME", NetworkFileSystem: false, Source: measured, Evidence: EvidenceSeen},
			{Path: ".config/goose", Scope: ScopeHome, Role: RoleConfig, Store: StoreDirectory, RelocatedBy: "GOOSE_PATH_ROOT", NetworkFileSystem: true, Source: measured, Evidence: EvidenceSeen},
			{Path: ".config/goose/secrets.yaml", Scope: ScopeHome, Role: RoleCredentials, Store: StoreDirectory, File: true, RelocatedBy: "GOOSE_PATH_ROOT", NetworkFileSystem: true, Source: "Goose source", Evidence: EvidenceSource},
			{Path: ".local/state/goose/logs", Scope: ScopeHome, Role: RoleCache, Store: StoreDirectory, RelocatedBy: "GOOSE_PATH_ROOT", NetworkFileSystem: true, Source: measured, Evidence: EvidenceSeen},
		},
		Storage: Storage{
			Floor:                 50 * megabyte,
			FloorSource:           matrixSource,
			Recommended:           1 * gigabyte,
			RecommendedIsEstimate: true,
			Bounded:               BoundedUnknown,
		},
		Retention: Fact{Text: "No setting deletes sessions; goose session remove does so by hand.", Source: "Goose 1.52.0 --help", Evidence: EvidenceHelp},
		Cleanup:   &Cleanup{ByHand: "Goose keeps all sessions in one database and asks before it removes one: run goose session remove in a terminal."},
		Session: &Session{
			Binaries:       []string{"goose"},
			Package:        "npm package @aaif/goose-binary-linux-x64 or the project's release archive",
			CheckedVersion: "1.52.0",
			ScriptReady:    true,
			ID:             IDName,
			Cold:           []string{"session", PlaceholderArgs, "--name", PlaceholderSession},
			ColdPrompt:     []string{"run", PlaceholderArgs, "-s", "--name", PlaceholderSession, "--text=" + PlaceholderPrompt},
			Warm:           []string{"session", PlaceholderArgs, "--resume", "--name", PlaceholderSession},
			WarmPrompt:     []string{"run", PlaceholderArgs, "-s", "--resume", "--name", PlaceholderSession, "--text=" + PlaceholderPrompt},
			Detect: Detect{
				Kind:        DetectCommand,
				Command:     []string{"session", "list", "--format", "json"},
				RecordStart: `{"id":"`,
				Contains:    `"working_dir":"` + PlaceholderWorkdir + `","name":"` + PlaceholderSession + `","user_set_name":`,
				Unprompted:  `"message_count":0,`,
			},
			IgnoresInterrupt: true,
			Source:           measured,
			Evidence:         EvidenceSeen,
		},
		Resume: Fact{Text: "The whole conversation, with the provider and model it was held with.", Source: measured, Evidence: EvidenceSeen},
		Hazards: []Fact{
			{"The sessions database is in WAL mode: without its -wal file the history is gone or the database is malformed. Keep the directory together, on a local file system.", measured, EvidenceSeen},
			{"Starting a session under a name that exists makes a second one of that name.", measured, EvidenceSeen},
			{"Resuming from another directory opens a yes/no question.", measured, EvidenceSeen},
			{"Goose ignores SIGINT, so agentapi alone takes 5 seconds to stop it and kills it.", measured, EvidenceSeen},
			{"Logs below ~/.local/state/goose/logs hold whole prompts.", measured, EvidenceSeen},
		},
		Notes: []Fact{
			{"resume of an unknown name exits with status 1; coder/registry#744 says that it warns and creates.", measured, EvidenceSeen},
		},
	}
}

// gooseRanges are the ranges of the registry module coder/goose.
func gooseRanges() []Range {
	return []Range{
		{
			First: "1.1.1", Last: "1.3.0", Level: LevelPlanned,
			Flags:      []Flag{FlagPreAgentAPI, FlagNoAgentAPI},
			Reason:     "The agent runs in screen or tmux and begins a new conversation at each start.",
			Confidence: ConfidenceHigh,
			Source:     "coder/goose 1.3.0, main.tf",
		},
		{
			First: "2.0.0", Last: "3.0.1", Level: LevelPlanned,
			AgentAPI: "0.10.0",
			Reason:   "A new conversation begins at each start, with the prompt sent again.",
			KnownBugs: []string{
				"AgentAPI runs the agent through a shell and takes it for type custom.",
				"The prompt is read from GOOSE_TASK_PROMPT, which the module does not set.",
			},
			Confidence: ConfidenceHigh,
			Source:     "coder/goose 3.0.1, scripts/start.sh, and a run with a stand-in agent",
		},
	}
}
