package agents

import "github.com/coder-persistence/terraform-provider-persistence/internal/catalog"

func init() { register(crush()) }

func crush() catalog.Agent {
	const readme = "charmbracelet/crush, README"
	const flags = "charmbracelet/crush, internal/cmd/root.go at 01dbe76"
	const list = "charmbracelet/crush, internal/cmd/session.go at 81807e5"
	const database = "charmbracelet/crush, internal/db/connect.go at 040d17e"
	const nfs = "charmbracelet/crush#3461, 0.87.0"
	sessions := []string{"session", "list", "--json"}
	show := []string{"session", "show", catalog.PlaceholderSession, "--json"}
	return catalog.Agent{
		Slug:         "crush",
		DisplayName:  "Crush",
		Aliases:      []string{"charm-crush"},
		AgentAPIType: "custom",
		Documented:   catalog.Documented{Level: catalog.LevelPlanned, NotInTheMatrix: true},
		Paths: []catalog.Path{
			{
				Path: ".crush", Scope: catalog.ScopeWorkdir, Role: catalog.RoleSession, Store: catalog.StoreSQLiteWAL, Required: true,
				NetworkFileSystem: false, Source: database, Evidence: catalog.EvidenceSource,
			},
			{
				Path: ".config/crush", Scope: catalog.ScopeHome, Role: catalog.RoleConfig, Store: catalog.StoreDirectory,
				RelocatedBy: "CRUSH_GLOBAL_CONFIG", NetworkFileSystem: true, Source: readme, Evidence: catalog.EvidenceDocs,
			},
			{
				Path: ".local/share/crush", Scope: catalog.ScopeHome, Role: catalog.RoleCredentials, Store: catalog.StoreDirectory,
				RelocatedBy: "CRUSH_GLOBAL_DATA", NetworkFileSystem: true, Source: readme, Evidence: catalog.EvidenceDocs,
			},
		},
		Storage: catalog.Storage{
			Minimum:               50 * megabyte,
			MinimumSource:         estimateSource,
			Recommended:           1 * gigabyte,
			RecommendedIsEstimate: true,
			Bounded:               catalog.BoundedUnknown,
		},
		Retention: fact("crush session delete removes a session by hand; no setting that does so is in the source of its commands.", list,
			catalog.EvidenceSource),
		Cleanup: &catalog.Cleanup{ByHand: "Crush keeps a project's sessions in one database: run crush session list and crush session delete ID there."},
		Session: &catalog.Session{
			Binaries:    []string{"crush"},
			Package:     "the project's release archive or npm package @charmland/crush",
			ScriptReady: true,
			ID:          catalog.IDCaptured,
			Reserved:    []string{"--session", "-s", "--continue", "-C", "--cwd", "-c", "--data-dir", "-D"},
			IDPattern:   "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
			// The interactive command takes no prompt, so AgentAPI types it.
			Cold: []string{catalog.PlaceholderArgs},
			Warm: []string{catalog.PlaceholderArgs, "--session", catalog.PlaceholderSession},
			Detect: catalog.Detect{
				Kind:     catalog.DetectCommand,
				Command:  sessions,
				Contains: `"uuid":"` + catalog.PlaceholderSession + `"`,
			},
			UserTurn: catalog.UserTurn{Pattern: `"role":"user"`, Command: show},
			Capture: &catalog.Capture{
				Kind:        catalog.CaptureCommand,
				Command:     sessions,
				RecordStart: `"uuid":"`,
			},
			Follow: &catalog.Follow{
				Kind:        catalog.FollowCommand,
				Command:     sessions,
				RecordStart: `"uuid":"`,
				Export:      show,
				Message:     `"text":"` + catalog.PlaceholderMessage + `"`,
				Source:      list,
				Evidence:    catalog.EvidenceSource,
			},
			Source:   flags,
			Evidence: catalog.EvidenceSource,
		},
		Resume: fact("The session with the given id, in the directory it was held in.", flags, catalog.EvidenceSource),
		Hazards: []catalog.Fact{
			fact("The sessions are in .crush in the working directory, not in the home directory; a fresh clone has none.", readme, catalog.EvidenceDocs),
			fact("On NFS it ends at the start with \"locking protocol (15)\": options.data_directory in crush.json must name a local directory.", nfs,
				catalog.EvidenceDocs),
			fact("The database is in WAL mode: keep crush.db, -wal and -shm together.", database, catalog.EvidenceSource),
			fact("--continue takes the session of the project that was used last, whoever used it; resume by id.", flags, catalog.EvidenceSource),
		},
		Notes: []catalog.Fact{
			fact("--session and --continue of the interactive command came in March 2026; older releases cannot resume.", "charmbracelet/crush#2422",
				catalog.EvidenceDocs),
			fact("options.data_directory in crush.json or --data-dir names another directory for the database.", nfs, catalog.EvidenceDocs),
			fact("A newer release migrates the database when it opens it.", database, catalog.EvidenceSource),
			fact("The Go module proxy refuses the module and the npm package holds an installer only, so nothing here was run.",
				"the Go module proxy and npm, 2026-11-22", catalog.EvidenceDocs),
		},
	}
}
