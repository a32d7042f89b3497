package checks

import "strings"

var values = []Case{
	{
		Summary:  "Invalid Name",
		When:     "`name` is not 1 to 63 lower-case letters, digits and dashes, or does not begin with a letter or digit",
		Template: claude("  name = \"Reviewer\" # wrong\n"),
		Write:    `name = "reviewer"`,
	},
	{
		Summary:  "Invalid Name",
		Template: claude("  name = \"" + strings.Repeat("n", 64) + "\" # wrong\n"),
		Write:    `name = null`,
	},
	{
		Summary:  "Invalid Name",
		Template: claude("  name = \"re.viewer\" # wrong\n"),
		Write:    `name = "re-viewer"`,
	},
	{
		Summary:  "Empty Value",
		When:     "a text that can be left out is `\"\"`",
		Template: claude("  command = \"\" # wrong\n"),
		Write:    `command = null`,
	},
	{
		Summary:  "Empty Value",
		Template: claude("  task_id = \"\" # wrong\n"),
		Write:    `task_id = null`,
	},
	{
		Summary:  "Empty Value",
		Template: volume("    mount_path = \"\" # wrong\n"),
		Write:    `mount_path = null`,
	},
	{
		Summary:  "Invalid Home",
		When:     "`home` is not an absolute path, or contains `~`, `$HOME`, `..`, a colon or a control character",
		Template: claude("  home = \"home/coder\" # wrong\n"),
		Write:    `home = "/home/coder"`,
	},
	{
		Summary:  "Invalid Workdir",
		When:     "`workdir` is not an absolute path, or contains `~`, `$HOME`, `..`, a colon or a control character",
		Template: claude("  workdir = \"~/project\" # wrong\n"),
		Write:    `workdir = "/home/coder/project"`,
	},
	{
		Summary:  "Invalid Workdir",
		Template: claude("  workdir = \"/home/coder/../../project\" # wrong\n"),
		Write:    `workdir = "/home/coder/project"`,
	},
	{
		Summary:  "Invalid Workdir",
		Template: claude("  home = \"/root\"\n  workdir = \"$HOME\" # wrong\n"),
		Write:    `workdir = "/root"`,
	},
	{
		Summary:  "Invalid Data Directory",
		When:     "`data_dir` is not an absolute path, or contains `~`, `$HOME`, `..`, a colon or a control character",
		Template: claude("  data_dir = \"/data:1\" # wrong\n"),
		Write:    `data_dir = null`,
	},
	{
		Summary:  "Invalid Relocation Path",
		When:     "`relocate_to` is not an absolute path, or contains `~`, `$HOME`, `..`, a colon or a control character",
		Template: claude("  relocate_to = \"agents\" # wrong\n"),
		Write:    `relocate_to = null`,
	},
	{
		Summary:  "Invalid Relocation Path",
		Template: claude("  relocate_to = \"agents\" # wrong\n  volume {\n    mount_path = \"/workspaces\"\n  }\n"),
		Write:    `relocate_to = "/workspaces/.agents"`,
	},
	{
		Summary:  "Invalid Mount Path",
		When:     "`volume.mount_path` is not an absolute path, or contains `~`, `$HOME`, `..`, a colon or a control character",
		Template: volume("    mount_path = \"~\" # wrong\n"),
		Write:    `mount_path = "/home/coder"`,
	},
	{
		Summary:  "Invalid Mount Path",
		Template: claude("  home = \"/root\"\n  volume {\n    mount_path = \"${path.root}\" # wrong\n  }\n"),
		Write:    `mount_path = "/root"`,
	},
	{
		Summary:  "Invalid Command",
		When:     "`command` is neither an absolute path nor the bare name of a program",
		Template: claude("  command = \"claude --model opus\" # wrong\n"),
		Write:    `command = null`,
	},
	{
		Summary:  "Invalid Command",
		Template: claude("  command = \"bin/claude\" # wrong\n"),
		Write:    `command = null`,
	},
	{
		Summary:  "Invalid Prompt",
		When:     "`prompt` contains a NUL character or has more than 131071 bytes",
		Template: claude("  prompt = format(\"%0131072d\", 0) # wrong\n"),
		Write:    `prompt = "Do what TASK.md says."`,
	},
	{
		Summary:  "Invalid Argument",
		When:     "an element of `args` is null, contains a NUL character or has more than 131071 bytes",
		Template: claude("  args = [\"--verbose\", null] # wrong\n"),
		Write:    `args = ["--verbose"]`,
	},
	{
		Summary:  "Invalid Argument",
		Template: claude("  args = [\"--verbose\", format(\"%0131072d\", 0)] # wrong\n"),
		Write:    `args = ["--verbose"]`,
	},
	{
		Summary:  "Option And Value In One Argument",
		Warning:  true,
		When:     "an element of `args` is an option with a blank and a value after it",
		Template: claude("  args = [\"--model opus\", \"--verbose\"] # wrong\n"),
		Write:    `args = ["--model", "opus", "--verbose"]`,
	},
	{
		Summary:  "Invalid Task ID",
		When:     "`task_id` is not 1 to 64 letters, digits and dashes",
		Template: claude("  task_id = \"x/../../me\" # wrong\n"),
		Write:    `task_id = null`,
	},
	{
		Summary:  "Invalid Launcher",
		When:     "`launcher` is neither `\"agentapi\"` nor `\"terminal\"`",
		Template: claude("  launcher = \"tmux\" # wrong\n"),
		Write:    `launcher = "agentapi"`,
	},
	{
		Summary:  "Invalid Lost Session",
		When:     "`on_lost_session` is not `\"fresh\"`, `\"resend_prompt\"` or `\"fail\"`",
		Template: claude("  on_lost_session = \"retry\" # wrong\n"),
		Write:    `on_lost_session = "fresh"`,
	},
	{
		Summary:  "Invalid Mount Strategy",
		When:     "`mount_strategy` is neither `\"home\"` nor `\"paths\"`",
		Template: claude("  mount_strategy = \"files\" # wrong\n"),
		Write:    `mount_strategy = "home"`,
	},
	{
		Summary:  "Invalid File System",
		When:     "`volume.filesystem` is neither `\"local\"` nor `\"network\"`",
		Template: volume("    filesystem = \"nfs\" # wrong\n"),
		Write:    `filesystem = "local"`,
	},
	{
		Summary:  "Invalid First Run",
		When:     "`install.first_run` is neither `\"ask\"` nor `\"accept\"`",
		Template: claude("  install {\n    first_run = \"yes\" # wrong\n  }\n"),
		Write:    `first_run = "ask"`,
	},
	{
		Summary:  "Invalid Checksum",
		When:     "a checksum in `install` is not `sha256:HEX`, `sha512:HEX` or `sha512-BASE64`",
		Template: claude("  install {\n    checksum = \"md5:00\" # wrong\n  }\n"),
		Write:    `checksum = null`,
	},
	{
		Summary:  "Invalid Grace Period",
		When:     "`grace_period_seconds` is not a whole number from 1 to 86400",
		Template: claude("  grace_period_seconds = 300.5 # wrong\n"),
		Write:    `grace_period_seconds = 300`,
	},
	{
		Summary:  "Invalid Grace Period",
		Template: claude("  grace_period_seconds = 0 # wrong\n"),
		Write:    `grace_period_seconds = 300`,
	},
	{
		Summary:  "Invalid Retention",
		When:     "`retention_days` is not a whole number from 1 to 36500",
		Template: claude("  retention_days = 0.5 # wrong\n"),
		Write:    `retention_days = 365`,
	},
	{
		Summary:  "Invalid Port",
		When:     "`agentapi.port` is not a whole number from 1 to 65535",
		Template: claude("  agentapi {\n    port = 3284.5 # wrong\n  }\n"),
		Write:    `port = 3284`,
	},
	{
		Summary:  "Invalid Port",
		Template: claude("  agentapi {\n    port = 65536 # wrong\n  }\n"),
		Write:    `port = 3284`,
	},
	{
		Summary:  "Invalid Save Interval",
		When:     "`agentapi.save_interval_seconds` is not a whole number from 0 to 86400",
		Template: claude("  agentapi {\n    save_interval_seconds = -1 # wrong\n  }\n"),
		Write:    `save_interval_seconds = 30`,
	},
	{
		Summary:  "Empty Value",
		Template: claude("  workdir = \"\" # wrong\n"),
		Write:    `workdir = null`,
	},
	{
		Summary:  "Invalid Home",
		Template: claude("  home = \"root\" # wrong\n  volume {\n    mount_path = \"/root\"\n  }\n"),
		Write:    `home = "/root"`,
	},
	{
		Summary:  "Invalid Home",
		Template: claude("  home = \"/home/$USER\" # wrong\n"),
		Write:    `home = "/home/coder"`,
	},
	{
		Summary:  "Invalid Workdir",
		Template: claude("  workdir = \"/home/coder/pro\\tject\" # wrong\n"),
		Write:    `workdir = "/home/coder"`,
	},
	{
		Summary:  "Invalid Workdir",
		Template: claude("  workdir = \"/home/coder/project \" # wrong\n"),
		Write:    `workdir = "/home/coder/project"`,
	},
	{
		Summary:  "Invalid Workdir",
		Template: claude("  workdir = \"quote\\\"d\" # wrong\n"),
		Write:    `workdir = "/home/coder/quote\"d"`,
	},
	{
		Summary:  "Invalid Mount Path",
		Template: volume("    mount_path = \"/\" # wrong\n"),
		Write:    `mount_path = "/home/coder"`,
	},
	{
		Summary:  "Invalid Mount Path",
		Template: claude("  mount_strategy = \"paths\"\n  volume {\n    mount_path = \"~/.claude\" # wrong\n  }\n"),
		Write:    `mount_path = null`,
	},
	{
		Summary:  "Invalid Command",
		Template: claude("  command = \"/opt/claude --model opus\" # wrong\n"),
		Write:    `command = null`,
	},
	{
		Summary:  "Invalid Argument",
		Template: claude("  args = [\"a\\u0000b\", \"--continue\", \"--verbose\"] # wrong\n"),
		Write:    `args = ["--verbose"]`,
	},
	{
		Summary:  "Option And Value In One Argument",
		Warning:  true,
		Template: claude("  args = [\"--verbose\", \"--model opus\", \"$${HOME}\"] # wrong\n"),
		Write:    `args = ["--verbose", "--model", "opus", "$${HOME}"]`,
	},
	{
		Summary:  "Empty Argument",
		Warning:  true,
		When:     "an element of `args` is blank and no option is before it",
		Template: claude("  args = [\"\", \"--verbose\"] # wrong\n"),
		Write:    `args = ["--verbose"]`,
	},
	{
		Summary:  "Invalid Launcher",
		Template: claude("  launcher = \"Terminal\" # wrong\n"),
		Write:    `launcher = "terminal"`,
	},
	{
		Summary:  "Invalid Lost Session",
		Template: claude("  on_lost_session = \"resend-prompt\" # wrong\n"),
		Write:    `on_lost_session = "resend_prompt"`,
	},
	{
		Summary:  "Invalid Agent Version",
		When:     "`install.version` is not one version",
		Template: claude("  install {\n    version = \"\" # wrong\n  }\n"),
		Write:    `version = null`,
	},
	{
		Summary:  "Invalid Agent Version",
		Template: claude("  install {\n    version = \"v2.1.197\" # wrong\n  }\n"),
		Write:    `version = "2.1.197"`,
	},
	{
		Summary:  "Invalid Agent Version",
		Template: claude("  install {\n    version = \"latest\" # wrong\n  }\n"),
		Write:    `version = null`,
	},
	{
		Summary:  "Invalid URL",
		When:     "an address in `install` does not begin with `https://`, `http://` or `file://`",
		Template: claude("  install {\n    registry = \"npm.example.com\" # wrong\n  }\n"),
		Write:    `registry = "https://npm.example.com"`,
	},
	{
		Summary:  "Invalid URL",
		Template: claude("  install {\n    agentapi_url = \"\" # wrong\n  }\n"),
		Write:    `agentapi_url = null`,
	},
	{
		Summary:  "Invalid Checksum",
		Template: claude("  install {\n    agentapi_checksum = \"\" # wrong\n  }\n"),
		Write:    `agentapi_checksum = null`,
	},
	{
		Summary:  "Invalid Grace Period",
		Template: claude("  grace_period_seconds = 30.5 # wrong\n"),
		Write:    `grace_period_seconds = 300`,
	},
}

