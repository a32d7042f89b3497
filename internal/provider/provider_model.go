package provider

import (
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
)

// providerModel is the provider block.
type providerModel struct {
	CoderVersion types.String `tfsdk:"coder_version"`
	Agents       types.Map    `tfsdk:"agents"`
}

// overrideModel is one element of agents. Its attributes, and those below,
// have the names that catalog.FieldError uses.
type overrideModel struct {
	DisplayName  types.String `tfsdk:"display_name"`
	Aliases      types.List   `tfsdk:"aliases"`
	AgentAPIType types.String `tfsdk:"agentapi_type"`
	Level        types.String `tfsdk:"level"`
	NeedsNetwork types.Bool   `tfsdk:"needs_network"`
	SessionPaths types.List   `tfsdk:"session_paths"`
	Storage      types.Object `tfsdk:"storage"`
	Session      types.Object `tfsdk:"session"`
}

type pathOverrideModel struct {
	Path              types.String `tfsdk:"path"`
	Role              types.String `tfsdk:"role"`
	Store             types.String `tfsdk:"store"`
	File              types.Bool   `tfsdk:"file"`
	Required          types.Bool   `tfsdk:"required"`
	RelocatedBy       types.String `tfsdk:"relocated_by"`
	NetworkFileSystem types.Bool   `tfsdk:"network_file_system"`
}

type storageOverrideModel struct {
	Minimum     types.String `tfsdk:"minimum"`
	Recommended types.String `tfsdk:"recommended"`
}

type sessionOverrideModel struct {
	Command          types.String `tfsdk:"command"`
	ID               types.String `tfsdk:"id"`
	Cold             types.List   `tfsdk:"cold"`
	ColdPrompt       types.List   `tfsdk:"cold_prompt"`
	Warm             types.List   `tfsdk:"warm"`
	WarmPrompt       types.List   `tfsdk:"warm_prompt"`
	Detect           types.Object `tfsdk:"detect"`
	Capture          types.Object `tfsdk:"capture"`
	IgnoresInterrupt types.Bool   `tfsdk:"ignores_interrupt"`
}

type detectOverrideModel struct {
	File     types.String `tfsdk:"file"`
	Command  types.List   `tfsdk:"command"`
	Contains types.String `tfsdk:"contains"`
}

type captureOverrideModel struct {
	File      types.String `tfsdk:"file"`
	FirstLine types.List   `tfsdk:"first_line"`
	IDLength  types.Int64  `tfsdk:"id_length"`
}

// overrides converts agents. Those with an unknown value are returned apart,
// with that value left out.
func (m *providerModel) overrides(ctx context.Context) (whole, partial map[string]catalog.Override, diags diag.Diagnostics) {
	whole, partial = map[string]catalog.Override{}, map[string]catalog.Override{}
	elements := m.Agents.Elements()
	for _, key := range slices.Sorted(maps.Keys(elements)) {
		r := overrideReader{ctx: ctx, key: key}
		object, ok := elements[key].(types.Object)
		if !ok || object.IsNull() {
			r.refuse("The entry is null. Leave it out, or write what is to change, such as { storage = { minimum = \"2Gi\" } }.")
			object = types.ObjectUnknown(nil)
		}
		o := r.override(object)
		diags.Append(r.diags...)
		switch {
		case r.diags.HasError(): // there is no saying what was meant
		case r.unknown:
			partial[key] = o
		default:
			whole[key] = o
		}
	}
	return whole, partial, diags
}

// overrideReader converts one override and notes whether any of it is unknown.
type overrideReader struct {
	ctx     context.Context
	key     string
	unknown bool
	diags   diag.Diagnostics
}

// refuse reports a value that the catalog cannot be given; the steps lead to
// it from the override.
func (r *overrideReader) refuse(detail string, steps ...any) {
	problem := catalog.FieldError{Agent: r.key, Field: steps, Detail: detail}
	r.diags.AddAttributeError(fieldPath(problem), invalidOverride, problem.Error())
}

