package provider

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/size"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/storage"
)

var (
	_ datasource.DataSourceWithConfigure      = (*agentStorage)(nil)
	_ datasource.DataSourceWithValidateConfig = (*agentStorage)(nil)
)

func newAgentStorage() datasource.DataSource { return &agentStorage{} }

// agentStorage is coder_agent_storage: the space several agents need together.
type agentStorage struct{ configured }

type agentStorageModel struct {
	Agents          types.List   `tfsdk:"agents"`
	VolumeSize      types.String `tfsdk:"volume_size"`
	HeadroomPercent types.Int64  `tfsdk:"headroom_percent"`

	Floor       *sumModel    `tfsdk:"floor"`
	Recommended *sumModel    `tfsdk:"recommended"`
	Shares      []shareModel `tfsdk:"shares"`
	VolumeBytes types.Int64  `tfsdk:"volume_bytes"`
}

type sumModel struct {
	Bytes    types.Int64  `tfsdk:"bytes"`
	Quantity types.String `tfsdk:"quantity"`
	GiB      types.Int64  `tfsdk:"gib"`
}

type shareModel struct {
	Slug             types.String `tfsdk:"slug"`
	DisplayName      types.String `tfsdk:"display_name"`
	FloorBytes       types.Int64  `tfsdk:"floor_bytes"`
	Floor            types.String `tfsdk:"floor"`
	RecommendedBytes types.Int64  `tfsdk:"recommended_bytes"`
	Recommended      types.String `tfsdk:"recommended"`
}

func (d *agentStorage) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_agent_storage"
}

func (d *agentStorage) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = agentStorageSchema()
}

// ValidateConfig checks what needs no agent, so that it is said although the
// agents are not known yet.
func (d *agentStorage) ValidateConfig(ctx context.Context, req datasource.ValidateConfigRequest, resp *datasource.ValidateConfigResponse) {
	var model agentStorageModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() {
		return
	}
	for i, element := range model.Agents.Elements() {
		if element.IsNull() {
			resp.Diagnostics.AddAttributeError(path.Root("agents").AtListIndex(i), "Invalid Agent", fmt.Sprintf("The name of an agent is expected, such as \"claude-code\". Given: agents[%d] is null.\n\nLeave it out.", i))
		}
	}
	_, diags := model.volume()
	resp.Diagnostics.Append(diags...)
}

func (d *agentStorage) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var model agentStorageModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(model.read(d.data)...)
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &model)...)
}

// volume parses volume_size; it is zero when none is known.
func (m *agentStorageModel) volume() (size.Bytes, diag.Diagnostics) {
	var diags diag.Diagnostics
	if m.VolumeSize.IsNull() || m.VolumeSize.IsUnknown() {
		return 0, nil
	}
	const write = "\n\nWrite, for example: volume_size = \"10Gi\""
	volume, err := size.Parse(m.VolumeSize.ValueString())
	switch {
	case err != nil:
		diags.AddAttributeError(path.Root("volume_size"), "Invalid Volume Size", err.Error()+write)
	case volume == 0:
		diags.AddAttributeError(path.Root("volume_size"), "Invalid Volume Size", fmt.Sprintf("A size above zero is expected. Given: %q.%s", m.VolumeSize.ValueString(), write))
	}
	return volume, diags
}

// read fills in the outputs.
func (m *agentStorageModel) read(data *providerData) diag.Diagnostics {
	volume, diags := m.volume()
	elements := m.Agents.Elements()
	agents := make([]*catalog.Agent, 0, len(elements))
	for i, element := range elements {
		name, ok := element.(types.String)
		if !ok {
			continue // the schema has only texts
		}
		agent, more := data.lookup(name.ValueString(), path.Root("agents").AtListIndex(i), "agents = [%q]")
		diags.Append(more...)
		agents = append(agents, agent)
	}
	if diags.HasError() {
		return diags
	}
	need, err := storage.Sum(agents, int(m.HeadroomPercent.ValueInt64()))
	if err != nil {
		diags.AddAttributeError(path.Root("agents"), "Storage Too Large", fmt.Sprintf("The sizes of these agents cannot be added up: %s. The provider block overrides at least one of them; write a smaller minimum or recommended size there.", err))
		return diags
	}
	for _, duplicate := range need.Duplicates {
		diags.AddAttributeWarning(path.Root("agents").AtListIndex(duplicate.Index), "Agent Listed Twice", fmt.Sprintf(
			"agents[%d], %s, is the same agent as agents[%d], %s, and is counted once: several of one kind share their data.\n\nLeave it out.", duplicate.Index, elements[duplicate.Index], duplicate.First, elements[duplicate.First]))
	}
	if !m.VolumeSize.IsNull() {
		m.VolumeBytes = types.Int64Value(volume.Int64())
		at := path.Root("volume_size")
		if detail := need.TooSmall(volume); detail != "" {
			diags.AddAttributeError(at, "Volume Too Small", fmt.Sprintf("%s Given: %q.\n\nWrite: volume_size = %q", detail, m.VolumeSize.ValueString(), need.Recommended.String()))
		} else if detail := need.Tight(volume); detail != "" {
			diags.AddAttributeWarning(at, "Volume Below The Recommended Size", fmt.Sprintf("%s Given: %q.\n\nWrite: volume_size = %q", detail, m.VolumeSize.ValueString(), need.Recommended.String()))
		}
	}
	m.fill(&need)
	return diags
}

