package provider

import (
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
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
		"port": schema.Int64Attribute{
			Optional: true, Computed: true, Default: int64default.StaticInt64(persistence.DefaultPort),
			Validators:          []validator.Int64{int64validator.Between(1, 65535)},
			MarkdownDescription: "The TCP port agentapi listens on, 1 to 65535. Defaults to `3284`. Each agent of a workspace needs its own; the start script refuses a port that is taken. Under the agentapi module the port that the module passes wins.",
		},
		"agentapi_version": schema.StringAttribute{
			Optional: true, Computed: true, Default: stringdefault.StaticString(persistence.DefaultAgentAPIVersion),
			Validators:          []validator.String{notEmpty(persistence.DefaultAgentAPIVersion)},
			MarkdownDescription: "The agentapi release the workspace runs, with or without a leading `v`, or `\"latest\"`. Defaults to `\"" + persistence.DefaultAgentAPIVersion + "\"`. Anything below `0.12.0` cannot keep the chat and is an error unless `state_persistence` is `false`. It is handed on in `agentapi_module`, whose own default is too old.",
		},
		"state_persistence": schema.BoolAttribute{
			Optional: true, Computed: true, Default: booldefault.StaticBool(persistence.DefaultStatePersistence),
			MarkdownDescription: "Whether agentapi's chat, which the Coder UI shows, is kept as well as the agent's own session. Defaults to `true`.",
		},
		"state_save_interval_seconds": schema.Int64Attribute{
			Optional: true, Computed: true, Default: int64default.StaticInt64(persistence.DefaultStateSaveInterval),
			Validators:          []validator.Int64{int64validator.Between(0, 86400)},
			MarkdownDescription: "How often the chat is saved while the agent runs, in seconds, 0 to 86400. Defaults to `30`. What was said since the last save is lost when the workspace is killed rather than stopped. `0` saves on stop only.",
		},
		"resume": schema.StringAttribute{
			Optional: true, Computed: true, Default: stringdefault.StaticString(persistence.DefaultResume),
			Validators:          []validator.String{stringvalidator.OneOf(persistence.ResumeRequired, persistence.ResumePreferred, persistence.ResumeNever)},
			MarkdownDescription: "What a start does with the earlier session. `\"preferred\"` (default) resumes it and follows `on_resume_failure` when it is lost; `\"required\"` refuses to start without it; `\"never\"` begins a new session with the prompt at each start.",
		},
		"on_resume_failure": schema.StringAttribute{
			Optional: true, Computed: true, Default: stringdefault.StaticString(persistence.DefaultOnResumeFailure),
			Validators:          []validator.String{stringvalidator.OneOf(persistence.OnResumeFailureFresh, persistence.OnResumeFailureResendPrompt, persistence.OnResumeFailureFail)},
			MarkdownDescription: "What happens when a session that was there can no longer be resumed. `\"fresh\"` (default) starts a new one without the prompt, `\"resend_prompt\"` starts a new one with it, `\"fail\"` ends with an error. The lost session's identifier is kept in `<data_dir>/state/sessions-given-up`.",
		},
		"grace_period_seconds": schema.Int64Attribute{
			Optional: true, Computed: true, Default: int64default.StaticInt64(persistence.DefaultGracePeriodSeconds),
			Validators:          []validator.Int64{int64validator.Between(1, 86400)},
			MarkdownDescription: "The time in seconds the platform leaves a stopping workspace, 1 to 86400. Defaults to `60`. The shutdown script ends 10 seconds before that, and after 5 seconds at the earliest.",
		},
		"data_dir": schema.StringAttribute{
			Optional: true, Computed: true,
			Validators:          []validator.String{notEmpty("/home/coder/.agents/reviewer")},
			MarkdownDescription: "Absolute path of the directory for the chat, the session's identifier and the logs. It must be on the volume. Defaults to `<home>/" + persistence.DataDirParent + "/<name>`.",
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
					MarkdownDescription: "Its size: whole bytes, or a number with `k` `M` `G` `T` `P` `E` (powers of 1000) or `Ki` `Mi` `Gi` `Ti` `Pi` `Ei` (powers of 1024), with or without a final `B`. Example: `\"10Gi\"`, `\"500 MB\"`. A size below the agent's minimum is an error.",
				},
				"mount_path": schema.StringAttribute{
					Optional:            true,
					Validators:          []validator.String{notEmpty(persistence.DefaultHome)},
					MarkdownDescription: "Absolute path it is mounted at inside the workspace. Example: `\"/home/coder\"`. A path that leaves the home directory off the volume is an error.",
				},
				"kind": schema.StringAttribute{
					Optional:            true,
					Validators:          []validator.String{stringvalidator.OneOf(persistence.VolumeDocker, persistence.VolumeKubernetes, persistence.VolumeOther)},
					MarkdownDescription: "What provides it: `\"docker\"`, `\"kubernetes\"` or `\"other\"`.",
				},
			},
		},
	}
}

