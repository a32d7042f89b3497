package agents

import "github.com/coder-persistence/terraform-provider-persistence/internal/catalog"

func init() { register(auggie()) }

func auggie() catalog.Agent {
	const measured = "Auggie 0.36.0 under agentapi 0.12.2"
	const help = "Auggie 0.36.0 --help"
	return catalog.Agent{
		Slug:        "auggie",
		DisplayName: "Auggie",
		Aliases:     []string{"auggie-cli", "augment"},
		// Type auggie never reports this CLI as ready; see the notes.
		Icon:         "/icon/auggie.svg",
		AgentAPIType: "codex",
		Documented:   catalog.Documented{Level: catalog.LevelPlanned},
		Module: catalog.Module{
			Source:    "registry.coder.com/coder-labs/auggie/coder",
			Status:    catalog.ModuleActive,
			Latest:    "0.3.0",
			Directory: ".auggie-module",
			Releases:  releases("0.1.0 0.2.0 0.2.1 0.2.2 0.3.0"),
			Ranges:    auggieRanges(),
		},
		Paths: []catalog.Path{
			{
				Path: ".augment/sessions", Scope: catalog.ScopeHome, Role: catalog.RoleSession, Store: catalog.StoreJSON, Required: true,
				NetworkFileSystem: true, Source: measured, Evidence: catalog.EvidenceSeen,
			},
			{
				Path: ".augment", Scope: catalog.ScopeHome, Role: catalog.RoleConfig, Store: catalog.StoreDirectory, Required: true,
				NetworkFileSystem: true, Source: measured, Evidence: catalog.EvidenceSeen,
			},
			{
				Path: ".augment/session.json", Scope: catalog.ScopeHome, Role: catalog.RoleCredentials, Store: catalog.StoreJSON,
				File: true, NetworkFileSystem: true, Source: help, Evidence: catalog.EvidenceHelp,
			},
		},
		Storage: catalog.Storage{
			Minimum:               50 * megabyte,
			MinimumSource:         catalog.MatrixSource,
			Recommended:           500 * megabyte,
			RecommendedIsEstimate: true,
			Bounded:               catalog.BoundedUnknown,
		},
		Retention: fact("No setting deletes sessions; auggie session delete does so by hand.", help, catalog.EvidenceHelp),
		Cleanup: &catalog.Cleanup{
			Root: catalog.Root{Home: ".augment"},
			Glob: "sessions/*.json",
		},
		Session: &catalog.Session{
			Binaries:       []string{"auggie"},
			Package:        "npm package @augmentcode/auggie",
			CheckedVersion: "0.36.0",
			ScriptReady:    true,
			ID:             catalog.IDCaptured,
			Reserved:       []string{"--continue", "-c", "--resume", "-r", "--dont-save-session"},
			Cold:           []string{"--allow-indexing", catalog.PlaceholderArgs},
			ColdPrompt:     []string{"--allow-indexing", catalog.PlaceholderArgs, "--", catalog.PlaceholderPrompt},
			Warm:           []string{"--resume", catalog.PlaceholderSession, "--allow-indexing", catalog.PlaceholderArgs},
			WarmPrompt:     []string{"--resume", catalog.PlaceholderSession, "--allow-indexing", catalog.PlaceholderArgs, "--", catalog.PlaceholderPrompt},
			Detect: catalog.Detect{
				Kind:     catalog.DetectFile,
				Root:     catalog.Root{Home: ".augment"},
				Glob:     "sessions/" + catalog.PlaceholderSession + ".json",
				Contains: `"request_message"`,
			},
			Capture: &catalog.Capture{
				Kind:     catalog.CaptureFile,
				Root:     catalog.Root{Home: ".augment"},
				Glob:     "sessions/*.json",
				Contains: []string{`"request_message"`, `"folder_root": "` + catalog.PlaceholderRepository + `"`},
				IDLength: 36,
			},
			Follow: &catalog.Follow{
				Kind:     catalog.FollowContent,
				Root:     catalog.Root{Home: ".augment"},
				Globs:    []string{"sessions/*.json"},
				IDLength: 36,
				Message:  `"request_message": "` + catalog.PlaceholderMessage + `"`,
				Source:   measured + ", before and after /new",
				Evidence: catalog.EvidenceSeen,
			},
			Source:   measured,
			Evidence: catalog.EvidenceSeen,
		},
		Install: &catalog.Install{
			Version: "0.36.0",
			Size:    41 * megabyte,
			Downloads: map[string]catalog.Download{
				"amd64": catalog.NPMDownload("@augmentcode/auggie", "",
					"sha512-jb4kq97pGzG0i5UyISc//LjTVlFzIywwD+VfPemiSIl58KjLfxry3KDgxWYnr1vmV8yUkySVzjLnj4ewUEbT/Q=="),
				"arm64": catalog.NPMDownload("@augmentcode/auggie", "",
					"sha512-jb4kq97pGzG0i5UyISc//LjTVlFzIywwD+VfPemiSIl58KjLfxry3KDgxWYnr1vmV8yUkySVzjLnj4ewUEbT/Q=="),
			},
			NeedsNode: true,
			Env:       []string{"AUGMENT_DISABLE_AUTO_UPDATE=1"},
		},
		FirstRun: []catalog.FirstRunFile{
			{
				Root:    catalog.Root{Home: ".augment"},
				Name:    ".auggie.json",
				Accepts: "the onboarding",
				Content: `{ "onboardingVersion": "1.0.0" }`,
			},
		},
		Resume: fact("The whole conversation, from the session file.", measured, catalog.EvidenceSeen),
		Hazards: []catalog.Fact{
			fact("--continue prefers the session of the same terminal, falls back to another workspace's and starts a new one when there is none; resume by "+
				"id.", measured, catalog.EvidenceSeen),
			fact("A message sent in the first 5 seconds after agentapi reports the agent as stable is lost with HTTP 500.", measured, catalog.EvidenceSeen),
			fact("The session file is rewritten whole at every turn; a crash between turns did no harm.", measured, catalog.EvidenceSeen),
		},
		Notes: []catalog.Fact{
			fact("The start script also starts, stops and resumes 0.25.2.", "agentapi 0.12.2, 2026-11-22", catalog.EvidenceSeen),
			fact("A session written by 0.25.2, three months older, or by 0.16.1, the oldest on npm, resumes with its whole conversation.",
				measured+", 2026-11-22", catalog.EvidenceSeen),
			fact("A session file names the root of the git repository, not the working directory below it.", measured, catalog.EvidenceSeen),
			fact("With agentapi's type auggie this CLI never becomes stable, because its prompt sign changed; type codex is the work-around.", measured,
				catalog.EvidenceSeen),
			fact("A resume may need Augment's servers, and headless use is not fully verified.", catalog.MatrixSource, catalog.EvidenceDocs),
			fact("Measured against a stand-in for Augment's servers, not with a real account.", measured, catalog.EvidenceSeen),
			fact("Only the option --augment-cache-dir moves ~/.augment; no environment variable does.", help, catalog.EvidenceHelp),
		},
	}
}

// auggieRanges are the ranges of the registry module coder-labs/auggie.
func auggieRanges() []catalog.Range {
	return []catalog.Range{
		{
			First: "0.1.0", Last: "0.3.0", Level: catalog.LevelPartial,
			Flags:        []catalog.Flag{catalog.FlagOffByDefault, catalog.FlagPromptResent},
			AgentAPI:     "0.10.0",
			Reason:       "The input continue_previous_conversation is off by default, and the instruction is sent again even when it resumes.",
			KnownBugs:    []string{"Task reports are off by default."},
			ModuleInputs: map[string]string{"continue_previous_conversation": "true"},
			Confidence:   catalog.ConfidenceHigh,
			Source:       "coder-labs/auggie 0.3.0, main.tf and scripts/start.sh, and a run with a stand-in agent",
		},
	}
}
