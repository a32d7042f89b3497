package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

func agentPersistenceOutputs() map[string]schema.Attribute {
	text := func(description string) schema.StringAttribute {
		return schema.StringAttribute{Computed: true, MarkdownDescription: description}
	}
	number := func(description string) schema.Int64Attribute {
		return schema.Int64Attribute{Computed: true, MarkdownDescription: description}
	}
	flag := func(description string) schema.BoolAttribute {
		return schema.BoolAttribute{Computed: true, MarkdownDescription: description}
	}
	object := func(description string, attributes map[string]schema.Attribute) schema.SingleNestedAttribute {
		return schema.SingleNestedAttribute{Computed: true, MarkdownDescription: description, Attributes: attributes}
	}
	list := func(description string, attributes map[string]schema.Attribute) schema.ListNestedAttribute {
		return schema.ListNestedAttribute{Computed: true, MarkdownDescription: description, NestedObject: schema.NestedAttributeObject{Attributes: attributes}}
	}
	return map[string]schema.Attribute{
		"session_id": text("The identifier or name of the agent's first session. It follows from `agent`, `name`, `home` and `workdir` alone. Null for an agent whose CLI chooses it (Codex); the start script then keeps it in `<data_dir>/state/session`. Null with `module_version`, too."),
		"env": schema.MapAttribute{
			ElementType: types.StringType, Computed: true,
			MarkdownDescription: "Environment variables for `coder_env`, so that every shell of the workspace finds the agent's data: the data directory, and with `relocate_to` (or `mount_strategy = \"paths\"` for Claude Code) the variable that moves the sessions. All values are absolute paths. Two agents of a workspace share a variable only when it has the same value for both. AgentAPI's own variables are not among them: set for the whole workspace they would reach every other agentapi too.",
		},
		"mounts": list("The directories that must be on the volume, never one inside another and never a single file. With `mount_strategy = \"home\"` that is where the volume is mounted; a further one appears when `workdir` or `data_dir` holds data elsewhere and no `mount_path` is given.", map[string]schema.Attribute{
			"path":              text("Absolute path inside the workspace."),
			"role":              text("What it holds: `home`, or of the agent's own directories `session`, `config`, `data` (our data directory) or `credentials`. A directory with several holds the first of them."),
			"required":          flag("Whether a resume fails without it. One of role `credentials` may be left out; the agent then asks for a login after each start, unless `coder_env` has a key."),
			"file_system":       text("`local` when a network file system would damage what is below it, such as a SQLite database in WAL mode; otherwise `any`."),
			"holds_credentials": flag("Whether the agent keeps a login below it. To keep logins off the volume, give the agent a key by `coder_env` instead."),
			"sub_path":          text("Where it lies on a volume that several mounts share, relative to the volume's root. Null when it is the root."),
		}),
		"docker": object("What a `docker_container` of the provider `kreuzwerker/docker` needs, by that provider's names.", map[string]schema.Attribute{
			"destroy_grace_seconds": number("`grace_period_seconds`, for the attribute of this name. Unset, the provider kills the container at once."),
			"stop_timeout":          number("`grace_period_seconds`, for the attribute of this name. Unset, Docker kills the container after 10 seconds."),
			"stop_signal":           text("`SIGINT`, for the attribute of this name: the Coder agent then runs the stop scripts."),
			"volumes": list("One item for each of `mounts`, for a `dynamic \"volumes\"` block; `volume_name` is yours to add. Docker cannot mount a part of a volume, so each item is a volume of its own.", map[string]schema.Attribute{
				"container_path": text("Absolute path inside the workspace."),
				"read_only":      flag("Always false."),
			}),
		}),
		"kubernetes": object("What a pod, deployment and claim of the provider `hashicorp/kubernetes` need, by that provider's names.", map[string]schema.Attribute{
			"termination_grace_period_seconds": number("`grace_period_seconds`, for the attribute of this name in the pod's `spec`. Unset, Kubernetes kills the pod after 30 seconds."),
			"delete_timeout":                   text("How long Terraform must wait for the pod to end: at least a minute longer than the grace period, e.g. `6m`. It is for `delete` in the `timeouts` block."),
			"storage_request":                  text("For `storage` in the `requests` of the claim: `volume.size` as a Kubernetes quantity, or without it the recommended size of the agents on the volume, e.g. `10Gi`."),
			"volume_mount": list("One item for each of `mounts`, for a `dynamic \"volume_mount\"` block; `name` is yours to add. All of them can mount one claim.", map[string]schema.Attribute{
				"mount_path": text("Absolute path inside the workspace."),
				"sub_path":   text("Path on the volume. Null for its root."),
				"read_only":  flag("Always false."),
			}),
		}),
		"start_script":    text("The bash script that starts the agent or resumes it: for `start_script` of the registry's agentapi module, or for a `coder_script` with `run_on_start = true`. Without arguments it goes to the background and returns once agentapi answers. Null with `module_version`."),
		"shutdown_script": text("The bash script that saves the chat and stops agentapi: for a `coder_script` with `run_on_stop = true`. It is bounded by `grace_period_seconds`, may run twice, and may run beside the agentapi module's own stop script. Null with `launcher = \"terminal\"`, where nothing is left to stop, and with `module_version`."),
		"cleanup_script":  text("The bash script that deletes old sessions: for a `coder_script` with `cron`. It only says what it would delete unless its argument is `--apply`. Null without `retention_days`, and with `module_version`."),
		"metadata": list("Items for `metadata` blocks of `coder_agent`: the disk space the sessions use, and when the chat was last saved. Empty with `module_version`.", map[string]schema.Attribute{
			"key":          text("The item's name, unique among the agents of a workspace."),
			"display_name": text("The title in the UI."),
			"script":       text("The script for `sh` that prints the value."),
			"interval":     number("Seconds between two runs."),
			"timeout":      number("Seconds a run may take."),
		}),
		"agentapi_module": object("The inputs of the registry's agentapi module (version 2.2.0 or newer), apart from `start_script`. Each attribute has the module's own name. Null with `launcher = \"terminal\"`, which needs no agentapi, and with `module_version`, whose module brings its own.", map[string]schema.Attribute{
			"agentapi_version":         text("The agentapi release to install, with a leading `v`."),
			"agentapi_port":            number("The TCP port agentapi listens on."),
			"module_dir_name":          text("The directory below the home directory where the module keeps its copy of the script and its log."),
			"folder":                   text("The directory the agent works in."),
			"enable_state_persistence": flag("Whether the chat is kept."),
			"state_file_path":          text("Absolute path of agentapi's state file."),
			"pid_file_path":            text("Absolute path of agentapi's PID file."),
		}),
		"storage": object("The space that the agents on the volume need together: `agent` and `volume.shared_with`.", map[string]schema.Attribute{
			"floor_bytes":       number("The sum of the documented minimums, in bytes. A smaller volume is an error."),
			"floor":             text("The same as a Kubernetes quantity, e.g. `100M`."),
			"recommended_bytes": number("Room for months of work, in bytes. A smaller volume is a warning."),
			"recommended":       text("Room for months of work as a Kubernetes quantity, e.g. `5G`."),
			"recommended_gib":   number("Room for months of work in whole GiB, rounded up, as most clouds want it."),
			"capacity_note":     text("What a size means on this kind of volume. Null unless `volume.kind` is `\"docker\"`."),
		}),
		"support": object("How well the agent comes back when these scripts start it, or with `module_version` that module.", map[string]schema.Attribute{
			"level":   text("`full`, `partial`, `planned` or `not_supported`."),
			"reason":  text("Why, in a sentence or a few."),
			"resumes": flag("Whether a start resumes the earlier session."),
		}),
	}
}
