package catalog

func claudeCode() Agent {
	const measured = "Claude Code 2.1.197 under agentapi 0.12.2"
	return Agent{
		Slug:         "claude-code",
		DisplayName:  "Claude Code",
		Aliases:      []string{"claude"},
		AgentAPIType: "claude",
		Documented: Documented{
			Level:          LevelFull,
			MinimumVersion: "4.8.0",
			SessionPaths:   []string{"~/.claude/"},
			MinimumStorage: "100 MB (can grow to GB)",
		},
		Module: Module{
			Source:         "registry.coder.com/coder/claude-code/coder",
			Status:         ModuleChanged,
			Note:           "Version 5 dropped AgentAPI and Tasks: it installs the CLI and starts nothing (coder/registry#861).",
			Latest:         "5.4.0",
			Directory:      ".claude-module",
			FixedSessionID: "cd32e253-ca16-4fd3-9825-d837e74ae3c2",
			Releases:       releases("1.3.0 1.3.1 1.4.0", "2.0.0 2.0.1 2.0.2 2.0.3 2.0.4 2.0.5 2.0.6 2.0.7 2.1.0 2.2.0", "3.0.0 3.0.1 3.0.2 3.0.3 3.1.0 3.1.1 3.2.0 3.2.1 3.2.2 3.3.0 3.3.1 3.3.2 3.3.3 3.4.3 3.4.4", "4.0.0 4.0.1 4.1.0 4.2.0 4.2.1 4.2.2 4.2.3 4.2.4 4.2.6 4.2.7 4.2.8 4.2.9 4.3.0 4.4.0 4.4.1 4.4.2 4.5.0 4.6.0 4.7.0 4.7.1 4.7.2 4.7.3 4.7.4 4.7.5 4.8.0 4.8.1 4.8.2 4.9.0 4.9.1 4.9.2", "5.0.0 5.1.0 5.2.0 5.3.0 5.4.0"),
			Ranges:         claudeCodeRanges(),
		},
		Paths: []Path{
			{Path: ".claude/projects", Scope: ScopeHome, Role: RoleSession, Store: StoreJSONL, Required: true, RelocatedBy: "CLAUDE_CONFIG_DIR", NetworkFileSystem: true, Source: measured, Evidence: EvidenceSeen},
			{Path: ".claude", Scope: ScopeHome, Role: RoleConfig, Store: StoreDirectory, Required: true, RelocatedBy: "CLAUDE_CONFIG_DIR", NetworkFileSystem: true, Source: measured, Evidence: EvidenceSeen},
			{Path: ".claude.json", Scope: ScopeHome, Role: RoleConfig, Store: StoreJSON, File: true, Required: true, RelocatedBy: "CLAUDE_CONFIG_DIR", NetworkFileSystem: true, Source: measured, Evidence: EvidenceSeen},
			{Path: ".claude/.credentials.json", Scope: ScopeHome, Role: RoleCredentials, Store: StoreJSON, File: true, RelocatedBy: "CLAUDE_CONFIG_DIR", NetworkFileSystem: true, Source: "Claude Code 2.1.197, shipped program", Evidence: EvidenceSource},
			{Path: ".cache/claude", Scope: ScopeHome, Role: RoleCache, Store: StoreDirectory, NetworkFileSystem: true, Source: "Claude Code 2.1.197, shipped program", Evidence: EvidenceSource},
		},
		Storage: Storage{
			Floor:            100 * megabyte,
			FloorSource:      matrixSource,
			Recommended:      5 * gigabyte,
			DocumentedGrowth: "can grow to GB",
			Observed:         4_600 * megabyte,
			ObservedText:     "2.7 to 4.6 GB of projects/, and 179 GB of debug logs in one report",
			ObservedSources:  []string{"anthropics/claude-code#24207", "anthropics/claude-code#19476", "anthropics/claude-code#20429", "anthropics/claude-code#28235"},
			Bounded:          BoundedNo,
			BoundedBy:        "cleanupPeriodDays",
		},
		Retention: Fact{
			Text:     "settings.json cleanupPeriodDays (default 30, minimum 1) deletes transcripts by file time; public reports tell of bulk deletion at start, so a long-lived workspace sets it high, e.g. 3650.",
			Source:   measured,
			Evidence: EvidenceSeen,
		},
		Cleanup: &Cleanup{
			Root:   Root{Env: "CLAUDE_CONFIG_DIR", Home: ".claude"},
			Glob:   "projects/*/*.jsonl",
			Beside: []string{PlaceholderStem},
		},
		Session: &Session{
			Binaries:       []string{"claude"},
			Package:        "npm package @anthropic-ai/claude-code",
			CheckedVersion: "2.1.197",
			ScriptReady:    true,
			ID:             IDUUID,
			// The template's arguments come first: an option that takes several
			// values would swallow what follows it.
			Cold:       []string{PlaceholderArgs, "--session-id", PlaceholderSession},
			ColdPrompt: []string{PlaceholderArgs, "--session-id", PlaceholderSession, "--", PlaceholderPrompt},
			Warm:       []string{PlaceholderArgs, "--resume", PlaceholderSession},
			WarmPrompt: []string{PlaceholderArgs, "--resume", PlaceholderSession, "--", PlaceholderPrompt},
			Detect: Detect{
				Kind:        DetectFile,
				Root:        Root{Env: "CLAUDE_CONFIG_DIR", Home: ".claude"},
				Glob:        "projects/*/" + PlaceholderSession + ".jsonl",
				Contains:    `"type":"user"`,
				RemoveEmpty: true,
			},
			Source:   measured,
			Evidence: EvidenceSeen,
		},
		Resume: Fact{Text: "The whole conversation with its tool calls, from the same directory only.", Source: measured, Evidence: EvidenceSeen},
		Hazards: []Fact{
			{"An empty transcript blocks --resume (not found) and --session-id (in use) alike; the start script removes it.", measured, EvidenceSeen},
			{"A session resumes only from the directory it was started in (compared by real path).", measured, EvidenceSeen},
			{"No lock: two processes can resume one session at once.", measured, EvidenceSeen},
			{"As root, bypassing permissions needs IS_SANDBOX=1 and skipDangerousModePermissionPrompt in settings.json.", measured, EvidenceSeen},
		},
		Notes: []Fact{
			{"Transcripts grow without bound below ~/.claude/projects/, to gigabytes.", matrixSource, EvidenceDocs},
			{"CLAUDE_CONFIG_DIR moves ~/.claude and ~/.claude.json together.", measured, EvidenceSeen},
		},
	}
}

