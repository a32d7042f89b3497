package agents

import "github.com/coder-persistence/terraform-provider-persistence/internal/catalog"

func init() { register(cline()) }

func cline() catalog.Agent {
	const measured = "Cline CLI 3.0.65 under agentapi 0.12.2"
	const help = "Cline CLI 3.0.65 --help"
	root := catalog.Root{Home: ".cline/data"}
	return catalog.Agent{
		Slug:         "cline",
		DisplayName:  "Cline CLI",
		Aliases:      []string{"cline-cli"},
		AgentAPIType: "custom",
		Documented:   catalog.Documented{Level: catalog.LevelPlanned, NotInTheMatrix: true},
		Paths: []catalog.Path{
			{
				Path: ".cline/data/sessions", Scope: catalog.ScopeHome, Role: catalog.RoleSession, Store: catalog.StoreJSON, Required: true,
				NetworkFileSystem: true, Source: measured, Evidence: catalog.EvidenceSeen,
			},
			{
				Path: ".cline/data/db", Scope: catalog.ScopeHome, Role: catalog.RoleSession, Store: catalog.StoreSQLiteWAL, Required: true,
				NetworkFileSystem: false, Source: measured, Evidence: catalog.EvidenceSeen,
			},
			{
				Path: ".cline", Scope: catalog.ScopeHome, Role: catalog.RoleConfig, Store: catalog.StoreDirectory, Required: true,
				NetworkFileSystem: false, Source: measured, Evidence: catalog.EvidenceSeen,
			},
			{
				Path: ".cline/data/settings/providers.json", Scope: catalog.ScopeHome, Role: catalog.RoleCredentials,
				Store: catalog.StoreJSON, File: true, NetworkFileSystem: true, Source: measured, Evidence: catalog.EvidenceSeen,
			},
		},
		Storage: catalog.Storage{
			Minimum:               50 * megabyte,
			MinimumSource:         estimateSource,
			Recommended:           1 * gigabyte,
			RecommendedIsEstimate: true,
			Bounded:               catalog.BoundedUnknown,
		},
		Retention: fact("No setting that deletes sessions is listed in the CLI's help; cline history deletes them by hand.", help, catalog.EvidenceHelp),
		Cleanup:   &catalog.Cleanup{Root: root, Glob: "sessions/*"},
		Session: &catalog.Session{
			Binaries:       []string{"cline"},
			Package:        "npm package cline",
			CheckedVersion: "3.0.65",
			ScriptReady:    true,
			ID:             catalog.IDCaptured,
			Reserved:       []string{"--id", "--continue"},
			Cold:           []string{"--tui", catalog.PlaceholderArgs},
			ColdPrompt:     []string{"--tui", catalog.PlaceholderArgs, "--", catalog.PlaceholderPrompt},
			Warm:           []string{"--tui", catalog.PlaceholderArgs, "--id", catalog.PlaceholderSession},
			Detect: catalog.Detect{
				Kind:     catalog.DetectFile,
				Root:     root,
				Glob:     "sessions/" + catalog.PlaceholderSession + "/" + catalog.PlaceholderSession + ".messages.json",
				Contains: `"role": "user"`,
			},
			Capture: &catalog.Capture{
				Kind:     catalog.CaptureFile,
				Root:     root,
				Glob:     "sessions/*/*.messages.json",
				Contains: []string{`"source": "cli"`, `"role": "user"`},
				IDLength: 19,
			},
			Follow: &catalog.Follow{
				Kind:     catalog.FollowContent,
				Root:     root,
				Globs:    []string{"sessions/*/*.messages.json"},
				IDField:  "sessionId",
				Message:  `\">` + catalog.PlaceholderMessage + `</user_input>"`,
				Source:   measured + ", before and after /clear",
				Evidence: catalog.EvidenceSeen,
			},
			Source:   measured,
			Evidence: catalog.EvidenceSeen,
		},
		FirstRun: []catalog.FirstRunFile{{
			Root:    root,
			Name:    "settings/cli-notices.json",
			Content: `{"shown":{"cline-cli-cline-pass-intro":true,"cline-cli-desktop-launch":true}}`,
			Accepts: "that Cline shows no offer of its subscription and of its desktop program",
		}},
		Install: &catalog.Install{
			Version: "3.0.65",
			Size:    158 * megabyte,
			Downloads: map[string]catalog.Download{
				"amd64": catalog.NPMDownload("@cline/cli-linux-x64", "",
					"sha512-YRDt0eNj/XEMB7DeMeOeE92jQFf7DyKGCysStxrk+mIKdO0GVPugDG4yxsmKtBouBnaRVteW3NwYEnSq2kah8A=="),
			},
			Env: []string{"CLINE_NO_AUTO_UPDATE=1"},
		},
		Resume: fact("The whole conversation, from the session's own directory and the databases beside it.", measured, catalog.EvidenceSeen),
		Hazards: []catalog.Fact{
			fact("The first start and a new conversation show an offer, which takes what agentapi types: the message is lost. "+
				"settings/cli-notices.json notes that an offer was shown.", measured, catalog.EvidenceSeen),
			fact("A hub daemon starts beside the CLI and outlives it.", measured, catalog.EvidenceSeen),
			fact("The session file is rewritten whole at every turn.", measured, catalog.EvidenceSeen),
		},
		Notes: []catalog.Fact{
			fact("agentapi has no type for it; with custom it becomes stable and takes messages.", measured, catalog.EvidenceSeen),
			fact("cline auth -p openai -k KEY -m MODEL -b URL writes settings/providers.json without a dialog.", measured, catalog.EvidenceSeen),
			fact("Ten short turns took 14 kB in the session's directory and 1 MB in the databases.", measured, catalog.EvidenceSeen),
			fact("/clear begins another session; what comes back after a stop is that one.", measured, catalog.EvidenceSeen),
			fact("An identifier is the start in milliseconds, an underscore and five letters or digits.", measured, catalog.EvidenceSeen),
		},
	}
}
