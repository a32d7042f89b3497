package provider

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
)

// TestQuickServerAgreesWithTheFramework asks both for the same, byte for byte
// where the quick one answers itself.
func TestQuickServerAgreesWithTheFramework(t *testing.T) {
	quick, slow := newServer(t), newServerOf(t, providerserver.NewProtocol6(New("test")())())
	block := object{"coder_version": "2.34.0", "agents": object{"in-house": inHouse(), "goose": object{"level": "full"}}}
	for _, s := range []*server{quick, slow} {
		if diags := s.configure(t, block); len(diags) > 0 {
			t.Fatalf("%+v", diags)
		}
	}
	var configs []object
	for _, a := range append(catalog.Default().Agents(), catalog.Agent{Slug: "in-house", DisplayName: "In-House Agent"}) {
		configs = append(configs, object{"agent": a.Slug},
			object{"agent": a.DisplayName, "home": "/h", "workdir": "/w", "agentapi_version": "v0.12.2", "coder_version": "2.37.0"})
		for _, version := range append(a.Module.Releases, "0.0.1", "99.0.0") {
			configs = append(configs, object{"agent": a.Slug, "module_version": version})
		}
	}
	// What the quick one must leave to the framework.
	left := []object{
		{}, {"agent": ""}, {"agent": "claud"}, {"agent": "claude", "home": ""}, {"agent": "claude", "workdir": "w"},
		{"agent": "claude", "module_version": "x"}, {"agent": "claude", "slug": "claude-code"}, {"agent": unknown{}}, {"agent": "claude", "home": unknown{}, "level": "full"},
	}
	for i, config := range append(configs, left...) {
		request := &tfprotov6.ValidateDataResourceConfigRequest{TypeName: compatibility, Config: dynamic(t, quick.schemas.DataSourceSchemas[compatibility], config)}
		got, err := quick.ValidateDataResourceConfig(t.Context(), request)
		want, slowErr := slow.ValidateDataResourceConfig(t.Context(), request)
		if err != nil || slowErr != nil || fmt.Sprint(list(got.Diagnostics)) != fmt.Sprint(list(want.Diagnostics)) {
			t.Errorf("%v: %v, want %v", config, list(got.Diagnostics), list(want.Diagnostics))
		}
		if i >= len(configs) || len(want.Diagnostics) > 0 {
			continue
		}
		gotState, wantState := quick.mustRead(t, compatibility, config), slow.mustRead(t, compatibility, config)
		if !reflect.DeepEqual(gotState, wantState) {
			t.Errorf("%v: %v, want %v", config, gotState, wantState)
		}
	}
}

// TestQuickServerIsQuick keeps the shortcut from being lost unnoticed: the
// framework allocates about ten times as much.
func TestQuickServerIsQuick(t *testing.T) {
	quick, slow := newServer(t), newServerOf(t, providerserver.NewProtocol6(New("test")())())
	allocations := func(s *server) float64 {
		s.configure(t, object{})
		config := dynamic(t, s.schemas.DataSourceSchemas[compatibility], object{"agent": "claude"})
		return testing.AllocsPerRun(10, func() {
			if _, err := s.ValidateDataResourceConfig(t.Context(), &tfprotov6.ValidateDataResourceConfigRequest{TypeName: compatibility, Config: config}); err != nil {
				t.Fatal(err)
			}
			if _, err := s.ReadDataSource(t.Context(), &tfprotov6.ReadDataSourceRequest{TypeName: compatibility, Config: config}); err != nil {
				t.Fatal(err)
			}
		})
	}
	if q, f := allocations(quick), allocations(slow); q > f/4 {
		t.Errorf("%.0f allocations, the framework has %.0f", q, f)
	} else {
		t.Logf("%.0f allocations, the framework has %.0f", q, f)
	}
}
