package catalog

func gemini() Agent {
	const measured = "Gemini CLI 0.61.0 under agentapi 0.12.2"
	const source = "Gemini CLI 0.61.0, source"
	return Agent{
		Slug:         "gemini",
		DisplayName:  "Gemini",
		Aliases:      []string{"gemini-cli", "google-gemini"},
		AgentAPIType: "gemini",
		Documented: Documented{
			Level:          LevelPlanned,
			TrackingIssue:  "coder/registry#745",
			SessionPaths:   []string{"~/.gemini/"},
			MinimumStorage: "200 MB (can reach 400 MB)",
		},
		Module: Module{
			Source:    "registry.coder.com/coder-labs/gemini/coder",
			Status:    ModuleRemoved,
			Note:      "Removed from the registry on 2026-07-22 (coder/registry#1025); no replacement was named, and the released versions still install.",
			Latest:    "3.0.2",
			Directory: ".gemini-module",
			Releases:  releases("1.0.0 1.0.1 1.1.0", "2.0.0 2.1.0 2.1.1 2.1.2", "3.0.0 3.0.1 3.0.2"),
			Ranges:    geminiRanges(),
		},
		Paths: []Path{
			{Path: ".gemini/tmp", Scope: ScopeHome, Role: RoleSession, Store: StoreJSONL, Required: true, RelocatedBy: "GEMINI_CLI_HOME", NetworkFileSystem: true, Source: measured, Evidence: EvidenceSeen},
			{Path: ".gemini", Scope: ScopeHome, Role: RoleConfig, Store: StoreDirectory, Required: true, RelocatedBy: "GEMINI_CLI_HOME", NetworkFileSystem: true, Source: measured, Evidence: EvidenceSeen},
			{Path: ".gemini/oauth_creds.json", Scope: ScopeHome, Role: RoleCredentials, Store: StoreJSON, File: true, RelocatedBy: "GEMINI_CLI_HOME", NetworkFileSystem: true, Source: source, Evidence: EvidenceSource},
			{Path: ".gemini/gemini-credentials.json", Scope: ScopeHome, Role: RoleCredentials, Store: StoreJSON, File: true, RelocatedBy: "GEMINI_CLI_HOME", NetworkFileSystem: true, Source: source, Evidence: EvidenceSource},
			{Path: ".gemini/mcp-oauth-tokens.json", Scope: ScopeHome, Role: RoleCredentials, Store: StoreJSON, File: true, RelocatedBy: "GEMINI_CLI_HOME", NetworkFileSystem: true, Source: source, Evidence: EvidenceSource},
			{Path: ".gemini/google_accounts.json", Scope: ScopeHome, Role: RoleCredentials, Store: StoreJSON, File: true, RelocatedBy: "GEMINI_CLI_HOME", NetworkFileSystem: true, Source: source, Evidence: EvidenceSource},
		},
		Storage: Storage{
			Floor:                 200 * megabyte,
			FloorSource:           matrixSource,
			Recommended:           1 * gigabyte,
			RecommendedIsEstimate: true,
			DocumentedGrowth:      "can reach 400 MB",
			Bounded:               BoundedYes,
			BoundedBy:             "general.sessionRetention",
		},
		Retention: Fact{
			Text:     "settings.json general.sessionRetention (on, maxAge 30d by default) deletes sessions at start by their last update; the resumed session is exempt.",
			Source:   measured,
			Evidence: EvidenceSeen,
		},
		Cleanup: &Cleanup{
			Root:     Root{Env: "GEMINI_CLI_HOME", EnvPath: ".gemini", Home: ".gemini"},
			Glob:     "tmp/*/chats/session-*.json*",
			IDPrefix: 8,
		},
		Session: &Session{
			Binaries:       []string{"gemini"},
			Package:        "npm package @google/gemini-cli",
			CheckedVersion: "0.61.0",
			ScriptReady:    true,
			ID:             IDUUID,
			Cold:           []string{"--session-id", PlaceholderSession, PlaceholderArgs},
			ColdPrompt:     []string{"--session-id", PlaceholderSession, PlaceholderArgs, "--prompt-interactive=" + PlaceholderPrompt},
			Warm:           []string{"--resume", PlaceholderSession, PlaceholderArgs},
			WarmPrompt:     []string{"--resume", PlaceholderSession, PlaceholderArgs, "--prompt-interactive=" + PlaceholderPrompt},
			Detect: Detect{
				Kind: DetectFile,
				Root: Root{Env: "GEMINI_CLI_HOME", EnvPath: ".gemini", Home: ".gemini"},
				// The file name holds only the first eight characters of the identifier.
				Glob:     "tmp/*/chats/session-*.json*",
				Contains: `"sessionId":"` + PlaceholderSession + `"`,
			},
			IgnoresInterrupt: true,
			Source:           measured,
			Evidence:         EvidenceSeen,
		},
		Resume: Fact{Text: "The whole conversation, from the same directory only.", Source: measured, Evidence: EvidenceSeen},
		Hazards: []Fact{
			{"The sessions are below ~/.gemini/tmp: never leave that directory out as a cache.", measured, EvidenceSeen},
			{"A session resumes only from the directory it was started in; an unknown id exits with status 1.", measured, EvidenceSeen},
			{"Gemini ignores SIGINT, so agentapi alone takes 5 seconds to stop it and kills it; the transcript survives.", measured, EvidenceSeen},
			{"The folder-trust dialog was once reported as stable, so that a message would have been typed into it.", measured, EvidenceSeen},
			{"Each resume appends a full copy of the history to the transcript.", measured, EvidenceSeen},
			{"No lock: two processes can resume one session at once.", measured, EvidenceSeen},
		},
		Notes: []Fact{
			{"general.sessionRetention bounds the growth.", matrixSource, EvidenceDocs},
			{"The session file appears with the first prompt, not at start.", measured, EvidenceSeen},
			{"--resume latest without a session warns and starts a new one; coder/registry#745 says that it loops.", measured, EvidenceSeen},
			{"GEMINI_CLI_HOME names the parent of .gemini.", measured, EvidenceSeen},
		},
	}
}

// geminiRanges are the ranges of the registry module coder-labs/gemini.
func geminiRanges() []Range {
	return []Range{
		{
			First: "1.0.0", Last: "3.0.2", Level: LevelPlanned,
			AgentAPI: "0.10.0",
			Reason:   "A new conversation begins at each start, with the prompt sent again.",
			KnownBugs: []string{
				"The readme promises persistent sessions from 1.1.0 on; nothing in the module does so.",
				"From 1.1.0 on AgentAPI runs the agent through a shell and takes it for type custom.",
			},
			Confidence: ConfidenceHigh,
			Source:     "coder-labs/gemini 3.0.2, scripts/start.sh, and a run with a stand-in agent",
		},
		{
			First: "3.0.3", Level: LevelNotSupported,
			Flags:      []Flag{FlagRemoved},
			Reason:     "The module was removed from the registry on 2026-07-22; nothing was released after 3.0.2.",
			Confidence: ConfidenceHigh,
			Source:     "coder/registry#1025",
		},
	}
}
