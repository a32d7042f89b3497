package agents

import "github.com/coder-persistence/terraform-provider-persistence/internal/catalog"

func init() { register(aider()) }

func aider() catalog.Agent {
	const source = "Aider-AI/aider 0.86.3.dev, source"
	return catalog.Agent{
		Slug:         "aider",
		DisplayName:  "Aider",
		Aliases:      []string{"aider-chat"},
		Icon:         "/icon/aider.svg",
		AgentAPIType: "aider",
		Documented:   catalog.Documented{Level: catalog.LevelNotSupported},
		Module: catalog.Module{
			Source:    "registry.coder.com/coder/aider/coder",
			Status:    catalog.ModuleActive,
			Latest:    "2.0.1",
			Directory: ".aider-module",
			Releases:  releases("1.0.0 1.0.1 1.1.0 1.1.1 1.1.2", "2.0.0 2.0.1"),
			Ranges:    aiderRanges(),
		},
		Paths: []catalog.Path{
			{
				Path: ".aider.chat.history.md", Scope: catalog.ScopeWorkdir, Role: catalog.RoleSession, Store: catalog.StoreMarkdown,
				File: true, Required: true, RelocatedBy: "AIDER_CHAT_HISTORY_FILE", NetworkFileSystem: true, Source: source,
				Evidence: catalog.EvidenceSource,
			},
			{
				Path: ".aider/oauth-keys.env", Scope: catalog.ScopeHome, Role: catalog.RoleCredentials, Store: catalog.StoreDirectory,
				File: true, NetworkFileSystem: true, Source: source, Evidence: catalog.EvidenceSource,
			},
			{
				Path: ".env", Scope: catalog.ScopeWorkdir, Role: catalog.RoleCredentials, Store: catalog.StoreDirectory, File: true,
				NetworkFileSystem: true, Source: source, Evidence: catalog.EvidenceSource,
			},
			{
				Path: ".aider/caches", Scope: catalog.ScopeHome, Role: catalog.RoleCache, Store: catalog.StoreDirectory,
				NetworkFileSystem: true, Source: source, Evidence: catalog.EvidenceSource,
			},
		},
		Storage: catalog.Storage{
			Minimum:               50 * megabyte,
			MinimumSource:         catalog.MatrixSource,
			Recommended:           500 * megabyte,
			RecommendedIsEstimate: true,
			Bounded:               catalog.BoundedUnknown,
		},
		Retention: fact("The history file is only ever appended to; nothing prunes it.", source, catalog.EvidenceSource),
		Cleanup:   &catalog.Cleanup{ByHand: "Aider appends to one file in the repository: shorten .aider.chat.history.md in an editor."},
		Session: &catalog.Session{
			Binaries:    []string{"aider"},
			Package:     "Python package aider-chat",
			ScriptReady: true,
			ID:          catalog.IDDirectory,
			Reserved:    []string{"--restore-chat-history", "--no-restore-chat-history", "--chat-history-file"},
			Cold:        []string{catalog.PlaceholderArgs},
			Warm:        []string{"--restore-chat-history", catalog.PlaceholderArgs},
			Detect: catalog.Detect{
				Kind: catalog.DetectFile,
				Root: catalog.Root{Repository: true},
				Glob: ".aider.chat.history.md",
				// A question; the headings are there from the start.
				Contains: "#### ",
			},
			Source:   source,
			Evidence: catalog.EvidenceSource,
		},
		Resume: fact("A lossy reconstruction from the chat's text, without tool calls; above max-chat-history-tokens a model call shortens it.", source,
			catalog.EvidenceSource),
		Hazards: []catalog.Fact{
			fact("The history lies in the working tree (at the top of a git repository), not in the home directory; a fresh clone has none.", source,
				catalog.EvidenceSource),
			fact("--restore-chat-history reads the whole file, all earlier conversations included.", source, catalog.EvidenceSource),
		},
		Notes: []catalog.Fact{
			fact("--restore-chat-history is a lossy reconstruction.", catalog.MatrixSource, catalog.EvidenceDocs),
			fact("Aider reports no task status over MCP.", catalog.MatrixSource, catalog.EvidenceDocs),
			fact("Without a history file the option does nothing, so it is always safe to pass.", source, catalog.EvidenceSource),
			fact("--message ends the CLI after one reply, so an interactive prompt goes through AgentAPI.", source, catalog.EvidenceSource),
		},
	}
}

// aiderRanges are the ranges of the registry module coder/aider.
func aiderRanges() []catalog.Range {
	return []catalog.Range{
		{
			First: "1.0.0", Last: "1.1.2", Level: catalog.LevelNotSupported,
			Flags:      []catalog.Flag{catalog.FlagPreAgentAPI, catalog.FlagNoAgentAPI},
			Reason:     "The agent runs in screen or tmux and begins a new chat at each start.",
			Confidence: catalog.ConfidenceHigh,
			Source:     "coder/aider 1.1.2, main.tf",
		},
		{
			First: "2.0.0", Last: "2.0.1", Level: catalog.LevelNotSupported,
			AgentAPI: "0.10.0",
			Reason:   "A new chat begins at each start, with the prompt sent again; the module never passes --restore-chat-history.",
			KnownBugs: []string{
				"The folder is not passed to the base module, so AgentAPI runs in /home/coder.",
				"AgentAPI is told the agent's type only when there is a prompt.",
			},
			Confidence: catalog.ConfidenceHigh,
			Source:     "coder/aider 2.0.1, scripts/start.sh, and a run with a stand-in agent",
		},
	}
}
