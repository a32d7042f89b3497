package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
)

// storedState is a state file. What is not needed here is kept as it is.
type storedState map[string]any

// instances are the one resource of a state, and its instances.
func (s storedState) instances() (resource map[string]any, instances []any, err error) {
	resources, _ := s["resources"].([]any)
	if len(resources) == 1 {
		resource, _ = resources[0].(map[string]any)
	}
	if instances, _ = resource["instances"].([]any); len(instances) == 0 {
		return nil, nil, errors.New("the state has not one resource with instances")
	}
	return resource, instances, nil
}

// plannedValues is the part of a plan, as JSON, with the values of its resources.
type plannedValues struct {
	Planned struct {
		Root struct {
			Resources []struct {
				Index  any            `json:"index"`
				Values map[string]any `json:"values"`
			} `json:"resources"`
		} `json:"root_module"`
	} `json:"planned_values"`
}

// makeState leaves a workspace as an apply of all its resources would. An
// engine writes its local state anew after each resource, which takes minutes
// with a thousand of them; so one is applied, and the state of the others is
// what is planned for them. That the second plan is empty shows that it is right.
func (e *engine) makeState(ctx context.Context, s *subject, count int) error {
	single, err := e.workspace(ctx, s, 1)
	if err != nil {
		return err
	}
	if _, err := e.run(ctx, single, "apply", "-no-color", "-input=false", "-auto-approve"); err != nil {
		return err
	}
	stateFile := filepath.Join(single, "terraform.tfstate")
	var state storedState
	if err := readJSON(stateFile, &state); err != nil {
		return err
	}
	many, err := e.workspace(ctx, s, count)
	if err != nil {
		return err
	}
	if _, err := e.run(ctx, many, provisionerPlan.args...); err != nil {
		return err
	}
	text, err := e.output(ctx, many, "show", "-json", "-no-color", "plan.bin")
	if err != nil {
		return err
	}
	var plan plannedValues
	if err := json.Unmarshal(text, &plan); err != nil {
		return err
	}
	if err := state.multiply(&plan, count); err != nil {
		return fmt.Errorf("%s: %w", many, err)
	}
	whole, err := json.Marshal(state)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(many, "terraform.tfstate"), whole, 0o600); err != nil {
		return err
	}
	return os.Remove(stateFile)
}

// multiply gives a state with one instance as many as are planned.
func (s storedState) multiply(plan *plannedValues, count int) error {
	resource, instances, err := s.instances()
	if err != nil {
		return err
	}
	planned := plan.Planned.Root.Resources
	if len(planned) != count {
		return fmt.Errorf("%d resources are planned, want %d", len(planned), count)
	}
	applied, _ := instances[0].(map[string]any)
	attributes, _ := applied["attributes"].(map[string]any)
	all := make([]any, count)
	for i, p := range planned {
		instance := maps.Clone(applied)
		instance["index_key"] = p.Index
		instance["attributes"] = overlay(attributes, p.Values)
		all[i] = instance
	}
	resource["instances"] = all
	return nil
}

// overlay replaces what an apply left by what is planned. Attributes of any
// type are stored with their type beside them.
func overlay(applied, planned map[string]any) map[string]any {
	merged := maps.Clone(applied)
	for name, value := range planned {
		if value == nil {
			continue
		}
		if typed, ok := merged[name].(map[string]any); ok && len(typed) == 2 && typed["type"] != nil && typed["value"] != nil {
			value = map[string]any{"type": typed["type"], "value": value}
		}
		merged[name] = value
	}
	return merged
}

func readJSON(file string, into any) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}
