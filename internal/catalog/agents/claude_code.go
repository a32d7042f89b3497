package agents

import "github.com/coder-persistence/terraform-provider-persistence/internal/catalog"

func init() { register(claudeCode()) }

func claudeCode() catalog.Agent {
	const measured = "Claude Code 2.1.197 under agentapi 0.12.2"
	return catalog.Agent{
		Slug:         "claude-code",
		DisplayName:  "Claude Code",
		Aliases:      []string{"claude"},
		Icon:         "/icon/claude.svg",
		AgentAPIType: "claude",
		Documented:   catalog.Documented{Level: catalog.LevelFull},
		Module: catalog.Module{
			Source:         "registry.coder.com/coder/claude-code/coder",
			Status:         catalog.ModuleChanged,
			Note:           "Version 5 dropped AgentAPI and Tasks: it installs the CLI and starts nothing (coder/registry#861).",
			Latest:         "5.4.0",
			Directory:      ".claude-module",
			FixedSessionID: "cd32e253-ca16-4fd3-9825-d837e74ae3c2",
			Releases: releases(
				"1.3.0 1.3.1 1.4.0",
				"2.0.0 2.0.1 2.0.2 2.0.3 2.0.4 2.0.5 2.0.6 2.0.7 2.1.0 2.2.0",
				"3.0.0 3.0.1 3.0.2 3.0.3 3.1.0 3.1.1 3.2.0 3.2.1 3.2.2 3.3.0 3.3.1 3.3.2 3.3.3 3.4.3 3.4.4",
				"4.0.0 4.0.1 4.1.0 4.2.0 4.2.1 4.2.2 4.2.3 4.2.4 4.2.6 4.2.7 4.2.8 4.2.9 4.3.0 4.4.0 4.4.1 4.4.2 4.5.0 4.6.0 4.7.0 4.7.1",
				"4.7.2 4.7.3 4.7.4 4.7.5 4.8.0 4.8.1 4.8.2 4.9.0 4.9.1 4.9.2",
				"5.0.0 5.1.0 5.2.0 5.3.0 5.4.0",
			),
			Ranges: claudeCodeRanges(),
		},
		Paths: []catalog.Path{
			{
				Path: ".claude/projects", Scope: catalog.ScopeHome, Role: catalog.RoleSession, Store: catalog.StoreJSONL, Required: true,
				RelocatedBy: "CLAUDE_CONFIG_DIR", NetworkFileSystem: true, Source: measured, Evidence: catalog.EvidenceSeen,
			},
			{
				Path: ".claude", Scope: catalog.ScopeHome, Role: catalog.RoleConfig, Store: catalog.StoreDirectory, Required: true,
				RelocatedBy: "CLAUDE_CONFIG_DIR", NetworkFileSystem: true, Source: measured, Evidence: catalog.EvidenceSeen,
			},
			{
				Path: ".claude.json", Scope: catalog.ScopeHome, Role: catalog.RoleConfig, Store: catalog.StoreJSON, File: true,
				Required: true, RelocatedBy: "CLAUDE_CONFIG_DIR", NetworkFileSystem: true, Source: measured, Evidence: catalog.EvidenceSeen,
			},
			{
				Path: ".claude/.credentials.json", Scope: catalog.ScopeHome, Role: catalog.RoleCredentials, Store: catalog.StoreJSON,
				File: true, RelocatedBy: "CLAUDE_CONFIG_DIR", NetworkFileSystem: true, Source: "Claude Code 2.1.197, shipped program",
				Evidence: catalog.EvidenceSource,
			},
			{
				Path: ".cache/claude", Scope: catalog.ScopeHome, Role: catalog.RoleCache, Store: catalog.StoreDirectory,
				NetworkFileSystem: true, Source: "Claude Code 2.1.197, shipped program", Evidence: catalog.EvidenceSource,
			},
		},
		Storage: catalog.Storage{
			Minimum:       100 * megabyte,
			MinimumSource: catalog.MatrixSource,
			Recommended:   5 * gigabyte,
			Observed:      4_600 * megabyte,
			ObservedText:  "2.7 to 4.6 GB of projects/, and 179 GB of debug logs in one report",
			ObservedSources: []string{"anthropics/claude-code#24207", "anthropics/claude-code#19476", "anthropics/claude-code#20429",
				"anthropics/claude-code#28235"},
			Bounded:   catalog.BoundedNo,
			BoundedBy: "cleanupPeriodDays",
		},
		Retention: catalog.Fact{
			Text: "settings.json cleanupPeriodDays (default 30, minimum 1) deletes transcripts by file time; public reports tell of bulk deletion at " +
				"start, so a long-lived workspace sets it high, e.g. 3650.",
			Source:   "Claude Code 2.1.197, shipped program, and public issues",
			Evidence: catalog.EvidenceSource,
		},
		Cleanup: &catalog.Cleanup{
			Root:   catalog.Root{Env: "CLAUDE_CONFIG_DIR", Home: ".claude"},
			Glob:   "projects/*/*.jsonl",
			Beside: []string{catalog.PlaceholderStem},
		},
		Session: &catalog.Session{
			Binaries:       []string{"claude"},
			Package:        "npm package @anthropic-ai/claude-code",
			CheckedVersion: "2.1.197",
			ScriptReady:    true,
			ID:             catalog.IDUUID,
			Reserved:       []string{"--continue", "-c", "--resume", "-r", "--session-id", "--fork-session", "--no-session-persistence"},
			// The template's arguments come first: an option that takes several
			// values would swallow what follows it.
			Cold:       []string{catalog.PlaceholderArgs, "--session-id", catalog.PlaceholderSession},
			ColdPrompt: []string{catalog.PlaceholderArgs, "--session-id", catalog.PlaceholderSession, "--", catalog.PlaceholderPrompt},
			Warm:       []string{catalog.PlaceholderArgs, "--resume", catalog.PlaceholderSession},
			WarmPrompt: []string{catalog.PlaceholderArgs, "--resume", catalog.PlaceholderSession, "--", catalog.PlaceholderPrompt},
			Detect: catalog.Detect{
				Kind:     catalog.DetectFile,
				Root:     catalog.Root{Env: "CLAUDE_CONFIG_DIR", Home: ".claude"},
				Glob:     "projects/*/" + catalog.PlaceholderSession + ".jsonl",
				Contains: `"type":"user"`,
			},
			UserTurn: catalog.UserTurn{Pattern: `"type":"user"`},
			Follow: &catalog.Follow{
				Kind:     catalog.FollowPIDFile,
				Root:     catalog.Root{Env: "CLAUDE_CONFIG_DIR", Home: ".claude"},
				Globs:    []string{"sessions/" + catalog.PlaceholderPID + ".json"},
				IDField:  "sessionId",
				Source:   measured + ", before and after /clear",
				Evidence: catalog.EvidenceSeen,
			},
			Source:   measured,
			Evidence: catalog.EvidenceSeen,
		},
		Install: &catalog.Install{
			Version: "2.1.197",
			Size:    246 * megabyte,
			Downloads: map[string]catalog.Download{
				"amd64": catalog.NPMDownload("@anthropic-ai/claude-code-linux-x64", "",
					"sha512-rIlKmrY0QMyHgPRX/MYWNj039vbypICvI9jVe3rs9Xy2RnNklySjyPxqh62QadznzoftEO23uYQ1tFePcQ//bg=="),
				"arm64": catalog.NPMDownload("@anthropic-ai/claude-code-linux-arm64", "",
					"sha512-sx6SoGj3MNR5CV+YDkNtbLHXa1tn3G8qcYFgm1gnvOi9ODQUKbhiPfankJfkTMDVekOvnKJhm6i9hGFIPzp7cQ=="),
			},
			Env: []string{"DISABLE_AUTOUPDATER=1"},
		},
		FirstRun: []catalog.FirstRunFile{
			{
				Root:    catalog.Root{Env: "CLAUDE_CONFIG_DIR"},
				Name:    ".claude.json",
				Accepts: "the onboarding, trust in the working directory, and the use of the key in ANTHROPIC_API_KEY",
				Content: `{
  "hasCompletedOnboarding": true,
  "customApiKeyResponses": { "approved": ["{$ANTHROPIC_API_KEY:tail}"], "rejected": [] },
  "projects": { "{workdir}": { "hasTrustDialogAccepted": true } }
}`,
			},
			{
				Root:    catalog.Root{Env: "CLAUDE_CONFIG_DIR", Home: ".claude"},
				Name:    "settings.json",
				When:    "--dangerously-skip-permissions",
				Accepts: "the warning of --dangerously-skip-permissions, when the template passes that argument",
				Content: `{ "skipDangerousModePermissionPrompt": true }`,
			},
		},
		Resume: fact("The whole conversation, from the same directory only.", measured, catalog.EvidenceSeen),
		Hazards: []catalog.Fact{
			fact("An empty transcript blocks --resume (not found) and --session-id (in use) alike; the start script removes it.", measured,
				catalog.EvidenceSeen),
			fact("A session resumes only from the directory it was started in (compared by real path).", measured, catalog.EvidenceSeen),
			fact("No lock: two processes can resume one session at once.", measured, catalog.EvidenceSeen),
			fact("As root, bypassing permissions needs IS_SANDBOX=1 and skipDangerousModePermissionPrompt in settings.json.", measured, catalog.EvidenceSeen),
		},
		Notes: []catalog.Fact{
			fact("The start script also starts, stops and resumes 2.0.45.", "agentapi 0.12.2, 2026-11-22", catalog.EvidenceSeen),
			fact("A session written by 2.1.239, 2.1.111 or 2.0.45, three, seven and twelve months older, resumes with its whole conversation.",
				measured+", 2026-11-22", catalog.EvidenceSeen),
			fact("Transcripts grow without bound below ~/.claude/projects/, to gigabytes.", catalog.MatrixSource, catalog.EvidenceDocs),
			fact("A transcript 45 days old resumed, and was still there 100 seconds later.", measured, catalog.EvidenceSeen),
			fact("CLAUDE_CONFIG_DIR moves ~/.claude and ~/.claude.json together.", measured, catalog.EvidenceSeen),
		},
	}
}

