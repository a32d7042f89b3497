package provider

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-persistence/internal/persistence"
	"github.com/coder-persistence/terraform-provider-persistence/internal/size"
)

var (
	_ datasource.DataSourceWithConfigure = (*storageDataSource)(nil)
)

func newStorageDataSource() datasource.DataSource { return &storageDataSource{} }

// storageDataSource is persistence_storage: the space several agents need together.
type storageDataSource struct{ dataSource }

type storageDataSourceModel struct {
	Agents          types.List   `tfsdk:"agents"`
	VolumeSize      types.String `tfsdk:"volume_size"`
	HeadroomPercent types.Number `tfsdk:"headroom_percent"`

	Minimum     *sumModel `tfsdk:"minimum"`
	Recommended *sumModel `tfsdk:"recommended"`
}

type sumModel struct {
	Bytes    types.Int64  `tfsdk:"bytes"`
	Quantity types.String `tfsdk:"quantity"`
	GiB      types.Int64  `tfsdk:"gib"`
}

func (d *storageDataSource) Metadata(_ context.Context, _ datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = "persistence_storage"
}

func (d *storageDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = storageDataSourceSchema()
}

func (d *storageDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	read(ctx, req, resp, d.data, new(storageDataSourceModel))
}

// read fills in the outputs.
func (m *storageDataSourceModel) read(data *providerData) diag.Diagnostics {
	var diags diag.Diagnostics
	unknown := unknowns{}
	names := unknown.texts("agents", m.Agents)
	found := make([]*catalog.Agent, len(names))
	first := map[string]int{}
	advice := func() string {
		return persistence.Write("agents", persistence.List(persistence.Known(data.catalog, names)))
	}
	twice := false
	for i, name := range names {
		at := path.Root("agents").AtListIndex(i)
		agent, more := data.lookup(name, at, advice)
		diags.Append(more...)
		if diags.HasError() {
			return diags
		}
		found[i] = agent
		if j, listed := first[agent.Slug]; listed && !twice {
			twice = true
			diags.AddAttributeWarning(at, "Agent Listed Twice", fmt.Sprintf(
				"agents[%d], %q, is the same agent as agents[%d], %q. Agents of one kind share their data and count once.", i, name, j, names[j])+advice())
		} else if !listed {
			first[agent.Slug] = i
		}
	}
	need, err := persistence.Sum(found, unknown.number("headroom_percent", m.HeadroomPercent, 0))
	if err != nil {
		diags.AddAttributeError(path.Root("agents"), "Storage Too Large", persistence.TooLarge+persistence.Write("agents", persistence.List(names[:1])))
		return diags
	}
	if !m.VolumeSize.IsNull() {
		diags.Append(report(need.CheckVolume(m.VolumeSize.ValueString(), []any{"volume_size"}, need.Recommended))...)
	}
	m.Minimum, m.Recommended = newSum(need.Minimum), newSum(need.Recommended)
	return diags
}

func newSum(bytes size.Bytes) *sumModel {
	return &sumModel{
		Bytes:    types.Int64Value(bytes.Int64()),
		Quantity: types.StringValue(bytes.String()),
		GiB:      types.Int64Value(size.GiBCeil(bytes)),
	}
}

func storageDataSourceSchema() schema.Schema {
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
		MarkdownDescription: "The size of a volume that several AI coding agents share, in exact sums. With `volume_size` a volume that is too " +
			"small is an error when Terraform plans. Sizes in the provider block apply. An input that is known only after apply makes every output " +
			"known only after apply.",
		Attributes: map[string]schema.Attribute{
			"agents": schema.ListAttribute{
				Required: true, ElementType: types.StringType,
				Validators: []validator.List{elements{summary: "Invalid Agent", example: "claude-code"}},
				MarkdownDescription: "The agents on the volume, by the names of their registry modules or aliases, at least one. An agent that is " +
					"listed twice, even under an alias, is counted once, with a warning. Example: `[\"claude-code\", \"codex\"]`.",
			},
			"volume_size": schema.StringAttribute{
				Optional:   true,
				Validators: []validator.String{sizeValidator{}},
				MarkdownDescription: "The size of the volume: whole bytes, or a number with `k` `M` `G` `T` `P` `E` (powers of 1000) or `Ki` `Mi` `Gi` " +
					"`Ti` `Pi` `Ei` (powers of 1024), with or without a final `B`. Below `minimum` is an error that names each agent's share, below " +
					"`recommended` a warning. Without it nothing is compared. Example: `\"10Gi\"`.",
			},
			"headroom_percent": schema.NumberAttribute{
				Optional:   true,
				Validators: []validator.Number{wholeNumber{"Invalid Headroom", 0, 1000, "20"}},
				MarkdownDescription: "What to add to both sums, in percent, 0 to 1000, rounded up to whole bytes; `volume_size` is compared with the " +
					"result. Defaults to `0`. Example: `20`.",
			},
			"minimum":     sum("The documented minimums of the agents together, with the headroom."),
			"recommended": sum("Room for months of work of the agents together, with the headroom."),
		},
	}
}
