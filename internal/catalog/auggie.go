package catalog

func auggie() Agent {
	const measured = "Auggie 0.36.0 under agentapi 0.12.2"
	const help = "Auggie 0.36.0 --help"
	return Agent{
		Slug:        "auggie",
		DisplayName: "Auggie",
		Aliases:     []string{"auggie-cli", "augment"},
		// Type auggie never reports this CLI as ready; see the notes.
		AgentAPIType: "codex",
		Documented: Documented{
			Level:          LevelPlanned,
			TrackingIssue:  "coder/registry#743",
			SessionPaths:   []string{"~/.augment/"},
			MinimumStorage: "50 MB",
		},
		Module: Module{
			Source:    "registry.coder.com/coder-labs/auggie/coder",
			Status:    ModuleActive,
			Latest:    "0.3.0",
			Directory: ".auggie-module",
			Releases:  releases("0.1.0 0.2.0 0.2.1 0.2.2 0.3.0"),
			Ranges:    auggieRanges(),
		},
		Paths: []Path{
			{Path: ".augment/sessions", Scope: ScopeHome, Role: RoleSession, Store: StoreJSON, Required: true, NetworkFileSystem: true, Source: measured, Evidence: EvidenceSeen},
			{Path: ".augment", Scope: ScopeHome, Role: RoleConfig, Store: StoreDirectory, Required: true, NetworkFileSystem: true, Source: measured, Evidence: EvidenceSeen},
			{Path: ".augment/session.json", Scope: ScopeHome, Role: RoleCredentials, Store: StoreJSON, File: true, NetworkFileSystem: true, Source: help, Evidence: EvidenceHelp},
		},
		Storage: Storage{
			Floor:                 50 * megabyte,
			FloorSource:           matrixSource,
			Recommended:           500 * megabyte,
			RecommendedIsEstimate: true,
			Bounded:               BoundedUnknown,
		},
		Retention: Fact{Text: "No setting deletes sessions; auggie session delete does so by hand.", Source: help, Evidence: EvidenceHelp},
		Cleanup: &Cleanup{
			Root: Root{Home: ".augment"},
			Glob: "sessions/*.json",
		},
		Session: &Session{
			Binaries:       []string{"auggie"},
			Package:        "npm package @augmentcode/auggie",
			CheckedVersion: "0.36.0",
			ScriptReady:    true,
			ID:             IDCaptured,
			Cold:           []string{"--allow-indexing", PlaceholderArgs},
			ColdPrompt:     []string{"--allow-indexing", PlaceholderArgs, "--", PlaceholderPrompt},
			Warm:           []string{"--resume", PlaceholderSession, "--allow-indexing", PlaceholderArgs},
			WarmPrompt:     []string{"--resume", PlaceholderSession, "--allow-indexing", PlaceholderArgs, "--", PlaceholderPrompt},
			Detect: Detect{
				Kind:     DetectFile,
				Root:     Root{Home: ".augment"},
				Glob:     "sessions/" + PlaceholderSession + ".json",
				Contains: `"request_message"`,
			},
			Capture: &Capture{
				Kind:     CaptureFile,
				Root:     Root{Home: ".augment"},
				Glob:     "sessions/*.json",
				Contains: []string{`"request_message"`, `"folder_root": "` + PlaceholderRepository + `"`},
				IDLength: 36,
			},
			Source:   measured,
			Evidence: EvidenceSeen,
		},
		Resume: Fact{Text: "The whole conversation, from the session file.", Source: measured, Evidence: EvidenceSeen},
		Hazards: []Fact{
			{"--continue prefers the session of the same terminal, falls back to another workspace's and starts a new one when there is none; resume by id.", measured, EvidenceSeen},
			{"A message sent in the first 5 seconds after agentapi reports the agent as stable is lost with HTTP 500.", measured, EvidenceSeen},
			{"The session file is rewritten whole at every turn; a crash between turns did no harm.", measured, EvidenceSeen},
		},
		Notes: []Fact{
			{"A session file names the root of the git repository, not the working directory below it.", measured, EvidenceSeen},
			{"With agentapi's type auggie this CLI never becomes stable, because its prompt sign changed; type codex is the work-around.", measured, EvidenceSeen},
			{"A resume may need Augment's servers, and headless use is not fully verified.", matrixSource, EvidenceDocs},
			{"Measured against a stand-in for Augment's servers, not with a real account.", measured, EvidenceSeen},
			{"Only the option --augment-cache-dir moves ~/.augment; no environment variable does.", help, EvidenceHelp},
		},
	}
}

// auggieRanges are the ranges of the registry module coder-labs/auggie.
func auggieRanges() []Range {
	return []Range{
		{
			First: "0.1.0", Last: "0.3.0", Level: LevelPartial,
			Flags:        []Flag{FlagOffByDefault, FlagPromptResent},
			AgentAPI:     "0.10.0",
			Reason:       "The input continue_previous_conversation is off by default, and the instruction is sent again even when it resumes.",
			KnownBugs:    []string{"Task reports are off by default."},
			ModuleInputs: map[string]string{"continue_previous_conversation": "true"},
			Confidence:   ConfidenceHigh,
			Source:       "coder-labs/auggie 0.3.0, main.tf and scripts/start.sh, and a run with a stand-in agent",
		},
	}
}
