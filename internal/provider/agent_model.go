package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
)

// agentModel is what persistence_agent and persistence_agents say of an agent.
type agentModel struct {
	Slug                    types.String `tfsdk:"slug"`
	DisplayName             types.String `tfsdk:"display_name"`
	Icon                    types.String `tfsdk:"icon"`
	AgentAPIType            types.String `tfsdk:"agentapi_type"`
	DocumentedLevel         types.String `tfsdk:"documented_level"`
	Module                  *moduleModel `tfsdk:"module"`
	Level                   types.String `tfsdk:"level"`
	Flags                   []string     `tfsdk:"flags"`
	Constraint              types.String `tfsdk:"constraint"`
	Reason                  types.String `tfsdk:"reason"`
	MinimumStorageBytes     types.Int64  `tfsdk:"minimum_storage_bytes"`
	MinimumStorage          types.String `tfsdk:"minimum_storage"`
	RecommendedStorageBytes types.Int64  `tfsdk:"recommended_storage_bytes"`
	RecommendedStorage      types.String `tfsdk:"recommended_storage"`
}

type moduleModel struct {
	Source types.String `tfsdk:"source"`
	Status types.String `tfsdk:"status"`
	Latest types.String `tfsdk:"latest"`
	Note   types.String `tfsdk:"note"`
}

func newAgentModel(a *catalog.Agent, v *catalog.Verdict) agentModel {
	return agentModel{
		Slug:            types.StringValue(a.Slug),
		DisplayName:     types.StringValue(a.DisplayName),
		Icon:            types.StringValue(a.Icon),
		AgentAPIType:    types.StringValue(a.AgentAPIType),
		DocumentedLevel: textOrNull(string(a.Documented.Level)),
		Module: &moduleModel{
			Source: textOrNull(a.Module.Source),
			Status: textOrNull(string(a.Module.Status)),
			Latest: textOrNull(a.Module.Latest),
			Note:   textOrNull(a.Module.Note),
		},
		Level:                   types.StringValue(string(v.Level)),
		Flags:                   texts(v.Flags),
		Constraint:              textOrNull(v.Constraint),
		Reason:                  types.StringValue(v.Reason),
		MinimumStorageBytes:     types.Int64Value(a.Storage.Minimum.Int64()),
		MinimumStorage:          types.StringValue(a.Storage.Minimum.String()),
		RecommendedStorageBytes: types.Int64Value(a.Storage.Recommended.Int64()),
		RecommendedStorage:      types.StringValue(a.Storage.Recommended.String()),
	}
}

// agentOutputs are the attributes of an agentModel; version says which version of
// the agent's registry module was judged.
func agentOutputs(version string) map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"slug":          computedText("The agent's name in the catalog, which is that of its registry module, e.g. `claude-code`."),
		"display_name":  computedText("The agent's name for people, e.g. `Claude Code`."),
		"icon":          computedText("The path of the agent's icon in Coder, e.g. `/icon/claude.svg`. Empty when Coder has none."),
		"agentapi_type": computedText("The value for agentapi's `--type`, e.g. `claude`; `custom` when agentapi has no type for the agent."),
		"documented_level": computedText("The level in Coder's public compatibility matrix, as it stands there: " +
			alternatives(catalog.Levels(), "`") + ". It holds for no version in particular; `level` does. An agent that the matrix does not list has " +
			"the level of its predecessor, `planned`, or what the provider block says."),
		"module": schema.SingleNestedAttribute{
			Computed:            true,
			MarkdownDescription: "The agent's own module in the Coder registry. Its attributes are null for an agent added in the provider block.",
			Attributes: map[string]schema.Attribute{
				"source": computedText("Its address, for the `source` of a `module` block, e.g. `registry.coder.com/coder/claude-code/coder`."),
				"status": computedText("`active`; `changed` when its newest major version starts nothing any more; `removed` when the registry " +
					"has dropped it and only old versions remain."),
				"latest": computedText("Its newest version, without a leading `v`."),
				"note":   computedText("What else is to be known of it. Null when nothing is."),
			},
		},
		"level": computedText("How far the conversation survives a workspace stop with " + version + " and its default inputs: " +
			"`full` (the agent resumes its session by itself), `partial` (the wiring is off by default, or faulty), `planned` (the agent can, the " +
			"module does not) or `not_supported` (each start is a new conversation). Never the documented level."),
		"flags": computedTexts("Properties of " + version + " for machines to read, e.g. `no_agentapi`, `removed`, `prompt_resent`. " +
			"Empty when there are none."),
		"constraint": computedText("The module versions that behave alike, as a constraint with its upper bound, e.g. `>= 4.8.1, < 5.0.0`; " +
			"the newest ones have no upper bound yet. Null when no release is known."),
		"reason": computedText("Why " + version + " has its level, in one sentence."),
		"minimum_storage_bytes": computedNumber("The smallest volume that is not refused, in bytes: the documented minimum, or an estimate where " +
			"none is documented."),
		"minimum_storage":           computedText("The same as a Kubernetes quantity, e.g. `100M`."),
		"recommended_storage_bytes": computedNumber("Room for months of work, in bytes; an estimate for agents whose sizes nobody reported."),
		"recommended_storage":       computedText("The same as a Kubernetes quantity, e.g. `5G`."),
	}
}
