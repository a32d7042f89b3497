package agents

import "github.com/coder-persistence/terraform-provider-persistence/internal/catalog"

func init() { register(gemini()) }

func gemini() catalog.Agent {
	const measured = "Gemini CLI 0.61.0 under agentapi 0.12.2"
	const source = "Gemini CLI 0.61.0, source"
	return catalog.Agent{
		Slug:         "gemini",
		DisplayName:  "Gemini",
		Aliases:      []string{"gemini-cli", "google-gemini"},
		Icon:         "/icon/gemini.svg",
		AgentAPIType: "gemini",
		Documented:   catalog.Documented{Level: catalog.LevelPlanned},
		Module: catalog.Module{
			Source:    "registry.coder.com/coder-labs/gemini/coder",
			Status:    catalog.ModuleRemoved,
			Note:      "Removed from the registry on 2026-07-22 (coder/registry#1025); no replacement was named, and the released versions still install.",
			Latest:    "3.0.2",
			Directory: ".gemini-module",
			Releases:  releases("1.0.0 1.0.1 1.1.0", "2.0.0 2.1.0 2.1.1 2.1.2", "3.0.0 3.0.1 3.0.2"),
			Ranges:    geminiRanges(),
		},
		Paths: []catalog.Path{
			{
				Path: ".gemini/tmp", Scope: catalog.ScopeHome, Role: catalog.RoleSession, Store: catalog.StoreJSONL, Required: true,
				RelocatedBy: "GEMINI_CLI_HOME", NetworkFileSystem: true, Source: measured, Evidence: catalog.EvidenceSeen,
			},
			{
				Path: ".gemini", Scope: catalog.ScopeHome, Role: catalog.RoleConfig, Store: catalog.StoreDirectory, Required: true,
				RelocatedBy: "GEMINI_CLI_HOME", NetworkFileSystem: true, Source: measured, Evidence: catalog.EvidenceSeen,
			},
			{
				Path: ".gemini/oauth_creds.json", Scope: catalog.ScopeHome, Role: catalog.RoleCredentials, Store: catalog.StoreJSON,
				File: true, RelocatedBy: "GEMINI_CLI_HOME", NetworkFileSystem: true, Source: source, Evidence: catalog.EvidenceSource,
			},
			{
				Path: ".gemini/gemini-credentials.json", Scope: catalog.ScopeHome, Role: catalog.RoleCredentials, Store: catalog.StoreJSON,
				File: true, RelocatedBy: "GEMINI_CLI_HOME", NetworkFileSystem: true, Source: source, Evidence: catalog.EvidenceSource,
			},
			{
				Path: ".gemini/mcp-oauth-tokens.json", Scope: catalog.ScopeHome, Role: catalog.RoleCredentials, Store: catalog.StoreJSON,
				File: true, RelocatedBy: "GEMINI_CLI_HOME", NetworkFileSystem: true, Source: source, Evidence: catalog.EvidenceSource,
			},
			{
				Path: ".gemini/google_accounts.json", Scope: catalog.ScopeHome, Role: catalog.RoleCredentials, Store: catalog.StoreJSON,
				File: true, RelocatedBy: "GEMINI_CLI_HOME", NetworkFileSystem: true, Source: source, Evidence: catalog.EvidenceSource,
			},
			{
				Path: ".gemini/.env", Scope: catalog.ScopeHome, Role: catalog.RoleCredentials, Store: catalog.StoreDirectory, File: true,
				RelocatedBy: "GEMINI_CLI_HOME", NetworkFileSystem: true, Source: "Gemini CLI documentation", Evidence: catalog.EvidenceDocs,
			},
		},
		Storage: catalog.Storage{
			Minimum:               200 * megabyte,
			MinimumSource:         catalog.MatrixSource,
			Recommended:           1 * gigabyte,
			RecommendedIsEstimate: true,
			Bounded:               catalog.BoundedYes,
			BoundedBy:             "general.sessionRetention",
		},
		Retention: catalog.Fact{
			Text: "settings.json general.sessionRetention (on, maxAge 30d by default) deletes sessions at start by their last update; the resumed session " +
				"is exempt.",
			Source:   "Gemini CLI 0.61.0, source",
			Evidence: catalog.EvidenceSource,
		},
		Cleanup: &catalog.Cleanup{
			Root:     catalog.Root{Env: "GEMINI_CLI_HOME", EnvPath: ".gemini", Home: ".gemini"},
			Glob:     "tmp/*/chats/session-*.json*",
			IDPrefix: 8,
		},
		Session: &catalog.Session{
			Binaries:       []string{"gemini"},
			Package:        "npm package @google/gemini-cli",
			CheckedVersion: "0.61.0",
			ScriptReady:    true,
			ID:             catalog.IDUUID,
			Reserved:       []string{"--resume", "-r", "--session-id", "--session-file", "--list-sessions", "--delete-session"},
			Cold:           []string{"--session-id", catalog.PlaceholderSession, catalog.PlaceholderArgs},
			ColdPrompt:     []string{"--session-id", catalog.PlaceholderSession, catalog.PlaceholderArgs, "--prompt-interactive=" + catalog.PlaceholderPrompt},
			Warm:           []string{"--resume", catalog.PlaceholderSession, catalog.PlaceholderArgs},
			WarmPrompt:     []string{"--resume", catalog.PlaceholderSession, catalog.PlaceholderArgs, "--prompt-interactive=" + catalog.PlaceholderPrompt},
			Detect: catalog.Detect{
				Kind: catalog.DetectFile,
				Root: catalog.Root{Env: "GEMINI_CLI_HOME", EnvPath: ".gemini", Home: ".gemini"},
				// The file name holds only the first eight characters of the identifier.
				Glob: "tmp/*/chats/session-*.json*",
				// Older releases wrote a space before it, and their messages are not taken over.
				Contains: `"` + catalog.PlaceholderSession + `"`,
			},
			// The first user message in the file is the CLI's own, there from the start.
			UserTurn: catalog.UserTurn{Pattern: `"type":"user","content":\[\{"text":"([^<]|<[^s])`},
			Follow: &catalog.Follow{
				Kind:     catalog.FollowContent,
				Root:     catalog.Root{Env: "GEMINI_CLI_HOME", EnvPath: ".gemini", Home: ".gemini"},
				Globs:    []string{"tmp/*/chats/session-*.json*"},
				IDField:  "sessionId",
				Message:  `"type":"user","content":[{"text":"` + catalog.PlaceholderMessage + `"`,
				Source:   measured + ", before and after /clear",
				Evidence: catalog.EvidenceSeen,
			},
			IgnoresInterrupt: true,
			Source:           measured,
			Evidence:         catalog.EvidenceSeen,
		},
		Install: &catalog.Install{
			Version: "0.61.0",
			Size:    103 * megabyte,
			Downloads: map[string]catalog.Download{
				"amd64": catalog.NPMDownload("@google/gemini-cli", "",
					"sha512-dbQ9A0qBtFJNi6XBkHvfZ6Azpn6PNgH/P8h2MZ67RLlX8hSAVjup39CRWqdRxZv7YXIuhrFaytr8y0jKnkoxnQ=="),
				"arm64": catalog.NPMDownload("@google/gemini-cli", "",
					"sha512-dbQ9A0qBtFJNi6XBkHvfZ6Azpn6PNgH/P8h2MZ67RLlX8hSAVjup39CRWqdRxZv7YXIuhrFaytr8y0jKnkoxnQ=="),
			},
			NeedsNode: true,
		},
		FirstRun: []catalog.FirstRunFile{
			{
				Root:    catalog.Root{Env: "GEMINI_CLI_HOME", EnvPath: ".gemini", Home: ".gemini"},
				Name:    "settings.json",
				When:    "GEMINI_API_KEY",
				Accepts: "the key in GEMINI_API_KEY as the way to log in, and trust in every folder",
				Content: `{
  "security": { "auth": { "selectedType": "gemini-api-key" }, "folderTrust": { "enabled": false } },
  "general": { "enableAutoUpdate": false },
  "ide": { "hasSeenNudge": true }
}`,
			},
			{
				Root:    catalog.Root{Env: "GEMINI_CLI_HOME", EnvPath: ".gemini", Home: ".gemini"},
				Name:    "settings.json",
				Accepts: "trust in every folder",
				Content: `{
  "security": { "folderTrust": { "enabled": false } },
  "general": { "enableAutoUpdate": false },
  "ide": { "hasSeenNudge": true }
}`,
			},
		},
		Resume: fact("The whole conversation, from the same directory only.", measured, catalog.EvidenceSeen),
		Hazards: []catalog.Fact{
			fact("A session written by 0.38.2 or by 0.19.1, a year older, is one indented file. A resume under agentapi converts it and tells the "+
				"model nothing of it: the conversation is lost, though --resume with -p has it. The start script takes such a session for one "+
				"without a message, says so and starts a new one.", measured+", 2026-11-22", catalog.EvidenceSeen),
			fact("The sessions are below ~/.gemini/tmp: never leave that directory out as a cache.", measured, catalog.EvidenceSeen),
			fact("A session resumes only from the directory it was started in; an unknown id exits with status 1.", measured, catalog.EvidenceSeen),
			fact("Gemini ignores SIGINT, so agentapi alone takes 5 seconds to stop it and kills it; the transcript survives.", measured, catalog.EvidenceSeen),
			fact("The folder-trust dialog was once reported as stable, so that a message would have been typed into it.", measured, catalog.EvidenceSeen),
			fact("Each resume appends a full copy of the history to the transcript.", measured, catalog.EvidenceSeen),
			fact("A resume first writes an empty list of messages, into the same file within the minute the session began in, and all of them 0.3 s "+
				"later. Killed in between, Gemini finds no session to resume, though its file still has every message.", measured+", 2026-11-22",
				catalog.EvidenceSeen),
			fact("No lock: two processes can resume one session at once.", measured, catalog.EvidenceSeen),
		},
		Notes: []catalog.Fact{
			fact("The start script also starts, stops and resumes 0.51.0, 0.43.0 and 0.41.2. It cannot start 0.40.1 or older, which have no --session-id.",
				"agentapi 0.12.2, 2026-11-22", catalog.EvidenceSeen),
			fact("A session written by 0.56.0, three months older, resumes with its whole conversation.", measured, catalog.EvidenceSeen),
			fact("general.sessionRetention bounds the growth.", catalog.MatrixSource, catalog.EvidenceDocs),
			fact("The session file is there from the start, with a message of the CLI's own in it.", measured, catalog.EvidenceSeen),
			fact("A session 50 days old survived being resumed.", measured, catalog.EvidenceSeen),
			fact("--resume latest without a session warns and starts a new one; coder/registry#745 says that it loops.", measured, catalog.EvidenceSeen),
			fact("GEMINI_CLI_HOME names the parent of .gemini.", measured, catalog.EvidenceSeen),
		},
	}
}

// geminiRanges are the ranges of the registry module coder-labs/gemini.
func geminiRanges() []catalog.Range {
	return []catalog.Range{
		{
			First: "1.0.0", Last: "3.0.2", Level: catalog.LevelPlanned,
			AgentAPI: "0.10.0",
			Reason:   "A new conversation begins at each start, with the prompt sent again.",
			KnownBugs: []string{
				"The readme promises persistent sessions from 1.1.0 on; nothing in the module does so.",
				"From 1.1.0 on AgentAPI runs the agent through a shell and takes it for type custom.",
			},
			Confidence: catalog.ConfidenceHigh,
			Source:     "coder-labs/gemini 3.0.2, scripts/start.sh, and a run with a stand-in agent",
		},
		{
			First: "3.0.3", Level: catalog.LevelNotSupported,
			Flags:      []catalog.Flag{catalog.FlagRemoved},
			Reason:     "The module was removed from the registry on 2026-07-22; nothing was released after 3.0.2.",
			Confidence: catalog.ConfidenceHigh,
			Source:     "coder/registry#1025",
		},
	}
}
