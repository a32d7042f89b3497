package provider

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// notEmpty refuses "" for an attribute whose default applies when it is left
// out: Terraform wants an attribute to keep the value a template gives it, so
// "" could not become the default. The value is an example of what to write.
type notEmpty string

var _ validator.String = notEmpty("")

func (v notEmpty) Description(context.Context) string { return "must not be empty" }

func (v notEmpty) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v notEmpty) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() || req.ConfigValue.ValueString() != "" {
		return
	}
	name, _ := req.Path.Steps().LastStep()
	resp.Diagnostics.AddAttributeError(req.Path, "Empty Value", fmt.Sprintf(
		"Attribute %[3]s: text is expected, or nothing at all. Given: \"\".\n\nLeave %[1]s out, write %[1]s = null, or write, for example: %[1]s = %[2]q", name, string(v), req.Path))
}
