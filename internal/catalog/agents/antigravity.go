package agents

import "github.com/coder-persistence/terraform-provider-persistence/internal/catalog"

func init() { register(antigravity()) }

func antigravity() catalog.Agent {
	const docs = "Antigravity CLI documentation and public issues"
	const storage = "tenequm/pond#201, agy 1.1.24"
	const launcher = "akitaonrails/ai-memory#345, from agy --help"
	root := catalog.Root{Home: ".gemini/antigravity-cli"}
	return catalog.Agent{
		Slug:         "antigravity",
		DisplayName:  "Antigravity CLI",
		Aliases:      []string{"agy", "antigravity-cli"},
		AgentAPIType: "custom",
		Documented:   catalog.Documented{Level: catalog.LevelPlanned, NotInTheMatrix: true},
		Paths: []catalog.Path{
			{
				Path: ".gemini/antigravity-cli", Scope: catalog.ScopeHome, Role: catalog.RoleSession, Store: catalog.StoreSQLiteWAL,
				Required: true, NetworkFileSystem: false, Source: storage, Evidence: catalog.EvidenceDocs,
			},
			{
				Path: ".gemini", Scope: catalog.ScopeHome, Role: catalog.RoleConfig, Store: catalog.StoreDirectory, Required: true,
				NetworkFileSystem: false, Source: docs, Evidence: catalog.EvidenceDocs,
			},
		},
		Storage: catalog.Storage{
			Minimum:               200 * megabyte,
			MinimumSource:         catalog.MatrixSource + ", for Gemini CLI",
			Recommended:           1 * gigabyte,
			RecommendedIsEstimate: true,
			Bounded:               catalog.BoundedUnknown,
		},
		Retention: fact("No rule is known.", docs, catalog.EvidenceDocs),
		Cleanup: &catalog.Cleanup{
			Root:   root,
			Glob:   "conversations/*.db",
			Beside: []string{catalog.PlaceholderStem + ".db-wal", catalog.PlaceholderStem + ".db-shm"},
		},
		Session: &catalog.Session{
			Binaries:    []string{"agy"},
			Package:     "the vendor's installer",
			ScriptReady: true,
			ID:          catalog.IDCaptured,
			Reserved:    []string{"--continue", "-c", "--conversation"},
			Cold:        []string{catalog.PlaceholderArgs},
			ColdPrompt:  []string{catalog.PlaceholderArgs, "--prompt-interactive", catalog.PlaceholderPrompt},
			// Whether a resume takes a prompt is not known, so WarmPrompt is empty.
			Warm: []string{catalog.PlaceholderArgs, "--conversation", catalog.PlaceholderSession},
			Detect: catalog.Detect{
				Kind: catalog.DetectFile,
				Root: root,
				Glob: "conversations/" + catalog.PlaceholderSession + ".db",
			},
			Capture: &catalog.Capture{
				Kind:     catalog.CaptureFile,
				Root:     root,
				Glob:     "conversations/*.db",
				IDLength: 36,
			},
			Source:   launcher,
			Evidence: catalog.EvidenceDocs,
		},
		Resume: fact("The conversation with the given id, as public issues describe it.", launcher, catalog.EvidenceDocs),
		Hazards: []catalog.Fact{
			fact("Each conversation is a SQLite database with its -wal file: keep them together, on a local file system.", storage, catalog.EvidenceDocs),
			fact("-c continues the most recent conversation of the machine, not of the directory; resume by id.", "google-antigravity/antigravity-cli#7",
				catalog.EvidenceDocs),
			fact("Nothing prints a conversation's id: a file that appears while another process starts one in the same home can be taken for the agent's.",
				"google-antigravity/antigravity-cli#7 and #602", catalog.EvidenceDocs),
		},
		Notes: []catalog.Fact{
			fact("It is Google's successor of Gemini CLI, whose hosted sign-in ended on 2026-06-18; Gemini CLI is still published on npm and works with an "+
				"API key.", "google-antigravity/antigravity-cli#7, npm, 2026-11-21", catalog.EvidenceDocs),
			fact("A new id cannot be given at the start.", launcher, catalog.EvidenceDocs),
			fact("No package registry has the program, so nothing here was run.", "npm and Debian, 2026-11-21", catalog.EvidenceDocs),
		},
	}
}
