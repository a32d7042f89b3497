package provider

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// TestDecodeStored compares with the decoder of the library.
func TestDecodeStored(t *testing.T) {
	as := tftypes.Object{AttributeTypes: map[string]tftypes.Type{
		"text": tftypes.String, "number": tftypes.Number, "flag": tftypes.Bool,
		"list": tftypes.List{ElementType: tftypes.Object{AttributeTypes: map[string]tftypes.Type{"a": tftypes.String}}},
		"map":  tftypes.Map{ElementType: tftypes.String},
	}}
	for _, stored := range []string{
		`{}`, `null`, `{"text": null, "list": null, "map": null}`,
		`{"text": "\u0000\ud83d\ude00\n<&>", "number": 12345678901234567890, "flag": true, "unheard_of": {"b": [1]}}`,
		`{"number": -1.5e3, "list": [], "map": {}}`, `{"number": 9007199254740993}`,
		`{"list": [{"a": "x"}, {"a": null}, {}, null], "map": {"k": "v", "n": null}}`,
		`{"list": {}}`, `{"list": [1]}`, `{"map": []}`, `[]`, `"x"`, `{`, ``,
	} {
		got, err := decodeStored(as, []byte(stored))
		want, wantErr := tfprotov6.RawState{JSON: []byte(stored)}.UnmarshalWithOpts(as, tfprotov6.UnmarshalOpts{
			ValueFromJSONOpts: tftypes.ValueFromJSONOpts{IgnoreUndefinedAttributes: true},
		})
		switch {
		case (err == nil) != (wantErr == nil):
			t.Errorf("%s: the error %v, want %v", stored, err, wantErr)
		case err == nil && !got.Equal(want):
			t.Errorf("%s: %s, want %s", stored, got, want)
		}
	}
	// The library converts these. Nobody stores them; they are left to it.
	for _, stored := range []string{`{"text": 1}`, `{"text": true}`, `{"number": "1"}`, `{"flag": 0}`, `{"map": {"k": 1}}`} {
		if got, err := decodeStored(as, []byte(stored)); err == nil {
			t.Errorf("%s became %s", stored, got)
		}
	}
}
