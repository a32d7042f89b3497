package agents

import "github.com/coder-persistence/terraform-provider-persistence/internal/catalog"

func init() { register(codex()) }

func codex() catalog.Agent {
	const measured = "Codex 0.169.0 under agentapi 0.12.2"
	return catalog.Agent{
		Slug:         "codex",
		DisplayName:  "Codex",
		Aliases:      []string{"openai-codex", "codex-cli"},
		Icon:         "/icon/openai.svg",
		AgentAPIType: "codex",
		Documented:   catalog.Documented{Level: catalog.LevelFull},
		Module: catalog.Module{
			Source:      "registry.coder.com/coder-labs/codex/coder",
			Status:      catalog.ModuleChanged,
			Note:        "Version 5 dropped AgentAPI and Tasks: it installs the CLI and starts nothing (coder/registry#879).",
			Latest:      "5.3.0",
			Directory:   ".codex-module",
			SessionFile: ".codex-task-session",
			Releases: releases("1.0.0 1.0.1", "2.0.0 2.1.0 2.1.1", "3.0.0 3.1.0 3.1.1", "4.0.0 4.1.0 4.1.1 4.1.2 4.2.0 4.3.0 4.3.1",
				"5.0.0 5.1.0 5.1.1 5.2.0 5.2.1 5.3.0"),
			Ranges: codexRanges(),
		},
		Paths: []catalog.Path{
			{
				Path: ".codex/sessions", Scope: catalog.ScopeHome, Role: catalog.RoleSession, Store: catalog.StoreJSONL, Required: true,
				RelocatedBy: "CODEX_HOME", NetworkFileSystem: true, Source: measured, Evidence: catalog.EvidenceSeen,
			},
			{
				Path: ".codex", Scope: catalog.ScopeHome, Role: catalog.RoleConfig, Store: catalog.StoreSQLiteWAL, Required: true,
				RelocatedBy: "CODEX_HOME", NetworkFileSystem: false, Source: measured, Evidence: catalog.EvidenceSeen,
			},
			{
				Path: ".codex/auth.json", Scope: catalog.ScopeHome, Role: catalog.RoleCredentials, Store: catalog.StoreJSON, File: true,
				RelocatedBy: "CODEX_HOME", NetworkFileSystem: true, Source: measured, Evidence: catalog.EvidenceSeen,
			},
			{
				Path: ".codex/packages", Scope: catalog.ScopeHome, Role: catalog.RoleCache, Store: catalog.StoreDirectory,
				RelocatedBy: "CODEX_HOME", NetworkFileSystem: true, Source: measured, Evidence: catalog.EvidenceSeen,
			},
		},
		Storage: catalog.Storage{
			Minimum:         100 * megabyte,
			MinimumSource:   catalog.MatrixSource,
			Recommended:     20 * gigabyte,
			Observed:        465 * gigabyte,
			ObservedText:    "14.7 GiB, 42 GB and 334 to 465 GB, mostly logs and state databases",
			ObservedSources: []string{"openai/codex#33644", "openai/codex#41806", "openai/codex#43449", "openai/codex#29531", "openai/codex#34337"},
			Bounded:         catalog.BoundedNo,
		},
		Retention: fact("No setting deletes sessions; codex archive and codex delete do so by hand.", "Codex 0.169.0 --help", catalog.EvidenceHelp),
		Cleanup: &catalog.Cleanup{
			Root: catalog.Root{Env: "CODEX_HOME", Home: ".codex"},
			Glob: "sessions/*/*/*/rollout-*.jsonl",
		},
		Session: &catalog.Session{
			Binaries:       []string{"codex"},
			Package:        "npm package @openai/codex",
			CheckedVersion: "0.169.0",
			ScriptReady:    true,
			ID:             catalog.IDCaptured,
			Reserved:       []string{"resume", "fork", "--last", "--cd", "-C"},
			// One mode always: a session left to the background daemon cannot be
			// resumed without it. Older releases ignore the unknown feature.
			Cold:       []string{catalog.PlaceholderArgs, "-c", "features.daemon_auto_start=false"},
			ColdPrompt: []string{catalog.PlaceholderArgs, "-c", "features.daemon_auto_start=false", "--", catalog.PlaceholderPrompt},
			Warm: []string{"resume", catalog.PlaceholderArgs, "-c", "features.daemon_auto_start=false", "-C", catalog.PlaceholderWorkdir,
				catalog.PlaceholderSession},
			WarmPrompt: []string{"resume", catalog.PlaceholderArgs, "-c", "features.daemon_auto_start=false", "-C", catalog.PlaceholderWorkdir,
				catalog.PlaceholderSession, "--", catalog.PlaceholderPrompt},
			Detect: catalog.Detect{
				Kind: catalog.DetectFile,
				Root: catalog.Root{Env: "CODEX_HOME", Home: ".codex"},
				Glob: "sessions/*/*/*/rollout-*-" + catalog.PlaceholderSession + ".jsonl",
			},
			Capture: &catalog.Capture{
				Kind:      catalog.CaptureFile,
				Root:      catalog.Root{Env: "CODEX_HOME", Home: ".codex"},
				Glob:      "sessions/*/*/*/rollout-*.jsonl",
				FirstLine: []string{`"cwd":"` + catalog.PlaceholderWorkdir + `"`, `"source":"cli"`},
				IDLength:  36,
			},
			// The file begins with what Codex tells the model of itself, some of it as the user.
			UserTurn: catalog.UserTurn{Pattern: `"type":"(UserMessage|user_message)"`},
			Follow: &catalog.Follow{
				Kind: catalog.FollowHeld,
				Root: catalog.Root{Env: "CODEX_HOME", Home: ".codex"},
				// After /new the lock is there at once, the rollout with the first message.
				Globs:    []string{"thread-writer-locks/*.lock", "sessions/*/*/*/rollout-*.jsonl"},
				IDLength: 36,
				Source:   measured + ", before and after /new",
				Evidence: catalog.EvidenceSeen,
			},
			Source:   measured,
			Evidence: catalog.EvidenceSeen,
		},
		Install: &catalog.Install{
			Version: "0.169.0",
			Size:    423 * megabyte,
			Downloads: map[string]catalog.Download{
				"amd64": catalog.NPMDownload("@openai/codex", "-linux-x64",
					"sha512-o05NyAOCDygSPRo1yinzxvkRSdmsZyBD9E7mbpmjRanSfM8lypqWtQgEo4XfNkwhuCR2aFu8mlGOsQGFXVbVww=="),
				"arm64": catalog.NPMDownload("@openai/codex", "-linux-arm64",
					"sha512-NZ/DaQUpcQmxmqee7Z9uC1rzw3GhSbooawcaTe1LN5Yk+WlinUKGdTXJgClRT/9ogQEEM9TWxYzvxPfj5G/xFg=="),
			},
		},
		FirstRun: []catalog.FirstRunFile{
			{
				Root:    catalog.Root{Env: "CODEX_HOME", Home: ".codex"},
				Name:    "config.toml",
				When:    "OPENAI_API_KEY",
				Accepts: "trust in the working directory, and the key in OPENAI_API_KEY in place of a login",
				Content: `model_provider = "openai-key"
check_for_update_on_startup = false

[model_providers.openai-key]
name = "OpenAI"
base_url = "{$OPENAI_BASE_URL:-https://api.openai.com/v1}"
env_key = "OPENAI_API_KEY"
wire_api = "responses"

[projects."{workdir}"]
trust_level = "trusted"

[features]
daemon_auto_start = false`,
			},
			{
				Root:    catalog.Root{Env: "CODEX_HOME", Home: ".codex"},
				Name:    "config.toml",
				Accepts: "trust in the working directory",
				Content: `check_for_update_on_startup = false

[projects."{workdir}"]
trust_level = "trusted"

[features]
daemon_auto_start = false`,
			},
		},
		Resume: fact("The whole conversation, from the rollout file alone.", measured, catalog.EvidenceSeen),
		Hazards: []catalog.Fact{
			fact("The background daemon outlives agentapi and keeps the session's lock; a resume without it then opens a dialog. The start script never "+
				"starts it.", measured, catalog.EvidenceSeen),
			fact("resume --last starts a new session without a word when there is none; the start script resumes by id.", measured, catalog.EvidenceSeen),
			fact("A second resume of an open session opens a dialog while agentapi reports the agent as stable.", measured, catalog.EvidenceSeen),
		},
		Notes: []catalog.Fact{
			fact("The start script also starts, stops and resumes 0.58.0.", "agentapi 0.12.2, 2026-11-22", catalog.EvidenceSeen),
			fact("A session written by 0.149.0, three months older, or by 0.58.0 resumes with its whole conversation.",
				measured+", 2026-11-22", catalog.EvidenceSeen),
			fact("The rollout file appears with the first prompt, not at start.", measured, catalog.EvidenceSeen),
			fact("The SQLite files beside the rollouts are an index that Codex rebuilds.", measured, catalog.EvidenceSeen),
		},
	}
}