// claudeCodeRanges are the ranges of the registry module coder/claude-code.
func claudeCodeRanges() []Range {
	const (
		dotBug = "A working directory with a dot or an underscore in its path makes the second start collide with the first one's session id."
		jqBug  = "Without jq the module takes a valid transcript for a damaged one, deletes it and starts afresh."
	)
	return []Range{
		{
			First: "1.3.0", Last: "1.3.1", Level: LevelPlanned,
			Flags:      []Flag{FlagPreAgentAPI, FlagNoAgentAPI},
			Reason:     "The agent runs in tmux or screen and begins a new conversation at each start.",
			Confidence: ConfidenceHigh,
			Source:     "coder/claude-code 1.3.1, main.tf",
		},
		{
			First: "1.4.0", Last: "1.4.0", Level: LevelPartial,
			Flags:        []Flag{FlagPreAgentAPI, FlagNoAgentAPI, FlagOffByDefault},
			Reason:       "An experimental tmux session restore continues the last conversation, but it is off by default.",
			KnownBugs:    []string{"It overwrites ~/.tmux.conf and needs git to fetch tmux plugins."},
			ModuleInputs: map[string]string{"experiment_use_tmux": "true", "experiment_tmux_session_persistence": "true"},
			Confidence:   ConfidenceHigh,
			Source:       "coder/claude-code 1.4.0, main.tf; coder/registry#154",
		},
		{
			First: "2.0.0", Last: "2.2.0", Level: LevelPartial,
			Flags:      []Flag{FlagPromptResent, FlagInlineAgentAPI, FlagNoSwitch},
			AgentAPI:   "0.3.3",
			Reason:     "The last conversation is continued, but the task prompt is sent into it again at each start.",
			KnownBugs:  []string{"AgentAPI runs the agent through a shell and takes it for type custom."},
			Confidence: ConfidenceHigh,
			Source:     "coder/claude-code 2.2.0, scripts/agentapi-start.sh, and a run with a stand-in agent",
		},
		{
			First: "3.0.0", Last: "3.2.1", Level: LevelPartial,
			Flags:      []Flag{FlagOffByDefault, FlagPromptResent, FlagColdFails},
			AgentAPI:   "0.10.0",
			Reason:     "The inputs continue and resume_session_id are off by default and passed on without a check, so with them on the first start fails.",
			KnownBugs:  []string{"The prompt is sent again at each start.", "3.0.0 does not pass the folder to the base module."},
			Confidence: ConfidenceHigh,
			Source:     "coder/claude-code 3.2.1, main.tf and scripts/start.sh, and a run with a stand-in agent",
		},
		{
			First: "3.2.2", Last: "4.0.0", Level: LevelFull,
			Flags:    []Flag{FlagTooWide, FlagPermissionsLost},
			AgentAPI: "0.10.0",
			Reason:   "The session with the module's fixed id is resumed and the prompt held back.",
			KnownBugs: []string{
				"Any file below ~/.claude with the id in its name counts as the session, in another directory too.",
				"A resumed agent asks for permissions again, so an unattended task stops at the first question.",
			},
			Confidence: ConfidenceMedium,
			Source:     "coder/claude-code 4.0.0, scripts/start.sh; coder/registry#496, and a run with a stand-in agent",
		},
		{
			First: "4.0.1", Last: "4.2.0", Level: LevelFull,
			Flags:    []Flag{FlagWorkdirName, FlagNoReportContinue},
			AgentAPI: "0.10.0",
			Reason:   "The session with the module's fixed id is resumed from the directory's own transcripts and the prompt held back.",
			KnownBugs: []string{
				dotBug,
				"With continue = false the second start collides with the first one's session id.",
				"With report_tasks = false an existing ~/.claude.json makes the first start continue and drop the prompt.",
			},
			Confidence: ConfidenceMedium,
			Source:     "coder/claude-code 4.2.0, scripts/start.sh; coder/registry#522, and a run with a stand-in agent",
		},
		{
			First: "4.2.1", Last: "4.2.4", Level: LevelFull,
			Flags:    []Flag{FlagWorkdirName, FlagNoReportContinue, FlagContinueFalse},
			AgentAPI: "0.11.3",
			Reason:   "The session with the module's fixed id is resumed from the directory's own transcripts and the prompt held back.",
			KnownBugs: []string{
				dotBug,
				"With continue = false the session is resumed all the same and the prompt sent again.",
				"An empty transcript is resumed as if it were valid.",
			},
			Confidence: ConfidenceMedium,
			Source:     "coder/claude-code 4.2.4, scripts/start.sh; coder/registry#557, and a run with a stand-in agent",
		},
		{
			First: "4.2.6", Last: "4.7.5", Level: LevelFull,
			Flags:      []Flag{FlagWorkdirName, FlagNeedsJQ},
			AgentAPI:   "0.11.8",
			Reason:     "The session with the module's fixed id is resumed when its transcript is valid, and the prompt held back.",
			KnownBugs:  []string{dotBug, jqBug},
			Confidence: ConfidenceMedium,
			Source:     "coder/claude-code 4.2.6, scripts/start.sh; coder/registry#590, and a run with a stand-in agent",
		},
		{
			First: "4.8.0", Last: "4.8.0", Level: LevelFull,
			Flags:        []Flag{FlagWorkdirName, FlagNeedsJQ, FlagStateIneffective},
			State:        true,
			AgentAPI:     "0.11.8",
			Reason:       "The session with the module's fixed id is resumed when its transcript is valid, and the prompt held back.",
			KnownBugs:    []string{dotBug, jqBug},
			ModuleInputs: map[string]string{"agentapi_version": withV(AgentAPIRecommended)},
			Confidence:   ConfidenceHigh,
			Source:       "coder/claude-code 4.8.0, main.tf and scripts/start.sh; coder/registry#749, and a run with a stand-in agent",
		},
		{
			First: "4.8.1", Last: "4.9.2", Level: LevelFull,
			Flags:    []Flag{FlagNeedsJQ, FlagStateIneffective},
			State:    true,
			AgentAPI: "0.11.8",
			Reason:   "The session with the module's fixed id is resumed when its transcript is valid, and the prompt held back.",
			KnownBugs: []string{
				jqBug,
				"A working directory with other special characters in its path, or a symbolic link, may still make the second start collide.",
			},
			ModuleInputs: map[string]string{"agentapi_version": withV(AgentAPIRecommended)},
			Confidence:   ConfidenceHigh,
			Source:       "coder/claude-code 4.9.2, main.tf and scripts/start.sh; coder/registry#803, and a run with a stand-in agent",
		},
		{
			First: "5.0.0", Last: "5.4.0", Level: LevelNotSupported,
			Flags:      []Flag{FlagNoAgentAPI, FlagNoTasks, FlagInstallsOnly},
			Reason:     "The module installs the CLI and starts nothing; it has no AgentAPI, no Tasks and no inputs for a resume.",
			Confidence: ConfidenceHigh,
			Source:     "coder/claude-code 5.4.0, main.tf; coder/registry#861",
		},
	}
}
