package provider

import (
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/persistence"
)

func agentCompatibilitySchema() schema.Schema {
	attributes := agentCompatibilityInputs()
	maps.Copy(attributes, agentIdentityOutputs())
	maps.Copy(attributes, agentVersionOutputs())
	maps.Copy(attributes, agentDataOutputs())
	return schema.Schema{
		MarkdownDescription: "What is known of one AI coding agent, and what a template with the given versions makes of it: whether the conversation survives a workspace stop, what to write so that it does, where the sessions live and how much space they need. The facts come with the provider; nothing is looked up. An input that is known only after apply makes every output known only after apply.",
		Attributes:          attributes,
	}
}

func agentCompatibilityInputs() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"agent": schema.StringAttribute{
			Required:            true,
			MarkdownDescription: "The agent, by the name of its registry module or an alias, whatever the case. Example: `\"claude-code\"`, `\"claude\"`, `\"Amazon Q\"`. An unknown name is an error that lists the nearest ones.",
		},
		"module_version": schema.StringAttribute{
			Optional:            true,
			MarkdownDescription: "The version of the agent's own registry module that the template uses, with or without a leading `v`: one version, not a constraint. Defaults to the newest release. Example: `\"4.9.2\"`. A version that was never released is judged like its neighbors, and `version_note` says so; a text that is no version is an error.",
		},
		"agentapi_version": schema.StringAttribute{
			Optional:            true,
			MarkdownDescription: "The agentapi release that the template installs, with or without a leading `v`, or `\"latest\"`. Defaults to what that module version installs by default. Example: `\"v0.12.2\"`. Below `0.12.0` the chat in the UI does not survive.",
		},
		"coder_version": schema.StringAttribute{
			Optional:            true,
			MarkdownDescription: "The version of the Coder deployment, with or without a leading `v`. Defaults to `coder_version` of the provider block; without either nothing is said about Tasks. Example: `\"2.34.0\"`.",
		},
		"home": schema.StringAttribute{
			Optional:            true,
			Validators:          []validator.String{notEmpty(persistence.DefaultHome)},
			MarkdownDescription: "Absolute path of the home directory that `session_paths` are expanded with. Defaults to `\"" + persistence.DefaultHome + "\"`.",
		},
		"workdir": schema.StringAttribute{
			Optional:            true,
			Validators:          []validator.String{notEmpty(persistence.DefaultHome + "/project")},
			MarkdownDescription: "Absolute path of the directory the agent works in, for agents that keep data there. Defaults to `home`. Example: `\"/home/coder/project\"`.",
		},
	}
}

// agentIdentityOutputs are what an agent is called, and what is documented of
// it. The catalog's entries have them too.
func agentIdentityOutputs() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"slug":             computedText("The agent's name in the catalog, which is that of its registry module, e.g. `claude-code`."),
		"display_name":     computedText("The agent's name for people, e.g. `Claude Code`."),
		"aliases":          computedTexts("Other names that `agent` accepts. Empty when there are none."),
		"agentapi_type":    computedText("The value for agentapi's `--type`, e.g. `claude`; `custom` when agentapi has no type for the agent."),
		"documented_level": computedText("The level in Coder's public compatibility matrix, as it stands there: " + alternatives(catalog.Levels()) + ". It holds for no version in particular; `level` does. Kiro CLI, which the matrix does not list, has that of its predecessor Amazon Q, and an agent added in the provider block has the one given there: see `in_matrix`."),
		"in_matrix":        computedFlag("Whether the matrix lists the agent."),
		"minimum_version":  computedText("The registry module version from which the matrix claims that level, e.g. `4.8.0`. Null when it names none."),
		"tracking_issue":   computedText("The public issue that tracks support, e.g. `coder/registry#744`. Null when there is none."),
		"needs_network":    computedFlag("Whether a resume needs the vendor's servers to hold the conversation, whatever is on the volume."),
		"overridden":       computedFlag("Whether the provider block changed or added this entry."),
		"module": schema.SingleNestedAttribute{
			Computed:            true,
			MarkdownDescription: "The agent's own module in the Coder registry. Its attributes are null for an agent added in the provider block.",
			Attributes: map[string]schema.Attribute{
				"source":      computedText("Its address, for the `source` of a `module` block, e.g. `registry.coder.com/coder/claude-code/coder`."),
				"status":      computedText("`active`; `changed` when its newest major version starts nothing any more; `removed` when the registry has dropped it and only old versions remain."),
				"replacement": computedText("What to use instead. Null when nothing is named."),
				"latest":      computedText("Its newest version, without a leading `v`."),
				"note":        computedText("What else is to be known of it. Null when nothing is."),
			},
		},
	}
}

