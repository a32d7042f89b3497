package main

import (
	"encoding/json"
	"reflect"
	"testing"
)

func TestMultiply(t *testing.T) {
	var state storedState
	if err := json.Unmarshal([]byte(`{"version": 4, "resources": [{"type": "x", "instances": [{"index_key": 0, "schema_version": 1,
		"attributes": {"id": "made", "name": "a-0", "none": null, "input": {"type": "string", "value": "a"}}}]}]}`), &state); err != nil {
		t.Fatal(err)
	}
	var plan plannedValues
	if err := json.Unmarshal([]byte(`{"planned_values": {"root_module": {"resources": [
		{"index": 0, "values": {"name": "a-0", "none": null, "input": "a"}}, {"index": 1, "values": {"name": "a-1", "none": null, "input": "b"}}]}}}`), &plan); err != nil {
		t.Fatal(err)
	}
	if err := state.multiply(&plan, 3); err == nil {
		t.Error("a plan with fewer resources is taken")
	}
	if err := state.multiply(&plan, 2); err != nil {
		t.Fatal(err)
	}
	_, instances, err := state.instances()
	if err != nil {
		t.Fatal(err)
	}
	want := []any{
		map[string]any{"index_key": 0.0, "schema_version": 1.0, "attributes": map[string]any{"id": "made", "name": "a-0", "none": nil, "input": map[string]any{"type": "string", "value": "a"}}},
		map[string]any{"index_key": 1.0, "schema_version": 1.0, "attributes": map[string]any{"id": "made", "name": "a-1", "none": nil, "input": map[string]any{"type": "string", "value": "b"}}},
	}
	if !reflect.DeepEqual(instances, want) {
		t.Errorf("%v", instances)
	}
	if err := (storedState{}).multiply(&plan, 2); err == nil {
		t.Error("an empty state is taken")
	}
}
