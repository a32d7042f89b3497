package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/persistence"
)

// report turns findings into diagnostics at their attributes.
func report(findings []persistence.Finding) diag.Diagnostics {
	var diags diag.Diagnostics
	for _, f := range findings {
		at := path.Empty()
		for _, step := range f.Path {
			switch step := step.(type) {
			case string:
				at = at.AtName(step)
			case int:
				at = at.AtListIndex(step)
			}
		}
		detail := f.Detail
		if len(f.Path) > 1 {
			// An engine shows the resource's first line for a nested attribute.
			detail = at.String() + ": " + detail
		}
		if f.Severity == persistence.Error {
			diags.AddAttributeError(at, f.Summary, detail)
		} else {
			diags.AddAttributeWarning(at, f.Summary, detail)
		}
	}
	return diags
}
