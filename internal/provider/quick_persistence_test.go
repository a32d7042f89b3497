package provider

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
)

// persistenceConfigs are templates with nothing, a warning or an error to say
// about them, with values that are not known yet, and some that the schema
// refuses.
func persistenceConfigs() []object {
	whole := object{
		"agent": "claude-code", "name": "reviewer", "workdir": "/home/coder/p", "home": "/home/coder",
		"prompt": "a\nb 'c' $(d) \u00e4 -e", "args": []string{"--model", "opus"}, "command": "/opt/claude",
		"port": int64(4000), "agentapi_version": "0.12.2", "agentapi_module_version": "2.4.0", "state_persistence": true,
		"state_save_interval_seconds": int64(0), "resume": "required", "on_resume_failure": "fail",
		"grace_period_seconds": int64(600), "mount_strategy": "home", "retention_days": int64(365), "task_id": "id",
		"data_dir": "/home/coder/.agents", "volume": object{
			"size": "20Gi", "mount_path": "/home/coder", "kind": "docker", "filesystem": "network",
			"shared_with": []string{"codex", "goose", "codex"}, "allow_shrink": true,
		},
	}
	with := func(changes object) object {
		changed := object{}
		for _, from := range []object{whole, changes} {
			for name, value := range from {
				changed[name] = value
			}
		}
		return changed
	}
	configs := []object{
		whole, {}, {"agent": ""}, {"agent": "claud"}, {"agent": unknown{}}, {"agent": "in-house"}, {"agent": "goose", "env": object{"A": "b"}},
		{"agent": "goose", "launcher": "terminal"}, {"agent": "goose", "support": unknown{}},
		{"agent": "codex", "mount_strategy": "paths", "relocate_to": "/workspaces/.agents"},
		{"agent": "goose", "volume": unknown{}}, {"agent": "goose", "volume": object{}}, {"agent": "goose", "volume": object{"size": unknown{}}},
		{"agent": "goose", "volume": object{"size": "1024Mi"}}, {"agent": "goose", "volume": object{"size": "1Mi", "mount_path": "/x"}},
		{"agent": "goose", "volume": object{"size": "2Gi", "shared_with": []any{"codex", "nobody"}}},
		{"agent": "goose", "volume": object{"shared_with": []any{"codex", nil}}}, {"agent": "goose", "volume": object{"shared_with": []any{unknown{}}}},
		{"agent": "goose", "volume": object{"size": ""}}, {"agent": "goose", "args": []any{"a", nil}}, {"agent": "goose", "args": []any{"a", unknown{}}},
		{"agent": "goose", "port": 1.5}, {"agent": "goose", "port": 1e30}, {"agent": "goose", "grace_period_seconds": int64(70)},
	}
	for _, a := range catalog.Default().Agents() {
		configs = append(configs, object{"agent": a.Slug}, object{"agent": a.DisplayName, "module_version": "1.0.0"})
	}
	for name := range whole {
		configs = append(configs, with(object{name: nil}), with(object{name: unknown{}}))
		if _, isText := whole[name].(string); isText {
			configs = append(configs, with(object{name: ""}), with(object{name: "x y"}))
		}
	}
	return configs
}

// TestQuickResourceAgreesWithTheFramework makes every call of a plan and an
// apply with both.
func TestQuickResourceAgreesWithTheFramework(t *testing.T) {
	quick, slow := newServer(t), newServerOf(t, providerserver.NewProtocol6(New("test")())())
	block := object{"coder_version": "2.34.0", "agents": object{"in-house": inHouse(), "goose": object{"level": "full"}}}
	for _, s := range []*server{quick, slow} {
		if diags := s.configure(t, block); len(diags) > 0 {
			t.Fatalf("%+v", diags)
		}
	}
	nothing := tfprotov6.DynamicValue{MsgPack: []byte{0xc0}}
	earlier := slow.plan(t, object{"agent": "goose", "volume": object{"size": "1Gi"}}, nil).state
	for _, config := range persistenceConfigs() {
		for _, prior := range []*tfprotov6.DynamicValue{&nothing, earlier} {
			quick.compare(t, slow, config, prior)
		}
	}
}

