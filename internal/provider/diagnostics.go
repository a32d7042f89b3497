package provider

import (
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/persistence"
)

// report converts findings to diagnostics with attribute paths, for the framework.
func report(findings []persistence.Finding) diag.Diagnostics {
	var diags diag.Diagnostics
	for _, f := range findings {
		at, detail := place(f)
		if f.Severity == persistence.Error {
			diags.AddAttributeError(at, f.Summary, detail)
		} else {
			diags.AddAttributeWarning(at, f.Summary, detail)
		}
	}
	return diags
}

// diagnostics converts findings to diagnostics with attribute paths, for an engine.
func diagnostics(findings []persistence.Finding) []*tfprotov6.Diagnostic {
	var diags []*tfprotov6.Diagnostic
	for _, f := range findings {
		at := tftypes.NewAttributePath()
		for _, step := range f.Path {
			switch step := step.(type) {
			case string:
				at = at.WithAttributeName(step)
			case int:
				at = at.WithElementKeyInt(step)
			}
		}
		severity := tfprotov6.DiagnosticSeverityWarning
		if f.Severity == persistence.Error {
			severity = tfprotov6.DiagnosticSeverityError
		}
		_, detail := place(f)
		diags = append(diags, &tfprotov6.Diagnostic{Severity: severity, Summary: f.Summary, Detail: detail, Attribute: at})
	}
	return diags
}

// place is where a finding points, and its detail.
func place(f persistence.Finding) (path.Path, string) {
	at := path.Empty()
	for _, step := range f.Path {
		switch step := step.(type) {
		case string:
			at = at.AtName(step)
		case int:
			at = at.AtListIndex(step)
		}
	}
	if len(f.Path) > 1 {
		// An engine shows the resource's first line for a nested attribute.
		return at, at.String() + ": " + f.Detail
	}
	return at, f.Detail
}

func anyError(diags []*tfprotov6.Diagnostic) bool {
	return slices.ContainsFunc(diags, func(d *tfprotov6.Diagnostic) bool { return d.Severity == tfprotov6.DiagnosticSeverityError })
}
