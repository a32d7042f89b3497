package agents

import "github.com/coder-persistence/terraform-provider-persistence/internal/catalog"

func init() { register(kiroCLI()) }

func kiroCLI() catalog.Agent {
	const docs = "Kiro CLI documentation and public issues"
	const module = "harleylrn/kiro-cli 1.0.1, source"
	return catalog.Agent{
		Slug:        "kiro-cli",
		DisplayName: "Kiro CLI",
		Aliases:     []string{"kiro"},
		// agentapi has no type of its own for it.
		Icon:         "/icon/kiro.svg",
		AgentAPIType: "custom",
		Documented:   catalog.Documented{Level: catalog.LevelPlanned, NotInTheMatrix: true},
		Module: catalog.Module{
			Source: "registry.coder.com/harleylrn/kiro-cli/coder",
			Status: catalog.ModuleActive,
			Note: "Published by another author than amazon-q, whose successor it is. It keeps its files in ~/.kiro, the CLI's own directory: never move " +
				"or delete that one.",
			Latest:   "1.0.1",
			Releases: releases("1.0.0 1.0.1"),
			Ranges:   kiroCLIRanges(),
		},
		Paths: []catalog.Path{
			{
				Path: ".kiro/sessions/cli", Scope: catalog.ScopeHome, Role: catalog.RoleSession, Store: catalog.StoreJSONL, Required: true,
				NetworkFileSystem: true, Source: docs, Evidence: catalog.EvidenceDocs,
			},
			{
				Path: ".local/share/kiro-cli", Scope: catalog.ScopeHome, Role: catalog.RoleSession, Store: catalog.StoreSQLite,
				NetworkFileSystem: false, Source: docs, Evidence: catalog.EvidenceDocs,
			},
			{
				Path: ".kiro", Scope: catalog.ScopeHome, Role: catalog.RoleConfig, Store: catalog.StoreDirectory, Required: true,
				NetworkFileSystem: true, Source: docs, Evidence: catalog.EvidenceDocs,
			},
			{
				Path: ".local/share/kiro-cli/data.sqlite3", Scope: catalog.ScopeHome, Role: catalog.RoleCredentials,
				Store: catalog.StoreSQLite, File: true, NetworkFileSystem: false, Source: docs, Evidence: catalog.EvidenceDocs,
			},
		},
		Storage: catalog.Storage{
			Minimum:               50 * megabyte,
			MinimumSource:         catalog.MatrixSource + ", for Amazon Q",
			Recommended:           500 * megabyte,
			RecommendedIsEstimate: true,
			Bounded:               catalog.BoundedUnknown,
		},
		Retention: fact("No rule is known.", docs, catalog.EvidenceDocs),
		Cleanup: &catalog.Cleanup{
			Root:   catalog.Root{Home: ".kiro"},
			Glob:   "sessions/cli/*.jsonl",
			Beside: []string{catalog.PlaceholderStem + ".json", catalog.PlaceholderStem + ".history", catalog.PlaceholderStem + ".lock"},
		},
		Session: &catalog.Session{
			Binaries:    []string{"kiro-cli"},
			Package:     "the vendor's installer",
			ScriptReady: true,
			ID:          catalog.IDCaptured,
			Reserved:    []string{"--resume", "-r", "--resume-id", "--list-sessions"},
			Cold:        []string{"chat", catalog.PlaceholderArgs},
			ColdPrompt:  []string{"chat", catalog.PlaceholderArgs, "--", catalog.PlaceholderPrompt},
			// Whether a resume takes a prompt is not known, so WarmPrompt is empty.
			Warm: []string{"chat", "--resume-id", catalog.PlaceholderSession, catalog.PlaceholderArgs},
			Detect: catalog.Detect{
				Kind: catalog.DetectFile,
				Root: catalog.Root{Home: ".kiro"},
				Glob: "sessions/cli/" + catalog.PlaceholderSession + ".jsonl",
			},
			Capture: &catalog.Capture{
				Kind:     catalog.CaptureFile,
				Root:     catalog.Root{Home: ".kiro"},
				Glob:     "sessions/cli/*.jsonl",
				IDLength: 36,
			},
			Source:   docs,
			Evidence: catalog.EvidenceDocs,
		},
		Resume: fact("The conversation with the given id, as the vendor documents it.", docs, catalog.EvidenceDocs),
		Hazards: []catalog.Fact{
			fact("--resume and --resume-picker may find no session that is there; --resume-id does.", "kirodotdev/Kiro#9968, Kiro CLI 2.11.0",
				catalog.EvidenceDocs),
			fact("--list-sessions prints to stderr, the newest first; several conversations begun at once in one directory cannot be told apart in it.",
				"kirodotdev/Kiro#9066, Kiro CLI 2.5.1", catalog.EvidenceDocs),
			fact("A lock file lies beside a session while its process lives.", docs, catalog.EvidenceDocs),
			fact("The registry module uses ~/.kiro, the CLI's own directory, as its module directory.", module, catalog.EvidenceSource),
			fact("The registry module deletes ~/.local/share/kiro-cli at each start when auth_tarball is set.", module, catalog.EvidenceSource),
		},
		Notes: []catalog.Fact{
			fact("Older releases kept conversations in ~/.local/share/kiro-cli/data.sqlite3.", docs, catalog.EvidenceDocs),
			fact("An unknown id is refused, not created, so a new one cannot be given.", "kirodotdev/Kiro#9066, Kiro CLI 2.5.1", catalog.EvidenceDocs),
			fact("Kiro CLI 3 keeps a session as a .json with the directory and a .jsonl with a message on each line; version 2 kept the TUI's in the database.",
				"vshulcz/deja-vu#3103", catalog.EvidenceDocs),
			fact("agentapi has no type for it and treats it as custom.", "agentapi 0.12.2", catalog.EvidenceSeen),
		},
	}
}

// kiroCLIRanges are the ranges of the registry module harleylrn/kiro-cli.
func kiroCLIRanges() []catalog.Range {
	return []catalog.Range{
		{
			First: "1.0.0", Last: "1.0.1", Level: catalog.LevelPlanned,
			Flags:    []catalog.Flag{catalog.FlagDeletesSessions, catalog.FlagSharedDirectory},
			AgentAPI: "0.10.0",
			Reason:   "A new conversation begins at each start, with the prompt sent again.",
			KnownBugs: []string{
				"With auth_tarball set, each start deletes ~/.local/share/kiro-cli.",
				"The module keeps its files in ~/.kiro, the CLI's own directory.",
			},
			Confidence: catalog.ConfidenceHigh,
			Source:     "harleylrn/kiro-cli 1.0.1, main.tf, scripts/start.sh and scripts/install.sh, and a run with a stand-in agent",
		},
	}
}
