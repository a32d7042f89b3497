package catalog

func aider() Agent {
	const source = "Aider-AI/aider 0.86.3.dev, source"
	return Agent{
		Slug:         "aider",
		DisplayName:  "Aider",
		Aliases:      []string{"aider-chat"},
		AgentAPIType: "aider",
		Documented: Documented{
			Level:          LevelNotSupported,
			TrackingIssue:  "coder/registry#739",
			SessionPaths:   []string{".aider.chat.history.md"},
			MinimumStorage: "50 MB",
		},
		Module: Module{
			Source:    "registry.coder.com/coder/aider/coder",
			Status:    ModuleActive,
			Latest:    "2.0.1",
			Directory: ".aider-module",
			Releases:  releases("1.0.0 1.0.1 1.1.0 1.1.1 1.1.2", "2.0.0 2.0.1"),
			Ranges:    aiderRanges(),
		},
		Paths: []Path{
			{Path: ".aider.chat.history.md", Scope: ScopeWorkdir, Role: RoleSession, Store: StoreMarkdown, File: true, Required: true, RelocatedBy: "AIDER_CHAT_HISTORY_FILE", NetworkFileSystem: true, Source: source, Evidence: EvidenceSource},
			{Path: ".aider/oauth-keys.env", Scope: ScopeHome, Role: RoleCredentials, Store: StoreDirectory, File: true, NetworkFileSystem: true, Source: source, Evidence: EvidenceSource},
			{Path: ".aider/caches", Scope: ScopeHome, Role: RoleCache, Store: StoreDirectory, NetworkFileSystem: true, Source: source, Evidence: EvidenceSource},
		},
		Storage: Storage{
			Floor:                 50 * megabyte,
			FloorSource:           matrixSource,
			Recommended:           500 * megabyte,
			RecommendedIsEstimate: true,
			Bounded:               BoundedUnknown,
		},
		Retention: Fact{Text: "The history file is only ever appended to; nothing prunes it.", Source: source, Evidence: EvidenceSource},
		Cleanup:   &Cleanup{ByHand: "Aider appends to one file in the repository: shorten .aider.chat.history.md in an editor."},
		Session: &Session{
			Binaries:    []string{"aider"},
			Package:     "Python package aider-chat",
			ScriptReady: true,
			ID:          IDDirectory,
			Cold:        []string{PlaceholderArgs},
			Warm:        []string{"--restore-chat-history", PlaceholderArgs},
			Detect: Detect{
				Kind: DetectFile,
				Root: Root{Repository: true},
				Glob: ".aider.chat.history.md",
				// A question; the headings are there from the start.
				Contains: "#### ",
			},
			Source:   source,
			Evidence: EvidenceSource,
		},
		Resume: Fact{Text: "A lossy reconstruction from the chat's text, without tool calls; above max-chat-history-tokens a model call shortens it.", Source: source, Evidence: EvidenceSource},
		Hazards: []Fact{
			{"The history lies in the working tree (at the top of a git repository), not in the home directory; a fresh clone has none.", source, EvidenceSource},
			{"--restore-chat-history reads the whole file, all earlier conversations included.", source, EvidenceSource},
		},
		Notes: []Fact{
			{"--restore-chat-history is a lossy reconstruction.", matrixSource, EvidenceDocs},
			{"Aider reports no task status over MCP.", matrixSource, EvidenceDocs},
			{"Without a history file the option does nothing, so it is always safe to pass.", source, EvidenceSource},
			{"--message ends the CLI after one reply, so an interactive prompt goes through AgentAPI.", source, EvidenceSource},
		},
	}
}

// aiderRanges are the ranges of the registry module coder/aider.
func aiderRanges() []Range {
	return []Range{
		{
			First: "1.0.0", Last: "1.1.2", Level: LevelNotSupported,
			Flags:      []Flag{FlagPreAgentAPI, FlagNoAgentAPI},
			Reason:     "The agent runs in screen or tmux and begins a new chat at each start.",
			Confidence: ConfidenceHigh,
			Source:     "coder/aider 1.1.2, main.tf",
		},
		{
			First: "2.0.0", Last: "2.0.1", Level: LevelNotSupported,
			AgentAPI: "0.10.0",
			Reason:   "A new chat begins at each start, with the prompt sent again; the module never passes --restore-chat-history.",
			KnownBugs: []string{
				"The folder is not passed to the base module, so AgentAPI runs in /home/coder.",
				"AgentAPI is told the agent's type only when there is a prompt.",
			},
			Confidence: ConfidenceHigh,
			Source:     "coder/aider 2.0.1, scripts/start.sh, and a run with a stand-in agent",
		},
	}
}
