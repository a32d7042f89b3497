package provider_test

import (
	"context"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/coder-persistence/terraform-provider-persistence/internal/provider"
)

// BenchmarkPlan is what an engine asks for when it plans a new resource.
func BenchmarkPlan(b *testing.B) {
	ctx := context.Background()
	server, err := providerserver.NewProtocol6WithError(provider.New("test")())()
	if err != nil {
		b.Fatal(err)
	}
	schemas, err := server.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		b.Fatal(err)
	}
	block := dynamic(b, schemas.Provider.ValueType(), nil)
	if _, err := server.ConfigureProvider(ctx, &tfprotov6.ConfigureProviderRequest{Config: block}); err != nil {
		b.Fatal(err)
	}
	const name = "coder_agent_persistence"
	as := schemas.ResourceSchemas[name].ValueType()
	config := dynamic(b, as, map[string]tftypes.Value{
		"agent":  tftypes.NewValue(tftypes.String, "claude-code"),
		"prompt": tftypes.NewValue(tftypes.String, "Say hello."),
	})
	none, err := tfprotov6.NewDynamicValue(as, tftypes.NewValue(as, nil))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := server.ValidateResourceConfig(ctx, &tfprotov6.ValidateResourceConfigRequest{TypeName: name, Config: config}); err != nil {
			b.Fatal(err)
		}
		resp, err := server.PlanResourceChange(ctx, &tfprotov6.PlanResourceChangeRequest{TypeName: name, PriorState: &none, ProposedNewState: config, Config: config})
		if err != nil || len(resp.Diagnostics) > 0 {
			b.Fatal(err, resp.Diagnostics)
		}
	}
}

// dynamic is an object with the given attributes; the others are null.
func dynamic(b *testing.B, as tftypes.Type, attributes map[string]tftypes.Value) *tfprotov6.DynamicValue {
	b.Helper()
	values := map[string]tftypes.Value{}
	for name, of := range as.(tftypes.Object).AttributeTypes {
		values[name] = tftypes.NewValue(of, nil)
	}
	for name, value := range attributes {
		values[name] = value
	}
	value, err := tfprotov6.NewDynamicValue(as, tftypes.NewValue(as, values))
	if err != nil {
		b.Fatal(err)
	}
	return &value
}