func (m *agentStorageModel) fill(need *storage.Need) {
	m.Floor, m.Recommended = newSum(need.Floor), newSum(need.Recommended)
	m.Shares = make([]shareModel, len(need.Shares))
	for i, s := range need.Shares {
		m.Shares[i] = shareModel{
			Slug:             types.StringValue(s.Agent.Slug),
			DisplayName:      types.StringValue(s.Agent.DisplayName),
			FloorBytes:       types.Int64Value(s.Floor.Int64()),
			Floor:            types.StringValue(s.Floor.String()),
			RecommendedBytes: types.Int64Value(s.Recommended.Int64()),
			Recommended:      types.StringValue(s.Recommended.String()),
		}
	}
}

func newSum(bytes size.Bytes) *sumModel {
	return &sumModel{
		Bytes:    types.Int64Value(bytes.Int64()),
		Quantity: types.StringValue(bytes.String()),
		GiB:      types.Int64Value(size.GiBCeil(bytes)),
	}
}

func agentStorageSchema() schema.Schema {
	sum := func(description string) schema.SingleNestedAttribute {
		return schema.SingleNestedAttribute{
			Computed:            true,
			MarkdownDescription: description,
			Attributes: map[string]schema.Attribute{
				"bytes":    computedNumber("The sum in bytes."),
				"quantity": computedText("The sum as a Kubernetes quantity in the largest exact unit, e.g. `200M`."),
				"gib":      computedNumber("The sum in whole GiB (2^30 bytes), rounded up, as most clouds want it."),
			},
		}
	}
	return schema.Schema{
		MarkdownDescription: "The size of a volume that several AI coding agents share, in exact sums. With `volume_size` a volume that is too small is an error when Terraform plans. Sizes of the provider block count. An input that is known only after apply makes every output known only after apply.",
		Attributes: map[string]schema.Attribute{
			"agents": schema.ListAttribute{
				Required: true, ElementType: types.StringType,
				Validators:          []validator.List{listvalidator.SizeAtLeast(1)},
				MarkdownDescription: "The agents on the volume, by the names of their registry modules or aliases, at least one. An agent that is listed twice, be it by another name, is counted once, with a warning. Example: `[\"claude-code\", \"codex\"]`.",
			},
			"volume_size": schema.StringAttribute{
				Optional:            true,
				MarkdownDescription: "The size of the volume: whole bytes, or a number with `k` `M` `G` `T` `P` `E` (powers of 1000) or `Ki` `Mi` `Gi` `Ti` `Pi` `Ei` (powers of 1024), with or without a final `B`. Below `floor` is an error that names each agent's share, below `recommended` a warning. Without it nothing is compared. Example: `\"10Gi\"`.",
			},
			"headroom_percent": schema.Int64Attribute{
				Optional:            true,
				Validators:          []validator.Int64{int64validator.Between(0, storage.MaxHeadroom)},
				MarkdownDescription: "What to add to both sums, in percent, 0 to 1000, rounded up to whole bytes; `volume_size` is compared with the result. Defaults to `0`. Example: `20`.",
			},
			"floor":       sum("The documented minimums of the agents together, with the headroom."),
			"recommended": sum("Room for months of work of the agents together, with the headroom."),
			"shares": schema.ListNestedAttribute{
				Computed:            true,
				MarkdownDescription: "What each agent needs, without the headroom, in the order of `agents`, each agent once.",
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"slug":              computedText("The agent's name in the catalog, e.g. `claude-code`."),
					"display_name":      computedText("The agent's name for people, e.g. `Claude Code`."),
					"floor_bytes":       computedNumber("Its documented minimum in bytes."),
					"floor":             computedText("Its documented minimum as a Kubernetes quantity, e.g. `100M`."),
					"recommended_bytes": computedNumber("Room for months of work, in bytes."),
					"recommended":       computedText("Room for months of work as a Kubernetes quantity, e.g. `5G`."),
				}},
			},
			"volume_bytes": computedNumber("The size of the volume in bytes. Null without `volume_size`."),
		},
	}
}