func (r *overrideReader) override(object types.Object) catalog.Override {
	var m overrideModel
	if !r.object(object, &m) {
		return catalog.Override{}
	}
	o := catalog.Override{
		DisplayName:  r.text(m.DisplayName),
		Aliases:      r.texts(m.Aliases, "aliases"),
		AgentAPIType: r.text(m.AgentAPIType),
		Level:        r.text(m.Level),
		NeedsNetwork: r.flag(m.NeedsNetwork),
		Paths:        r.paths(m.SessionPaths),
	}
	if s := (storageOverrideModel{}); r.object(m.Storage, &s) {
		o.Storage = &catalog.StorageOverride{Minimum: r.text(s.Minimum), Recommended: r.text(s.Recommended)}
	}
	if s := (sessionOverrideModel{}); r.object(m.Session, &s) {
		o.Session = r.session(s)
	}
	return o
}

func (r *overrideReader) paths(list types.List) []catalog.PathOverride {
	if !r.known(list) {
		return nil
	}
	paths := make([]catalog.PathOverride, 0, len(list.Elements()))
	for _, element := range list.Elements() {
		object, ok := element.(types.Object)
		p := pathOverrideModel{}
		if !ok || !r.object(object, &p) || !r.known(p.Path) {
			continue // the schema requires a path
		}
		paths = append(paths, catalog.PathOverride{
			Path:              p.Path.ValueString(),
			Role:              r.text(p.Role),
			Store:             r.text(p.Store),
			File:              r.flag(p.File),
			Required:          r.flag(p.Required),
			RelocatedBy:       r.text(p.RelocatedBy),
			NetworkFileSystem: r.flag(p.NetworkFileSystem),
		})
	}
	return paths
}

func (r *overrideReader) session(m sessionOverrideModel) *catalog.SessionOverride {
	s := &catalog.SessionOverride{
		Command:          r.text(m.Command),
		ID:               r.text(m.ID),
		Cold:             r.texts(m.Cold, "session", "cold"),
		ColdPrompt:       r.texts(m.ColdPrompt, "session", "cold_prompt"),
		Warm:             r.texts(m.Warm, "session", "warm"),
		WarmPrompt:       r.texts(m.WarmPrompt, "session", "warm_prompt"),
		IgnoresInterrupt: r.flag(m.IgnoresInterrupt),
	}
	if d := (detectOverrideModel{}); r.object(m.Detect, &d) {
		s.Detect = &catalog.DetectOverride{File: r.text(d.File), Command: r.texts(d.Command, "session", "detect", "command"), Contains: r.text(d.Contains)}
	}
	if c := (captureOverrideModel{}); r.object(m.Capture, &c) {
		s.Capture = &catalog.CaptureOverride{File: r.text(c.File), FirstLine: r.texts(c.FirstLine, "session", "capture", "first_line")}
		if r.known(c.IDLength) {
			s.Capture.IDLength = c.IDLength.ValueInt64Pointer()
		}
	}
	return s
}

// known reports whether the value is neither null nor unknown.
func (r *overrideReader) known(v attr.Value) bool {
	r.unknown = r.unknown || v.IsUnknown()
	return !v.IsNull() && !v.IsUnknown()
}

func (r *overrideReader) object(v types.Object, target any) bool {
	if !r.known(v) {
		return false
	}
	diags := v.As(r.ctx, target, basetypes.ObjectAsOptions{})
	r.diags.Append(diags...)
	return !diags.HasError()
}

func (r *overrideReader) text(v types.String) *string {
	if !r.known(v) {
		return nil
	}
	return v.ValueStringPointer()
}

func (r *overrideReader) flag(v types.Bool) *bool {
	if !r.known(v) {
		return nil
	}
	return v.ValueBoolPointer()
}

// texts returns nil for null, and an empty list for an empty list. The steps
// lead to the list from the override.
func (r *overrideReader) texts(v types.List, steps ...any) []string {
	if !r.known(v) {
		return nil
	}
	items := make([]string, 0, len(v.Elements()))
	for i, element := range v.Elements() {
		if element.IsNull() {
			r.refuse("The element is null. Leave it out.", append(steps, i)...)
			continue
		}
		if text, ok := element.(types.String); ok && r.known(text) {
			items = append(items, text.ValueString())
		}
	}
	return items
}
