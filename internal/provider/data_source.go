package provider

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
)

// configured is the part of a data source that takes what the provider block
// hands out.
type configured struct{ data *providerData }

// Configure keeps the provider's data.
func (c *configured) Configure(_ context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse) {
	if req.ProviderData == nil {
		return // validation runs before the provider is configured
	}
	data, ok := req.ProviderData.(*providerData)
	if !ok {
		resp.Diagnostics.AddError("Unexpected Provider Data", fmt.Sprintf("*providerData was expected, %T was given. This is a bug in the provider.", req.ProviderData))
		return
	}
	c.data = data
}

func computedText(description string) schema.StringAttribute {
	return schema.StringAttribute{Computed: true, MarkdownDescription: description}
}

func computedTexts(description string) schema.ListAttribute {
	return schema.ListAttribute{Computed: true, ElementType: types.StringType, MarkdownDescription: description}
}

func computedNumber(description string) schema.Int64Attribute {
	return schema.Int64Attribute{Computed: true, MarkdownDescription: description}
}

func computedFlag(description string) schema.BoolAttribute {
	return schema.BoolAttribute{Computed: true, MarkdownDescription: description}
}

func textOrNull(text string) types.String {
	if text == "" {
		return types.StringNull()
	}
	return types.StringValue(text)
}

// checkCoderVersion reports a coder_version that is no version.
func checkCoderVersion(diags *diag.Diagnostics, v types.String) {
	checkVersion(diags, "coder_version", "Invalid Coder Version", v, func(text string) error {
		_, err := catalog.ParseCoderVersion(text)
		return err
	})
}

// checkVersion reports a version that parse refuses. It passes over null and
// unknown; an empty text, which the catalog takes for none, is no version.
func checkVersion(diags *diag.Diagnostics, name, summary string, v types.String, parse func(string) error) {
	if v.IsNull() || v.IsUnknown() {
		return
	}
	text, hint := v.ValueString(), ""
	if text == "" {
		text, hint = " ", " To leave it out, write null."
	}
	err := parse(text)
	if err == nil {
		return
	}
	detail := err.Error()
	if e := new(catalog.VersionError); errors.As(err, &e) {
		e.Given = v.ValueString()
		detail = fmt.Sprintf("%s%s\n\nWrite, for example: %s = %q", e.Error(), hint, name, e.Examples[0])
	}
	diags.AddAttributeError(path.Root(name), summary, detail)
}

// unknownAgent says that no agent has a name; err is the catalog's, and line
// shows with %q how the template names one there.
func unknownAgent(err error, line string) string {
	detail := err.Error()
	if e := new(catalog.UnknownAgentError); errors.As(err, &e) && len(e.Nearest) > 0 {
		detail += "\n\nWrite, for example: " + fmt.Sprintf(line, e.Nearest[0])
	}
	return detail
}
