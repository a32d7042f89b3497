package agents

import "github.com/coder-persistence/terraform-provider-persistence/internal/catalog"

func init() { register(cursorCLI()) }

func cursorCLI() catalog.Agent {
	const docs = "Cursor CLI documentation and public issues"
	return catalog.Agent{
		Slug:         "cursor-cli",
		DisplayName:  "Cursor CLI",
		Aliases:      []string{"cursor", "cursor-agent"},
		Icon:         "/icon/cursor.svg",
		AgentAPIType: "cursor",
		Documented:   catalog.Documented{Level: catalog.LevelPlanned},
		Module: catalog.Module{
			Source:    "registry.coder.com/coder-labs/cursor-cli/coder",
			Status:    catalog.ModuleActive,
			Latest:    "0.3.0",
			Directory: ".cursor-cli-module",
			Releases:  releases("0.1.0 0.1.1 0.2.0 0.2.1 0.2.2 0.3.0"),
			Ranges:    cursorCLIRanges(),
		},
		Paths: []catalog.Path{
			{
				Path: ".cursor/chats", Scope: catalog.ScopeHome, Role: catalog.RoleSession, Store: catalog.StoreSQLiteWAL, Required: true,
				NetworkFileSystem: false, Source: docs, Evidence: catalog.EvidenceDocs,
			},
			{
				Path: ".cursor/projects", Scope: catalog.ScopeHome, Role: catalog.RoleSession, Store: catalog.StoreJSONL,
				NetworkFileSystem: true, Source: docs, Evidence: catalog.EvidenceDocs,
			},
			{
				Path: ".cursor", Scope: catalog.ScopeHome, Role: catalog.RoleConfig, Store: catalog.StoreDirectory, Required: true,
				NetworkFileSystem: true, Source: docs, Evidence: catalog.EvidenceDocs,
			},
		},
		Storage: catalog.Storage{
			Minimum:               50 * megabyte,
			MinimumSource:         catalog.MatrixSource,
			Recommended:           500 * megabyte,
			RecommendedIsEstimate: true,
			Bounded:               catalog.BoundedUnknown,
		},
		Retention: fact("No setting is known; a public report tells of old chat stores that the CLI removed.", "tiann/hapi#841", catalog.EvidenceDocs),
		Cleanup: &catalog.Cleanup{
			Root: catalog.Root{Home: ".cursor"},
			Glob: "chats/*/*",
		},
		Session: &catalog.Session{
			Binaries:    []string{"cursor-agent", "agent"},
			Package:     "the vendor's installer",
			ScriptReady: true,
			ID:          catalog.IDCommand,
			Reserved:    []string{"--continue", "--resume", "resume", "create-chat"},
			NewID:       []string{"create-chat"},
			IDPattern:   "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
			Cold:        []string{"--resume", catalog.PlaceholderSession, catalog.PlaceholderArgs},
			ColdPrompt:  []string{"--resume", catalog.PlaceholderSession, catalog.PlaceholderArgs, "--", catalog.PlaceholderPrompt},
			Warm:        []string{"--resume", catalog.PlaceholderSession, catalog.PlaceholderArgs},
			WarmPrompt:  []string{"--resume", catalog.PlaceholderSession, catalog.PlaceholderArgs, "--", catalog.PlaceholderPrompt},
			Detect: catalog.Detect{
				Kind: catalog.DetectFile,
				Root: catalog.Root{Home: ".cursor"},
				Glob: "chats/*/" + catalog.PlaceholderSession + "/store.db",
			},
			Source:   docs,
			Evidence: catalog.EvidenceDocs,
		},
		Resume: fact("The chat with the given id, as the vendor documents it.", docs, catalog.EvidenceDocs),
		Hazards: []catalog.Fact{
			fact("The CLI may remove old chat stores by itself.", "tiann/hapi#841", catalog.EvidenceDocs),
			fact("A workspace trust dialog opens unless --trust or -f is given.", docs, catalog.EvidenceDocs),
			fact("Each chat is a SQLite database with its -wal file: keep them together, on a local file system.", docs, catalog.EvidenceDocs),
		},
		Notes: []catalog.Fact{
			fact("The key comes from CURSOR_API_KEY; where a login is stored is not verified.", docs, catalog.EvidenceDocs),
			fact("The chat directory's name is a hash of the working directory.", docs, catalog.EvidenceDocs),
		},
	}
}

// cursorCLIRanges are the ranges of the registry module coder-labs/cursor-cli.
func cursorCLIRanges() []catalog.Range {
	return []catalog.Range{
		{
			First: "0.1.0", Last: "0.3.0", Level: catalog.LevelPlanned,
			AgentAPI:   "0.10.0",
			Reason:     "A new chat begins at each start, with the prompt sent again.",
			Confidence: catalog.ConfidenceHigh,
			Source:     "coder-labs/cursor-cli 0.3.0, scripts/start.sh, and a run with a stand-in agent",
		},
	}
}
