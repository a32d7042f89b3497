package provider

import (
	"context"
	"fmt"
	"reflect"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// encode writes a model, a struct with tfsdk tags or a pointer to one, as a
// value of the type that its schema has.
func encode(ctx context.Context, as tftypes.Type, model any) (tftypes.Value, error) {
	return encodeValue(ctx, as, reflect.ValueOf(model))
}

// encodeValue converts Go values to the type that a schema has: structs to objects,
// slices and maps element by element, nil to null.
func encodeValue(ctx context.Context, as tftypes.Type, v reflect.Value) (tftypes.Value, error) {
	if value, ok := v.Interface().(attr.Value); ok {
		return value.ToTerraformValue(ctx)
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return tftypes.NewValue(as, nil), nil
		}
		return encodeValue(ctx, as, v.Elem())
	case reflect.String:
		return tftypes.NewValue(as, v.String()), nil
	case reflect.Slice:
		list, ok := as.(tftypes.List)
		if !ok || v.IsNil() {
			return newValue(as, nil)
		}
		items := make([]tftypes.Value, v.Len())
		for i := range items {
			var err error
			if items[i], err = encodeValue(ctx, list.ElementType, v.Index(i)); err != nil {
				return tftypes.Value{}, fmt.Errorf("[%d]: %w", i, err)
			}
		}
		return newValue(as, items)
	case reflect.Map:
		kind, ok := as.(tftypes.Map)
		if !ok || v.IsNil() {
			return newValue(as, nil)
		}
		items := make(map[string]tftypes.Value, v.Len())
		for entries := v.MapRange(); entries.Next(); {
			item, err := encodeValue(ctx, kind.ElementType, entries.Value())
			if err != nil {
				return tftypes.Value{}, fmt.Errorf("[%q]: %w", entries.Key(), err)
			}
			items[entries.Key().String()] = item
		}
		return newValue(as, items)
	case reflect.Struct:
		return encodeStruct(ctx, as, v)
	default:
		return tftypes.Value{}, fmt.Errorf("values of type %s are not supported", v.Type())
	}
}

func encodeStruct(ctx context.Context, as tftypes.Type, v reflect.Value) (tftypes.Value, error) {
	object, ok := as.(tftypes.Object)
	if !ok {
		return tftypes.Value{}, fmt.Errorf("%s is no object, but %s", v.Type(), as)
	}
	attributes := make(map[string]tftypes.Value, v.NumField())
	for i := range v.NumField() {
		name := v.Type().Field(i).Tag.Get("tfsdk")
		kind := object.AttributeTypes[name]
		if kind == nil {
			return tftypes.Value{}, fmt.Errorf("the schema has no attribute %q", name)
		}
		var err error
		if attributes[name], err = encodeValue(ctx, kind, v.Field(i)); err != nil {
			return tftypes.Value{}, fmt.Errorf("%s: %w", name, err)
		}
	}
	return newValue(as, attributes)
}

// newValue is tftypes.NewValue with an error for a value that does not fit.
func newValue(as tftypes.Type, value any) (tftypes.Value, error) {
	if err := tftypes.ValidateValue(as, value); err != nil {
		return tftypes.Value{}, err
	}
	return tftypes.NewValue(as, value), nil
}