var agentAPI = []Case{
	{
		Summary:  "Invalid AgentAPI Version",
		When:     "`agentapi.version` is neither one release nor `\"latest\"`",
		Template: claude("  agentapi {\n    version = \"~> 0.12\" # wrong\n  }\n"),
		Write:    `version = "v0.12.2"`,
	},
	{
		Summary:  "AgentAPI Too Old For State",
		When:     "`agentapi.version` is below 0.12.0 while `agentapi.state_persistence` is on",
		Template: claude("  agentapi {\n    version = \"0.11.8\" # wrong\n  }\n"),
		Write:    `version = "v0.12.2"`,
	},
	{
		Summary:  "Grace Period Too Short",
		When:     "`grace_period_seconds` is below 60 while `agentapi.state_persistence` is on",
		Template: claude("  grace_period_seconds = 59 # wrong\n"),
		Write:    `grace_period_seconds = 300`,
	},
	{
		Summary:  "Grace Period Below The Recommendation",
		Warning:  true,
		When:     "`grace_period_seconds` is below 300 and there is a chat or a session to keep",
		Template: claude("  grace_period_seconds = 299 # wrong\n"),
		Write:    `grace_period_seconds = 300`,
	},
	{
		Summary:  "Grace Period Below The Recommendation",
		Warning:  true,
		Template: claude("  grace_period_seconds = 30 # wrong\n  agentapi {\n    state_persistence = false\n  }\n"),
		Write:    `grace_period_seconds = 300`,
	},
}

