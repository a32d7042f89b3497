package agents

import "github.com/coder-persistence/terraform-provider-persistence/internal/catalog"

func init() { register(qwenCode()) }

func qwenCode() catalog.Agent {
	const measured = "Qwen Code 0.24.4 under agentapi 0.12.2"
	const help = "Qwen Code 0.24.4 --help"
	root := catalog.Root{Env: "QWEN_HOME", Home: ".qwen"}
	return catalog.Agent{
		Slug:         "qwen-code",
		DisplayName:  "Qwen Code",
		Aliases:      []string{"qwen"},
		AgentAPIType: "custom",
		Documented:   catalog.Documented{Level: catalog.LevelPlanned, NotInTheMatrix: true},
		Paths: []catalog.Path{
			{
				Path: ".qwen/projects", Scope: catalog.ScopeHome, Role: catalog.RoleSession, Store: catalog.StoreJSONL, Required: true,
				NetworkFileSystem: true, Source: measured, Evidence: catalog.EvidenceSeen,
			},
			{
				Path: ".qwen", Scope: catalog.ScopeHome, Role: catalog.RoleConfig, Store: catalog.StoreDirectory, Required: true,
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
		Retention: fact("No setting that deletes sessions is listed in the CLI's help.", help, catalog.EvidenceHelp),
		Cleanup: &catalog.Cleanup{
			Root:   root,
			Glob:   "projects/*/chats/*.jsonl",
			Beside: []string{catalog.PlaceholderStem + ".runtime.json"},
		},
		Session: &catalog.Session{
			Binaries:       []string{"qwen"},
			Package:        "npm package @qwen-code/qwen-code",
			CheckedVersion: "0.24.4",
			ScriptReady:    true,
			ID:             catalog.IDUUID,
			Reserved:       []string{"--continue", "-c", "--resume", "-r", "--session-id", "--fork-session"},
			// The template's arguments come first: an option that takes several
			// values would swallow what follows it.
			Cold:       []string{catalog.PlaceholderArgs, "--session-id", catalog.PlaceholderSession},
			ColdPrompt: []string{catalog.PlaceholderArgs, "--session-id", catalog.PlaceholderSession, "--prompt-interactive=" + catalog.PlaceholderPrompt},
			Warm:       []string{catalog.PlaceholderArgs, "--resume", catalog.PlaceholderSession},
			WarmPrompt: []string{catalog.PlaceholderArgs, "--resume", catalog.PlaceholderSession, "--prompt-interactive=" + catalog.PlaceholderPrompt},
			Detect: catalog.Detect{
				Kind:     catalog.DetectFile,
				Root:     root,
				Glob:     "projects/*/chats/" + catalog.PlaceholderSession + ".jsonl",
				Contains: `"type":"user"`,
			},
			// Older releases write no provenance; both take such a record for the user's.
			UserTurn: catalog.UserTurn{Pattern: `"type":"user",("provenance":"real_user"|"cwd":)`},
			Follow: &catalog.Follow{
				Kind:    catalog.FollowPIDFile,
				Root:    root,
				Globs:   []string{"sessions/" + catalog.PlaceholderPID + ".json"},
				IDField: "sessionId",
				// The boot's identifier and a colon stand before the clock ticks.
				Source:   measured + ", before and after it was left",
				Evidence: catalog.EvidenceSeen,
			},
			Source:   measured,
			Evidence: catalog.EvidenceSeen,
		},
		Install: &catalog.Install{
			Version: "0.24.4",
			Size:    151 * megabyte,
			Downloads: map[string]catalog.Download{
				"amd64": catalog.NPMDownload("@qwen-code/qwen-code", "",
					"sha512-pmexy/Nj+BKd3Un1ogqGQE8V4GJn5B6N9PQOrU1GH+lMR29kn6Bgf6YdbZa8hNIoTmAKT1LTPK+P8TibZRPPVg=="),
				"arm64": catalog.NPMDownload("@qwen-code/qwen-code", "",
					"sha512-pmexy/Nj+BKd3Un1ogqGQE8V4GJn5B6N9PQOrU1GH+lMR29kn6Bgf6YdbZa8hNIoTmAKT1LTPK+P8TibZRPPVg=="),
			},
			NeedsNode: true,
		},
		Resume: fact("The whole conversation, from the transcript.", measured, catalog.EvidenceSeen),
		Hazards: []catalog.Fact{
			fact("After each answer the CLI asks the model on its own about memories and suggestions: more requests than turns.", measured,
				catalog.EvidenceSeen),
			fact("The bundled ripgrep lacks its execute bit when npm ran no install script; the CLI then searches without it.", measured, catalog.EvidenceSeen),
		},
		Notes: []catalog.Fact{
			fact("The start script also starts, stops and resumes 0.15.6. It cannot start 0.10.1 or older, which have no --session-id; 0.12.0 has it.",
				"agentapi 0.12.2, 2026-11-22", catalog.EvidenceSeen),
			fact("A session written by 0.15.6, three months older, or by 0.7.1 resumes with its whole conversation.",
				measured+", 2026-11-22", catalog.EvidenceSeen),
			fact("agentapi has no type for it; with custom it becomes stable and takes messages.", measured, catalog.EvidenceSeen),
			fact("Ten short turns took 26 kB.", measured, catalog.EvidenceSeen),
			fact("The transcript appears with the first message, not at start.", measured, catalog.EvidenceSeen),
			fact("It is started without a dialog by security.auth.selectedType in ~/.qwen/settings.json and OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODEL.",
				measured, catalog.EvidenceSeen),
		},
	}
}
