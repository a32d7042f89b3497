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
			Source:    "registry.coder.com/coder/claude-code/coder",
			Status:    ModuleChanged,
			Note:      "Version 5 dropped AgentAPI and Tasks: it installs the CLI and starts nothing (coder/registry#861).",
			Latest:    "5.4.0",
			Directory: ".claude-module",
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
		Session: &Session{
			Binaries:       []string{"claude"},
			Package:        "npm package @anthropic-ai/claude-code",
			CheckedVersion: "2.1.197",
			ScriptReady:    true,
			ID:             IDUUID,
			Cold:           []string{"--session-id", PlaceholderSession, PlaceholderArgs},
			ColdPrompt:     []string{"--session-id", PlaceholderSession, PlaceholderArgs, "--", PlaceholderPrompt},
			Warm:           []string{"--resume", PlaceholderSession, PlaceholderArgs},
			WarmPrompt:     []string{"--resume", PlaceholderSession, PlaceholderArgs, "--", PlaceholderPrompt},
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