var places = []Case{
	{
		Summary:  "Single File Mount",
		When:     "`volume.mount_path` names a database file",
		Template: volume("    mount_path = \"/home/coder/.local/share/goose/sessions/sessions.db\" # wrong\n"),
		Write:    `mount_path = "/home/coder"`,
	},
	{
		Summary:  "Conflicting Mount Path",
		When:     "`volume.mount_path` is set with `mount_strategy = \"paths\"`",
		Template: claude("  mount_strategy = \"paths\"\n  volume {\n    mount_path = \"/home/coder\" # wrong\n  }\n"),
		Write:    `mount_path = null`,
	},
	{
		Summary:  "Data Off The Volume",
		When:     "the home directory, or `relocate_to`, is not below `volume.mount_path`",
		Template: volume("    mount_path = \"/workspaces\" # wrong\n"),
		Write:    `mount_path = "/home/coder"`,
	},
	{
		Summary:  "Data Off The Volume",
		Template: volume("    mount_path = \"/home/coder/.claude\" # wrong\n"),
		Write:    `mount_path = "/home/coder"`,
	},
	{
		Summary:  "Data Off The Volume",
		Template: claude("  relocate_to = \"/srv\" # wrong\n  volume {\n    mount_path = \"/workspaces\"\n  }\n"),
		Write:    `relocate_to = "/workspaces/.agents"`,
	},
	{
		Summary:  "Data Directory Off The Volume",
		When:     "`data_dir` is not below `volume.mount_path`",
		Template: claude("  data_dir = \"/tmp/chat\" # wrong\n  volume {\n    mount_path = \"/home/coder\"\n  }\n"),
		Write:    `data_dir = null`,
	},
	{
		Summary:  "Working Directory Off The Volume",
		When:     "the agent keeps its session in the working directory, and that is not below `volume.mount_path`",
		Template: resource("  agent   = \"aider\"\n  workdir = \"/srv/project\" # wrong\n  volume {\n    mount_path = \"/home/coder\"\n  }\n"),
		Write:    `workdir = "/home/coder/project"`,
	},
	{
		Summary:  "Relocation Not Supported",
		When:     "no environment variable moves all that a resume of the agent needs",
		Template: resource("  agent       = \"auggie\"\n  relocate_to = \"/home/coder/agents\" # wrong\n"),
		Write:    `relocate_to = null`,
	},
}

