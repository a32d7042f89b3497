package persistence

// onVolume sets one thing of an empty volume.
func onVolume(set func(*Volume)) func(*Request) {
	return func(r *Request) {
		v := r.volume()
		set(&v)
		r.Volume = &v
	}
}

// all does one change after the other.
func all(changes ...func(*Request)) func(*Request) {
	return func(r *Request) {
		for _, change := range changes {
			change(r)
		}
	}
}

func ofAgent(name string) func(*Request) { return func(r *Request) { r.Agent = name } }

func sized(text string) func(*Request) { return onVolume(func(v *Volume) { v.Size = text }) }

func mountedAt(p string) func(*Request) { return onVolume(func(v *Volume) { v.MountPath = p }) }

func sharedWith(names ...string) func(*Request) {
	return onVolume(func(v *Volume) { v.SharedWith = names })
}

func movedTo(p string) func(*Request) { return func(r *Request) { r.RelocateTo = p } }

func byPaths(r *Request) { r.MountStrategy = MountPaths }

func before(size string) func(*Request) {
	return func(r *Request) { r.Prior = &Prior{VolumeSize: size} }
}

func mayShrink(r *Request) { onVolume(func(v *Volume) { v.AllowShrink = true })(r) }

var volumeCases = []checkCase{
	{
		summary: "Docker Does Not Enforce Sizes", path: at("volume", "size"), needs: InputVolumeSize | InputVolumeKind,
		wrong: func(r *Request) { r.Volume = &Volume{Size: "10Gi", Kind: VolumeDocker} },
		fine:  func(r *Request) { r.Volume = &Volume{Size: "10Gi", Kind: VolumeKubernetes} },
		given: `"10Gi"`, write: `kind = "other"`,
	},
	{
		summary: "Docker Does Not Enforce Sizes", path: at("volume", "size"), needs: InputVolumeSize | InputVolumeKind,
		wrong: func(r *Request) { r.Volume = &Volume{Size: "1", Kind: VolumeDocker} },
		fine:  func(r *Request) { r.Volume = &Volume{Kind: VolumeDocker} },
		given: `"1"`, write: "Leave size out",
	},
	{
		summary: "Volume Too Small", path: at("volume", "size"), needs: InputAgent | InputVolumeSize | InputVolumeSharedWith,
		wrong: all(sized("299999999"), sharedWith("gemini")), // 100 MB and 200 MB
		fine:  all(sized("300000000"), sharedWith("gemini")),
		given: `"299999999"`, write: `size = "6G"`, expect: []string{"300 MB (300M) together", "Claude Code 100 MB (100M), Gemini 200 MB (200M)"},
	},
	{
		summary: "Volume Too Small", path: at("volume", "size"), needs: InputAgent | InputVolumeSize | InputVolumeSharedWith,
		wrong: all(sized("249M"), sharedWith("openai-codex", "claude", "goose", "codex")), // aliases, twice, itself
		fine:  all(sized("250M"), sharedWith("openai-codex", "claude", "goose", "codex")),
		given: `"249M"`, write: `size = "26G"`, expect: []string{"250 MB (250M) together", "Codex 100 MB (100M), Goose 50 MB (50M)."},
	},
	{
		summary: "Volume Below The Recommended Size", path: at("volume", "size"), needs: InputAgent | InputVolumeSize,
		wrong: sized("4999999999"), fine: sized("5G"),
		given: `"4999999999"`, write: `size = "5G"`, expect: []string{"Claude Code", "reported"},
	},
	{
		summary: "Volume Below The Recommended Size", path: at("volume", "size"), needs: InputAgent | InputVolumeSize,
		wrong: all(ofAgent("goose"), sized("50M")), fine: all(ofAgent("goose"), sized("1G")),
		given: `"50M"`, write: `size = "1G"`, expect: []string{"an estimate"},
	},
	{
		summary: "Volume Below The Recommended Size", path: at("volume", "size"), needs: InputAgent | InputVolumeSize | InputVolumeSharedWith,
		wrong: all(sized("24G"), sharedWith("codex")), fine: all(sized("25G"), sharedWith("codex")),
		given: `"24G"`, write: `size = "25G"`, expect: []string{"Codex 20 GB (20G)"},
	},
	{
		summary: "Storage Too Large", path: at("volume", "shared_with"), needs: InputAgent | InputVolumeSharedWith,
		wrong: func(r *Request) { r.Catalog = withHugeAgent(); sharedWith("auggie")(r) },
		fine:  sharedWith("goose"),
		given: "cannot be added up", write: "smaller minimum or recommended size",
	},
	{
		summary: "Unknown Agent On The Volume", path: at("volume", "shared_with", 1), needs: InputVolumeSharedWith,
		wrong: sharedWith("goose", "codx"), fine: sharedWith("goose", "codex"),
		given: `"codx"`, write: `shared_with = ["codex"]`,
	},
	{
		summary: "Volume Would Shrink", path: at("volume", "size"), needs: InputVolumeSize | InputVolumeAllowShrink,
		wrong: all(before("10Gi"), sized("10737418239")), fine: all(before("10Gi"), sized("10240Mi")),
		given: `"10737418239"`, write: `size = "10Gi", or allow_shrink = true`,
	},
	{
		summary: "Volume Would Shrink", path: at("volume", "size"), needs: InputVolumeSize | InputVolumeAllowShrink,
		wrong: all(before("20Gi"), sized("20G")), fine: all(before("20G"), sized("20Gi")),
		given: `"20G"`, write: `size = "20Gi"`,
	},
	{
		summary: "Volume Would Shrink", path: at("volume", "size"), needs: InputVolumeSize | InputVolumeAllowShrink,
		wrong: all(before("20Gi"), sized("10Gi")), fine: all(before("20Gi"), sized("10Gi"), mayShrink),
		given: `"10Gi"`, write: "allow_shrink = true",
	},
	{
		summary: "Volume Shrinks", path: at("volume", "size"), needs: InputVolumeSize | InputVolumeAllowShrink,
		wrong: all(before("1Gi"), sized("1023Mi"), mayShrink), fine: all(before("1Gi"), sized("1024Mi"), mayShrink),
		given: `"1023Mi"`, write: "allow_shrink = true", expect: []string{`"1Gi"`},
	},
	{
		summary: "Volume Shrinks", path: at("volume", "size"), needs: InputVolumeSize | InputVolumeAllowShrink,
		wrong: all(before("2Gi"), sized("1Gi"), mayShrink), fine: all(before(""), sized("1Gi"), mayShrink),
		given: `"1Gi"`, write: "take the line out",
	},
	{
		summary: "SQLite On A Network File System", path: at("volume", "filesystem"), needs: InputAgent | InputVolumeFileSystem,
		wrong: all(ofAgent("goose"), onVolume(func(v *Volume) { v.FileSystem = FileSystemNetwork })),
		fine:  onVolume(func(v *Volume) { v.FileSystem = FileSystemNetwork }), // JSON Lines
		given: `"network"`, write: `filesystem = "local"`, expect: []string{"Goose", "~/.local/share/goose/sessions"},
	},
	{
		summary: "SQLite On A Network File System", path: at("volume", "filesystem"), needs: InputAgent | InputVolumeFileSystem,
		wrong: all(ofAgent("codex"), onVolume(func(v *Volume) { v.FileSystem = FileSystemNetwork })),
		fine:  all(ofAgent("codex"), onVolume(func(v *Volume) { v.FileSystem = FileSystemLocal })),
		given: `"network"`, write: `filesystem = "local"`, expect: []string{"~/.codex"},
	},
	{
		summary: "Retention Below Dormancy", path: at("retention_days"), needs: InputRetentionDays,
		wrong: func(r *Request) { r.RetentionDays = days(179) },
		fine:  func(r *Request) { r.RetentionDays = days(180) },
		given: "179", write: "retention_days = 180",
	},
	{
		summary: "Single File Mount", path: at("volume", "mount_path"), needs: InputVolumeMountPath,
		wrong: mountedAt("/home/coder/.local/share/goose/sessions/sessions.db"), fine: mountedAt("/home"),
		given: "sessions.db", write: `mount_path = "/home/coder/.local/share/goose/sessions"`,
	},
	{
		summary: "Single File Mount", path: at("volume", "mount_path"), needs: InputVolumeMountPath,
		wrong: mountedAt("/x/data.sqlite3-wal"), fine: all(mountedAt("/x.db.d"), movedTo("/x.db.d/a")),
		given: `"/x/data.sqlite3-wal"`, write: `mount_path = "/x"`,
	},
	{
		summary: "Conflicting Mount Path", path: at("volume", "mount_path"), needs: InputVolumeMountPath | InputMountStrategy,
		wrong: all(byPaths, mountedAt("/home/coder")), fine: mountedAt("/home/coder"),
		given: `"/home/coder"`, write: `mount_strategy = "home"`,
	},
	{
		summary: "Data Off The Volume", path: at("volume", "mount_path"), needs: InputVolumeMountPath | InputRelocateTo | InputMountStrategy,
		wrong: all(movedTo("/workspace"), mountedAt("/workspaces")), fine: all(movedTo("/workspaces"), mountedAt("/workspaces/")),
		given: `"/workspace"`, write: `relocate_to = "/workspaces/.agents"`,
	},
	{
		summary: "Working Directory Off The Volume", path: at("workdir"), needs: InputAgent | InputVolumeMountPath | InputWorkdir,
		wrong: all(ofAgent("aider"), moduleVersion("1.1.1"), mountedAt("/home/coder"), func(r *Request) { r.Workdir = "/srv" }),
		fine:  all(ofAgent("codex"), mountedAt("/home/coder"), func(r *Request) { r.Workdir = "/srv" }),
		given: `"/srv"`, write: `workdir = "/home/coder/project"`,
	},
	{
		summary: "Working Directory Off The Volume", path: at("workdir"), needs: InputAgent | InputVolumeMountPath | InputWorkdir,
		wrong: all(ofAgent("aider"), moduleVersion("1.1.1"), mountedAt("/home/coder"), func(r *Request) { r.Workdir = "/home/coders" }),
		fine:  all(ofAgent("aider"), moduleVersion("1.1.1"), mountedAt("/home/coder"), func(r *Request) { r.Workdir = "/home/coder/a" }),
		given: `"/home/coders"`, write: `workdir = "/home/coder/project"`,
	},
	{
		summary: "Relocation Not Supported", path: at("relocate_to"), needs: InputAgent | InputRelocateTo,
		wrong: all(ofAgent("auggie"), movedTo("/workspaces/.agents")), fine: movedTo("/workspaces/.agents"),
		given: `"/workspaces/.agents"`, write: "Leave relocate_to out", expect: []string{"no environment variable that moves ~/.augment/sessions"},
	},
	{
		summary: "Relocation Not Supported", path: at("relocate_to"), needs: InputAgent | InputRelocateTo,
		wrong: all(ofAgent("aider"), movedTo("/workspaces/.agents")), fine: all(ofAgent("goose"), movedTo("/workspaces/.agents")),
		given: `"/workspaces/.agents"`, write: "Leave relocate_to out", expect: []string{"working directory"},
	},
	{
		summary: "Relocation Not Supported", path: at("relocate_to"), needs: InputAgent | InputRelocateTo,
		wrong: all(ofAgent("amp"), movedTo("/workspaces/.agents")), fine: all(ofAgent("codex"), movedTo("/workspaces/.agents")),
		given: `"/workspaces/.agents"`, write: "Leave relocate_to out", expect: []string{"no session in the workspace"},
	},
	{
		summary: "Relocation With A Registry Module", path: at("relocate_to"), needs: InputRelocateTo | InputModuleVersion,
		wrong: all(moduleVersion("4.9.2"), movedTo("/workspaces/.agents")), fine: movedTo("/workspaces/.agents"),
		given: `"/workspaces/.agents"`, write: "Leave one of the two out",
	},
	{
		summary: "Paths Cannot Be Mounted", path: at("mount_strategy"), needs: InputAgent | InputMountStrategy,
		wrong: all(moduleVersion("4.9.2"), byPaths), fine: byPaths, // CLAUDE_CONFIG_DIR takes the file along
		given: `"paths"`, write: `mount_strategy = "home"`, expect: []string{"~/.claude.json"},
	},
	{
		summary: "Paths Cannot Be Mounted", path: at("mount_strategy"), needs: InputAgent | InputMountStrategy,
		wrong: all(moduleVersion("4.9.2"), byPaths), fine: all(ofAgent("codex"), moduleVersion("4.3.1"), byPaths),
		given: `"paths"`, write: `mount_strategy = "home"`, expect: []string{"renaming"},
	},
}