func agentPersistenceOutputs() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"session_id": schema.StringAttribute{
			Computed:            true,
			MarkdownDescription: "The identifier or name of the agent's first session. It follows from `agent`, `name`, `home` and `workdir` alone. Null for an agent whose CLI chooses it (Codex); the start script then keeps it in `<data_dir>/state/session`.",
		},
		"env": schema.MapAttribute{
			ElementType: types.StringType, Computed: true,
			MarkdownDescription: "Environment variables for `coder_env`, so that every shell of the workspace finds the agent's data. All values are absolute paths, and no two agents of a workspace share a variable. AgentAPI's own variables are not among them: set for the whole workspace they would reach every other agentapi too.",
		},
		"mounts": schema.ListNestedAttribute{
			Computed:            true,
			MarkdownDescription: "The directories that must be on the volume.",
			NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
				"path":        schema.StringAttribute{Computed: true, MarkdownDescription: "Absolute path inside the workspace."},
				"role":        schema.StringAttribute{Computed: true, MarkdownDescription: "What it holds: `home`."},
				"required":    schema.BoolAttribute{Computed: true, MarkdownDescription: "Whether a resume fails without it."},
				"file_system": schema.StringAttribute{Computed: true, MarkdownDescription: "`local` when a network file system would damage what is below it, such as a SQLite database in WAL mode; otherwise `any`."},
			}},
		},
		"start_script": schema.StringAttribute{
			Computed:            true,
			MarkdownDescription: "The bash script that starts the agent or resumes it: for `start_script` of the registry's agentapi module, or for a `coder_script` with `run_on_start = true`. Without arguments it goes to the background and returns once agentapi answers.",
		},
		"shutdown_script": schema.StringAttribute{
			Computed:            true,
			MarkdownDescription: "The bash script that saves the chat and stops agentapi: for a `coder_script` with `run_on_stop = true`. It is bounded by `grace_period_seconds`, may run twice, and may run beside the agentapi module's own stop script.",
		},
		"agentapi_module": schema.SingleNestedAttribute{
			Computed:            true,
			MarkdownDescription: "The inputs of the registry's agentapi module (version 2.2.0 or newer), apart from `start_script`. Each attribute has the module's own name.",
			Attributes: map[string]schema.Attribute{
				"agentapi_version":         schema.StringAttribute{Computed: true, MarkdownDescription: "The agentapi release to install, with a leading `v`."},
				"agentapi_port":            schema.Int64Attribute{Computed: true, MarkdownDescription: "The TCP port agentapi listens on."},
				"module_dir_name":          schema.StringAttribute{Computed: true, MarkdownDescription: "The directory below the home directory where the module keeps its copy of the script and its log."},
				"folder":                   schema.StringAttribute{Computed: true, MarkdownDescription: "The directory the agent works in."},
				"enable_state_persistence": schema.BoolAttribute{Computed: true, MarkdownDescription: "Whether the chat is kept."},
				"state_file_path":          schema.StringAttribute{Computed: true, MarkdownDescription: "Absolute path of agentapi's state file."},
				"pid_file_path":            schema.StringAttribute{Computed: true, MarkdownDescription: "Absolute path of agentapi's PID file."},
			},
		},
		"storage": schema.SingleNestedAttribute{
			Computed:            true,
			MarkdownDescription: "The space the agent's data needs.",
			Attributes: map[string]schema.Attribute{
				"floor_bytes":       schema.Int64Attribute{Computed: true, MarkdownDescription: "The documented minimum, in bytes. A smaller volume is an error."},
				"floor":             schema.StringAttribute{Computed: true, MarkdownDescription: "The documented minimum as a Kubernetes quantity, e.g. `100M`."},
				"recommended_bytes": schema.Int64Attribute{Computed: true, MarkdownDescription: "Room for months of work, in bytes."},
				"recommended":       schema.StringAttribute{Computed: true, MarkdownDescription: "Room for months of work as a Kubernetes quantity, e.g. `5G`."},
				"recommended_gib":   schema.Int64Attribute{Computed: true, MarkdownDescription: "Room for months of work in whole GiB, rounded up, as most clouds want it."},
			},
		},
		"support": schema.SingleNestedAttribute{
			Computed:            true,
			MarkdownDescription: "How well the agent comes back when these scripts start it.",
			Attributes: map[string]schema.Attribute{
				"level":   schema.StringAttribute{Computed: true, MarkdownDescription: "`full`, `partial`, `planned` or `not_supported`."},
				"reason":  schema.StringAttribute{Computed: true, MarkdownDescription: "Why, in one sentence."},
				"resumes": schema.BoolAttribute{Computed: true, MarkdownDescription: "Whether a start resumes the earlier session."},
			},
		},
	}
}
