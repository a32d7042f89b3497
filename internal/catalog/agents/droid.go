package agents

import "github.com/coder-persistence/terraform-provider-persistence/internal/catalog"

func init() { register(droid()) }

func droid() catalog.Agent {
	const measured = "Droid 0.225.2 under agentapi 0.12.2, with a stand-in for its vendor's login"
	const help = "Droid 0.225.2 --help"
	root := catalog.Root{Home: ".factory"}
	return catalog.Agent{
		Slug:         "droid",
		DisplayName:  "Droid",
		Aliases:      []string{"factory", "factory-droid"},
		AgentAPIType: "custom",
		Documented:   catalog.Documented{Level: catalog.LevelPlanned, NotInTheMatrix: true},
		Paths: []catalog.Path{
			{
				Path: ".factory/sessions", Scope: catalog.ScopeHome, Role: catalog.RoleSession, Store: catalog.StoreJSONL, Required: true,
				NetworkFileSystem: true, Source: measured, Evidence: catalog.EvidenceSeen,
			},
			{
				Path: ".factory", Scope: catalog.ScopeHome, Role: catalog.RoleConfig, Store: catalog.StoreDirectory, Required: true,
				NetworkFileSystem: true, Source: measured, Evidence: catalog.EvidenceSeen,
			},
			{
				Path: ".factory/cache", Scope: catalog.ScopeHome, Role: catalog.RoleCache, Store: catalog.StoreDirectory,
				NetworkFileSystem: true, Source: measured, Evidence: catalog.EvidenceSeen,
			},
			{
				Path: ".factory/logs", Scope: catalog.ScopeHome, Role: catalog.RoleCache, Store: catalog.StoreDirectory,
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
			Glob:   "sessions/*/*.jsonl",
			Beside: []string{catalog.PlaceholderStem + ".settings.json"},
		},
		Session: &catalog.Session{
			Binaries:       []string{"droid"},
			Package:        "npm package @factory/cli",
			CheckedVersion: "0.225.2",
			ScriptReady:    true,
			ID:             catalog.IDCaptured,
			Reserved:       []string{"--resume", "-r"},
			Cold:           []string{catalog.PlaceholderArgs},
			ColdPrompt:     []string{catalog.PlaceholderArgs, "--", catalog.PlaceholderPrompt},
			Warm:           []string{catalog.PlaceholderArgs, "--resume", catalog.PlaceholderSession},
			Detect: catalog.Detect{
				Kind:     catalog.DetectFile,
				Root:     root,
				Glob:     "sessions/*/" + catalog.PlaceholderSession + ".jsonl",
				Contains: `"role":"user"`,
			},
			// The first user message of a session is the CLI's own.
			UserTurn: catalog.UserTurn{Pattern: `"role":"user","content":\[\{"type":"text","text":"([^<]|<[^s])`},
			Capture: &catalog.Capture{
				Kind:      catalog.CaptureFile,
				Root:      root,
				Glob:      "sessions/*/*.jsonl",
				FirstLine: []string{`"type":"session_start"`, `"cwd":"` + catalog.PlaceholderWorkdir + `"`},
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
		Resume: fact("The whole conversation, from the transcript on disk; a login is needed to start.", measured, catalog.EvidenceSeen),
		Hazards: []catalog.Fact{
			fact("Every start asks the vendor's server who the key belongs to; without an answer the CLI exits with status 1.", measured, catalog.EvidenceSeen),
			fact("In a directory that trustedFolders in ~/.factory/settings.json does not list, a trust dialog takes the first message, while agentapi "+
				"reports stable.", measured, catalog.EvidenceSeen),
			fact("Each session is also announced to the vendor's server, with its settings.", measured, catalog.EvidenceSeen),
		},
		Notes: []catalog.Fact{
			fact("Ten short turns took 20 kB.", measured, catalog.EvidenceSeen),
			fact("The session file appears at the start, before the first message.", measured, catalog.EvidenceSeen),
			fact("A model of one's own is an entry of customModels and sessionDefaultSettings.model in ~/.factory/settings.json.", measured,
				catalog.EvidenceSeen),
			fact("FACTORY_API_BASE_URL names another server than the vendor's.", measured, catalog.EvidenceSeen),
		},
	}
}
