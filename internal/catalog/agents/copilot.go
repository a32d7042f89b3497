package agents

import "github.com/coder-persistence/terraform-provider-persistence/internal/catalog"

func init() { register(copilot()) }

func copilot() catalog.Agent {
	const measured = "Copilot CLI 1.0.102 under agentapi 0.12.2"
	const help = "Copilot CLI 1.0.102 --help"
	return catalog.Agent{
		Slug:         "copilot",
		DisplayName:  "Copilot",
		Aliases:      []string{"github-copilot", "copilot-cli"},
		Icon:         "/icon/github.svg",
		AgentAPIType: "copilot",
		Documented:   catalog.Documented{Level: catalog.LevelPartial},
		Module: catalog.Module{
			Source:    "registry.coder.com/coder-labs/copilot/coder",
			Status:    catalog.ModuleActive,
			Latest:    "0.4.1",
			Directory: ".copilot-module",
			Releases:  releases("0.1.0 0.1.1 0.1.2 0.2.0 0.2.1 0.2.2 0.2.3 0.3.0 0.4.0 0.4.1"),
			Ranges:    copilotRanges(),
		},
		Paths: []catalog.Path{
			{
				Path: ".copilot/session-state", Scope: catalog.ScopeHome, Role: catalog.RoleSession, Store: catalog.StoreJSONL,
				Required: true, RelocatedBy: "COPILOT_HOME", NetworkFileSystem: true, Source: measured, Evidence: catalog.EvidenceSeen,
			},
			{
				Path: ".copilot", Scope: catalog.ScopeHome, Role: catalog.RoleConfig, Store: catalog.StoreSQLiteWAL, Required: true,
				RelocatedBy: "COPILOT_HOME", NetworkFileSystem: false, Source: measured, Evidence: catalog.EvidenceSeen,
			},
			{
				Path: ".copilot/config.json", Scope: catalog.ScopeHome, Role: catalog.RoleCredentials, Store: catalog.StoreJSON, File: true,
				RelocatedBy: "COPILOT_HOME", NetworkFileSystem: true, Source: help, Evidence: catalog.EvidenceHelp,
			},
			{
				Path: ".copilot/logs", Scope: catalog.ScopeHome, Role: catalog.RoleCache, Store: catalog.StoreDirectory,
				RelocatedBy: "COPILOT_HOME", NetworkFileSystem: true, Source: measured, Evidence: catalog.EvidenceSeen,
			},
			{
				Path: ".cache/copilot", Scope: catalog.ScopeHome, Role: catalog.RoleCache, Store: catalog.StoreDirectory,
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
		Retention: fact("No setting that deletes sessions is listed in the CLI's help.", help, catalog.EvidenceHelp),
		Cleanup: &catalog.Cleanup{
			Root: catalog.Root{Env: "COPILOT_HOME", Home: ".copilot"},
			Glob: "session-state/*",
		},
		Session: &catalog.Session{
			Binaries:       []string{"copilot"},
			Package:        "npm package @github/copilot",
			CheckedVersion: "1.0.102",
			ScriptReady:    true,
			ID:             catalog.IDUUID,
			Reserved:       []string{"--continue", "--resume", "-r", "--session-id"},
			Cold:           []string{"--session-id", catalog.PlaceholderSession, catalog.PlaceholderArgs},
			ColdPrompt:     []string{"--session-id", catalog.PlaceholderSession, catalog.PlaceholderArgs, "--interactive=" + catalog.PlaceholderPrompt},
			Warm:           []string{"--session-id", catalog.PlaceholderSession, catalog.PlaceholderArgs},
			WarmPrompt:     []string{"--session-id", catalog.PlaceholderSession, catalog.PlaceholderArgs, "--interactive=" + catalog.PlaceholderPrompt},
			Detect: catalog.Detect{
				Kind: catalog.DetectFile,
				Root: catalog.Root{Env: "COPILOT_HOME", Home: ".copilot"},
				Glob: "session-state/" + catalog.PlaceholderSession + "/events.jsonl",
			},
			UserTurn: catalog.UserTurn{Pattern: `^\{"type":"user\.message"`},
			Follow: &catalog.Follow{
				Kind:     catalog.FollowLockFile,
				Root:     catalog.Root{Env: "COPILOT_HOME", Home: ".copilot"},
				Globs:    []string{"session-state/*/inuse." + catalog.PlaceholderPID + ".lock"},
				Source:   measured + ", before and after /clear",
				Evidence: catalog.EvidenceSeen,
			},
			Locks: &catalog.Locks{Root: catalog.Root{Env: "COPILOT_HOME", Home: ".copilot"},
				Glob: "session-state/" + catalog.PlaceholderSession + "/inuse.*.lock"},
			Source:   measured,
			Evidence: catalog.EvidenceSeen,
		},
		Install: &catalog.Install{
			Version: "1.0.102",
			Size:    198 * megabyte,
			Downloads: map[string]catalog.Download{
				"amd64": catalog.NPMDownload("@github/copilot-linux-x64", "",
					"sha512-eGHPbsP0p2QgfVZCjtbGBFZPBOJQ0DN7xIbBRAo7oG8b1zfLirQIdfI4h8Iy68Dv2cKJGJZg2/EO7W7KpIMJOw=="),
				"arm64": catalog.NPMDownload("@github/copilot-linux-arm64", "",
					"sha512-5rO0B2/AduCekrE+aUzipySKZxZY2b/tVRZ8Suy8ymPFNC0Q7HQiQ8DZhxj+3RhHR8rU2Z8KOJVAbtMlROX6+A=="),
			},
			Env: []string{"COPILOT_AUTO_UPDATE=false"},
		},
		FirstRun: []catalog.FirstRunFile{
			{
				Root:    catalog.Root{Env: "COPILOT_HOME", Home: ".copilot"},
				Name:    "config.json",
				Accepts: "trust in the working directory",
				Content: `{ "trustedFolders": ["{workdir}"] }`,
			},
		},
		Resume: fact("The whole conversation, from the session's own directory alone; the database beside it is only an index.", measured,
			catalog.EvidenceSeen),
		Hazards: []catalog.Fact{
			fact("Without the working directory among trustedFolders in config.json a trust dialog blocks agentapi; the same key in settings.json has no "+
				"effect.", measured, catalog.EvidenceSeen),
			fact("--continue also takes up headless runs of the same directory; resume by id.", measured, catalog.EvidenceSeen),
			fact("A file inuse.PID.lock that a kill left behind makes the next start ask \"Session in use\" as soon as any program has that process id, which "+
				"after a restart of a container is likely; the start script removes it.", measured, catalog.EvidenceSeen),
			fact("The registry module looks for sessions in ~/.copilot/history-session-state, which the CLI no longer has, so it never resumes.",
				measured, catalog.EvidenceSeen),
		},
		Notes: []catalog.Fact{
			fact("A session written by 1.0.80, three months older, resumes with its whole conversation.", measured, catalog.EvidenceSeen),
			fact("0.0.384, ten months older, has no --session-id and asks no model server of one's own: whether its sessions resume was not seen.",
				measured+", 2026-11-22", catalog.EvidenceSeen),
			fact("Sessions moved to ~/.copilot/session-state with CLI 0.0.342.", "Copilot CLI changelog 0.0.342", catalog.EvidenceDocs),
			fact("The session directory exists from the start, its events.jsonl from the first prompt.", measured, catalog.EvidenceSeen),
			fact("Measured with a model server of one's own, not with a GitHub login.", measured, catalog.EvidenceSeen),
			fact("The token comes from COPILOT_GITHUB_TOKEN, GH_TOKEN or GITHUB_TOKEN, in this order, or from the system keyring.", help, catalog.EvidenceHelp),
		},
	}
}

// copilotRanges are the ranges of the registry module coder-labs/copilot.
func copilotRanges() []catalog.Range {
	return []catalog.Range{
		{
			First: "0.1.0", Last: "0.2.1", Level: catalog.LevelFull,
			Flags:    []catalog.Flag{catalog.FlagOldCLIOnly, catalog.FlagGlobalSession},
			AgentAPI: "0.10.0",
			Reason:   "The last session is continued and the prompt held back, with the CLI 0.0.334 that these versions install.",
			KnownBugs: []string{
				"With copilot_version 0.0.342 or later no session is ever found.",
				"A session of any directory counts.",
			},
			Confidence: catalog.ConfidenceMedium,
			Source:     "coder-labs/copilot 0.2.1, main.tf and scripts/start.sh, and a run with a stand-in agent",
		},
		{
			First: "0.2.2", Last: "0.4.1", Level: catalog.LevelPartial,
			Flags:    []catalog.Flag{catalog.FlagDeadPredicate, catalog.FlagPromptResent, catalog.FlagGlobalSession},
			AgentAPI: "0.10.0",
			Reason:   "The module looks for sessions where CLIs since 0.0.342 keep none, so each start is a new conversation with the prompt sent again.",
			KnownBugs: []string{
				"Session files left by an older CLI make every start continue.",
				"0.4.0 and 0.4.1 fail validation with their default inputs on Terraform before 1.12.",
			},
			// The last CLI known to keep its sessions where the module looks.
			ModuleInputs: map[string]string{"copilot_version": "0.0.334"},
			Confidence:   catalog.ConfidenceHigh,
			Source:       "coder-labs/copilot 0.4.1, main.tf and scripts/start.sh, and a run with a stand-in agent",
		},
	}
}
