package provider

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// decodeStored reads a state as engines store it. What the type has no
// attribute for is left out, and what is missing is null.
//
// The library's own decoder reads a text of 40 kB token by token, which takes
// ten times as long; a second plan spent most of its time there.
func decodeStored(as tftypes.Type, stored []byte) (tftypes.Value, error) {
	decoder := json.NewDecoder(bytes.NewReader(stored))
	decoder.UseNumber()
	var v any
	if err := decoder.Decode(&v); err != nil {
		return tftypes.Value{}, err
	}
	return storedValue(as, v)
}

func storedValue(as tftypes.Type, v any) (tftypes.Value, error) {
	if v == nil {
		return tftypes.NewValue(as, nil), nil
	}
	switch kind := as.(type) {
	case tftypes.Object:
		stored, ok := v.(map[string]any)
		if !ok {
			break
		}
		values := make(map[string]tftypes.Value, len(kind.AttributeTypes))
		for name, of := range kind.AttributeTypes {
			var err error
			if values[name], err = storedValue(of, stored[name]); err != nil {
				return tftypes.Value{}, fmt.Errorf("%s: %w", name, err)
			}
		}
		return tftypes.NewValue(as, values), nil
	case tftypes.Map:
		stored, ok := v.(map[string]any)
		if !ok {
			break
		}
		values := make(map[string]tftypes.Value, len(stored))
		for key, item := range stored {
			var err error
			if values[key], err = storedValue(kind.ElementType, item); err != nil {
				return tftypes.Value{}, fmt.Errorf("[%q]: %w", key, err)
			}
		}
		return tftypes.NewValue(as, values), nil
	case tftypes.List:
		stored, ok := v.([]any)
		if !ok {
			break
		}
		values := make([]tftypes.Value, len(stored))
		for i, item := range stored {
			var err error
			if values[i], err = storedValue(kind.ElementType, item); err != nil {
				return tftypes.Value{}, fmt.Errorf("[%d]: %w", i, err)
			}
		}
		return tftypes.NewValue(as, values), nil
	default:
		return storedPrimitive(as, v)
	}
	return tftypes.Value{}, fmt.Errorf("%s was expected, %T is stored", as, v)
}

func storedPrimitive(as tftypes.Type, v any) (tftypes.Value, error) {
	switch v := v.(type) {
	case string:
		if as.Is(tftypes.String) {
			return tftypes.NewValue(as, v), nil
		}
	case bool:
		if as.Is(tftypes.Bool) {
			return tftypes.NewValue(as, v), nil
		}
	case json.Number:
		if as.Is(tftypes.Number) {
			number, _, err := big.ParseFloat(v.String(), 10, 512, big.ToNearestEven)
			if err != nil {
				return tftypes.Value{}, err
			}
			return tftypes.NewValue(as, number), nil
		}
	}
	return tftypes.Value{}, fmt.Errorf("%s was expected, %T is stored", as, v)
}
