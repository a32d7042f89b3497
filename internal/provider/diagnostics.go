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
		for _, name := range f.Path {
			at = at.AtName(name)
		}
		if f.Severity == persistence.Error {
			diags.AddAttributeError(at, f.Summary, f.Detail)
		} else {
			diags.AddAttributeWarning(at, f.Summary, f.Detail)
		}
	}
	return diags
}
