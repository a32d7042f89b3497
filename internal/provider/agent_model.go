package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
)

// agentModel is what persistence_agent and persistence_agents say of an agent.
type agentModel struct {
	Slug                types.String `tfsdk:"slug"`
	DisplayName         types.String `tfsdk:"display_name"`
	Icon                types.String `tfsdk:"icon"`
	Aliases             []string     `tfsdk:"aliases"`
	AgentAPIType        types.String `tfsdk:"agentapi_type"`
	DocumentedLevel     types.String `tfsdk:"documented_level"`
	InMatrix            types.Bool   `tfsdk:"in_matrix"`
	MinimumVersion      types.String `tfsdk:"minimum_version"`
	TrackingIssue       types.String `tfsdk:"tracking_issue"`
	NeedsNetwork        types.Bool   `tfsdk:"needs_network"`
	Overridden          types.Bool   `tfsdk:"overridden"`
	Module              *moduleModel `tfsdk:"module"`
	Level               types.String `tfsdk:"level"`
	Flags               []string     `tfsdk:"flags"`
	Constraint          types.String `tfsdk:"constraint"`
	Reason              types.String `tfsdk:"reason"`
	MinimumStorageBytes types.Int64  `tfsdk:"minimum_storage_bytes"`
	MinimumStorage      types.String `tfsdk:"minimum_storage"`
}

type moduleModel struct {
	Source      types.String `tfsdk:"source"`
	Status      types.String `tfsdk:"status"`
	Replacement types.String `tfsdk:"replacement"`
	Latest      types.String `tfsdk:"latest"`
	Note        types.String `tfsdk:"note"`
}

func newAgentModel(a *catalog.Agent, v *catalog.Verdict) agentModel {
	return agentModel{
		Slug:            types.StringValue(a.Slug),
		DisplayName:     types.StringValue(a.DisplayName),
		Icon:            types.StringValue(a.Icon),
		Aliases:         append([]string{}, a.Aliases...),
		AgentAPIType:    types.StringValue(a.AgentAPIType),
		DocumentedLevel: textOrNull(string(a.Documented.Level)),
		InMatrix:        types.BoolValue(!a.Documented.NotInTheMatrix),
		MinimumVersion:  textOrNull(a.Documented.MinimumVersion),
		TrackingIssue:   textOrNull(a.Documented.TrackingIssue),
		NeedsNetwork:    types.BoolValue(a.NeedsNetwork),
		Overridden:      types.BoolValue(a.Overridden),
		Module: &moduleModel{
			Source:      textOrNull(a.Module.Source),
			Status:      textOrNull(string(a.Module.Status)),
			Replacement: textOrNull(a.Module.Replacement),
			Latest:      textOrNull(a.Module.Latest),
			Note:        textOrNull(a.Module.Note),
		},
		Level:               types.StringValue(string(v.Level)),
		Flags:               texts(v.Flags),
		Constraint:          textOrNull(v.Constraint),
		Reason:              types.StringValue(v.Reason),
		MinimumStorageBytes: types.Int64Value(a.Storage.Floor.Int64()),
		MinimumStorage:      types.StringValue(a.Storage.Floor.String()),
	}
}

// agentIdentityOutputs are what an agent is called, and what is documented of
// it. The catalog's entries have them too.
func agentIdentityOutputs() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"slug":          computedText("The agent's name in the catalog, which is that of its registry module, e.g. `claude-code`."),
		"display_name":  computedText("The agent's name for people, e.g. `Claude Code`."),
		"icon":          computedText("The path of the agent's icon in Coder, e.g. `/icon/claude.svg`. Empty when Coder has none."),
		"aliases":       computedTexts("Other names that `agent` accepts. Empty when there are none."),
		"agentapi_type": computedText("The value for agentapi's `--type`, e.g. `claude`; `custom` when agentapi has no type for the agent."),
		"documented_level": computedText("The level in Coder's public compatibility matrix, as it stands there: " +
			"" + alternatives(catalog.Levels(), "`") + ". It holds for no version in particular; `level` does. Kiro CLI, which the matrix does not " +
			"list, has that of its predecessor Amazon Q, and an agent added in the provider block has the one given there: see `in_matrix`."),
		"in_matrix":       computedFlag("Whether the matrix lists the agent."),
		"minimum_version": computedText("The registry module version from which the matrix claims that level, e.g. `4.8.0`. Null when it names none."),
		"tracking_issue":  computedText("The public issue that tracks support, e.g. `coder/registry#744`. Null when there is none."),
		"needs_network":   computedFlag("Whether a resume needs the vendor's servers to hold the conversation, whatever is on the volume."),
		"overridden":      computedFlag("Whether the provider block changed or added this entry."),
		"module": schema.SingleNestedAttribute{
			Computed:            true,
			MarkdownDescription: "The agent's own module in the Coder registry. Its attributes are null for an agent added in the provider block.",
			Attributes: map[string]schema.Attribute{
				"source": computedText("Its address, for the `source` of a `module` block, e.g. `registry.coder.com/coder/claude-code/coder`."),
				"status": computedText("`active`; `changed` when its newest major version starts nothing any more; `removed` when the registry " +
					"has dropped it and only old versions remain."),
				"replacement": computedText("What to use instead. Null when nothing is named."),
				"latest":      computedText("Its newest version, without a leading `v`."),
				"note":        computedText("What else is to be known of it. Null when nothing is."),
			},
		},
	}
}
