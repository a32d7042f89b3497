package agents

import "github.com/coder-persistence/terraform-provider-persistence/internal/catalog"

func init() { register(openCode()) }

func openCode() catalog.Agent {
	const measured = "OpenCode 1.18.33 under agentapi 0.12.2"
	const source = "OpenCode 1.18.33, source"
	return catalog.Agent{
		Slug:         "opencode",
		DisplayName:  "OpenCode",
		Aliases:      []string{"open-code", "opencode-ai"},
		Icon:         "/icon/opencode.svg",
		AgentAPIType: "opencode",
		Documented:   catalog.Documented{Level: catalog.LevelPartial},
		Module: catalog.Module{
			Source:    "registry.coder.com/coder-labs/opencode/coder",
			Status:    catalog.ModuleActive,
			Latest:    "0.1.2",
			Directory: ".opencode-module",
			Releases:  releases("0.1.0 0.1.1 0.1.2"),
			Ranges:    openCodeRanges(),
		},
		Paths: []catalog.Path{
			{
				Path: ".local/share/opencode", Scope: catalog.ScopeHome, Role: catalog.RoleSession, Store: catalog.StoreSQLiteWAL,
				Required: true, RelocatedBy: "XDG_DATA_HOME", NetworkFileSystem: false, Source: measured, Evidence: catalog.EvidenceSeen,
			},
			{
				Path: ".config/opencode", Scope: catalog.ScopeHome, Role: catalog.RoleConfig, Store: catalog.StoreDirectory,
				NetworkFileSystem: true, Source: measured, Evidence: catalog.EvidenceSeen,
			},
			{
				Path: ".local/share/opencode/auth.json", Scope: catalog.ScopeHome, Role: catalog.RoleCredentials, Store: catalog.StoreJSON,
				File: true, RelocatedBy: "XDG_DATA_HOME", NetworkFileSystem: true, Source: source, Evidence: catalog.EvidenceSource,
			},
			{
				Path: ".config/opencode/opencode.json", Scope: catalog.ScopeHome, Role: catalog.RoleCredentials, Store: catalog.StoreJSON,
				File: true, NetworkFileSystem: true, Source: source, Evidence: catalog.EvidenceSource,
			},
			{
				Path: ".local/share/opencode/log", Scope: catalog.ScopeHome, Role: catalog.RoleCache, Store: catalog.StoreDirectory,
				RelocatedBy: "XDG_DATA_HOME", NetworkFileSystem: true, Source: measured, Evidence: catalog.EvidenceSeen,
			},
			{
				Path: ".local/state/opencode", Scope: catalog.ScopeHome, Role: catalog.RoleCache, Store: catalog.StoreDirectory,
				NetworkFileSystem: true, Source: measured, Evidence: catalog.EvidenceSeen,
			},
			{
				Path: ".cache/opencode", Scope: catalog.ScopeHome, Role: catalog.RoleCache, Store: catalog.StoreDirectory,
				NetworkFileSystem: true, Source: measured, Evidence: catalog.EvidenceSeen,
			},
		},
		Storage: catalog.Storage{
			Minimum:               50 * megabyte,
			MinimumSource:         catalog.MatrixSource,
			Recommended:           1 * gigabyte,
			RecommendedIsEstimate: true,
			Bounded:               catalog.BoundedUnknown,
		},
		Retention: fact("No setting deletes sessions; opencode session delete does so by hand.", "OpenCode 1.18.33 --help", catalog.EvidenceHelp),
		Cleanup:   &catalog.Cleanup{ByHand: "OpenCode keeps all sessions in one database: run opencode session list and opencode session delete ID."},
		Session: &catalog.Session{
			Binaries:       []string{"opencode"},
			Package:        "npm package opencode-ai",
			CheckedVersion: "1.18.33",
			ScriptReady:    true,
			ID:             catalog.IDCaptured,
			Reserved:       []string{"--continue", "-c", "--session", "-s", "--fork"},
			IDPattern:      "ses_[0-9A-Za-z]+",
			Cold:           []string{catalog.PlaceholderArgs},
			ColdPrompt:     []string{catalog.PlaceholderArgs, "--prompt=" + catalog.PlaceholderPrompt},
			// A prompt on a resume is ignored by the CLI, so WarmPrompt is empty.
			Warm: []string{"--session", catalog.PlaceholderSession, catalog.PlaceholderArgs},
			Detect: catalog.Detect{
				Kind:     catalog.DetectCommand,
				Command:  []string{"session", "list", "--format", "json", "--max-count", "1000000"},
				Contains: `"` + catalog.PlaceholderSession + `"`,
			},
			Capture: &catalog.Capture{
				Kind:        catalog.CaptureCommand,
				Command:     []string{"session", "list", "--format", "json", "--max-count", "1000000"},
				RecordStart: `"id": "`,
				Contains:    []string{`"directory": "` + catalog.PlaceholderWorkdir + `"`},
			},
			UserTurn: catalog.UserTurn{Pattern: `"role": "user"`, Command: []string{"export", catalog.PlaceholderSession}},
			Follow: &catalog.Follow{
				Kind:        catalog.FollowCommand,
				Command:     []string{"session", "list", "--format", "json", "--max-count", "1000000"},
				RecordStart: `"id": "`,
				Contains:    []string{`"directory": "` + catalog.PlaceholderWorkdir + `"`},
				Export:      []string{"export", catalog.PlaceholderSession},
				Message:     `"text": "` + catalog.PlaceholderMessage + `"`,
				Source:      measured + ", before and after /new",
				Evidence:    catalog.EvidenceSeen,
			},
			Source:   measured,
			Evidence: catalog.EvidenceSeen,
		},
		Install: &catalog.Install{
			Version: "1.18.33",
			Size:    186 * megabyte,
			Downloads: map[string]catalog.Download{
				"amd64": catalog.NPMDownload("opencode-linux-x64", "",
					"sha512-q/t/3p2CTxOT9y2kvjesb/LZab2+1eqlhhWA02Be6mjTtmYtNBcBsrI5yDo4Fw7ZSPBW2oyMIGMNRqiKQjiAWw=="),
				"arm64": catalog.NPMDownload("opencode-linux-arm64", "", ""),
			},
			Env: []string{"OPENCODE_DISABLE_AUTOUPDATE=true"},
		},
		Resume: fact("The whole conversation, in the directory it was held in.", measured, catalog.EvidenceSeen),
		Hazards: []catalog.Fact{
			fact("The database is in WAL mode, and after a stop the sessions may live in the -wal file alone: keep opencode.db, -wal and -shm together on a "+
				"local file system.", measured, catalog.EvidenceSeen),
			fact("--continue takes the newest session of the directory, headless runs included, and starts a new one, prompt and all, when there is none; "+
				"resume by id.", measured, catalog.EvidenceSeen),
			fact("An unknown session id exits with status 1.", measured, catalog.EvidenceSeen),
			fact("session list names the newest 100 sessions unless --max-count says more, and a pipe gets the first 64 KiB of it only; the start script asks "+
				"for all and has them written to a file.", measured, catalog.EvidenceSeen),
			fact("Each start leaves about 19 MB of libraries behind in /tmp.", measured, catalog.EvidenceSeen),
			fact("No lock: two processes can share one session.", measured, catalog.EvidenceSeen),
		},
		Notes: []catalog.Fact{
			fact("The start script also starts, stops and resumes 1.2.1.", "agentapi 0.12.2, 2026-11-22", catalog.EvidenceSeen),
			fact("A session written by 1.18.21, three months older, or by 1.2.1 resumes with its whole conversation.",
				measured+", 2026-11-22", catalog.EvidenceSeen),
			fact("The CLI ignores --prompt when it resumes; AgentAPI's initial prompt is typed into a resumed session.", measured, catalog.EvidenceSeen),
			fact("OPENCODE_DB names another database file; XDG_DATA_HOME moves the whole directory.", measured, catalog.EvidenceSeen),
			fact("Directories outside a git repository share one project, so the session list shows other directories too.", measured, catalog.EvidenceSeen),
		},
	}
}

// openCodeRanges are the ranges of the registry module coder-labs/opencode.
func openCodeRanges() []catalog.Range {
	return []catalog.Range{
		{
			First: "0.1.0", Last: "0.1.2", Level: catalog.LevelPartial,
			Flags:        []catalog.Flag{catalog.FlagOffByDefault, catalog.FlagPromptResent},
			AgentAPI:     "0.11.2",
			Reason:       "The inputs continue and session_id are off by default, and the prompt is sent again even when they resume.",
			KnownBugs:    []string{"PATH names /home/coder/.opencode/bin whatever the home directory is."},
			ModuleInputs: map[string]string{"continue": "true"},
			Confidence:   catalog.ConfidenceHigh,
			Source:       "coder-labs/opencode 0.1.2, main.tf and scripts/start.sh, and a run with a stand-in agent",
		},
	}
}