func (s *server) compare(t *testing.T, with *server, block object, prior *tfprotov6.DynamicValue) {
	t.Helper()
	config := dynamic(t, s.schemas.ResourceSchemas[persistenceType], block)
	validate := &tfprotov6.ValidateResourceConfigRequest{TypeName: persistenceType, Config: config}
	validated, err := s.ValidateResourceConfig(t.Context(), validate)
	wanted, err2 := with.ValidateResourceConfig(t.Context(), validate)
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	sameDiagnostics(t, block, validated.Diagnostics, wanted.Diagnostics)
	if hasError(list(wanted.Diagnostics)) {
		return
	}
	plan := &tfprotov6.PlanResourceChangeRequest{TypeName: persistenceType, Config: config, PriorState: prior, ProposedNewState: config}
	planned, err := s.PlanResourceChange(t.Context(), plan)
	wantedPlan, err2 := with.PlanResourceChange(t.Context(), plan)
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	sameDiagnostics(t, block, planned.Diagnostics, wantedPlan.Diagnostics)
	if hasError(list(wantedPlan.Diagnostics)) {
		return
	}
	sameState(t, block, planned.PlannedState, wantedPlan.PlannedState)
	if len(planned.RequiresReplace)+len(wantedPlan.RequiresReplace) > 0 || !bytes.Equal(planned.PlannedPrivate, wantedPlan.PlannedPrivate) {
		t.Errorf("%v: %v and %q, want %v and %q", block, planned.RequiresReplace, planned.PlannedPrivate, wantedPlan.RequiresReplace, wantedPlan.PlannedPrivate)
	}
	if value, err := wantedPlan.PlannedState.Unmarshal(agentPersistenceType()); err != nil || !value.IsFullyKnown() {
		return // an engine applies when everything is known
	}
	apply := &tfprotov6.ApplyResourceChangeRequest{TypeName: persistenceType, Config: config, PriorState: prior, PlannedState: planned.PlannedState}
	applied, err := s.ApplyResourceChange(t.Context(), apply)
	wantedApply, err2 := with.ApplyResourceChange(t.Context(), apply)
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	sameDiagnostics(t, block, applied.Diagnostics, wantedApply.Diagnostics)
	sameState(t, block, applied.NewState, wantedApply.NewState)
	s.compareStored(t, with, block, applied.NewState)
}

// compareStored reads a state back as an engine does before it plans anew.
func (s *server) compareStored(t *testing.T, with *server, block object, state *tfprotov6.DynamicValue) {
	t.Helper()
	value, err := state.Unmarshal(agentPersistenceType())
	if err != nil {
		t.Fatal(err)
	}
	stored := plain(t, value).(object)
	stored["left_by_a_newer_provider"] = "x"
	delete(stored, "support") // as an older one leaves it
	text, err := json.Marshal(stored)
	if err != nil {
		t.Fatal(err)
	}
	upgrade := &tfprotov6.UpgradeResourceStateRequest{TypeName: persistenceType, RawState: &tfprotov6.RawState{JSON: text}}
	upgraded, err := s.UpgradeResourceState(t.Context(), upgrade)
	wanted, err2 := with.UpgradeResourceState(t.Context(), upgrade)
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	sameDiagnostics(t, block, upgraded.Diagnostics, wanted.Diagnostics)
	sameState(t, block, upgraded.UpgradedState, wanted.UpgradedState)
	other := &tfprotov6.UpgradeResourceStateRequest{TypeName: persistenceType, Version: sharedSchema().Version + 1, RawState: upgrade.RawState}
	if refused, err := s.UpgradeResourceState(t.Context(), other); err != nil || !hasError(list(refused.Diagnostics)) {
		t.Errorf("%v: a state of another version is taken: %v", block, err)
	}

	read := &tfprotov6.ReadResourceRequest{TypeName: persistenceType, CurrentState: upgraded.UpgradedState}
	got, err := s.ReadResource(t.Context(), read)
	wantedRead, err2 := with.ReadResource(t.Context(), read)
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	sameDiagnostics(t, block, got.Diagnostics, wantedRead.Diagnostics)
	sameState(t, block, got.NewState, wantedRead.NewState)
	if !bytes.Equal(got.Private, wantedRead.Private) {
		t.Errorf("%v: private %q, want %q", block, got.Private, wantedRead.Private)
	}
}

func sameDiagnostics(t *testing.T, block object, got, want []*tfprotov6.Diagnostic) {
	t.Helper()
	if !reflect.DeepEqual(list(got), list(want)) {
		t.Errorf("%v:\n%+v\nwant\n%+v", block, list(got), list(want))
	}
}

