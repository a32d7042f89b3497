package catalog

func cursorCLI() Agent {
	const docs = "Cursor CLI documentation and public issues"
	return Agent{
		Slug:         "cursor-cli",
		DisplayName:  "Cursor CLI",
		Aliases:      []string{"cursor", "cursor-agent"},
		AgentAPIType: "cursor",
		Documented: Documented{
			Level:          LevelPlanned,
			TrackingIssue:  "coder/registry#747",
			SessionPaths:   []string{"~/.cursor/"},
			MinimumStorage: "50 MB",
		},
		Module: Module{
			Source:    "registry.coder.com/coder-labs/cursor-cli/coder",
			Status:    ModuleActive,
			Latest:    "0.3.0",
			Directory: ".cursor-cli-module",
			Releases:  releases("0.1.0 0.1.1 0.2.0 0.2.1 0.2.2 0.3.0"),
			Ranges:    cursorCLIRanges(),
		},
		Paths: []Path{
			{Path: ".cursor/chats", Scope: ScopeHome, Role: RoleSession, Store: StoreSQLiteWAL, Required: true, NetworkFileSystem: false, Source: docs, Evidence: EvidenceDocs},
			{Path: ".cursor/projects", Scope: ScopeHome, Role: RoleSession, Store: StoreJSONL, NetworkFileSystem: true, Source: docs, Evidence: EvidenceDocs},
			{Path: ".cursor", Scope: ScopeHome, Role: RoleConfig, Store: StoreDirectory, Required: true, NetworkFileSystem: true, Source: docs, Evidence: EvidenceDocs},
		},
		Storage: Storage{
			Floor:                 50 * megabyte,
			FloorSource:           matrixSource,
			Recommended:           500 * megabyte,
			RecommendedIsEstimate: true,
			Bounded:               BoundedUnknown,
		},
		Retention: Fact{Text: "No setting is known; a public report tells of old chat stores that the CLI removed.", Source: "tiann/hapi#841", Evidence: EvidenceDocs},
		Cleanup: &Cleanup{
			Root: Root{Home: ".cursor"},
			Glob: "chats/*/*",
		},
		Session: &Session{
			Binaries:    []string{"cursor-agent", "agent"},
			Package:     "the vendor's installer",
			ScriptReady: true,
			ID:          IDCommand,
			NewID:       []string{"create-chat"},
			IDPattern:   "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
			Cold:        []string{"--resume", PlaceholderSession, PlaceholderArgs},
			ColdPrompt:  []string{"--resume", PlaceholderSession, PlaceholderArgs, "--", PlaceholderPrompt},
			Warm:        []string{"--resume", PlaceholderSession, PlaceholderArgs},
			WarmPrompt:  []string{"--resume", PlaceholderSession, PlaceholderArgs, "--", PlaceholderPrompt},
			Detect: Detect{
				Kind: DetectFile,
				Root: Root{Home: ".cursor"},
				Glob: "chats/*/" + PlaceholderSession + "/store.db",
			},
			Source:   docs,
			Evidence: EvidenceDocs,
		},
		Resume: Fact{Text: "The chat with the given id, as the vendor documents it.", Source: docs, Evidence: EvidenceDocs},
		Hazards: []Fact{
			{"The CLI may remove old chat stores by itself.", "tiann/hapi#841", EvidenceDocs},
			{"A workspace trust dialog opens unless --trust or -f is given.", docs, EvidenceDocs},
			{"Each chat is a SQLite database with its -wal file: keep them together, on a local file system.", docs, EvidenceDocs},
		},
		Notes: []Fact{
			{"The key comes from CURSOR_API_KEY; where a login is stored is not verified.", docs, EvidenceDocs},
			{"The chat directory's name is a hash of the working directory.", docs, EvidenceDocs},
		},
	}
}

// cursorCLIRanges are the ranges of the registry module coder-labs/cursor-cli.
func cursorCLIRanges() []Range {
	return []Range{
		{
			First: "0.1.0", Last: "0.3.0", Level: LevelPlanned,
			AgentAPI:   "0.10.0",
			Reason:     "A new chat begins at each start, with the prompt sent again.",
			Confidence: ConfidenceHigh,
			Source:     "coder-labs/cursor-cli 0.3.0, scripts/start.sh, and a run with a stand-in agent",
		},
	}
}
