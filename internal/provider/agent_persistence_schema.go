package provider

import (
	"math/big"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/defaults"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/numberdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/coder-persistence/terraform-provider-persistence/internal/persistence"
)

func agentPersistenceSchema() schema.Schema {
	return schema.Schema{
		MarkdownDescription: "Everything one AI coding agent needs to survive a workspace stop: the scripts that start, resume and stop it, and " +
			"what its volume must hold. The resource manages nothing outside Terraform. It renders its outputs at plan and remembers what they " +
			"were, so that the plan reports a change that would lose the session.\n\nInputs are stored in the outputs in plain text. Pass credentials " +
			"with `coder_env`.",
		Attributes: map[string]schema.Attribute{
			"agent": schema.StringAttribute{
				Required: true,
				MarkdownDescription: "The agent, by the name of its registry module or an alias, in any letter case. Example: `\"claude-code\"`. An " +
					"unknown name is an error that lists the nearest ones.",
			},
			"name": schema.StringAttribute{
				Optional: true, Computed: true,
				Validators: []validator.String{nameValidator},
				MarkdownDescription: "Identifies the agent in the workspace. The data directory and the command `coder-agent-<name>` are named after " +
					"it. 1 to 63 lower-case letters, digits and dashes. Defaults to the agent's registry name. Example: `\"reviewer\"`.",
			},
			"workdir": schema.StringAttribute{
				Optional: true, Computed: true,
				MarkdownDescription: "Absolute path of the directory the agent works in. It is created when missing. Defaults to `home`. Example: " +
					"`\"/home/coder/project\"`. Most agents file a session under this path, so another one starts a new session.",
			},
			"home": schema.StringAttribute{
				Optional: true, Computed: true, Default: stringdefault.StaticString(persistence.DefaultHome),
				MarkdownDescription: "Absolute path of the home directory in the workspace. The start script refuses to run with another `$HOME`. " +
					"Defaults to `\"" + persistence.DefaultHome + "\"`.",
			},
			"prompt": schema.StringAttribute{
				Optional: true,
				MarkdownDescription: "The agent's task, given once when the session begins and never on a resume. Without it, the agent waits for a " +
					"message. Up to 50,000 bytes of any text, or about twice that of plain prose: from 30,000 bytes on it is compressed, and the " +
					"start script is limited to 80 KiB. Example: `data.coder_task.me.prompt`.",
			},
			"args": schema.ListAttribute{
				ElementType: types.StringType, Optional: true,
				Validators: []validator.List{elements{summary: "Invalid Argument"}},
				MarkdownDescription: "Extra arguments for the agent's CLI, on every start. Each element is one argument. Example: `[\"--model\", " +
					"\"opus\"]`. Options that choose a session, such as `--continue`, are errors.",
			},
			"command": schema.StringAttribute{
				Optional: true,
				MarkdownDescription: "The agent's program: an absolute path, or a name on `PATH`. Defaults to the agent's usual names. Example: " +
					"`\"/opt/claude/bin/claude\"`.",
			},
			"launcher": schema.StringAttribute{
				Optional: true, Computed: true, Default: stringdefault.StaticString(persistence.DefaultLauncher),
				Validators: []validator.String{oneOf("Invalid Launcher", persistence.LauncherAgentAPI, persistence.LauncherTerminal)},
				MarkdownDescription: "What runs the agent: `\"agentapi\"` (default), which serves the chat in Coder's UI, or `\"terminal\"`, the " +
					"terminal that the start script runs in. `\"terminal\"` needs neither agentapi nor Tasks; `shutdown_script` then has nothing to do.",
			},
			"resume": schema.BoolAttribute{
				Optional: true, Computed: true, Default: booldefault.StaticBool(persistence.DefaultResume),
				MarkdownDescription: "Whether a start resumes the earlier session. Defaults to `true`. With `false`, every start begins a new session with the prompt.",
			},
			"on_lost_session": schema.StringAttribute{
				Optional: true, Computed: true, Default: stringdefault.StaticString(persistence.DefaultOnLostSession),
				Validators: []validator.String{oneOf("Invalid Lost Session",
					persistence.OnLostSessionFresh, persistence.OnLostSessionResendPrompt, persistence.OnLostSessionFail)},
				MarkdownDescription: "What a start does when the session is gone: `\"fresh\"` (default) starts a new one without the prompt, " +
					"`\"resend_prompt\"` starts a new one with it, `\"fail\"` ends with an error.",
			},
			"grace_period_seconds": schema.NumberAttribute{
				Optional: true, Computed: true, Default: defaultNumber(persistence.DefaultGracePeriodSeconds),
				Validators: []validator.Number{wholeNumber{"Invalid Grace Period", 1, 86400, "300"}},
				MarkdownDescription: "Seconds between the stop signal and the kill, 1 to 86400. Defaults to `300`, the documented recommendation. Pass " +
					"the output `docker` or `kubernetes` on to the platform. While agentapi keeps the chat, less than `60` is an error; less than `300` " +
					"is a warning. The shutdown script ends 10 seconds earlier.",
			},
			"data_dir": schema.StringAttribute{
				Optional: true, Computed: true,
				MarkdownDescription: "Absolute path of the directory for the chat, the session's identifier and the logs, on the volume. Defaults to " +
					"`" + persistence.DataDirParent + "/<name>` below `home`, or below `relocate_to` when that is set.",
			},
			"relocate_to": schema.StringAttribute{
				Optional: true,
				MarkdownDescription: "Absolute path below which the agent keeps its data instead of the home directory, for a volume that is mounted " +
					"elsewhere. Example: `\"/workspaces/.agents\"` puts the sessions of Claude Code into `/workspaces/.agents/.claude`, by " +
					"`CLAUDE_CONFIG_DIR`. An error for agents without such a variable.",
			},
			"mount_strategy": schema.StringAttribute{
				Optional: true, Computed: true, Default: stringdefault.StaticString(persistence.DefaultMountStrategy),
				Validators: []validator.String{oneOf("Invalid Mount Strategy", persistence.MountHome, persistence.MountPaths)},
				MarkdownDescription: "What is on the volume: `\"home\"` (default), the whole home directory or what is below `volume.mount_path`; or " +
					"`\"paths\"`, only the directories in `mounts`. With `\"paths\"`, Claude Code keeps `~/.claude.json` in `~/.claude`, by " +
					"`CLAUDE_CONFIG_DIR`; an agent with such a file and no such variable is an error.",
			},
			"retention_days": schema.NumberAttribute{
				Optional:   true,
				Validators: []validator.Number{wholeNumber{"Invalid Retention", 1, 36500, "365"}},
				MarkdownDescription: "Days without a change after which `cleanup_script` deletes a session, 1 to 36500. The current session is never " +
					"deleted. If unset, nothing is. Example: `365`. Less than `180`, the dormancy Coder suggests, is a warning.",
			},
			"task_id": schema.StringAttribute{
				Optional:   true,
				Validators: []validator.String{taskIDValidator},
				MarkdownDescription: "The Coder task that the shutdown script posts a log snapshot to. Example: `data.coder_task.me.enabled ? " +
					"data.coder_task.me.id : null`, because the id is random outside a task.",
			},

			"id": schema.StringAttribute{
				Computed:            true,
				MarkdownDescription: "The same as `name`, for `resource_id` of a `coder_metadata`.",
			},
			"start_script": outputString("The bash script that starts or resumes the agent, for a `coder_script` with `run_on_start = true` or " +
				"`start_script` of the registry's agentapi module. It returns once the agent has run for two seconds."),
			"shutdown_script": outputString("The bash script that saves the chat and stops agentapi, for a `coder_script` with `run_on_stop = " +
				"true`. It ends within `grace_period_seconds`."),
			"cleanup_script": outputString("The bash script that deletes old sessions, for a `coder_script` with `cron`. It lists what it would " +
				"delete unless its argument is `--apply`. Without `retention_days` it says that there is nothing to delete."),
			"session_id": outputString("The identifier of the agent's first session. Empty for an agent that chooses it itself, such as Codex."),
			"env": schema.MapAttribute{
				ElementType: types.StringType, Computed: true,
				MarkdownDescription: "Environment variables for `coder_env`, so that every shell finds the agent's data: the data directory, and the " +
					"variable that moves the sessions if there is one.",
			},
			"mounts": outputList("The directories that must be on the volume. They never nest and are never single files.", map[string]schema.Attribute{
				"path":              outputString("Absolute path in the workspace."),
				"role":              outputString("What it holds: `home`, `session`, `config`, `data` (the data directory) or `credentials`; the first that applies."),
				"required":          outputBool("Whether a resume fails without it. Without a directory of role `credentials` you log in after every start."),
				"file_system":       outputString("`local` when a network file system would damage a database below it, otherwise `any`."),
				"holds_credentials": outputBool("Whether the agent stores a login below it."),
				"sub_path":          outputString("Path on a volume that several mounts share. Empty for the volume's root."),
			}),
			"docker": outputObject("Arguments of a `docker_container` (kreuzwerker/docker).", map[string]schema.Attribute{
				"destroy_grace_seconds": outputNumber("`grace_period_seconds`. Unset, the provider kills the container at once."),
				"stop_timeout":          outputNumber("`grace_period_seconds`. Unset, Docker kills the container after 10 seconds."),
				"stop_signal":           outputString("`SIGINT`, on which the Coder agent runs the stop scripts."),
				"volumes": outputList("For a `dynamic \"volumes\"` block; add `volume_name`. Docker cannot mount a part of a volume, so each item "+
					"needs a volume of its own.", map[string]schema.Attribute{
					"container_path": outputString("Absolute path in the workspace."),
					"read_only":      outputBool("`false`."),
				}),
			}),
			"kubernetes": outputObject("Arguments of a pod, deployment and claim (hashicorp/kubernetes).", map[string]schema.Attribute{
				"termination_grace_period_seconds": outputNumber("`grace_period_seconds`. Unset, Kubernetes kills the pod after 30 seconds."),
				"delete_timeout":                   outputString("For `delete` in the `timeouts` block: at least a minute longer than the grace period, e.g. `6m`."),
				"storage_request": outputString("For `storage` in the claim's `requests`: `volume.size`, or the recommended size of " +
					"the agents on the volume, never less than at the last apply, e.g. `10Gi`."),
				"volume_mount": outputList("For a `dynamic \"volume_mount\"` block; add `name`. All of them can mount one claim.", map[string]schema.Attribute{
					"mount_path": outputString("Absolute path in the workspace."),
					"sub_path":   outputString("Path on the volume. Empty for its root."),
					"read_only":  outputBool("`false`."),
				}),
			}),
			"metadata": outputList("Items for `metadata` blocks of `coder_agent`: disk space of the sessions, and when the chat was last "+
				"saved.", map[string]schema.Attribute{
				"key":          outputString("Unique among the agents of a workspace."),
				"display_name": outputString("Title in the UI."),
				"script":       outputString("Script for `sh` that prints the value."),
				"interval":     outputNumber("Seconds between two runs."),
				"timeout":      outputNumber("Seconds a run may take."),
			}),
			"agentapi_module": outputObject("Inputs of the registry's agentapi module, 2.2.0 or later, by input name. `start_script` is a "+
				"separate output.", map[string]schema.Attribute{
				"agentapi_version":         outputString("The agentapi release, with a leading `v`. The module's own default is too old to keep the chat."),
				"agentapi_port":            outputNumber("The port agentapi listens on."),
				"module_dir_name":          outputString("The directory below the home directory for the module's scripts and log."),
				"folder":                   outputString("The directory the agent works in."),
				"enable_state_persistence": outputBool("Whether the chat is kept."),
				"state_file_path":          outputString("Path of agentapi's state file."),
				"pid_file_path": outputString("A path that does not exist: the module's stop script signals whatever process its PID file " +
					"names."),
				"task_log_snapshot": outputBool("`false`: with `task_id`, `shutdown_script` posts the log of the task."),
			}),
		},
		Blocks: map[string]schema.Block{
			"agentapi": schema.SingleNestedBlock{
				MarkdownDescription: "How agentapi runs. Ignored with `launcher = \"terminal\"`.",
				Attributes: map[string]schema.Attribute{
					"version": schema.StringAttribute{
						Optional:   true,
						Validators: []validator.String{releaseValidator},
						MarkdownDescription: "The agentapi release in the workspace, with or without a leading `v`, or `\"latest\"`. Defaults to " +
							"`\"" + persistence.DefaultAgentAPIVersion + "\"`. Releases before `0.12.0` cannot keep the chat: an error unless " +
							"`state_persistence` is `false`.",
					},
					"port": schema.NumberAttribute{
						Optional:            true,
						Validators:          []validator.Number{wholeNumber{"Invalid Port", 1, 65535, "3284"}},
						MarkdownDescription: "The TCP port agentapi listens on, 1 to 65535. Defaults to `3284`. Each agent of a workspace needs its own.",
					},
					"state_persistence": schema.BoolAttribute{
						Optional:            true,
						MarkdownDescription: "Whether to keep agentapi's chat, which Coder's UI shows, besides the agent's own session. Defaults to `true`.",
					},
					"save_interval_seconds": schema.NumberAttribute{
						Optional:   true,
						Validators: []validator.Number{wholeNumber{"Invalid Save Interval", 0, 86400, "30"}},
						MarkdownDescription: "Seconds between two saves of the chat, 0 to 86400. Defaults to `30`. A workspace that is killed loses what " +
							"came after the last save. `0` saves on a stop only.",
					},
				},
			},
			"volume": schema.SingleNestedBlock{
				MarkdownDescription: "The volume that keeps the agent's data. The plan checks it; create it elsewhere in the template.",
				Attributes: map[string]schema.Attribute{
					"size": schema.StringAttribute{
						Optional:   true,
						Validators: []validator.String{sizeValidator{}},
						MarkdownDescription: "Its size: whole bytes, or a number with `k` `M` `G` `T` `P` `E` (powers of 1000) or `Ki` `Mi` `Gi` `Ti` `Pi` " +
							"`Ei` (powers of 1024), with or without a final `B`. Example: `\"10Gi\"`. Below the minimum of the agents on it is an error, below " +
							"the recommended size a warning, below the size of the last apply an error.",
					},
					"mount_path": schema.StringAttribute{
						Optional:   true,
						Validators: []validator.String{notEmpty},
						MarkdownDescription: "Absolute path it is mounted at. Example: `\"/home/coder\"`. An error when the home directory, `relocate_to` or " +
							"`data_dir` is not on it. Leave it out with `mount_strategy = \"paths\"`.",
					},
					"filesystem": schema.StringAttribute{
						Optional:   true,
						Validators: []validator.String{oneOf("Invalid File System", persistence.FileSystemLocal, persistence.FileSystemNetwork)},
						MarkdownDescription: "`\"local\"`, which includes block storage that one node mounts, or `\"network\"`, such as NFS: a warning for " +
							"an agent with a SQLite database.",
					},
					"shared_with": schema.ListAttribute{
						ElementType: types.StringType, Optional: true,
						Validators: []validator.List{elements{summary: "Invalid Agent"}},
						MarkdownDescription: "The other agents on the volume, by name or alias. `size` is compared with the sum for all of them. Example: " +
							"`[\"codex\", \"goose\"]`.",
					},
					"allow_shrink": schema.BoolAttribute{
						Optional: true,
						MarkdownDescription: "Whether `size` may be smaller than at the last apply. Defaults to `false`, because a Kubernetes claim that " +
							"asks for less is replaced by an empty one.",
					},
				},
			},
			"install": schema.SingleNestedBlock{
				MarkdownDescription: "What the start script sets up before the agent starts. `install {}` downloads what is missing on `PATH`, the " +
					"agent and agentapi in the versions that the provider was tested with, into `~/.local`. A failed download never replaces a " +
					"working version. URLs may contain `{version}` and `{arch}` (`amd64` or `arm64`); checksums are `sha256:HEX`, `sha512:HEX` or npm's " +
					"`sha512-BASE64`.",
				Attributes: map[string]schema.Attribute{
					"version": optionalString("The agent's version. Example: `\"2.1.197\"`.", programVersionValidator),
					"registry": optionalString("The npm registry to download from. Defaults to the public one. Example: "+
						"`\"https://npm.example.com\"`.", urlValidator),
					"url": optionalString("Where to download the agent from instead. Example: "+
						"`\"https://mirror.example.com/claude-{version}-{arch}.tar.gz\"`.", urlValidator),
					"checksum":          optionalString("The checksum of the agent's download. Defaults to the catalog's for its version.", checksumValidator),
					"agentapi_url":      optionalString("Where to download agentapi from. Defaults to its release on GitHub.", urlValidator),
					"agentapi_checksum": optionalString("The checksum of agentapi's download.", checksumValidator),
					"first_run": optionalString("`\"ask\"` (default) leaves the agent's dialogs in a new home to the user; `\"accept\"` answers "+
						"them for the user, once and without overwriting a file: onboarding, trust in `workdir`, the key in the "+
						"environment.", oneOf("Invalid First Run", firstRunAsk, firstRunAccept)),
					"download": schema.BoolAttribute{
						Optional:            true,
						MarkdownDescription: "Whether to download anything. Defaults to `true`. Set `false` with `first_run` if the image has everything.",
					},
				},
			},
		},
	}
}

// Values of first_run.
const (
	firstRunAsk    = "ask"
	firstRunAccept = "accept"
)

func optionalString(description string, validators ...validator.String) schema.StringAttribute {
	return schema.StringAttribute{Optional: true, Validators: validators, MarkdownDescription: description}
}

func defaultNumber(n int64) defaults.Number {
	return numberdefault.StaticBigFloat(big.NewFloat(float64(n)))
}

func outputString(description string) schema.StringAttribute {
	return schema.StringAttribute{Computed: true, MarkdownDescription: description}
}

func outputNumber(description string) schema.NumberAttribute {
	return schema.NumberAttribute{Computed: true, MarkdownDescription: description}
}

func outputBool(description string) schema.BoolAttribute {
	return schema.BoolAttribute{Computed: true, MarkdownDescription: description}
}

func outputObject(description string, attributes map[string]schema.Attribute) schema.SingleNestedAttribute {
	return schema.SingleNestedAttribute{Computed: true, MarkdownDescription: description, Attributes: attributes}
}

func outputList(description string, attributes map[string]schema.Attribute) schema.ListNestedAttribute {
	return schema.ListNestedAttribute{Computed: true, MarkdownDescription: description, NestedObject: schema.NestedAttributeObject{Attributes: attributes}}
}
