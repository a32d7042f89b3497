package catalog

func sourcegraphAmp() Agent {
	const seen = "Amp 0.0.1790142911 under agentapi 0.12.2, without its server"
	const help = "Amp 0.0.1790142911 --help"
	const docs = "Amp documentation and public issues"
	return Agent{
		Slug:         "sourcegraph-amp",
		DisplayName:  "Sourcegraph Amp",
		Aliases:      []string{"amp", "ampcode"},
		AgentAPIType: "amp",
		Documented: Documented{
			Level:          LevelPlanned,
			TrackingIssue:  "coder/registry#748",
			SessionPaths:   []string{"~/.config/amp/"},
			MinimumStorage: "10 MB",
		},
		Module: Module{
			Source:    "registry.coder.com/coder-labs/sourcegraph-amp/coder",
			Status:    ModuleActive,
			Latest:    "3.0.0",
			Directory: ".amp-module",
			Releases:  releases("1.0.0 1.0.1 1.0.2 1.0.3 1.1.0 1.1.1", "2.0.0 2.0.1 2.0.2 2.1.0", "3.0.0"),
			Ranges:    sourcegraphAmpRanges(),
		},
		Paths: []Path{
			{Path: ".config/amp", Scope: ScopeHome, Role: RoleConfig, Store: StoreDirectory, NetworkFileSystem: true, Source: matrixSource, Evidence: EvidenceDocs},
			{Path: ".local/share/amp", Scope: ScopeHome, Role: RoleCredentials, Store: StoreServer, NetworkFileSystem: true, Source: docs, Evidence: EvidenceDocs},
			{Path: ".cache/amp", Scope: ScopeHome, Role: RoleCache, Store: StoreDirectory, NetworkFileSystem: true, Source: seen, Evidence: EvidenceSeen},
		},
		Storage: Storage{
			Floor:                 10 * megabyte,
			FloorSource:           matrixSource,
			Recommended:           50 * megabyte,
			RecommendedIsEstimate: true,
			DocumentedGrowth:      "threads are kept on the server",
			Bounded:               BoundedYes,
			BoundedBy:             "the vendor's servers keep the threads",
		},
		Retention: Fact{Text: "Threads stay on the vendor's servers; amp.thread.autoArchiveOnQuit archives them.", Source: help, Evidence: EvidenceHelp},
		Cleanup:   &Cleanup{ByHand: "Amp keeps its threads on its servers: archive them there."},
		Session: &Session{
			Binaries:    []string{"amp"},
			Package:     "npm package @sourcegraph/amp",
			ScriptReady: true,
			ID:          IDCommand,
			NewID:       []string{"threads", "new"},
			IDPattern:   "T-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
			Cold:        []string{"threads", "continue", PlaceholderSession, PlaceholderArgs},
			Warm:        []string{"threads", "continue", PlaceholderSession, PlaceholderArgs},
			Detect:      Detect{Kind: DetectStored},
			Source:      help,
			Evidence:    EvidenceHelp,
		},
		NeedsNetwork: true,
		Resume:       Fact{Text: "The thread with the given id, fetched from the vendor's servers with the same account.", Source: docs, Evidence: EvidenceDocs},
		Hazards: []Fact{
			{"Keeping the home directory is not what makes a resume work: it needs the network, the account and the thread's id.", docs, EvidenceDocs},
			{"Without a key the CLI opens a login question, which blocks agentapi; a wrong key exits with status 1.", seen, EvidenceSeen},
			{"threads continue exits with status 1 for an unknown thread, and with --last when there is none.", seen, EvidenceSeen},
			{"The registry module expands the prompt inside a shell: quotes, $ and backticks in it are run as code.", "coder-labs/sourcegraph-amp 3.0.0, source", EvidenceSource},
		},
		Notes: []Fact{
			{"Threads are kept on the vendor's servers; a resume needs the network.", matrixSource, EvidenceDocs},
			{"The interactive CLI takes no prompt as an argument; AgentAPI types it.", help, EvidenceHelp},
			{"The key comes from AMP_API_KEY; where a login is stored is not verified.", help, EvidenceHelp},
		},
	}
}

// sourcegraphAmpRanges are the ranges of the registry module coder-labs/sourcegraph-amp.
func sourcegraphAmpRanges() []Range {
	return []Range{
		{
			First: "1.0.0", Last: "3.0.0", Level: LevelPlanned,
			AgentAPI: "0.11.1",
			Reason:   "A new thread begins at each start, with the prompt sent again.",
			KnownBugs: []string{
				"The prompt is expanded inside a shell: quotes, $ and backticks in it are run as code.",
				"From 2.1.0 on the mode goes to the shell instead of the agent whenever there is a prompt.",
				"Versions before 2.0.0 keep their files in ~/.sourcegraph-amp-module.",
			},
			Confidence: ConfidenceHigh,
			Source:     "coder-labs/sourcegraph-amp 3.0.0, scripts/start.sh, and a run with a stand-in agent",
		},
	}
}
