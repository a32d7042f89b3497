package catalog

func kiroCLI() Agent {
	const docs = "Kiro CLI documentation and public issues"
	const module = "harleylrn/kiro-cli 1.0.1, source"
	return Agent{
		Slug:        "kiro-cli",
		DisplayName: "Kiro CLI",
		Aliases:     []string{"kiro"},
		// agentapi has no type of its own for it.
		AgentAPIType: "custom",
		Documented: Documented{
			// Not in the matrix; the level is its predecessor's.
			Level:           LevelPlanned,
			NotInTheMatrix:  true,
			SuccessorOfSlug: "amazon-q",
		},
		Module: Module{
			Source:   "registry.coder.com/harleylrn/kiro-cli/coder",
			Status:   ModuleActive,
			Note:     "Published by another author than amazon-q, whose successor it is. It keeps its files in ~/.kiro, the CLI's own directory: never move or delete that one.",
			Latest:   "1.0.1",
			Releases: releases("1.0.0 1.0.1"),
			Ranges:   kiroCLIRanges(),
		},
		Paths: []Path{
			{Path: ".kiro/sessions/cli", Scope: ScopeHome, Role: RoleSession, Store: StoreJSONL, Required: true, NetworkFileSystem: true, Source: docs, Evidence: EvidenceDocs},
			{Path: ".local/share/kiro-cli", Scope: ScopeHome, Role: RoleSession, Store: StoreSQLite, NetworkFileSystem: false, Source: docs, Evidence: EvidenceDocs},
			{Path: ".kiro", Scope: ScopeHome, Role: RoleConfig, Store: StoreDirectory, Required: true, NetworkFileSystem: true, Source: docs, Evidence: EvidenceDocs},
			{Path: ".local/share/kiro-cli/data.sqlite3", Scope: ScopeHome, Role: RoleCredentials, Store: StoreSQLite, File: true, NetworkFileSystem: false, Source: docs, Evidence: EvidenceDocs},
		},
		Storage: Storage{
			Floor:                 50 * megabyte,
			FloorSource:           matrixSource,
			FloorInherited:        "amazon-q",
			Recommended:           500 * megabyte,
			RecommendedIsEstimate: true,
			Bounded:               BoundedUnknown,
		},
		Retention: Fact{Text: "No rule is known.", Source: docs, Evidence: EvidenceDocs},
		Cleanup: &Cleanup{
			Root:   Root{Home: ".kiro"},
			Glob:   "sessions/cli/*.jsonl",
			Beside: []string{PlaceholderStem + ".json", PlaceholderStem + ".history", PlaceholderStem + ".lock"},
		},
		Session: &Session{
			Binaries:    []string{"kiro-cli"},
			Package:     "the vendor's installer",
			ScriptReady: true,
			ID:          IDCaptured,
			Cold:        []string{"chat", PlaceholderArgs},
			ColdPrompt:  []string{"chat", PlaceholderArgs, "--", PlaceholderPrompt},
			// Whether a resume takes a prompt is not known, so WarmPrompt is empty.
			Warm: []string{"chat", "--resume-id", PlaceholderSession, PlaceholderArgs},
			Detect: Detect{
				Kind: DetectFile,
				Root: Root{Home: ".kiro"},
				Glob: "sessions/cli/" + PlaceholderSession + ".jsonl",
			},
			Capture: &Capture{
				Kind:     CaptureFile,
				Root:     Root{Home: ".kiro"},
				Glob:     "sessions/cli/*.jsonl",
				IDLength: 36,
			},
			Source:   docs,
			Evidence: EvidenceDocs,
		},
		Resume: Fact{Text: "The conversation with the given id, as the vendor documents it.", Source: docs, Evidence: EvidenceDocs},
		Hazards: []Fact{
			{"A lock file lies beside a session while its process lives.", docs, EvidenceDocs},
			{"The registry module uses ~/.kiro, the CLI's own directory, as its module directory.", module, EvidenceSource},
			{"The registry module deletes ~/.local/share/kiro-cli at each start when auth_tarball is set.", module, EvidenceSource},
		},
		Notes: []Fact{
			{"Older releases kept conversations in ~/.local/share/kiro-cli/data.sqlite3.", docs, EvidenceDocs},
			{"An unknown id is refused, not created.", docs, EvidenceDocs},
			{"agentapi has no type for it and treats it as custom.", "agentapi 0.12.2", EvidenceSeen},
		},
	}
}

// kiroCLIRanges are the ranges of the registry module harleylrn/kiro-cli.
func kiroCLIRanges() []Range {
	return []Range{
		{
			First: "1.0.0", Last: "1.0.1", Level: LevelPlanned,
			Flags:    []Flag{FlagDeletesSessions, FlagSharedDirectory},
			AgentAPI: "0.10.0",
			Reason:   "A new conversation begins at each start, with the prompt sent again.",
			KnownBugs: []string{
				"With auth_tarball set, each start deletes ~/.local/share/kiro-cli.",
				"The module keeps its files in ~/.kiro, the CLI's own directory.",
			},
			Confidence: ConfidenceHigh,
			Source:     "harleylrn/kiro-cli 1.0.1, main.tf, scripts/start.sh and scripts/install.sh, and a run with a stand-in agent",
		},
	}
}
