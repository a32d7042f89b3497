package agents

import "github.com/coder-persistence/terraform-provider-persistence/internal/catalog"

func init() { register(amazonQ()) }

func amazonQ() catalog.Agent {
	const source = "aws/amazon-q-developer-cli 1.19.7, source"
	return catalog.Agent{
		Slug:         "amazon-q",
		DisplayName:  "Amazon Q",
		Aliases:      []string{"amazonq", "q", "amazon-q-developer"},
		Icon:         "/icon/amazon-q.svg",
		AgentAPIType: "amazonq",
		Documented:   catalog.Documented{Level: catalog.LevelPlanned},
		Module: catalog.Module{
			Source:    "registry.coder.com/coder/amazon-q/coder",
			Status:    catalog.ModuleRemoved,
			Note:      "Removed from the registry on 2026-07-22 (coder/registry#1025); the released versions still install.",
			Latest:    "3.0.1",
			Directory: ".amazonq-module",
			Releases:  releases("1.0.0 1.0.1 1.1.0 1.1.1 1.1.2", "2.0.0 2.1.0 2.1.1", "3.0.0 3.0.1"),
			Ranges:    amazonQRanges(),
		},
		Paths: []catalog.Path{
			{
				Path: ".local/share/amazon-q", Scope: catalog.ScopeHome, Role: catalog.RoleSession, Store: catalog.StoreSQLite,
				Required: true, NetworkFileSystem: false, Source: source, Evidence: catalog.EvidenceSource,
			},
			{
				Path: ".aws/amazonq", Scope: catalog.ScopeHome, Role: catalog.RoleConfig, Store: catalog.StoreDirectory,
				NetworkFileSystem: true, Source: catalog.MatrixSource, Evidence: catalog.EvidenceDocs,
			},
			{
				Path: ".local/share/amazon-q/data.sqlite3", Scope: catalog.ScopeHome, Role: catalog.RoleCredentials,
				Store: catalog.StoreSQLite, File: true, NetworkFileSystem: false, Source: source, Evidence: catalog.EvidenceSource,
			},
		},
		Storage: catalog.Storage{
			Minimum:               50 * megabyte,
			MinimumSource:         catalog.MatrixSource,
			Recommended:           500 * megabyte,
			RecommendedIsEstimate: true,
			Bounded:               catalog.BoundedUnknown,
		},
		Retention: fact("Nothing deletes conversations by age; the next chat in a directory overwrites its conversation.", source, catalog.EvidenceSource),
		Cleanup:   &catalog.Cleanup{ByHand: "Amazon Q keeps one conversation for each directory in one database, and replaces it with the next one."},
		Session: &catalog.Session{
			Binaries:    []string{"q"},
			Package:     "the project's .deb package or AppImage",
			ScriptReady: true,
			ID:          catalog.IDDirectory,
			Reserved:    []string{"--resume", "-r"},
			Cold:        []string{"chat", catalog.PlaceholderArgs},
			ColdPrompt:  []string{"chat", catalog.PlaceholderArgs, "--", catalog.PlaceholderPrompt},
			Warm:        []string{"chat", "--resume", catalog.PlaceholderArgs},
			WarmPrompt:  []string{"chat", "--resume", catalog.PlaceholderArgs, "--", catalog.PlaceholderPrompt},
			Detect: catalog.Detect{
				Kind: catalog.DetectFile,
				Root: catalog.Root{Home: ".local/share/amazon-q"},
				Glob: "data.sqlite3*",
				// The row of a directory: its name, then JSON. The name alone would
				// also be found in that of another directory.
				Contains: catalog.PlaceholderWorkdir + "{",
			},
			Source:   source,
			Evidence: catalog.EvidenceSource,
		},
		Resume: fact("The one conversation of the working directory.", source, catalog.EvidenceSource),
		Hazards: []catalog.Fact{
			fact("A resume without a prompt sends a request of its own for a summary of the conversation, one model call per start.", source,
				catalog.EvidenceSource),
			fact("There is one conversation per absolute directory and no identifier; another chat there replaces it.", source, catalog.EvidenceSource),
			fact("Conversations and logins share one database, so the volume that keeps the one keeps the other.", source, catalog.EvidenceSource),
			fact("The registry module deletes ~/.local/share/amazon-q at each start when auth_tarball is set, conversations included; versions up to 1.1.2 "+
				"always do.", "coder/amazon-q 3.0.1 and 1.1.2, source", catalog.EvidenceSource),
		},
		Notes: []catalog.Fact{
			fact("Amazon Q was renamed Kiro CLI; the CLI is only maintained.", catalog.MatrixSource, catalog.EvidenceDocs),
			fact("The registry module pins a CLI version.", catalog.MatrixSource, catalog.EvidenceDocs),
			fact("The authentication tarball sits with the data: losing it means a new login.", catalog.MatrixSource, catalog.EvidenceDocs),
			fact("agentapi knows the types amazonq and q; it rejects amazon-q, which coder/registry#746 names.", "agentapi 0.12.2", catalog.EvidenceSeen),
		},
	}
}

// amazonQRanges are the ranges of the registry module coder/amazon-q.
func amazonQRanges() []catalog.Range {
	return []catalog.Range{
		{
			First: "1.0.0", Last: "1.1.2", Level: catalog.LevelPlanned,
			Flags:      []catalog.Flag{catalog.FlagPreAgentAPI, catalog.FlagNoAgentAPI, catalog.FlagDeletesSessions},
			Reason:     "The agent runs in screen or tmux, and its data is deleted at each start.",
			Confidence: catalog.ConfidenceHigh,
			Source:     "coder/amazon-q 1.1.2, main.tf",
		},
		{
			First: "2.0.0", Last: "3.0.1", Level: catalog.LevelPlanned,
			Flags:    []catalog.Flag{catalog.FlagDeletesSessions},
			AgentAPI: "0.10.0",
			Reason:   "A new conversation begins at each start, with the prompt sent again.",
			KnownBugs: []string{
				"With auth_tarball set, each start deletes ~/.local/share/amazon-q, conversations included.",
			},
			Confidence: catalog.ConfidenceHigh,
			Source:     "coder/amazon-q 3.0.1, scripts/start.sh and scripts/install.sh, and a run with a stand-in agent",
		},
		{
			First: "3.0.2", Level: catalog.LevelNotSupported,
			Flags:      []catalog.Flag{catalog.FlagRemoved},
			Reason:     "The module was removed from the registry on 2026-07-22; nothing was released after 3.0.1.",
			Confidence: catalog.ConfidenceHigh,
			Source:     "coder/registry#1025",
		},
	}
}