// codexRanges are the ranges of the registry module coder-labs/codex.
func codexRanges() []catalog.Range {
	captureBugs := []string{
		"The session's id must appear within 10 seconds of the start; newer CLIs write it with the first answer, so the first restart " +
			"begins afresh and sends the prompt again (openai/codex#18690).",
		"A session started without a prompt is never found again.",
		"The stored id is used even when its session is gone.",
	}
	return []catalog.Range{
		{
			First: "1.0.0", Last: "3.0.0", Level: catalog.LevelPlanned,
			AgentAPI:   "0.10.0",
			Reason:     "A new conversation begins at each start, with the prompt sent again.",
			Confidence: catalog.ConfidenceHigh,
			Source:     "coder-labs/codex 3.0.0, scripts/start.sh, and a run with a stand-in agent",
		},
		{
			First: "3.1.0", Last: "4.1.2", Level: catalog.LevelFull,
			Flags:      []catalog.Flag{catalog.FlagCaptureWindow, catalog.FlagTrackingTrusted},
			AgentAPI:   "0.11.8",
			Reason:     "The session noted in the module's tracking file is resumed and the prompt held back.",
			KnownBugs:  captureBugs,
			Confidence: catalog.ConfidenceMedium,
			Source:     "coder-labs/codex 3.1.0, scripts/start.sh; coder/registry#506, and a run with a stand-in agent",
		},
		{
			First: "4.2.0", Last: "4.3.1", Level: catalog.LevelFull,
			Flags:      []catalog.Flag{catalog.FlagCaptureWindow, catalog.FlagTrackingTrusted, catalog.FlagStateEffective},
			State:      true,
			AgentAPI:   "0.12.1",
			Reason:     "The session noted in the module's tracking file is resumed and the prompt held back; the chat in the UI survives too.",
			KnownBugs:  captureBugs,
			Confidence: catalog.ConfidenceMedium,
			Source:     "coder-labs/codex 4.3.1, main.tf and scripts/start.sh, and a run with a stand-in agent",
		},
		{
			First: "5.0.0", Last: "5.3.0", Level: catalog.LevelNotSupported,
			Flags:      []catalog.Flag{catalog.FlagNoAgentAPI, catalog.FlagNoTasks, catalog.FlagInstallsOnly},
			Reason:     "The module installs the CLI and starts nothing; it has no AgentAPI, no Tasks and no inputs for a resume.",
			Confidence: catalog.ConfidenceHigh,
			Source:     "coder-labs/codex 5.3.0, main.tf; coder/registry#879",
		},
	}
}
