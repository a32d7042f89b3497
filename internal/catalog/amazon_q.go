package catalog

func amazonQ() Agent {
	const source = "aws/amazon-q-developer-cli 1.19.7, source"
	return Agent{
		Slug:         "amazon-q",
		DisplayName:  "Amazon Q",
		Aliases:      []string{"amazonq", "q", "amazon-q-developer"},
		AgentAPIType: "amazonq",
		Documented: Documented{
			Level:          LevelPlanned,
			TrackingIssue:  "coder/registry#746",
			SessionPaths:   []string{"~/.local/share/amazon-q/", "~/.aws/amazonq/"},
			MinimumStorage: "50 MB",
		},
		Module: Module{
			Source:      "registry.coder.com/coder/amazon-q/coder",
			Status:      ModuleRemoved,
			Replacement: "registry.coder.com/harleylrn/kiro-cli/coder",
			Note:        "Removed from the registry on 2026-07-22 (coder/registry#1025); the released versions still install.",
			Latest:      "3.0.1",
			Directory:   ".amazonq-module",
			Releases:    releases("1.0.0 1.0.1 1.1.0 1.1.1 1.1.2", "2.0.0 2.1.0 2.1.1", "3.0.0 3.0.1"),
			Ranges:      amazonQRanges(),
		},
		Paths: []Path{
			{Path: ".local/share/amazon-q", Scope: ScopeHome, Role: RoleSession, Store: StoreSQLite, Required: true, NetworkFileSystem: false, Source: source, Evidence: EvidenceSource},
			{Path: ".aws/amazonq", Scope: ScopeHome, Role: RoleConfig, Store: StoreDirectory, NetworkFileSystem: true, Source: matrixSource, Evidence: EvidenceDocs},
			{Path: ".local/share/amazon-q/data.sqlite3", Scope: ScopeHome, Role: RoleCredentials, Store: StoreSQLite, File: true, NetworkFileSystem: false, Source: source, Evidence: EvidenceSource},
		},
		Storage: Storage{
			Floor:                 50 * megabyte,
			FloorSource:           matrixSource,
			Recommended:           500 * megabyte,
			RecommendedIsEstimate: true,
			Bounded:               BoundedUnknown,
		},
		Retention: Fact{Text: "Nothing deletes conversations by age; the next chat in a directory overwrites its conversation.", Source: source, Evidence: EvidenceSource},
		Cleanup:   &Cleanup{ByHand: "Amazon Q keeps one conversation for each directory in one database, and replaces it with the next one."},
		Session: &Session{
			Binaries:    []string{"q"},
			Package:     "the project's .deb package or AppImage",
			ScriptReady: true,
			ID:          IDDirectory,
			Cold:        []string{"chat", PlaceholderArgs},
			ColdPrompt:  []string{"chat", PlaceholderArgs, "--", PlaceholderPrompt},
			Warm:        []string{"chat", "--resume", PlaceholderArgs},
			WarmPrompt:  []string{"chat", "--resume", PlaceholderArgs, "--", PlaceholderPrompt},
			Detect: Detect{
				Kind: DetectFile,
				Root: Root{Home: ".local/share/amazon-q"},
				Glob: "data.sqlite3*",
				// The row of a directory: its name, then JSON. The name alone would
				// also be found in that of another directory.
				Contains: PlaceholderWorkdir + "{",
			},
			Source:   source,
			Evidence: EvidenceSource,
		},
		Resume: Fact{Text: "The one conversation of the working directory.", Source: source, Evidence: EvidenceSource},
		Hazards: []Fact{
			{"A resume without a prompt sends a request of its own for a summary of the conversation, one model call per start.", source, EvidenceSource},
			{"There is one conversation per absolute directory and no identifier; another chat there replaces it.", source, EvidenceSource},
			{"Conversations and logins share one database, so the volume that keeps the one keeps the other.", source, EvidenceSource},
			{"The registry module deletes ~/.local/share/amazon-q at each start when auth_tarball is set, conversations included; versions up to 1.1.2 always do.", "coder/amazon-q 3.0.1 and 1.1.2, source", EvidenceSource},
		},
		Notes: []Fact{
			{"Amazon Q was renamed Kiro CLI; the CLI is only maintained.", matrixSource, EvidenceDocs},
			{"The registry module pins a CLI version.", matrixSource, EvidenceDocs},
			{"The authentication tarball sits with the data: losing it means a new login.", matrixSource, EvidenceDocs},
			{"agentapi knows the types amazonq and q; it rejects amazon-q, which coder/registry#746 names.", "agentapi 0.12.2", EvidenceSeen},
		},
	}
}

// amazonQRanges are the ranges of the registry module coder/amazon-q.
func amazonQRanges() []Range {
	return []Range{
		{
			First: "1.0.0", Last: "1.1.2", Level: LevelPlanned,
			Flags:      []Flag{FlagPreAgentAPI, FlagNoAgentAPI, FlagDeletesSessions},
			Reason:     "The agent runs in screen or tmux, and its data is deleted at each start.",
			Confidence: ConfidenceHigh,
			Source:     "coder/amazon-q 1.1.2, main.tf",
		},
		{
			First: "2.0.0", Last: "3.0.1", Level: LevelPlanned,
			Flags:    []Flag{FlagDeletesSessions},
			AgentAPI: "0.10.0",
			Reason:   "A new conversation begins at each start, with the prompt sent again.",
			KnownBugs: []string{
				"With auth_tarball set, each start deletes ~/.local/share/amazon-q, conversations included.",
			},
			Confidence: ConfidenceHigh,
			Source:     "coder/amazon-q 3.0.1, scripts/start.sh and scripts/install.sh, and a run with a stand-in agent",
		},
		{
			First: "3.0.2", Level: LevelNotSupported,
			Flags:      []Flag{FlagRemoved},
			Reason:     "The module was removed from the registry on 2026-07-22; nothing was released after 3.0.1.",
			Confidence: ConfidenceHigh,
			Source:     "coder/registry#1025",
		},
	}
}
