package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
)

func providerSchema() schema.Schema {
	return schema.Schema{
		MarkdownDescription: "Brings AI coding agents in Coder workspaces back after a stop and a start: the same agent, with the same " +
			"conversation, without being told its task twice. The provider makes no network calls and needs no credentials; every argument of its block " +
			"is optional.",
		Attributes: map[string]schema.Attribute{
			"coder_version": schema.StringAttribute{
				Optional:   true,
				Validators: []validator.String{coderVersionValidator},
				MarkdownDescription: "The version of the Coder deployment, with or without a leading `v`, for what depends on Tasks: 2.37 and later " +
					"have none. It is the default of `coder_version` in `persistence_agent`. Without it, checks about Tasks are skipped. Example: " +
					"`\"2.34.0\"`. An invalid version is an error.",
			},
			"agents": schema.MapNestedAttribute{
				Optional: true,
				MarkdownDescription: "Your own storage sizes for catalog agents, and agents that the catalog does not have. The key " +
					"is the name or an alias of a catalog agent, for which only `storage` can be set, or the name of a new one: lower-case letters, " +
					"digits and single hyphens, such as `\"in-house\"`. The entries apply wherever the provider takes an `agent`, but not in its " +
					"functions, which cannot see the provider block. An error names its place inside the map. While one of its values is known only after " +
					"apply, so are the outputs of every agent, and data sources cannot be read.",
				Validators:   []validator.Map{noNullEntries{}},
				NestedObject: schema.NestedAttributeObject{Attributes: overrideAttributes()},
			},
		},
	}
}

func overrideAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"display_name": overrideText("The agent's name in messages and tables, e.g. `\"In-House Agent\"`. Defaults to the key. Another agent's " +
			"name is an error."),
		"agentapi_type": overrideText("The value for agentapi's `--type`: " + alternatives(catalog.AgentAPITypes(), "`") + ". Defaults to " +
			"`\"custom\"`."),
		"level": overrideText("How far the conversation survives a workspace stop: " + alternatives(catalog.Levels(), "`") + ". Required for an " +
			"agent that the catalog does not have."),
		"session_paths": schema.ListNestedAttribute{
			Optional:            true,
			Validators:          []validator.List{noNullEntries{}},
			MarkdownDescription: "Where the agent keeps its data.",
			NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
				"path": schema.StringAttribute{
					Required: true,
					MarkdownDescription: "The place: `\"~/…\"` below the home directory, `\"{workdir}/…\"` below the working directory, or an absolute " +
						"path. Example: `\"~/.in-house/sessions\"`. A relative path, or one that leads out of its directory, is an error.",
				},
				"role": overrideText("What it holds: `\"session\"` (default), `\"config\"`, `\"credentials\"` or `\"cache\"`."),
				"store": overrideText("How the data is kept: `\"jsonl\"`, `\"json\"`, `\"sqlite-wal\"`, `\"sqlite\"`, `\"markdown\"`, " +
					"`\"directory\"` (default) or `\"server\"`."),
				"file":         overrideFlag("Whether it is a single file, not a directory. Defaults to `false`."),
				"relocated_by": overrideText("The environment variable that moves it, e.g. `\"IN_HOUSE_HOME\"`. If unset, it cannot be moved."),
			}},
		},
		"storage": schema.SingleNestedAttribute{
			Optional:            true,
			MarkdownDescription: "The space the agent's data needs, as sizes such as `\"10Gi\"` or `\"500 MB\"`.",
			Attributes: map[string]schema.Attribute{
				"minimum": overrideText("The smallest volume that is not an error. Defaults to the catalog's, and to zero for an added agent. " +
					"Example: `\"2Gi\"`. A negative or invalid size is an error."),
				"recommended": overrideText("The smallest volume without a warning. Defaults to the catalog's, or to the minimum where that is larger. " +
					"Example: `\"10Gi\"`. A size below the minimum is an error."),
			},
		},
		"session": schema.SingleNestedAttribute{
			Optional: true,
			MarkdownDescription: "How the agent's program is started and resumed. `coder_agent_persistence` needs it to start the agent, with " +
				"`command`, `id`, `cold`, `warm` and `detect`.",
			Attributes: sessionOverrideAttributes(),
		},
	}
}

func sessionOverrideAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"command": overrideText("The program: a name on `PATH` or an absolute path, without arguments. Example: `\"in-house\"`."),
		"id": overrideText("Who chooses a session's identifier: `\"uuid\"` when the program takes a UUID, `\"name\"` when it takes any " +
			"name, `\"captured\"` when it chooses one itself, which `capture` then finds."),
		"cold": overrideTexts("The arguments of a new session. `{session}` stands for its identifier, `{workdir}` for the working " +
			"directory, and the element `{args}` for the template's own arguments. Example: `[\"--session-id\", \"{session}\", \"{args}\"]`."),
		"cold_prompt": overrideTexts("The arguments of a new session with a first prompt, `{prompt}`. Without it AgentAPI types the prompt. " +
			"Example: `[\"--session-id\", \"{session}\", \"{args}\", \"--\", \"{prompt}\"]`."),
		"warm":        overrideTexts("The arguments that resume the session `{session}` and no other. Example: `[\"--resume\", \"{session}\", \"{args}\"]`."),
		"warm_prompt": overrideTexts("The arguments that resume it and also give it `{prompt}`. Without it AgentAPI types the prompt."),
		"detect": schema.SingleNestedAttribute{
			Optional:            true,
			MarkdownDescription: "What proves that the session `{session}` can be resumed: either `file` or `command`.",
			Attributes: map[string]schema.Attribute{
				"file": overrideText("A file below the home directory that exists and is not empty. It may hold `{session}` and `*`. Example: " +
					"`\"~/.in-house/sessions/*/{session}.jsonl\"`."),
				"command": overrideTexts("Arguments with which the program lists its sessions. Example: `[\"sessions\", \"list\"]`."),
				"contains": overrideText("A string in the file, or in a line of the output, that may hold `{session}` and `{workdir}`. If unset, any " +
					"content of the file will do; with `command` it must hold `{session}`."),
			},
		},
		"capture": schema.SingleNestedAttribute{
			Optional: true,
			MarkdownDescription: "Where to find the identifier that the program chose, only for `id = \"captured\"`: the newest file that was not " +
				"there before the start.",
			Attributes: map[string]schema.Attribute{
				"file": overrideText("A pattern with `*` below the home directory that all sessions' files match; the end of a file's name, " +
					"before its extension, is the identifier. Example: `\"~/.in-house/sessions/*.jsonl\"`."),
				"first_line": overrideTexts("Strings that the file's first line must contain. They may contain `{workdir}`, which is replaced in its JSON form."),
				"id_length": schema.NumberAttribute{
					Optional:            true,
					MarkdownDescription: "How many characters of the name are the identifier, 1 to 255. Defaults to `36`, the length of a UUID.",
				},
			},
		},
		"ignores_interrupt": overrideFlag("Whether the program does not exit on SIGINT, so that it is ended with SIGTERM instead. Defaults to " +
			"`false`."),
	}
}

func overrideText(description string) schema.StringAttribute {
	return schema.StringAttribute{Optional: true, MarkdownDescription: description}
}

func overrideFlag(description string) schema.BoolAttribute {
	return schema.BoolAttribute{Optional: true, MarkdownDescription: description}
}

func overrideTexts(description string) schema.ListAttribute {
	return schema.ListAttribute{
		Optional: true, ElementType: types.StringType,
		Validators:          []validator.List{elements{summary: "Invalid Agent Override"}},
		MarkdownDescription: description,
	}
}