var volumes = []Case{
	{
		Summary:  "Invalid Volume Size",
		When:     "`volume.size` is not a whole number of bytes above zero",
		Template: volume("    size = \"10g\" # wrong\n"),
		Write:    `size = "100Gi"`,
	},
	{
		Summary:  "Invalid Volume Size",
		Template: volume("    size = \"0\" # wrong\n"),
		Write:    `size = "100Gi"`,
	},
	{
		Summary:  "Volume Too Small",
		When:     "`volume.size` is below the sum of the minimums of `agent` and `volume.shared_with`",
		Template: volume("    size = \"99M\" # wrong\n"),
		Write:    `size = "5G"`,
	},
	{
		Summary:  "Volume Too Small",
		Template: volume("    size = \"199M\" # wrong\n    shared_with = [\"codex\"]\n"),
		Write:    `size = "25G"`,
	},
	{
		Summary:  "Volume Below The Recommended Size",
		Warning:  true,
		When:     "`volume.size` is below the sum of the recommended sizes",
		Template: volume("    size = \"1Gi\" # wrong\n"),
		Write:    `size = "5G"`,
	},
	{
		Summary:  "SQLite On A Network File System",
		Warning:  true,
		When:     "`volume.filesystem` is `\"network\"` and the agent keeps a SQLite database",
		Template: resource("  agent = \"goose\"\n  volume {\n    filesystem = \"network\" # wrong\n  }\n"),
		Write:    `filesystem = "local"`,
	},
	{
		Summary:  "SQLite On A Network File System",
		Warning:  true,
		Template: resource("  agent = \"codex\"\n  volume {\n    filesystem = \"network\" # wrong\n  }\n"),
		Write:    `filesystem = "local"`,
	},
	{
		Summary:  "Invalid Agent",
		When:     "an element of `volume.shared_with`, or of `agents` of `persistence_storage`, is null",
		Template: volume("    shared_with = [\"codex\", null] # wrong\n"),
		Write:    `shared_with = ["codex"]`,
	},
	{
		Summary:  "Unknown Agent On The Volume",
		When:     "neither the catalog nor the provider block has an agent that `volume.shared_with` names",
		Template: volume("    shared_with = [\"codex\", \"gose\"] # wrong\n"),
		Write:    `shared_with = ["codex", "goose"]`,
	},
	{
		Summary:  "Unknown Agent On The Volume",
		Template: volume("    shared_with = [\"codx\", \"gose\"] # wrong\n"),
		Write:    `shared_with = ["codex", "goose"]`,
	},
}

