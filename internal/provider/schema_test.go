package provider

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	datasourceschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

const typePrefix = "coder"

func TestSchemasAreValid(t *testing.T) {
	ctx := t.Context()
	p := New("test")()
	var described provider.SchemaResponse
	p.Schema(ctx, provider.SchemaRequest{}, &described)
	if diags := described.Schema.ValidateImplementation(ctx); diags.HasError() {
		t.Errorf("provider: %v", diags)
	}
	for _, construct := range p.Resources(ctx) {
		r := construct()
		var name resource.MetadataResponse
		r.Metadata(ctx, resource.MetadataRequest{ProviderTypeName: typePrefix}, &name)
		var resp resource.SchemaResponse
		r.Schema(ctx, resource.SchemaRequest{}, &resp)
		if diags := resp.Schema.ValidateImplementation(ctx); diags.HasError() || resp.Diagnostics.HasError() {
			t.Errorf("%s: %v %v", name.TypeName, diags, resp.Diagnostics)
		}
		if !strings.HasPrefix(name.TypeName, "coder_agent_") {
			t.Errorf("the type %q does not begin with coder_agent_", name.TypeName)
		}
	}
	for _, construct := range p.DataSources(ctx) {
		d := construct()
		var name datasource.MetadataResponse
		d.Metadata(ctx, datasource.MetadataRequest{ProviderTypeName: typePrefix}, &name)
		var resp datasource.SchemaResponse
		d.Schema(ctx, datasource.SchemaRequest{}, &resp)
		if diags := resp.Schema.ValidateImplementation(ctx); diags.HasError() || resp.Diagnostics.HasError() {
			t.Errorf("%s: %v %v", name.TypeName, diags, resp.Diagnostics)
		}
		if !strings.HasPrefix(name.TypeName, "coder_agent_") {
			t.Errorf("the type %q does not begin with coder_agent_", name.TypeName)
		}
	}
}

// TestEverythingIsDescribed reads the schema an engine gets: every attribute,
// at any depth, has a Markdown description that is a sentence.
func TestEverythingIsDescribed(t *testing.T) {
	server := providerserver.NewProtocol6(New("test")())()
	schemas, err := server.GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if len(schemas.Diagnostics) > 0 {
		t.Fatalf("%v", schemas.Diagnostics)
	}
	checkDescription(t, "provider", schemas.Provider.Block.Description, schemas.Provider.Block.DescriptionKind)
	checkAttributes(t, "provider", schemas.Provider.Block.Attributes)
	for name, described := range schemas.ResourceSchemas {
		checkDescription(t, name, described.Block.Description, described.Block.DescriptionKind)
		checkAttributes(t, name, described.Block.Attributes)
	}
	for name, described := range schemas.DataSourceSchemas {
		checkDescription(t, "data."+name, described.Block.Description, described.Block.DescriptionKind)
		checkAttributes(t, "data."+name, described.Block.Attributes)
	}
	if len(schemas.ResourceSchemas) == 0 || len(schemas.DataSourceSchemas) == 0 {
		t.Error("the provider serves nothing")
	}
}

func checkAttributes(t *testing.T, at string, attributes []*tfprotov6.SchemaAttribute) {
	t.Helper()
	for _, a := range attributes {
		name := at + "." + a.Name
		checkDescription(t, name, a.Description, a.DescriptionKind)
		if a.NestedType != nil {
			checkAttributes(t, name, a.NestedType.Attributes)
		}
	}
}

// sentencePattern begins with a capital letter, a digit or code, and ends with a full stop.
var sentencePattern = regexp.MustCompile("(?s)^[A-Z0-9`].*\\.$")

func checkDescription(t *testing.T, at, description string, kind tfprotov6.StringKind) {
	t.Helper()
	if kind != tfprotov6.StringKindMarkdown || !sentencePattern.MatchString(description) {
		t.Errorf("%s: %q is not a sentence in Markdown", at, description)
	}
}

// TestModelsFitTheirSchemas fails when an attribute is missing from a model:
// Terraform would only say so in a run.
func TestModelsFitTheirSchemas(t *testing.T) {
	ctx := t.Context()
	var r resource.SchemaResponse
	newAgentPersistence().Schema(ctx, resource.SchemaRequest{}, &r)
	inputs, outputs := 0, 0
	for name, attribute := range r.Schema.Attributes {
		switch {
		case attribute.IsRequired() || attribute.IsOptional():
			inputs++
		case attribute.IsComputed():
			outputs++
		default:
			t.Errorf("%s is neither an input nor an output", name)
		}
	}
	if len(agentPersistenceInputs()) != inputs || len(agentPersistenceOutputs()) != outputs {
		t.Errorf("%d inputs and %d outputs, but %d and %d are described as such", inputs, outputs, len(agentPersistenceInputs()), len(agentPersistenceOutputs()))
	}
	module, ok := r.Schema.Attributes["agentapi_module"].(schema.SingleNestedAttribute)
	if !ok || module.Attributes["start_script"] != nil {
		t.Error("agentapi_module is missing, or repeats the start script")
	}
	var d datasource.SchemaResponse
	newAgentCompatibility().Schema(ctx, datasource.SchemaRequest{}, &d)
	if _, ok := d.Schema.Attributes["session_paths"].(datasourceschema.ListNestedAttribute); !ok {
		t.Error("session_paths is missing")
	}
}

// TestDefaultsAreAsDescribed compares the number or text a description names
// after "Defaults to" with the default of the schema.
func TestDefaultsAreAsDescribed(t *testing.T) {
	var resp resource.SchemaResponse
	newAgentPersistence().Schema(t.Context(), resource.SchemaRequest{}, &resp)
	compared := 0
	said := regexp.MustCompile("Defaults to `\"?([^`\"<]+)\"?`")
	for name, attribute := range resp.Schema.Attributes {
		var value string
		switch a := attribute.(type) {
		case schema.StringAttribute:
			if a.Default != nil {
				value = a.Default.Description(t.Context())
			}
		case schema.Int64Attribute:
			if a.Default != nil {
				value = a.Default.Description(t.Context())
			}
		case schema.BoolAttribute:
			if a.Default != nil {
				value = a.Default.Description(t.Context())
			}
		}
		text := said.FindStringSubmatch(attribute.GetMarkdownDescription())
		if value == "" || text == nil {
			continue
		}
		compared++
		if want := fmt.Sprintf("value defaults to %s", text[1]); value != want {
			t.Errorf("%s: described as %q, but the %s", name, text[0], value)
		}
	}
	if compared < 5 {
		t.Errorf("only %d defaults were compared", compared)
	}
}
