package agents

import "github.com/coder-persistence/terraform-provider-persistence/internal/catalog"

func init() { register(goose()) }

func goose() catalog.Agent {
	const measured = "Goose 1.52.0 under agentapi 0.12.2"
	return catalog.Agent{
		Slug:         "goose",
		DisplayName:  "Goose",
		Aliases:      []string{"block-goose"},
		Icon:         "/icon/goose.svg",
		AgentAPIType: "goose",
		Documented:   catalog.Documented{Level: catalog.LevelPlanned},
		Module: catalog.Module{
			Source:    "registry.coder.com/coder/goose/coder",
			Status:    catalog.ModuleActive,
			Latest:    "3.0.1",
			Directory: ".goose-module",
			Releases:  releases("1.1.1 1.2.0 1.3.0", "2.0.0 2.0.1 2.1.0 2.1.1 2.1.2 2.2.0 2.2.1", "3.0.0 3.0.1"),
			Ranges:    gooseRanges(),
		},
		Paths: []catalog.Path{
			{
				Path: ".local/share/goose/sessions", Scope: catalog.ScopeHome, Role: catalog.RoleSession, Store: catalog.StoreSQLiteWAL,
				Required: true, RelocatedBy: "XDG_DATA_HOME", NetworkFileSystem: false, Source: measured, Evidence: catalog.EvidenceSeen,
			},
			{
				Path: ".config/goose", Scope: catalog.ScopeHome, Role: catalog.RoleConfig, Store: catalog.StoreDirectory,
				RelocatedBy: "GOOSE_PATH_ROOT", NetworkFileSystem: true, Source: measured, Evidence: catalog.EvidenceSeen,
			},
			{
				Path: ".config/goose/secrets.yaml", Scope: catalog.ScopeHome, Role: catalog.RoleCredentials, Store: catalog.StoreDirectory,
				File: true, RelocatedBy: "GOOSE_PATH_ROOT", NetworkFileSystem: true, Source: "Goose source",
				Evidence: catalog.EvidenceSource,
			},
			{
				Path: ".local/state/goose/logs", Scope: catalog.ScopeHome, Role: catalog.RoleCache, Store: catalog.StoreDirectory,
				RelocatedBy: "GOOSE_PATH_ROOT", NetworkFileSystem: true, Source: measured, Evidence: catalog.EvidenceSeen,
			},
		},
		Storage: catalog.Storage{
			Minimum:               50 * megabyte,
			MinimumSource:         catalog.MatrixSource,
			Recommended:           1 * gigabyte,
			RecommendedIsEstimate: true,
			Bounded:               catalog.BoundedUnknown,
		},
		Retention: fact("No setting deletes sessions; goose session remove does so by hand.", "Goose 1.52.0 --help", catalog.EvidenceHelp),
		Cleanup:   &catalog.Cleanup{ByHand: "Goose keeps all sessions in one database and asks before it removes one: run goose session remove in a terminal."},
		Session: &catalog.Session{
			Binaries:       []string{"goose"},
			Package:        "npm package @aaif/goose-binary-linux-x64 or the project's release archive",
			CheckedVersion: "1.52.0",
			ScriptReady:    true,
			ID:             catalog.IDName,
			Reserved:       []string{"--name", "-n", "--resume", "-r", "--session-id", "--fork", "--no-session"},
			Cold:           []string{"session", catalog.PlaceholderArgs, "--name", catalog.PlaceholderSession},
			ColdPrompt:     []string{"run", catalog.PlaceholderArgs, "-s", "--name", catalog.PlaceholderSession, "--text=" + catalog.PlaceholderPrompt},
			Warm:           []string{"session", catalog.PlaceholderArgs, "--resume", "--name", catalog.PlaceholderSession},
			WarmPrompt: []string{"run", catalog.PlaceholderArgs, "-s", "--resume", "--name", catalog.PlaceholderSession,
				"--text=" + catalog.PlaceholderPrompt},
			Detect: catalog.Detect{
				Kind:        catalog.DetectCommand,
				Command:     []string{"session", "list", "--format", "json"},
				RecordStart: `{"id":"`,
				Contains:    `"working_dir":"` + catalog.PlaceholderWorkdir + `","name":"` + catalog.PlaceholderSession + `","user_set_name":`,
				Unprompted:  `"message_count":0,`,
			},
			UserTurn: catalog.UserTurn{
				Pattern: `"name":"` + catalog.PlaceholderSession + `".*"message_count":[1-9]`,
				Command: []string{"session", "list", "--format", "json"},
			},
			Follow:           &catalog.Follow{Kind: catalog.FollowNone, Source: measured + ", before and after /clear", Evidence: catalog.EvidenceSeen},
			IgnoresInterrupt: true,
			Source:           measured,
			Evidence:         catalog.EvidenceSeen,
		},
		Install: &catalog.Install{
			Version: "1.52.0",
			Size:    301 * megabyte,
			Downloads: map[string]catalog.Download{
				"amd64": catalog.NPMDownload("@aaif/goose-binary-linux-x64", "",
					"sha512-2aPCG0HuLUI1cafcez1s1nLlTsNMx7AHWnmAOS/6S9xqmcvY+oXsQA5SUHin1Sf5uphK6pcOCLmgygJ6YQIDaQ=="),
			},
		},
		Resume: fact("The whole conversation.", measured, catalog.EvidenceSeen),
		Hazards: []catalog.Fact{
			fact("The sessions database is in WAL mode: without its -wal file the history is gone or the database is malformed. Keep the directory together, "+
				"on a local file system.", measured, catalog.EvidenceSeen),
			fact("Starting a session under a name that exists makes a second one of that name.", measured, catalog.EvidenceSeen),
			fact("Resuming from another directory opens a yes/no question.", measured, catalog.EvidenceSeen),
			fact("Goose ignores SIGINT, so agentapi alone takes 5 seconds to stop it and kills it.", measured, catalog.EvidenceSeen),
			fact("Logs below ~/.local/state/goose/logs hold whole prompts.", measured, catalog.EvidenceSeen),
		},
		Notes: []catalog.Fact{
			fact("The start script also starts, stops and resumes 1.37.0.", "agentapi 0.12.2, 2026-11-22", catalog.EvidenceSeen),
			fact("A session written by 1.50.0 or by 1.37.0, the oldest on npm (as 0.20.2), resumes with its whole conversation.",
				measured+", 2026-11-22", catalog.EvidenceSeen),
			fact("A resume takes the provider and the model from the session.", "Goose source", catalog.EvidenceSource),
			fact("resume of an unknown name exits with status 1; coder/registry#744 says that it warns and creates.", measured, catalog.EvidenceSeen),
		},
	}
}

// gooseRanges are the ranges of the registry module coder/goose.
func gooseRanges() []catalog.Range {
	return []catalog.Range{
		{
			First: "1.1.1", Last: "1.3.0", Level: catalog.LevelPlanned,
			Flags:      []catalog.Flag{catalog.FlagPreAgentAPI, catalog.FlagNoAgentAPI},
			Reason:     "The agent runs in screen or tmux and begins a new conversation at each start.",
			Confidence: catalog.ConfidenceHigh,
			Source:     "coder/goose 1.3.0, main.tf",
		},
		{
			First: "2.0.0", Last: "3.0.1", Level: catalog.LevelPlanned,
			AgentAPI: "0.10.0",
			Reason:   "A new conversation begins at each start, with the prompt sent again.",
			KnownBugs: []string{
				"AgentAPI runs the agent through a shell and takes it for type custom.",
				"The prompt is read from GOOSE_TASK_PROMPT, which the module does not set.",
			},
			Confidence: catalog.ConfidenceHigh,
			Source:     "coder/goose 3.0.1, scripts/start.sh, and a run with a stand-in agent",
		},
	}
}