var agents = []Case{
	{
		Summary:  "Unknown Agent",
		When:     "neither the catalog nor the provider block has an agent of that name",
		Template: resource("  agent = \"claud\" # wrong\n"),
		Write:    `agent = "claude-code"`,
	},
	{
		Summary:  "Argument Chooses The Session",
		When:     "an element of `args` is an option by which the agent continues, resumes, names or forks a session",
		Template: claude("  args = [\"--continue\", \"--model\", \"opus\"] # wrong\n"),
		Write:    `args = ["--model", "opus"]`,
	},
	{
		Summary:  "Argument Chooses The Session",
		Template: claude("  args = [\"-r\", \"5d1b8f3e-4c0a-4d52-9a57-5f7e7f6f2b11\"] # wrong\n"),
		Write:    `args = []`,
	},
	{
		Summary:  "Argument Chooses The Session",
		Template: resource("  agent = \"codex\"\n  args  = [\"resume\", \"--last\"] # wrong\n"),
		Write:    `args = []`,
	},
	{
		Summary:  "Argument Chooses The Session",
		Template: resource("  agent = \"opencode\"\n  args  = [\"--session=ses_1\"] # wrong\n"),
		Write:    `args = []`,
	},
	{
		Summary:  "Argument Chooses The Session",
		Template: resource("  agent = \"goose\"\n  args  = [\"--name\", \"mine\"] # wrong\n"),
		Write:    `args = []`,
	},
	{
		Summary:  "Script Too Long",
		When:     "the start script has more than 80 KiB",
		Template: claude("  prompt = join(\"\", [for i in range(1000) : sha512(i)]) # wrong\n"),
		Write:    `prompt = "Do what TASK.md says."`,
	},
	{
		Summary:  "Retention Below Dormancy",
		Warning:  true,
		When:     "`retention_days` is below 180, what Coder proposes for dormancy",
		Template: claude("  retention_days = 90 # wrong\n"),
		Write:    `retention_days = 180`,
	},
	{
		Summary:  "Retention Has No Effect",
		Warning:  true,
		When:     "the agent's sessions cannot be deleted one by one, and `retention_days` is set",
		Template: resource("  agent          = \"goose\"\n  retention_days = 365 # wrong\n"),
		Write:    `retention_days = null`,
	},
	{
		Summary:  "Argument Chooses The Session",
		Template: claude("  args = [\"--resume abc\"] # wrong\n"),
		Write:    `args = []`,
	},
	{
		Summary:  "Argument Chooses The Session",
		Template: claude("  args = [\"-r5d1b8f3e\", \"--model opus\"] # wrong\n"),
		Write:    `args = ["--model", "opus"]`,
	},
	{
		Summary:  "Argument Chooses The Session",
		Template: resource("  agent = \"codex\"\n  args  = [\"--model=o3\", \"resume\"] # wrong\n"),
		Write:    `args = ["--model=o3"]`,
	},
	{
		Summary:  "Argument Chooses The Session",
		Template: resource("  agent = \"codex\"\n  args  = [\"-C/srv\"] # wrong\n"),
		Write:    `args = []`,
	},
	{
		Summary:  "Retention Has No Effect",
		Warning:  true,
		Template: resource("  agent          = \"goose\"\n  retention_days = 90 # wrong\n"),
		Write:    `retention_days = null`,
	},
}