// agentVersionOutputs are what the given versions make of the agent.
func agentVersionOutputs() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"judged_version": computedText("The module version that was judged, without a leading `v`: `module_version`, or else the newest release. Null when neither is known."),
		"released":       computedFlag("Whether that very version was released."),
		"version_note":   computedText("How a version that was not given, or never released, was judged. Null when there is nothing to say."),
		"level":          computedText("How far the conversation survives a workspace stop with that module version and its default inputs: `full` (the agent resumes its session by itself), `partial` (the wiring is off by default, or faulty), `planned` (the agent can, the module does not) or `not_supported` (each start is a new conversation). Never the documented level."),
		"flags":          computedTexts("Properties of that module version for machines to read, e.g. `no_agentapi`, `removed`, `prompt_resent`. `reason` and `known_bugs` say the same in words. Empty when there are none."),
		"constraint":     computedText("The module versions that behave alike, as a constraint with its upper bound, e.g. `>= 4.8.1, < 5.0.0`; the newest ones have no upper bound yet. Null when no release is known."),
		"reason":         computedText("Why that module version has its level, in one sentence."),
		"confidence":     computedText("How sure the level is: `high`, or `medium` when a neighboring level can be defended too."),
		"known_bugs":     computedTexts("What goes wrong with that module version, one sentence each. Empty when nothing is known."),
		"module_inputs": schema.MapAttribute{
			Computed: true, ElementType: types.StringType,
			MarkdownDescription: "The inputs to set in that module version so that the agent, or its chat, comes back, e.g. `{ agentapi_version = \"v0.12.2\" }`. Terraform converts the texts to the inputs' types. Empty when nothing is to be set, or nothing helps.",
		},
		"verdict": schema.SingleNestedAttribute{
			Computed:            true,
			MarkdownDescription: "Whether a template with these versions brings the agent back when its own registry module starts it.",
			Attributes: map[string]schema.Attribute{
				"resumes":    computedFlag("Whether the conversation comes back by itself, and the prompt is not given a second time."),
				"ui_history": computedFlag("Whether the chat in the Coder UI survives too, with the given agentapi or the module's default."),
				"tasks":      computedFlag("Whether that Coder version has Tasks: `false` from 2.37 on; `true` when no version is known."),
				"reason":     computedText("The whole story in a few sentences. With Coder 2.37 and later it says what still works without Tasks."),
				"fix":        computedText("The lines to write to mend the first thing that is missing: inputs or a version of the module, or the resource that starts the agent instead of it. Null when nothing is missing, or nothing helps."),
			},
		},
	}
}

// agentDataOutputs are where the agent's data is and what happens to it.
func agentDataOutputs() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"session_paths": schema.ListNestedAttribute{
			Computed:            true,
			MarkdownDescription: "Where the agent keeps its data. Relocation variables are not applied. Empty when nothing is known, or everything is on the vendor's servers.",
			NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
				"path":                computedText("Absolute path inside the workspace, e.g. `/home/coder/.claude/projects`."),
				"place":               computedText("The same before it was expanded, e.g. `~/.claude/projects` or `{workdir}/.aider.chat.history.md`."),
				"scope":               computedText("What it depends on: `home`, `workdir`, or `absolute` for a path that is the same in every workspace."),
				"role":                computedText("What it holds: `session` (needed to resume), `config` (needed to start without dialogs), `credentials` (may be left off the volume) or `cache` (safe to lose)."),
				"store":               computedText("How the data is kept: `jsonl`, `json`, `sqlite-wal`, `sqlite`, `markdown`, `directory` or `server`. The files of a `sqlite-wal` database belong together: mount their directory, never the file."),
				"file":                computedFlag("Whether it is a single file and no directory."),
				"required":            computedFlag("Whether a resume fails, or dialogs return, without it."),
				"relocated_by":        computedText("The environment variable that moves it, e.g. `CLAUDE_CONFIG_DIR`. Null when none does."),
				"network_file_system": computedFlag("Whether it may live on NFS or a similar file system."),
				"verified":            computedFlag("Whether this was observed in a run of the agent."),
				"source":              computedText("Where the fact comes from."),
			}},
		},
		"minimum_storage_bytes": computedNumber("The documented minimum in bytes: `storage.minimum.bytes`."),
		"minimum_storage":       computedText("The documented minimum as a Kubernetes quantity, e.g. `100M`: `storage.minimum.quantity`."),
		"storage": schema.SingleNestedAttribute{
			Computed:            true,
			MarkdownDescription: "The space the agent's data needs.",
			Attributes: map[string]schema.Attribute{
				"minimum":           computedFigure("The documented minimum. `coder_agent_persistence` and `coder_agent_storage` refuse a smaller volume."),
				"recommended":       computedFigure("Room for months of work. Its source is that of the observed sizes, and null for an estimate."),
				"observed":          computedFigure("The largest size that users reported for data of the agent that is needed to resume; the note says more. Null when nobody did."),
				"documented_growth": computedText("What the matrix says of its growth, e.g. `can grow to GB`. Null when it says nothing."),
				"bounded":           computedText("Whether the data stops growing by itself: `yes`, `no` or `unknown`."),
				"bounded_by":        computedText("The agent's setting that bounds it, e.g. `cleanupPeriodDays`. Null when there is none."),
			},
		},
		"retention": computedText("How the agent deletes old sessions by itself. It ends with `(not verified)` unless it was seen in a run."),
		//nolint:misspell // the attribute has the name the design gives it
		"resume_behaviour": computedText("What a resume restores. It ends with `(not verified)` unless it was seen in a run."),
		"hazards":          computedTexts("What can go wrong with the agent's sessions. A sentence that was not seen in a run ends with `(not verified)`."),
		"notes":            computedTexts("What else is worth knowing. A sentence that was not seen in a run ends with `(not verified)`."),
		"sources":          computedTexts("Where the facts about the agent come from, each source once."),
		"as_of":            computedText("The day the catalog was last checked, e.g. `" + catalog.AsOf + "`."),
	}
}

func computedFigure(description string) schema.SingleNestedAttribute {
	return schema.SingleNestedAttribute{
		Computed:            true,
		MarkdownDescription: description,
		Attributes: map[string]schema.Attribute{
			"bytes":    computedNumber("The size in bytes."),
			"quantity": computedText("The size as a Kubernetes quantity in the largest exact unit, e.g. `100M`."),
			"source":   computedText("Where the figure comes from. Null when there is no source."),
			"note":     computedText("What is to be known of the figure. Null when nothing is."),
		},
	}
}