// claudeCodeRanges are the ranges of the registry module coder/claude-code.
func claudeCodeRanges() []catalog.Range {
	const (
		dotBug = "A working directory with a dot or an underscore in its path makes the second start collide with the first one's session id."
		jqBug  = "Without jq the module takes a valid transcript for a damaged one, deletes it and starts afresh."
	)
	return []catalog.Range{
		{
			First: "1.3.0", Last: "1.3.1", Level: catalog.LevelPlanned,
			Flags:      []catalog.Flag{catalog.FlagPreAgentAPI, catalog.FlagNoAgentAPI},
			Reason:     "The agent runs in tmux or screen and begins a new conversation at each start.",
			Confidence: catalog.ConfidenceHigh,
			Source:     "coder/claude-code 1.3.1, main.tf",
		},
		{
			First: "1.4.0", Last: "1.4.0", Level: catalog.LevelPartial,
			Flags:        []catalog.Flag{catalog.FlagPreAgentAPI, catalog.FlagNoAgentAPI, catalog.FlagOffByDefault},
			Reason:       "An experimental tmux session restore continues the last conversation, but it is off by default.",
			KnownBugs:    []string{"It overwrites ~/.tmux.conf and needs git to fetch tmux plugins."},
			ModuleInputs: map[string]string{"experiment_use_tmux": "true", "experiment_tmux_session_persistence": "true"},
			Confidence:   catalog.ConfidenceHigh,
			Source:       "coder/claude-code 1.4.0, main.tf; coder/registry#154",
		},
		{
			First: "2.0.0", Last: "2.2.0", Level: catalog.LevelPartial,
			Flags:      []catalog.Flag{catalog.FlagPromptResent, catalog.FlagInlineAgentAPI, catalog.FlagNoSwitch},
			AgentAPI:   "0.3.3",
			Reason:     "The last conversation is continued, but the task prompt is sent into it again at each start.",
			KnownBugs:  []string{"AgentAPI runs the agent through a shell and takes it for type custom."},
			Confidence: catalog.ConfidenceHigh,
			Source:     "coder/claude-code 2.2.0, scripts/agentapi-start.sh, and a run with a stand-in agent",
		},
		{
			First: "3.0.0", Last: "3.2.1", Level: catalog.LevelPartial,
			Flags:      []catalog.Flag{catalog.FlagOffByDefault, catalog.FlagPromptResent, catalog.FlagColdFails},
			AgentAPI:   "0.10.0",
			Reason:     "The inputs continue and resume_session_id are off by default and passed on without a check, so with them on the first start fails.",
			KnownBugs:  []string{"The prompt is sent again at each start.", "3.0.0 does not pass the folder to the base module."},
			Confidence: catalog.ConfidenceHigh,
			Source:     "coder/claude-code 3.2.1, main.tf and scripts/start.sh, and a run with a stand-in agent",
		},
		{
			First: "3.2.2", Last: "4.0.0", Level: catalog.LevelFull,
			Flags:    []catalog.Flag{catalog.FlagTooWide, catalog.FlagPermissionsLost},
			AgentAPI: "0.10.0",
			Reason:   "The session with the module's fixed id is resumed and the prompt held back.",
			KnownBugs: []string{
				"Any file below ~/.claude with the id in its name counts as the session, in another directory too.",
				"A resumed agent asks for permissions again, so an unattended task stops at the first question.",
			},
			Confidence: catalog.ConfidenceMedium,
			Source:     "coder/claude-code 4.0.0, scripts/start.sh; coder/registry#496, and a run with a stand-in agent",
		},
		{
			First: "4.0.1", Last: "4.2.0", Level: catalog.LevelFull,
			Flags:    []catalog.Flag{catalog.FlagWorkdirName, catalog.FlagNoReportContinue},
			AgentAPI: "0.10.0",
			Reason:   "The session with the module's fixed id is resumed from the directory's own transcripts and the prompt held back.",
			KnownBugs: []string{
				dotBug,
				"With continue = false the second start collides with the first one's session id.",
				"With report_tasks = false an existing ~/.claude.json makes the first start continue and drop the prompt.",
			},
			Confidence: catalog.ConfidenceMedium,
			Source:     "coder/claude-code 4.2.0, scripts/start.sh; coder/registry#522, and a run with a stand-in agent",
		},
		{
			First: "4.2.1", Last: "4.2.4", Level: catalog.LevelFull,
			Flags:    []catalog.Flag{catalog.FlagWorkdirName, catalog.FlagNoReportContinue, catalog.FlagContinueFalse},
			AgentAPI: "0.11.3",
			Reason:   "The session with the module's fixed id is resumed from the directory's own transcripts and the prompt held back.",
			KnownBugs: []string{
				dotBug,
				"With continue = false the session is resumed anyway and the prompt sent again.",
				"An empty transcript is resumed as if it were valid.",
			},
			Confidence: catalog.ConfidenceMedium,
			Source:     "coder/claude-code 4.2.4, scripts/start.sh; coder/registry#557, and a run with a stand-in agent",
		},
		{
			First: "4.2.6", Last: "4.7.5", Level: catalog.LevelFull,
			Flags:      []catalog.Flag{catalog.FlagWorkdirName, catalog.FlagNeedsJQ},
			AgentAPI:   "0.11.8",
			Reason:     "The session with the module's fixed id is resumed when its transcript is valid, and the prompt held back.",
			KnownBugs:  []string{dotBug, jqBug},
			Confidence: catalog.ConfidenceMedium,
			Source:     "coder/claude-code 4.2.6, scripts/start.sh; coder/registry#590, and a run with a stand-in agent",
		},
		{
			First: "4.8.0", Last: "4.8.0", Level: catalog.LevelFull,
			Flags:        []catalog.Flag{catalog.FlagWorkdirName, catalog.FlagNeedsJQ, catalog.FlagStateIneffective},
			State:        true,
			AgentAPI:     "0.11.8",
			Reason:       "The session with the module's fixed id is resumed when its transcript is valid, and the prompt held back.",
			KnownBugs:    []string{dotBug, jqBug},
			ModuleInputs: map[string]string{"agentapi_version": "v" + catalog.AgentAPIRecommended},
			Confidence:   catalog.ConfidenceHigh,
			Source:       "coder/claude-code 4.8.0, main.tf and scripts/start.sh; coder/registry#749, and a run with a stand-in agent",
		},
		{
			First: "4.8.1", Last: "4.9.2", Level: catalog.LevelFull,
			Flags:    []catalog.Flag{catalog.FlagNeedsJQ, catalog.FlagStateIneffective},
			State:    true,
			AgentAPI: "0.11.8",
			Reason:   "The session with the module's fixed id is resumed when its transcript is valid, and the prompt held back.",
			KnownBugs: []string{
				jqBug,
				"A working directory with other special characters in its path, or a symbolic link, may still make the second start collide.",
			},
			ModuleInputs: map[string]string{"agentapi_version": "v" + catalog.AgentAPIRecommended},
			Confidence:   catalog.ConfidenceHigh,
			Source:       "coder/claude-code 4.9.2, main.tf and scripts/start.sh; coder/registry#803, and a run with a stand-in agent",
		},
		{
			First: "5.0.0", Last: "5.4.0", Level: catalog.LevelNotSupported,
			Flags:      []catalog.Flag{catalog.FlagNoAgentAPI, catalog.FlagNoTasks, catalog.FlagInstallsOnly},
			Reason:     "The module installs the CLI and starts nothing; it has no AgentAPI, no Tasks and no inputs for a resume.",
			Confidence: catalog.ConfidenceHigh,
			Source:     "coder/claude-code 5.4.0, main.tf; coder/registry#861",
		},
	}
}