var changes = []Case{
	{
		Summary:  "Volume Would Shrink",
		When:     "`volume.size` is smaller than at the last apply, in bytes, without `volume.allow_shrink`",
		Before:   volume("    size = \"10Gi\"\n"),
		Template: volume("    size = \"6Gi\" # wrong\n"),
		Write:    `size = "10Gi"`,
	},
	{
		Summary:  "Volume Shrinks",
		Warning:  true,
		When:     "`volume.size` is smaller than at the last apply and `volume.allow_shrink` is `true`",
		Before:   volume("    size = \"10Gi\"\n"),
		Template: volume("    size = \"6Gi\" # wrong\n    allow_shrink = true\n"),
		Write:    `size = "10Gi"`,
	},
	{
		Summary: "Session Would Be Left Behind",
		Warning: true,
		When: "`agent`, `name`, `workdir`, `home`, `data_dir`, `relocate_to`, `mount_strategy` or `volume.mount_path` changes, " +
			"so that the agent starts a new session",
		Before:   claude("  workdir = \"/home/coder/project\"\n"),
		Template: claude("  workdir = \"/home/coder/other\" # wrong\n"),
		Write:    `workdir = "/home/coder/project"`,
	},
	{
		Summary:  "Session Would Be Left Behind",
		Warning:  true,
		Before:   claude(""),
		Template: resource("  agent = \"codex\" # wrong\n"),
		Write:    `agent = "claude-code"`,
	},
	{
		Summary:  "Session Would Be Left Behind",
		Warning:  true,
		Before:   claude(""),
		Template: claude("  name = \"reviewer\" # wrong\n"),
		Write:    `name = "claude-code"`,
	},
	{
		Summary:  "Session Would Be Left Behind",
		Warning:  true,
		Before:   claude(""),
		Template: claude("  home = \"/root\" # wrong\n"),
		Write:    `home = "/home/coder"`,
	},
	{
		Summary:  "Session Would Be Left Behind",
		Warning:  true,
		Before:   claude(""),
		Template: claude("  data_dir = \"/home/coder/agent\" # wrong\n"),
		Write:    `data_dir = "/home/coder/.coder-modules/coder-persistence/claude-code"`,
	},
	{
		Summary:  "Session Would Be Left Behind",
		Warning:  true,
		Before:   claude(""),
		Template: claude("  relocate_to = \"/home/coder/agents\" # wrong\n"),
		Write:    `relocate_to = null`,
	},
	{
		Summary:  "Session Would Be Left Behind",
		Warning:  true,
		Before:   claude(""),
		Template: claude("  mount_strategy = \"paths\" # wrong\n"),
		Write:    `mount_strategy = "home"`,
	},
	{
		Summary:  "Volume Would Shrink",
		Before:   volume("    size = \"10Gi\"\n"),
		Template: volume("    size = \"50M\" # wrong\n"),
		Write:    `size = "10Gi"`,
	},
	{
		Summary:  "Volume Would Shrink",
		Before:   claude(""),
		Template: volume("    size = \"4G\" # wrong\n"),
		Write:    `size = "5G"`,
	},
	{
		Summary:  "Volume Too Small",
		Before:   volume("    size = \"10Gi\"\n"),
		Template: volume("    size = \"50M\" # wrong\n    allow_shrink = true\n"),
		Write:    `size = "10Gi"`,
	},
	{
		Summary:  "Session Would Be Left Behind",
		Warning:  true,
		Before:   volume("    mount_path = \"/home/coder\"\n"),
		Template: volume("    mount_path = \"/home\" # wrong\n"),
		Write:    `mount_path = "/home/coder"`,
	},
}