func sameState(t *testing.T, block object, got, want *tfprotov6.DynamicValue) {
	t.Helper()
	value, err := got.Unmarshal(agentPersistenceType())
	wanted, err2 := want.Unmarshal(agentPersistenceType())
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	if differences, err := value.Diff(wanted); err != nil || len(differences) > 0 {
		t.Errorf("%v: %v %v", block, differences, err)
	}
}

// TestQuickResourceKnowsTheSchema fails when the schema gets a validator or a
// kind of attribute that accepts does not look at.
func TestQuickResourceKnowsTheSchema(t *testing.T) {
	var look func(attributes map[string]schema.Attribute)
	look = func(attributes map[string]schema.Attribute) {
		for name, attribute := range attributes {
			validators := ""
			switch a := attribute.(type) {
			case schema.StringAttribute:
				for _, v := range a.Validators {
					if _, ok := v.(notEmpty); !ok {
						validators = fmt.Sprintf("%T", v)
					}
				}
			case schema.ListAttribute:
				if len(a.Validators) > 1 {
					validators = "more than one"
				}
			case schema.Int64Attribute:
				validators = typesOf(a.Validators)
			case schema.BoolAttribute:
				validators = typesOf(a.Validators)
			case schema.MapAttribute:
				validators = typesOf(a.Validators)
			case schema.ListNestedAttribute:
				validators = typesOf(a.Validators)
				if a.IsOptional() || a.IsRequired() {
					t.Errorf("%s is an input", name)
				}
			case schema.SingleNestedAttribute:
				validators = typesOf(a.Validators)
				look(a.Attributes)
			default:
				t.Errorf("%s is a %T", name, a)
			}
			if validators != "" {
				t.Errorf("%s has validators: %s", name, validators)
			}
		}
	}
	look(sharedSchema().Attributes)
}

func typesOf[T any](validators []T) string {
	if len(validators) == 0 {
		return ""
	}
	return fmt.Sprintf("%T", validators[0])
}

// TestQuickResourceIsQuick keeps the shortcut from being lost unnoticed, call by
// call: the framework allocates several times as often.
func TestQuickResourceIsQuick(t *testing.T) {
	quick, slow := newServer(t), newServerOf(t, providerserver.NewProtocol6(New("test")())())
	quick.configure(t, object{})
	slow.configure(t, object{})
	ctx := t.Context()
	config := dynamic(t, quick.schemas.ResourceSchemas[persistenceType], object{"agent": "claude"})
	nothing := &tfprotov6.DynamicValue{MsgPack: []byte{0xc0}}
	state := quick.plan(t, object{"agent": "claude"}, nil)
	stored, err := json.Marshal(plain(t, state.values))
	if err != nil {
		t.Fatal(err)
	}
	for name, call := range map[string]func(s *server) error{
		"validate": func(s *server) error {
			_, err := s.ValidateResourceConfig(ctx, &tfprotov6.ValidateResourceConfigRequest{TypeName: persistenceType, Config: config})
			return err
		},
		"plan": func(s *server) error {
			_, err := s.PlanResourceChange(ctx, &tfprotov6.PlanResourceChangeRequest{TypeName: persistenceType, Config: config, PriorState: nothing, ProposedNewState: config})
			return err
		},
		"apply": func(s *server) error {
			_, err := s.ApplyResourceChange(ctx, &tfprotov6.ApplyResourceChangeRequest{TypeName: persistenceType, Config: config, PriorState: nothing, PlannedState: state.state})
			return err
		},
		"upgrade": func(s *server) error {
			_, err := s.UpgradeResourceState(ctx, &tfprotov6.UpgradeResourceStateRequest{TypeName: persistenceType, RawState: &tfprotov6.RawState{JSON: stored}})
			return err
		},
		"read": func(s *server) error {
			_, err := s.ReadResource(ctx, &tfprotov6.ReadResourceRequest{TypeName: persistenceType, CurrentState: state.state})
			return err
		},
	} {
		allocations := func(s *server) float64 {
			return testing.AllocsPerRun(5, func() {
				if err := call(s); err != nil {
					t.Fatal(err)
				}
			})
		}
		q, f := allocations(quick), allocations(slow)
		if q > f/2 {
			t.Errorf("%s: %.0f allocations, the framework has %.0f", name, q, f)
		}
		t.Logf("%s: %.0f allocations, the framework has %.0f", name, q, f)
	}
}
