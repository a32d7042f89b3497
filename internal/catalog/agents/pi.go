package agents

import "github.com/coder-persistence/terraform-provider-persistence/internal/catalog"

func init() { register(pi()) }

func pi() catalog.Agent {
	const measured = "Pi 0.73.1 under agentapi 0.12.2"
	const docs = "Pi 0.73.1, docs/sessions.md and docs/session-format.md in the package"
	root := catalog.Root{Env: "PI_CODING_AGENT_DIR", Home: ".pi/agent"}
	return catalog.Agent{
		Slug:         "pi",
		DisplayName:  "Pi",
		Aliases:      []string{"pi-coding-agent"},
		AgentAPIType: "custom",
		Documented:   catalog.Documented{Level: catalog.LevelPlanned, NotInTheMatrix: true},
		Paths: []catalog.Path{
			{
				Path: ".pi/agent/sessions", Scope: catalog.ScopeHome, Role: catalog.RoleSession, Store: catalog.StoreJSONL, Required: true,
				RelocatedBy: "PI_CODING_AGENT_DIR", NetworkFileSystem: true, Source: measured, Evidence: catalog.EvidenceSeen,
			},
			{
				Path: ".pi/agent", Scope: catalog.ScopeHome, Role: catalog.RoleConfig, Store: catalog.StoreDirectory, Required: true,
				RelocatedBy: "PI_CODING_AGENT_DIR", NetworkFileSystem: true, Source: measured, Evidence: catalog.EvidenceSeen,
			},
			{
				Path: ".pi/agent/auth.json", Scope: catalog.ScopeHome, Role: catalog.RoleCredentials, Store: catalog.StoreJSON, File: true,
				RelocatedBy: "PI_CODING_AGENT_DIR", NetworkFileSystem: true, Source: measured, Evidence: catalog.EvidenceSeen,
			},
		},
		Storage: catalog.Storage{
			Minimum:               50 * megabyte,
			MinimumSource:         estimateSource,
			Recommended:           500 * megabyte,
			RecommendedIsEstimate: true,
			Bounded:               catalog.BoundedNo,
		},
		Retention: fact("Nothing deletes sessions; a person deletes their files, or uses /resume and Ctrl+D.", docs, catalog.EvidenceDocs),
		Cleanup:   &catalog.Cleanup{Root: root, Glob: "sessions/*/*.jsonl"},
		Session: &catalog.Session{
			Binaries:       []string{"pi"},
			Package:        "npm package @mariozechner/pi-coding-agent",
			CheckedVersion: "0.73.1",
			ScriptReady:    true,
			ID:             catalog.IDCaptured,
			Reserved:       []string{"--continue", "-c", "--resume", "-r", "--session", "--session-dir", "--fork", "--no-session"},
			// A prompt among the arguments would be a file if it began with @, so
			// AgentAPI types it.
			Cold: []string{catalog.PlaceholderArgs},
			Warm: []string{catalog.PlaceholderArgs, "--session", catalog.PlaceholderSession},
			Detect: catalog.Detect{
				Kind:     catalog.DetectFile,
				Root:     root,
				Glob:     "sessions/*/*_" + catalog.PlaceholderSession + ".jsonl",
				Contains: `"role":"user"`,
			},
			Capture: &catalog.Capture{
				Kind:      catalog.CaptureFile,
				Root:      root,
				Glob:      "sessions/*/*.jsonl",
				FirstLine: []string{`"type":"session"`, `"cwd":"` + catalog.PlaceholderWorkdir + `"`},
				IDLength:  36,
			},
			Follow: &catalog.Follow{
				Kind:     catalog.FollowContent,
				Root:     root,
				Globs:    []string{"sessions/*/*.jsonl"},
				IDLength: 36,
				Message:  `"role":"user","content":[{"type":"text","text":"` + catalog.PlaceholderMessage + `"`,
				Source:   measured + ", before and after it was left",
				Evidence: catalog.EvidenceSeen,
			},
			Source:   measured,
			Evidence: catalog.EvidenceSeen,
		},
		FirstRun: []catalog.FirstRunFile{{
			Root: root,
			Name: "extensions/agentapi.ts",
			// agentapi takes a screen without a prompt sign for one that is not ready.
			Content: `export default function (pi) { pi.on("session_start", async (_event, ctx) => ctx.ui.setStatus("agentapi", ">")); }`,
			Accepts: "a prompt sign in the status line, by which agentapi sees that Pi is ready",
		}},
		Install: &catalog.Install{
			Version: "0.73.1",
			Size:    214 * megabyte,
			Downloads: map[string]catalog.Download{
				"amd64": catalog.NPMDownload("@mariozechner/pi-coding-agent", "",
					"sha512-gXQh3SaZmWTfVMc4Ao5+LGbVeKvzyO7tolok0nLsZgq9nGjZx/EEU3NM8C+qUnB4Nvs2rswG5qOVgLzQkq0fHQ=="),
				"arm64": catalog.NPMDownload("@mariozechner/pi-coding-agent", "",
					"sha512-gXQh3SaZmWTfVMc4Ao5+LGbVeKvzyO7tolok0nLsZgq9nGjZx/EEU3NM8C+qUnB4Nvs2rswG5qOVgLzQkq0fHQ=="),
			},
			NeedsNode: true,
		},
		Resume: fact("The whole conversation, from the session file alone.", measured, catalog.EvidenceSeen),
		Hazards: []catalog.Fact{
			fact("Pi draws no prompt sign, so agentapi never takes it for ready, with any type; an extension that shows one in the status line mends that.",
				measured, catalog.EvidenceSeen),
			fact("The session file is written with the first answer: what was asked before a kill is lost until then.", "Pi 0.73.1, source",
				catalog.EvidenceSource),
		},
		Notes: []catalog.Fact{
			fact("Sessions are trees: /tree, /fork and /clone leave the current branch or begin another file.", docs, catalog.EvidenceDocs),
			fact("Ten short turns took 8 kB.", measured, catalog.EvidenceSeen),
			fact("A session's file name ends with its identifier, a UUID that sorts by time.", measured, catalog.EvidenceSeen),
			fact("A newer Pi migrates the files of an older one when it loads them.", docs, catalog.EvidenceDocs),
		},
	}
}
