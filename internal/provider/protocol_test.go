package provider

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// server is the provider as an engine talks to it, without an engine: what an
// engine shows of a diagnostic's place is coarser than the place itself.
type server struct {
	tfprotov6.ProviderServer
	schemas *tfprotov6.GetProviderSchemaResponse
}

// said is a diagnostic with its place written as in messages, such as
// agents["x"].session.warm[1].
type said struct {
	warning         bool
	at              string
	summary, detail string
}

// unknown stands for a value that is known only after apply.
type unknown struct{}

// object is a value whose missing attributes are null.
type object = map[string]any

func newServer(t *testing.T) *server {
	t.Helper()
	return newServerOf(t, NewServer("test")())
}

func newServerOf(tb testing.TB, s tfprotov6.ProviderServer) *server {
	tb.Helper()
	schemas, err := s.GetProviderSchema(tb.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil || len(schemas.Diagnostics) > 0 {
		tb.Fatal(err, schemas.Diagnostics)
	}
	return &server{s, schemas}
}

// configure validates and configures the provider, as an engine does.
func (s *server) configure(tb testing.TB, block object) []said {
	tb.Helper()
	config := dynamic(tb, s.schemas.Provider, block)
	validated, err := s.ValidateProviderConfig(tb.Context(), &tfprotov6.ValidateProviderConfigRequest{Config: config})
	if err != nil {
		tb.Fatal(err)
	}
	if len(validated.Diagnostics) > 0 {
		return list(validated.Diagnostics)
	}
	configured, err := s.ConfigureProvider(tb.Context(), &tfprotov6.ConfigureProviderRequest{Config: config})
	if err != nil {
		tb.Fatal(err)
	}
	return list(configured.Diagnostics)
}

// read validates and reads a data source, as an engine does. The state is nil
// when there was an error.
func (s *server) read(t *testing.T, typeName string, block object) (object, []said) {
	t.Helper()
	schema := s.schemas.DataSourceSchemas[typeName]
	config := dynamic(t, schema, block)
	diags := s.validate(t, typeName, block)
	if len(diags) > 0 {
		return nil, diags
	}
	read, err := s.ReadDataSource(t.Context(), &tfprotov6.ReadDataSourceRequest{TypeName: typeName, Config: config})
	if err != nil {
		t.Fatal(err)
	}
	diags = list(read.Diagnostics)
	state, err := read.State.Unmarshal(schema.ValueType())
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range diags {
		if !d.warning {
			return nil, diags
		}
	}
	if !state.IsFullyKnown() {
		t.Errorf("%s has unknown values: %s", typeName, state)
	}
	return plain(t, state).(object), diags
}

// mustRead reads a data source about which there is nothing to say.
func (s *server) mustRead(t *testing.T, typeName string, block object) object {
	t.Helper()
	state, diags := s.read(t, typeName, block)
	if len(diags) > 0 {
		t.Fatalf("%v: %+v", block, diags)
	}
	return state
}

func (s *server) validate(t *testing.T, typeName string, block object) []said {
	t.Helper()
	validated, err := s.ValidateDataResourceConfig(t.Context(), &tfprotov6.ValidateDataResourceConfigRequest{
		TypeName: typeName, Config: dynamic(t, s.schemas.DataSourceSchemas[typeName], block),
	})
	if err != nil {
		t.Fatal(err)
	}
	return list(validated.Diagnostics)
}

func dynamic(tb testing.TB, schema *tfprotov6.Schema, block object) *tfprotov6.DynamicValue {
	tb.Helper()
	v, err := tfprotov6.NewDynamicValue(schema.ValueType(), typed(tb, schema.ValueType(), block))
	if err != nil {
		tb.Fatal(err)
	}
	return &v
}

// typed gives a plain value the type that the schema wants.
func typed(tb testing.TB, as tftypes.Type, value any) tftypes.Value {
	tb.Helper()
	switch value := value.(type) {
	case nil:
		return tftypes.NewValue(as, nil)
	case unknown:
		return tftypes.NewValue(as, tftypes.UnknownValue)
	case []string:
		items := make([]any, len(value))
		for i, v := range value {
			items[i] = v
		}
		return typed(tb, as, items)
	case []any:
		items := make([]tftypes.Value, len(value))
		for i, v := range value {
			items[i] = typed(tb, as.(tftypes.List).ElementType, v)
		}
		return tftypes.NewValue(as, items)
	case object:
		values := map[string]tftypes.Value{}
		if m, ok := as.(tftypes.Map); ok {
			for key, v := range value {
				values[key] = typed(tb, m.ElementType, v)
			}
			return tftypes.NewValue(as, values)
		}
		attributes := as.(tftypes.Object).AttributeTypes
		for name := range value {
			if attributes[name] == nil {
				tb.Fatalf("the schema has no attribute %q", name)
			}
		}
		for name, attribute := range attributes {
			values[name] = typed(tb, attribute, value[name])
		}
		return tftypes.NewValue(as, values)
	default:
		return tftypes.NewValue(as, value)
	}
}

// plain undoes typed; numbers are of type int64.
func plain(tb testing.TB, value tftypes.Value) any {
	tb.Helper()
	if value.IsNull() {
		return nil
	}
	as := func(target any) {
		if err := value.As(target); err != nil {
			tb.Fatal(err)
		}
	}
	switch kind := value.Type(); {
	case kind.Is(tftypes.String):
		var text string
		as(&text)
		return text
	case kind.Is(tftypes.Bool):
		var flag bool
		as(&flag)
		return flag
	case kind.Is(tftypes.Number):
		var number big.Float
		as(&number)
		integer, _ := number.Int64()
		return integer
	case kind.Is(tftypes.List{}):
		var items []tftypes.Value
		as(&items)
		out := make([]any, len(items))
		for i, item := range items {
			out[i] = plain(tb, item)
		}
		return out
	default:
		var items map[string]tftypes.Value
		as(&items)
		out := object{}
		for name, item := range items {
			out[name] = plain(tb, item)
		}
		return out
	}
}

func list(diagnostics []*tfprotov6.Diagnostic) []said {
	out := make([]said, len(diagnostics))
	for i, d := range diagnostics {
		out[i] = said{d.Severity == tfprotov6.DiagnosticSeverityWarning, attributeAt(d.Attribute), d.Summary, d.Detail}
	}
	return out
}

func attributeAt(at *tftypes.AttributePath) string {
	var b strings.Builder
	for _, step := range at.Steps() {
		switch step := step.(type) {
		case tftypes.AttributeName:
			b.WriteString("." + string(step))
		case tftypes.ElementKeyString:
			fmt.Fprintf(&b, "[%q]", string(step))
		case tftypes.ElementKeyInt:
			fmt.Fprintf(&b, "[%d]", int64(step))
		}
	}
	return strings.TrimPrefix(b.String(), ".")
}

// call calls a function of the provider with plain arguments. The message is
// that of its error, with the place of the argument, or -1.
func (s *server) call(t *testing.T, name string, arguments ...any) (result any, message string, argument int64) {
	t.Helper()
	definition := s.schemas.Functions[name]
	if definition == nil {
		t.Fatalf("there is no function %s", name)
	}
	values := make([]*tfprotov6.DynamicValue, len(arguments))
	for i, a := range arguments {
		as := definition.Parameters[i].Type
		v, err := tfprotov6.NewDynamicValue(as, typed(t, as, a))
		if err != nil {
			t.Fatal(err)
		}
		values[i] = &v
	}
	called, err := s.CallFunction(context.Background(), &tfprotov6.CallFunctionRequest{Name: name, Arguments: values})
	if err != nil {
		t.Fatal(err)
	}
	if called.Error != nil {
		argument = -1
		if called.Error.FunctionArgument != nil {
			argument = *called.Error.FunctionArgument
		}
		return nil, called.Error.Text, argument
	}
	v, err := called.Result.Unmarshal(definition.Return.Type)
	if err != nil {
		t.Fatal(err)
	}
	return plain(t, v), "", -1
}

// configuredData reads a provider block as Configure does.
func configuredData(t *testing.T, block object) *providerData {
	t.Helper()
	raw := typed(t, newServer(t).schemas.Provider.ValueType(), block)
	data, diags := readProviderConfig(t.Context(), tfsdk.Config{Raw: raw, Schema: providerSchema()})
	if diags.HasError() {
		t.Fatal(diags)
	}
	return data
}
