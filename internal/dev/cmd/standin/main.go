// Command standin stands in for the provider its file name ends with,
// kreuzwerker/docker or hashicorp/kubernetes, so that tests plan and apply the
// examples where neither Docker nor a cluster is at hand.
//
// It has the attributes that this repository's examples use, with the names and
// types of the real provider, and keeps what it is given in the state. It makes
// no container and no claim.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

func main() {
	name := strings.TrimPrefix(filepath.Base(os.Args[0]), "terraform-provider-")
	err := providerserver.Serve(context.Background(), func() provider.Provider { return standIn(name) },
		providerserver.ServeOpts{Address: "registry.terraform.io/stand-in/" + name})
	if err != nil {
		fmt.Fprintln(os.Stderr, "standin:", err)
		os.Exit(1)
	}
}

// standIn is a provider, by the name of the real one.
type standIn string

func (p standIn) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = string(p)
}

func (p standIn) Schema(context.Context, provider.SchemaRequest, *provider.SchemaResponse) {}

func (p standIn) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {}

func (p standIn) DataSources(context.Context) []func() datasource.DataSource { return nil }

func (p standIn) Resources(context.Context) []func() resource.Resource {
	var constructors []func() resource.Resource
	for name, s := range providers[string(p)] {
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
