package provider

import (
	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64default"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/persistence"
)

func agentPersistenceSchema() schema.Schema {
	return schema.Schema{
		MarkdownDescription: "Everything one AI coding agent needs to survive a workspace stop: the scripts that start, resume and stop it, the values the registry's `agentapi` module takes, and what its volume must be like. The resource holds nothing outside Terraform. All outputs are known at plan when the inputs are, and a template that would lose the agent's session is an error at plan.\n\nNever put a secret in: the outputs hold the inputs in plain text. Credentials belong in `coder_env`.",
		Attributes:          merge(agentPersistenceInputs(), agentPersistenceOutputs()),
	}
}

func merge(parts ...map[string]schema.Attribute) map[string]schema.Attribute {
	all := map[string]schema.Attribute{}
	for _, part := range parts {
		for name, attribute := range part {
			all[name] = attribute
		}
	}
	return all
}

func agentPersistenceInputs() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"agent": schema.StringAttribute{
			Required:            true,
			MarkdownDescription: "The agent, by the name of its registry module or an alias, whatever the case. Example: `\"claude-code\"`, `\"codex\"`, `\"goose\"`. An unknown name is an error that lists the nearest ones.",
		},
		"name": schema.StringAttribute{
			Optional: true, Computed: true,
			Validators:          []validator.String{notEmpty("reviewer")},
			MarkdownDescription: "Tells several agents in one workspace apart: data directory, session and messages carry it. 1 to 63 lower-case letters, digits, dots, dashes and underscores. Defaults to the agent's registry name. Example: `\"reviewer\"`. A changed name starts a new session; the old one stays on the volume.",
		},
		"workdir": schema.StringAttribute{
			Optional: true, Computed: true,
			Validators:          []validator.String{notEmpty("/home/coder/project")},
			MarkdownDescription: "Absolute path of the directory the agent works in. It is created when missing. Defaults to `home`. Example: `\"/home/coder/project\"`. Most agents file a session under this path, so a changed one starts a new session.",
		},
		"home": schema.StringAttribute{
			Optional: true, Computed: true, Default: stringdefault.StaticString(persistence.DefaultHome),
			Validators:          []validator.String{notEmpty(persistence.DefaultHome)},
			MarkdownDescription: "Absolute path of the home directory inside the workspace. The start script refuses to run under another `$HOME`. Defaults to `\"" + persistence.DefaultHome + "\"`.",
		},
		"prompt": schema.StringAttribute{
			Optional:            true,
			MarkdownDescription: "The agent's task. The start script with it must stay below 128 KiB, which leaves at least 90,000 bytes for plain text. It is given once, when the session begins, and never on a resume. Without it the agent waits for its first message. Example: `data.coder_task.me.prompt`. It is part of `start_script` in plain text.",
		},
		"args": schema.ListAttribute{
			ElementType: types.StringType, Optional: true,
			Validators:          []validator.List{listvalidator.NoNullValues()},
			MarkdownDescription: "Extra arguments of the agent's own CLI, at a cold start and at a resume alike. Each element is one argument and reaches the CLI as it is. Example: `[\"--model\", \"opus\"]`.",
		},
		"command": schema.StringAttribute{
			Optional:            true,
			MarkdownDescription: "The agent's program: an absolute path, or a name on `PATH`. Defaults to the names the agent is installed under. Example: `\"/opt/claude/bin/claude\"`.",
		},
		"launcher": schema.StringAttribute{
			Optional: true, Computed: true, Default: stringdefault.StaticString(persistence.DefaultLauncher),
			MarkdownDescription: "What the agent runs in. `\"agentapi\"` (default) is AgentAPI, which serves the chat. `\"terminal\"` is the terminal that the start script is run from: a `command` of `coder_app`, ssh, or the command `coder-agent-<name>` that it installs; it needs neither AgentAPI nor Tasks. `shutdown_script` and `agentapi_module` are then null, because there is nothing to stop or to hand over, and nothing is said about agentapi or the grace period.",
		},
		"port": schema.Int64Attribute{
			Optional: true, Computed: true, Default: int64default.StaticInt64(persistence.DefaultPort),
			MarkdownDescription: "The TCP port agentapi listens on, 1 to 65535. Defaults to `3284`. Each agent of a workspace needs its own; the start script refuses a port that is taken. Under the agentapi module the port that the module passes wins.",
		},
		"agentapi_version": schema.StringAttribute{
			Optional: true, Computed: true, Default: stringdefault.StaticString(persistence.DefaultAgentAPIVersion),
			Validators:          []validator.String{notEmpty(persistence.DefaultAgentAPIVersion)},
			MarkdownDescription: "The agentapi release the workspace runs, with or without a leading `v`, or `\"latest\"`. Defaults to `\"" + persistence.DefaultAgentAPIVersion + "\"`. Anything below `0.12.0` cannot keep the chat and is an error unless `state_persistence` is `false`. It is handed on in `agentapi_module`, whose own default is too old.",
		},
		"agentapi_module_version": schema.StringAttribute{
			Optional:            true,
			Validators:          []validator.String{notEmpty("2.4.0")},
			MarkdownDescription: "The version of the registry's `agentapi` module that the template uses, with or without a leading `v`: one version, not a constraint. Example: `\"2.4.0\"`. Below `2.2.0`, which has no graceful stop, is a warning unless `state_persistence` is `false`. Leave it out when the template does without that module.",
		},
		"module_version": schema.StringAttribute{
			Optional:            true,
			Validators:          []validator.String{notEmpty("4.9.2")},
			MarkdownDescription: "Says that the agent's own registry module, such as `coder/claude-code`, starts it in place of this resource's scripts, and in which version: one version, not a constraint, with or without a leading `v`. Example: `\"4.9.2\"`. `support` then says what that version does, and a version that does not resume is an error with `resume = \"required\"` and a warning otherwise. All scripts, `session_id` and `agentapi_module` are null, `metadata` is empty, and `data_dir` defaults to the module's directory. The `agentapi_version` counts only when it is written here as it is in the module block.",
		},
		"state_persistence": schema.BoolAttribute{
			Optional: true, Computed: true, Default: booldefault.StaticBool(persistence.DefaultStatePersistence),
			MarkdownDescription: "Whether agentapi's chat, which the Coder UI shows, is kept as well as the agent's own session. Defaults to `true`.",
		},
		"state_save_interval_seconds": schema.Int64Attribute{
			Optional: true, Computed: true, Default: int64default.StaticInt64(persistence.DefaultStateSaveInterval),
			MarkdownDescription: "How often the chat is saved while the agent runs, in seconds, 0 to 86400. Defaults to `30`. What was said since the last save is lost when the workspace is killed rather than stopped. `0` saves on stop only.",
		},
		"resume": schema.StringAttribute{
			Optional: true, Computed: true, Default: stringdefault.StaticString(persistence.DefaultResume),
			MarkdownDescription: "What a start does with the earlier session. `\"preferred\"` (default) resumes it and follows `on_resume_failure` when it is lost; `\"required\"` refuses to start without it; `\"never\"` begins a new session with the prompt at each start.",
		},
		"on_resume_failure": schema.StringAttribute{
			Optional: true, Computed: true, Default: stringdefault.StaticString(persistence.DefaultOnResumeFailure),
			MarkdownDescription: "What happens when a session that was there can no longer be resumed. `\"fresh\"` (default) starts a new one without the prompt, `\"resend_prompt\"` starts a new one with it, `\"fail\"` ends with an error. The lost session's identifier is kept in `<data_dir>/state/sessions-given-up`.",
		},
		"grace_period_seconds": schema.Int64Attribute{
			Optional: true, Computed: true, Default: int64default.StaticInt64(persistence.DefaultGracePeriodSeconds),
			MarkdownDescription: "The time in seconds the platform leaves a stopping workspace, 1 to 86400. Defaults to `300`, the documented recommendation; `docker` and `kubernetes` hand it to the platform. Below `60` is an error while `state_persistence` is on, below `300` a warning. The shutdown script ends 10 seconds before that, and after 5 seconds at the earliest.",
		},
		"data_dir": schema.StringAttribute{
			Optional: true, Computed: true,
			Validators:          []validator.String{notEmpty("/home/coder/.agents/reviewer")},
			MarkdownDescription: "Absolute path of the directory for the chat, the session's identifier and the logs. It must be on the volume. Defaults to `<home>/" + persistence.DataDirParent + "/<name>`, and to the same below `relocate_to` when that is set.",
		},
		"mount_strategy": schema.StringAttribute{
			Optional: true, Computed: true, Default: stringdefault.StaticString(persistence.DefaultMountStrategy),
			MarkdownDescription: "What of the workspace is on the volume. `\"home\"` (default) is the whole home directory, or whatever lies below `volume.mount_path`. `\"paths\"` are only the directories in `mounts`: the agent's own and `data_dir`. Claude Code is then told by `CLAUDE_CONFIG_DIR` to keep `~/.claude.json` inside `~/.claude`, because a single file that programs replace by renaming cannot be a mount; an agent that keeps such a file and has no such variable is an error.",
		},
		"relocate_to": schema.StringAttribute{
			Optional:            true,
			Validators:          []validator.String{notEmpty("/workspaces/.agents")},
			MarkdownDescription: "Absolute path below which the agent keeps its data instead of the home directory, laid out as it is there. It is for a template whose volume is elsewhere. Example: `\"/workspaces/.agents\"` puts the sessions of Claude Code into `/workspaces/.agents/.claude`. The agent's own variable does it (`CLAUDE_CONFIG_DIR`, `CODEX_HOME`, `XDG_DATA_HOME`…); the start script exports it, and `env` has it for every other shell. What the variable does not move, such as Goose's `~/.config/goose`, stays. Agents without a variable, and `module_version`, are errors. A changed path starts a new session.",
		},
		"retention_days": schema.Int64Attribute{
			Optional:            true,
			MarkdownDescription: "After how many days without a change `cleanup_script` deletes a session of the agent, 1 to 36500. The current session is never deleted. Without it there is no `cleanup_script`, and nothing is deleted. Example: `365`. Below `180`, what Coder proposes for dormancy, is a warning.",
		},
		"task_id": schema.StringAttribute{
			Optional:            true,
			MarkdownDescription: "The Coder task whose log snapshot the shutdown script posts. Without it none is posted; leave it out beside the agentapi module, which posts one itself. Example: `data.coder_task.me.enabled ? data.coder_task.me.id : null`, because the id is random outside a task.",
		},
		"volume": schema.SingleNestedAttribute{
			Optional:            true,
			MarkdownDescription: "The volume that keeps the agent's data. What is given here is checked at plan; the volume itself is made elsewhere in the template.",
			Attributes: map[string]schema.Attribute{
				"size": schema.StringAttribute{
					Optional:            true,
					Validators:          []validator.String{notEmpty("10Gi")},
					MarkdownDescription: "Its size: whole bytes, or a number with `k` `M` `G` `T` `P` `E` (powers of 1000) or `Ki` `Mi` `Gi` `Ti` `Pi` `Ei` (powers of 1024), with or without a final `B`. Example: `\"10Gi\"`, `\"500 MB\"`. A size below the minimums of the agents on it is an error, one below the recommended sizes a warning. A smaller one than at the last apply is an error, see `allow_shrink`.",
				},
				"mount_path": schema.StringAttribute{
					Optional:            true,
					Validators:          []validator.String{notEmpty(persistence.DefaultHome)},
					MarkdownDescription: "Absolute path it is mounted at inside the workspace. Example: `\"/home/coder\"`. A path that leaves the home directory, `relocate_to` or `data_dir` off the volume is an error. Leave it out with `mount_strategy = \"paths\"`.",
				},
				"kind": schema.StringAttribute{
					Optional:            true,
					Validators:          []validator.String{notEmpty("kubernetes")},
					MarkdownDescription: "What provides it: `\"docker\"`, `\"kubernetes\"` or `\"other\"`. Docker does not enforce a size, so `size` with `\"docker\"` is a warning.",
				},
				"filesystem": schema.StringAttribute{
					Optional:            true,
					Validators:          []validator.String{notEmpty("local")},
					MarkdownDescription: "Where its file system is: `\"local\"`, which is block storage of one node too, or `\"network\"`, such as NFS. `\"network\"` under an agent that keeps a SQLite database is a warning. Without it nothing is said.",
				},
				"shared_with": schema.ListAttribute{
					ElementType: types.StringType, Optional: true,
					Validators:          []validator.List{listvalidator.NoNullValues()},
					MarkdownDescription: "The other agents on the volume, by the names of their registry modules or aliases. `size` is compared with the sum of all, and `storage` holds the sum. An agent that is listed twice, or is `agent` itself, counts once. Example: `[\"codex\", \"goose\"]`.",
				},
				"allow_shrink": schema.BoolAttribute{
					Optional:            true,
					MarkdownDescription: "Whether `size` may become smaller than at the last apply. Defaults to `false`: it is an error, because a Kubernetes claim that asks for less is replaced by a new, empty one. With `true` it is a warning. The same size in another unit is no change at all.",
				},
			},
		},
	}
}
