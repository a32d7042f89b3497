package provider

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
)

// providerData is what the provider block hands to resources and data sources.
//
// While Terraform plans, values in the provider block may be unknown. An
// override with such values is applied as far as they are known, and the entry
// counts as unsettled: what follows from it can differ when the plan is
// applied.
type providerData struct {
	catalog *catalog.Catalog
	// coderVersion is the deployment's version, "" when it was not given.
	coderVersion string
	// coderVersionUnknown is true when it was given, and is not known yet.
	coderVersionUnknown bool

	unsettled    map[string]bool // slugs, and keys of entries that could not be added
	allUnsettled bool            // the whole map of overrides is unknown
}

// settled reports whether everything about the agent called name is known: its
// entry, or that there is none.
func (d *providerData) settled(name string) bool {
	if d.allUnsettled {
		return false
	}
	if len(d.unsettled) == 0 {
		return true
	}
	agent, err := d.catalog.Lookup(name)
	// A name that nobody has may belong to an override that is not known yet.
	return err == nil && !d.unsettled[agent.Slug]
}

// lookup finds an agent for a data source, which must answer with known values
// or not at all. line is how a template would name an agent at that attribute,
// with %q for the name.
func (d *providerData) lookup(name string, at path.Path, line string) (*catalog.Agent, diag.Diagnostics) {
	var diags diag.Diagnostics
	agent, err := d.catalog.Lookup(name)
	settled := d.settled(name)
	switch {
	case err == nil && !settled:
		diags.AddAttributeWarning(at, "Agent Not Settled Yet", fmt.Sprintf(
			"The provider block overrides %q with values that are known only after apply; until then its entry is used without them. To read it after them, write a depends_on with the resource they come from.", agent.Slug))
	case err != nil && !settled:
		diags.AddAttributeError(at, "Agent Not Known Yet", fmt.Sprintf(
			"The catalog has no agent called %q, and the provider block adds agents from values that are known only after apply. To read it after them, write a depends_on with the resource they come from; or use values in the provider block that are known when Terraform plans.", name))
	case err != nil:
		diags.AddAttributeError(at, "Unknown Agent", unknownAgent(err, line))
	}
	return agent, diags
}

// invalidOverride is the summary of every error inside agents.
const invalidOverride = "Invalid Agent Override"

// readProviderConfig reads the provider block.
func readProviderConfig(ctx context.Context, config tfsdk.Config) (*providerData, diag.Diagnostics) {
	var model providerModel
	diags := config.Get(ctx, &model)
	if diags.HasError() {
		return nil, diags
	}
	data := &providerData{
		catalog:             catalog.Default(),
		coderVersion:        model.CoderVersion.ValueString(),
		coderVersionUnknown: model.CoderVersion.IsUnknown(),
		allUnsettled:        model.Agents.IsUnknown(),
	}
	checkCoderVersion(&diags, model.CoderVersion)
	whole, partial, more := model.overrides(ctx)
	diags.Append(more...)
	merged, problems := data.catalog.With(whole)
	for _, problem := range problems {
		diags.AddAttributeError(fieldPath(problem), invalidOverride, problem.Error())
	}
	if diags.HasError() {
		return nil, diags
	}
	data.catalog = merged
	data.applyPartial(partial)
	return data, diags
}

// applyPartial applies overrides that have unknown values. What is wrong with
// one is said once its values are known.
func (d *providerData) applyPartial(partial map[string]catalog.Override) {
	d.unsettled = make(map[string]bool, len(partial))
	for _, key := range slices.Sorted(maps.Keys(partial)) {
		merged, problems := d.catalog.With(map[string]catalog.Override{key: partial[key]})
		if len(problems) == 0 {
			d.catalog = merged
		}
		if agent, err := d.catalog.Lookup(key); err == nil {
			d.unsettled[agent.Slug] = true
		} else {
			d.unsettled[key] = true
		}
	}
}

// fieldPath is the place of an error inside the map of overrides.
func fieldPath(problem catalog.FieldError) path.Path {
	at := path.Root("agents")
	if problem.Agent != "" {
		at = at.AtMapKey(problem.Agent)
	}
	for _, step := range problem.Field {
		switch step := step.(type) {
		case int:
			at = at.AtListIndex(step)
		case string:
			at = at.AtName(step)
		}
	}
	return at
}