var dataSources = []Case{
	{
		Summary:  "Unknown Agent",
		Template: data("agent", "  agent = \"claud\" # wrong\n"),
		Write:    `agent = "claude-code"`,
	},
	{
		Summary:  "Invalid Module Version",
		When:     "`module_version` of `persistence_agent` is not one version",
		Template: data("agent", "  agent          = \"claude-code\"\n  module_version = \"~> 4.8\" # wrong\n"),
		Write:    `module_version = "4.9.2"`,
	},
	{
		Summary:  "Module Version Never Released",
		Warning:  true,
		When:     "`module_version` of `persistence_agent` is older than the newest release and was never released",
		Template: data("agent", "  agent          = \"claude-code\"\n  module_version = \"4.8.9\" # wrong\n"),
		Write:    `module_version = "4.8.2"`,
	},
	{
		Summary:  "Invalid AgentAPI Version",
		Template: data("agent", "  agent            = \"claude-code\"\n  agentapi_version = \"newest\" # wrong\n"),
		Write:    `agentapi_version = "v0.12.2"`,
	},
	{
		Summary:  "Invalid Coder Version",
		When:     "`coder_version` is not one version",
		Template: data("agent", "  agent         = \"claude-code\"\n  coder_version = \"\" # wrong\n"),
		Write:    `coder_version = "2.34.0"`,
	},
	{
		Summary:  "Invalid Path",
		When:     "`home` or `workdir` of `persistence_agent` is not an absolute path",
		Template: data("agent", "  agent   = \"claude-code\"\n  workdir = \"project\" # wrong\n"),
		Write:    `workdir = "/home/coder"`,
	},
	{
		Summary:  "Invalid Agent",
		Template: data("storage", "  agents = [null, \"codex\"] # wrong\n"),
		Write:    `agents = ["codex"]`,
	},
	{
		Summary:  "Unknown Agent",
		Template: data("storage", "  agents = [\"codx\"] # wrong\n"),
		Write:    `agents = ["codex"]`,
	},
	{
		Summary:  "Agent Listed Twice",
		Warning:  true,
		When:     "`agents` of `persistence_storage` lists one agent twice",
		Template: data("storage", "  agents = [\"claude\", \"codex\", \"claude-code\"] # wrong\n"),
		Write:    `agents = ["claude", "codex"]`,
	},
	{
		Summary:  "Invalid Agent",
		Template: data("storage", "  agents = [] # wrong\n"),
		Write:    `agents = ["claude-code"]`,
	},
	{
		Summary:  "Invalid Headroom",
		When:     "`headroom_percent` is not a whole number from 0 to 1000",
		Template: data("storage", "  agents           = [\"codex\"]\n  headroom_percent = 0.2 # wrong\n"),
		Write:    `headroom_percent = 20`,
	},
	{
		Summary:  "Invalid Volume Size",
		Template: data("storage", "  agents      = [\"codex\"]\n  volume_size = \"10 gig\" # wrong\n"),
		Write:    `volume_size = "100Gi"`,
	},
	{
		Summary:  "Volume Too Small",
		Template: data("storage", "  agents      = [\"claude-code\", \"codex\"]\n  volume_size = \"100M\" # wrong\n"),
		Write:    `volume_size = "25G"`,
	},
	{
		Summary:  "Volume Below The Recommended Size",
		Warning:  true,
		Template: data("storage", "  agents           = [\"codex\"]\n  headroom_percent = 50\n  volume_size      = \"20G\" # wrong\n"),
		Write:    `volume_size = "30G"`,
	},
	{
		Summary:  "Unknown Agent",
		Template: data("storage", "  agents = [\"claude\", \"codx\", \"gose\"] # wrong\n"),
		Write:    `agents = ["claude", "codex", "goose"]`,
	},
	{
		Summary:  "Agent Listed Twice",
		Warning:  true,
		Template: data("storage", "  agents = [\"codex\", \"Codex\", \"codex\"] # wrong\n"),
		Write:    `agents = ["codex"]`,
	},
	{
		Summary:  "Invalid Agent",
		Template: data("storage", "  agents = [null] # wrong\n"),
		Write:    `agents = ["claude-code"]`,
	},
}

