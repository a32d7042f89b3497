// Package standin serves stand-ins for the providers kreuzwerker/docker and
// hashicorp/kubernetes, so that the examples can be planned and applied where
// neither Docker nor a cluster is at hand.
//
// A stand-in has the attributes that this repository's examples use, with the
// names and types of the real provider, and keeps what it is given in the state.
// It makes no container and no claim. It is for tests only.
package standin

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// providers are the types of each stand-in, by the real provider's name.
var providers = map[string]map[string]schema.Schema{
	"docker":     dockerTypes(),
	"kubernetes": kubernetesTypes(),
}

// New returns a constructor of the stand-in for the provider of that name,
// "docker" or "kubernetes".
func New(name string) (func() provider.Provider, error) {
	served, ok := providers[name]
	if !ok {
		return nil, fmt.Errorf("expected docker or kubernetes; given %q", name)
	}
	return func() provider.Provider { return &standIn{name: name, types: served} }, nil
}

type standIn struct {
	name  string
	types map[string]schema.Schema
}

func (p *standIn) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = p.name
	resp.Version = "0.0.0-standin"
}

func (p *standIn) Schema(context.Context, provider.SchemaRequest, *provider.SchemaResponse) {}

func (p *standIn) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {
}

func (p *standIn) DataSources(context.Context) []func() datasource.DataSource { return nil }

func (p *standIn) Resources(context.Context) []func() resource.Resource {
	constructors := make([]func() resource.Resource, 0, len(p.types))
	for name, s := range p.types {
		constructors = append(constructors, func() resource.Resource { return &thing{name: name, schema: s} })
	}
	return constructors
}

// thing is any resource: its state is its plan, with an identifier.
type thing struct {
	name   string
	schema schema.Schema
}

func (r *thing) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = r.name
}

func (r *thing) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = r.schema
}

func (r *thing) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	resp.State.Raw = req.Plan.Raw
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("id"), types.StringValue("stand-in"))...)
}

func (r *thing) Read(context.Context, resource.ReadRequest, *resource.ReadResponse) {}

func (r *thing) Update(_ context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	resp.State.Raw = req.Plan.Raw
}

func (r *thing) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}

// The rest keeps the schemas short.

func attributes(parts ...map[string]schema.Attribute) map[string]schema.Attribute {
	all := map[string]schema.Attribute{}
	for _, part := range parts {
		for name, attribute := range part {
			all[name] = attribute
		}
	}
	return all
}

func id() map[string]schema.Attribute {
	return map[string]schema.Attribute{"id": schema.StringAttribute{
		Computed: true, PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
	}}
}

// required are strings that must be given. In the real providers these force a
// new resource or are updated in place; the stand-in always updates.
func required(names ...string) map[string]schema.Attribute {
	all := map[string]schema.Attribute{}
	for _, name := range names {
		all[name] = schema.StringAttribute{Required: true}
	}
	return all
}

func optional(names ...string) map[string]schema.Attribute {
	all := map[string]schema.Attribute{}
	for _, name := range names {
		all[name] = schema.StringAttribute{Optional: true}
	}
	return all
}

func numbers(names ...string) map[string]schema.Attribute {
	all := map[string]schema.Attribute{}
	for _, name := range names {
		all[name] = schema.NumberAttribute{Optional: true}
	}
	return all
}

func booleans(names ...string) map[string]schema.Attribute {
	all := map[string]schema.Attribute{}
	for _, name := range names {
		all[name] = schema.BoolAttribute{Optional: true}
	}
	return all
}

func stringMaps(names ...string) map[string]schema.Attribute {
	all := map[string]schema.Attribute{}
	for _, name := range names {
		all[name] = schema.MapAttribute{Optional: true, ElementType: types.StringType}
	}
	return all
}

func stringLists(names ...string) map[string]schema.Attribute {
	all := map[string]schema.Attribute{}
	for _, name := range names {
		all[name] = schema.ListAttribute{Optional: true, ElementType: types.StringType}
	}
	return all
}

func stringSets(names ...string) map[string]schema.Attribute {
	all := map[string]schema.Attribute{}
	for _, name := range names {
		all[name] = schema.SetAttribute{Optional: true, ElementType: types.StringType}
	}
	return all
}

func requiredSets(names ...string) map[string]schema.Attribute {
	all := map[string]schema.Attribute{}
	for _, name := range names {
		all[name] = schema.SetAttribute{Required: true, ElementType: types.StringType}
	}
	return all
}

func listOf(attributes map[string]schema.Attribute, blocks map[string]schema.Block) schema.Block {
	return schema.ListNestedBlock{NestedObject: schema.NestedBlockObject{Attributes: attributes, Blocks: blocks}}
}

func setOf(attributes map[string]schema.Attribute) schema.Block {
	return schema.SetNestedBlock{NestedObject: schema.NestedBlockObject{Attributes: attributes}}
}

func timeouts(names ...string) schema.Block {
	return schema.SingleNestedBlock{Attributes: optional(names...)}
}
