package agents

import "github.com/coder-persistence/terraform-provider-persistence/internal/catalog"

func init() { register(kilo()) }

func kilo() catalog.Agent {
	const measured = "Kilo CLI 7.7.9 under agentapi 0.12.2"
	const source = "Kilo CLI 7.7.9, shipped program"
	return catalog.Agent{
		Slug:         "kilo",
		DisplayName:  "Kilo CLI",
		Aliases:      []string{"kilocode", "kilo-code", "kilo-cli"},
		AgentAPIType: "opencode",
		Documented:   catalog.Documented{Level: catalog.LevelPlanned, NotInTheMatrix: true},
		Paths: []catalog.Path{
			{
				Path: ".local/share/kilo", Scope: catalog.ScopeHome, Role: catalog.RoleSession, Store: catalog.StoreSQLiteWAL,
				Required: true, RelocatedBy: "XDG_DATA_HOME", NetworkFileSystem: false, Source: measured, Evidence: catalog.EvidenceSeen,
			},
			{
				Path: ".config/kilo", Scope: catalog.ScopeHome, Role: catalog.RoleConfig, Store: catalog.StoreDirectory,
				NetworkFileSystem: true, Source: measured, Evidence: catalog.EvidenceSeen,
			},
			{
				Path: ".local/share/kilo/auth.json", Scope: catalog.ScopeHome, Role: catalog.RoleCredentials, Store: catalog.StoreJSON,
				File: true, RelocatedBy: "XDG_DATA_HOME", NetworkFileSystem: true, Source: source, Evidence: catalog.EvidenceSource,
			},
			{
				Path: ".config/kilo/kilo.json", Scope: catalog.ScopeHome, Role: catalog.RoleCredentials, Store: catalog.StoreJSON,
				File: true, NetworkFileSystem: true, Source: source, Evidence: catalog.EvidenceSource,
			},
			{
				Path: ".local/share/kilo/log", Scope: catalog.ScopeHome, Role: catalog.RoleCache, Store: catalog.StoreDirectory,
				RelocatedBy: "XDG_DATA_HOME", NetworkFileSystem: true, Source: measured, Evidence: catalog.EvidenceSeen,
			},
			{
				Path: ".local/state/kilo", Scope: catalog.ScopeHome, Role: catalog.RoleCache, Store: catalog.StoreDirectory,
				NetworkFileSystem: true, Source: measured, Evidence: catalog.EvidenceSeen,
			},
			{
				Path: ".cache/kilo", Scope: catalog.ScopeHome, Role: catalog.RoleCache, Store: catalog.StoreDirectory,
				NetworkFileSystem: true, Source: measured, Evidence: catalog.EvidenceSeen,
			},
		},
		Storage: catalog.Storage{
			Minimum:               50 * megabyte,
			MinimumSource:         estimateSource,
			Recommended:           1 * gigabyte,
			RecommendedIsEstimate: true,
			Bounded:               catalog.BoundedUnknown,
		},
		Retention: fact("No setting deletes sessions; kilo session delete does so by hand.", "Kilo CLI 7.7.9 --help", catalog.EvidenceHelp),
		Cleanup:   &catalog.Cleanup{ByHand: "Kilo keeps all sessions in one database: run kilo session list and kilo session delete ID."},
		Session: &catalog.Session{
			Binaries:       []string{"kilo"},
			Package:        "npm package @kilocode/cli",
			CheckedVersion: "7.7.9",
			ScriptReady:    true,
			ID:             catalog.IDCaptured,
			Reserved:       []string{"--continue", "-c", "--session", "-s", "--fork", "--cloud-fork", "--worktree"},
			IDPattern:      "ses_[0-9A-Za-z]+",
			Cold:           []string{catalog.PlaceholderArgs},
			ColdPrompt:     []string{catalog.PlaceholderArgs, "--prompt=" + catalog.PlaceholderPrompt},
			// OpenCode, which Kilo is made from, ignores a prompt on a resume, so AgentAPI types it.
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
			Version: "7.7.9",
			Size:    238 * megabyte,
			Downloads: map[string]catalog.Download{
				"amd64": catalog.NPMDownload("@kilocode/cli-linux-x64", "",
					"sha512-83tBMkWSOk6ilD1VAT55ze8BjOrNkZGMs+mulnE4tjfPNJ/ZlCQeoRmH79s36yPVbAP7D8m3f8LfJpPlkz5daw=="),
			},
			Env: []string{"KILO_DISABLE_AUTOUPDATE=true"},
		},
		Resume: fact("The whole conversation, in the directory it was held in.", measured, catalog.EvidenceSeen),
		Hazards: []catalog.Fact{
			fact("The database is in WAL mode, and most of it stays in the -wal file: keep kilo.db, -wal and -shm together on a local file system.",
				measured, catalog.EvidenceSeen),
			fact("An unknown session id is refused with \"Session not found\", not created.", measured, catalog.EvidenceSeen),
			fact("A start leaves a library of 6 MB behind in the temporary directory.", measured, catalog.EvidenceSeen),
		},
		Notes: []catalog.Fact{
			fact("Kilo CLI is made from OpenCode: with agentapi's type opencode it becomes stable and takes messages.", measured, catalog.EvidenceSeen),
			fact("Ten short turns took 2 MB, 1.6 MB of it in the -wal file.", measured, catalog.EvidenceSeen),
			fact("KILO_DB names another database file; XDG_DATA_HOME moves the whole directory.", measured, catalog.EvidenceSeen),
		},
	}
}