// providerBlock are cases with a provider block, which no other case may see.
var providerBlock = []Case{
	{
		Summary:  "Invalid Coder Version",
		Template: "provider \"persistence\" {\n  coder_version = \"newest\" # wrong\n}\n" + claude(""),
		Write:    `coder_version = "2.34.0"`,
	},
	{
		Summary:  "Coder Without Tasks",
		Warning:  true,
		When:     "`coder_version` of the provider is 2.37 or later and `task_id` is set",
		Template: "provider \"persistence\" {\n  coder_version = \"2.37.0\"\n}\n" + claude("  task_id = \"5d1b8f3e-4c0a-4d52-9a57-5f7e7f6f2b11\" # wrong\n"),
		Write:    `task_id = null`,
	},
	{
		Summary:  "Tasks Are Deprecated",
		Warning:  true,
		When:     "`coder_version` of the provider is 2.34 to 2.36 and `task_id` is set",
		Template: "provider \"persistence\" {\n  coder_version = \"2.36.0\"\n}\n" + claude("  task_id = \"5d1b8f3e-4c0a-4d52-9a57-5f7e7f6f2b11\" # wrong\n"),
		Write:    `task_id = null`,
	},
	{
		Summary:  "Invalid Agent Override",
		When:     "an entry of `agents` in the provider block is wrong",
		Template: "provider \"persistence\" {\n  agents = {\n    in-house = { # shown\n      level = \"best\" # wrong\n    }\n  }\n}\n" + claude(""),
		Write:    `level = "full"`,
	},
	{
		Summary: "Storage Too Large",
		When:    "the sizes of the agents on the volume add up to more than 2^63-1 bytes, which takes an override in the provider block",
		Template: "provider \"persistence\" {\n  agents = {\n    goose = { storage = { minimum = \"9223372036854775807\" } }\n  }\n}\n" +
			volume("    shared_with = [\"goose\"] # wrong\n"),
		Write: `shared_with = []`,
	},
	{
		Summary: "Paths Cannot Be Mounted",
		When:    "with `mount_strategy = \"paths\"`, a resume needs a file directly in the home directory that nothing moves",
		Template: strings.Replace(inHouse(`["--id", "{session}"]`, `["--resume", "{session}"]`,
			"      session_paths = [{ path = \"~/.in-house.json\", file = true }]\n"), Shown, "", 1) +
			resource("  agent = \"in-house\"\n  mount_strategy = \"paths\" # wrong\n"),
		Write: `mount_strategy = "home"`,
	},
	{
		Summary:  "Agent Not Supported Yet",
		When:     "the provider block describes an agent without a `session`, so there is no start script",
		Template: "provider \"persistence\" {\n  agents = {\n    sketch-pad = { level = \"full\" }\n  }\n}\n" + resource("  agent = \"sketch-pad\" # wrong\n"),
		Write:    `agent = "claude-code"`,
	},
	{
		Summary: "Invalid Agent Override",
		Template: "provider \"persistence\" {\n  agents = {\n    goose = { # shown\n      level = \"full\" # wrong\n" +
			"      storage = { minimum = \"1Gi\" }\n    }\n  }\n}\n" + claude(""),
		Write: `level = null`,
	},
	{
		Summary: "Invalid Agent Override",
		Template: "provider \"persistence\" {\n  agents = {\n    in-house = { # shown\n      level = \"full\"\n" +
			"      session_paths = [null] # wrong\n    }\n  }\n}\n" + claude(""),
		Write: `session_paths = []`,
	},
	{
		Summary: "Invalid Agent Override",
		Template: "provider \"persistence\" {\n  agents = {\n    in-house = { # shown\n      level = \"full\"\n" +
			"      display_name = \"\" # wrong\n    }\n  }\n}\n" + claude(""),
		Write: `display_name = "in-house"`,
	},
	{
		Summary: "Invalid Agent Override",
		Template: "provider \"persistence\" {\n  agents = {\n    goose = { # shown\n" +
			"      storage = {\n        minimum = \"2 gig\" # wrong\n      }\n    }\n  }\n}\n" +
			claude(""),
		Write: `minimum = "10Gi"`,
	},
	{
		Summary:  "Invalid Agent Override",
		Template: "provider \"persistence\" {\n  agents = {\n    goose = { # shown\n      storage = { minimun = \"2Gi\" } # wrong\n    }\n  }\n}\n" + claude(""),
		Write:    `storage = { minimum = "10Gi" }`,
	},
	{
		Summary:  "Invalid Agent Override",
		Template: inHouse(`["--id", "{session}"]`, `["--continue"]`+Mark, "") + claude(""),
		Write:    `warm = ["--resume", "{session}", "{args}"]`,
	},
	{
		Summary:  "Invalid Agent Override",
		Template: inHouse(`["--id", "{session}", null]`+Mark, `["--resume", "{session}"]`, "") + claude(""),
		Write:    `cold = ["--id", "{session}"]`,
	},
	{
		Summary:  "Invalid Agent Override",
		Template: "provider \"persistence\" {\n  agents = {\n    in-house = null # wrong\n  }\n}\n" + claude(""),
		Write:    `in-house = { level = "full" }`,
	},
	{
		Summary:  "Invalid Agent Override",
		Template: "provider \"persistence\" {\n  agents = {\n    goose = null # wrong\n  }\n}\n" + claude(""),
		Write:    `goose = { storage = { minimum = "10Gi" } }`,
	},
}
