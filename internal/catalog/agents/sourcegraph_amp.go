package agents

import "github.com/coder-persistence/terraform-provider-persistence/internal/catalog"

func init() { register(sourcegraphAmp()) }

func sourcegraphAmp() catalog.Agent {
	const seen = "Amp 0.0.1790142911-g7618fb under agentapi 0.12.2, without its server"
	const standIn = "Amp 0.0.1790142911-g7618fb under agentapi 0.12.2, with a stand-in for its server's requests"
	const help = "Amp 0.0.1790142911 --help"
	const docs = "Amp documentation and public issues"
	return catalog.Agent{
		Slug:         "sourcegraph-amp",
		DisplayName:  "Sourcegraph Amp",
		Aliases:      []string{"amp", "ampcode"},
		Icon:         "/icon/sourcegraph-amp.svg",
		AgentAPIType: "amp",
		Documented:   catalog.Documented{Level: catalog.LevelPlanned},
		Module: catalog.Module{
			Source:    "registry.coder.com/coder-labs/sourcegraph-amp/coder",
			Status:    catalog.ModuleActive,
			Latest:    "3.0.0",
			Directory: ".amp-module",
			Releases:  releases("1.0.0 1.0.1 1.0.2 1.0.3 1.1.0 1.1.1", "2.0.0 2.0.1 2.0.2 2.1.0", "3.0.0"),
			Ranges:    sourcegraphAmpRanges(),
		},
		Paths: []catalog.Path{
			{
				Path: ".config/amp", Scope: catalog.ScopeHome, Role: catalog.RoleConfig, Store: catalog.StoreDirectory,
				NetworkFileSystem: true, Source: catalog.MatrixSource, Evidence: catalog.EvidenceDocs,
			},
			{
				Path: ".local/share/amp", Scope: catalog.ScopeHome, Role: catalog.RoleCredentials, Store: catalog.StoreServer,
				NetworkFileSystem: true, Source: docs, Evidence: catalog.EvidenceDocs,
			},
			{
				Path: ".cache/amp", Scope: catalog.ScopeHome, Role: catalog.RoleCache, Store: catalog.StoreDirectory,
				NetworkFileSystem: true, Source: seen, Evidence: catalog.EvidenceSeen,
			},
		},
		Storage: catalog.Storage{
			Minimum:               10 * megabyte,
			MinimumSource:         catalog.MatrixSource,
			Recommended:           50 * megabyte,
			RecommendedIsEstimate: true,
			Bounded:               catalog.BoundedYes,
			BoundedBy:             "the vendor's servers keep the threads",
		},
		Retention: fact("Threads stay on the vendor's servers; amp.thread.autoArchiveOnQuit archives them.", help, catalog.EvidenceHelp),
		Cleanup:   &catalog.Cleanup{ByHand: "Amp keeps its threads on its servers: archive them there."},
		Session: &catalog.Session{
			Binaries:    []string{"amp"},
			Package:     "npm package @ampcode/cli",
			ScriptReady: true,
			ID:          catalog.IDCommand,
			Reserved:    []string{"threads", "--last"},
			NewID:       []string{"threads", "new"},
			IDPattern:   "T-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
			Cold:        []string{"threads", "continue", catalog.PlaceholderSession, catalog.PlaceholderArgs},
			Warm:        []string{"threads", "continue", catalog.PlaceholderSession, catalog.PlaceholderArgs},
			Detect:      catalog.Detect{Kind: catalog.DetectStored},
			Source:      help,
			Evidence:    catalog.EvidenceHelp,
		},
		Install: &catalog.Install{
			Version: "0.0.1790142911-g7618fb",
			Size:    102 * megabyte,
			Downloads: map[string]catalog.Download{
				"amd64": catalog.NPMDownload("@ampcode/cli-linux-x64", "",
					"sha512-BsQyuBKf9jYno4vknDM9Mx20iOurO8/G14aaHZCMT1H1TlrOIOWH4//1ZwBll1/AneOxc+mqkoF0f3N/3fr/eA=="),
			},
		},
		Resume: fact("The thread with the given id, fetched from the vendor's servers with the same account.", docs, catalog.EvidenceDocs),
		Hazards: []catalog.Fact{
			fact("Keeping the home directory is not what makes a resume work: it needs the network, the account and the thread's id.", docs,
				catalog.EvidenceDocs),
			fact("Without a key the CLI opens a login question, which blocks agentapi; a wrong key exits with status 1.", seen, catalog.EvidenceSeen),
			fact("threads continue exits with status 1 for an unknown thread, and with --last when there is none.", seen, catalog.EvidenceSeen),
			fact("A turn goes through actors on the vendor's servers, behind a WebSocket: no conversation is on disk, and no turn works offline.", standIn,
				catalog.EvidenceSeen),
			fact("The registry module expands the prompt inside a shell: quotes, $ and backticks in it are run as code.",
				"coder-labs/sourcegraph-amp 3.0.0, source", catalog.EvidenceSource),
		},
		Notes: []catalog.Fact{
			fact("Threads are kept on the vendor's servers; a resume needs the network.", catalog.MatrixSource, catalog.EvidenceDocs),
			fact("threads new prints the address of a new thread; threads continue opens it, and agentapi reports stable. Everything up to the first turn was "+
				"seen, nothing after it.", standIn, catalog.EvidenceSeen),
			fact("~/.local/share/amp/last-threads notes the last thread of each directory, for threads continue --last.", standIn, catalog.EvidenceSeen),
			fact("The package @sourcegraph/amp was renamed to @ampcode/cli; the program is in @ampcode/cli-linux-x64. AMP_URL names another server.",
				"npm, 2026-11-21", catalog.EvidenceSeen),
			fact("The interactive CLI takes no prompt as an argument; AgentAPI types it.", help, catalog.EvidenceHelp),
			fact("The key comes from AMP_API_KEY; where a login is stored is not verified.", help, catalog.EvidenceHelp),
		},
	}
}

// sourcegraphAmpRanges are the ranges of the registry module coder-labs/sourcegraph-amp.
func sourcegraphAmpRanges() []catalog.Range {
	return []catalog.Range{
		{
			First: "1.0.0", Last: "3.0.0", Level: catalog.LevelPlanned,
			AgentAPI: "0.11.1",
			Reason:   "A new thread begins at each start, with the prompt sent again.",
			KnownBugs: []string{
				"The prompt is expanded inside a shell: quotes, $ and backticks in it are run as code.",
				"From 2.1.0 on the mode goes to the shell instead of the agent whenever there is a prompt.",
				"Versions before 2.0.0 keep their files in ~/.sourcegraph-amp-module.",
			},
			Confidence: catalog.ConfidenceHigh,
			Source:     "coder-labs/sourcegraph-amp 3.0.0, scripts/start.sh, and a run with a stand-in agent",
		},
	}
}
