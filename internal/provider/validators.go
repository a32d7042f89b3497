package provider

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/Masterminds/semver/v3"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-persistence/internal/persistence"
	"github.com/coder-persistence/terraform-provider-persistence/internal/script"
	"github.com/coder-persistence/terraform-provider-persistence/internal/size"
)

// textValidator refuses texts, with a line to write instead.
type textValidator struct {
	summary string
	must    string // what the value must be
	advice  string // a value that is always accepted, as a template has it
	ok      func(string) bool
}

var _ validator.String = textValidator{}

func (v textValidator) Description(context.Context) string { return "must be " + v.must }

func (v textValidator) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v textValidator) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	v.validate(req.Path, req.ConfigValue, &resp.Diagnostics)
}

func (v textValidator) validate(at path.Path, value types.String, diags *diag.Diagnostics) {
	text := value.ValueString()
	if value.IsNull() || value.IsUnknown() || v.ok(text) {
		return
	}
	name, advice := lastName(at), v.advice
	if last, _ := at.Steps().LastStep(); strings.HasPrefix(last.String(), "[") { // an element of a list
		name, advice = lastName(at.ParentPath()), "["+advice+"]"
	}
	diags.AddAttributeError(shown(at), v.summary, fmt.Sprintf("%s must be %s, got: %q.\n\nWrite: %s = %s", name, v.must, text, name, advice))
}

// shown is the path that engines show the line of. Inside the entries of agents
// that is the entry; for a longer path they show the header of the provider block.
func shown(at path.Path) path.Path {
	steps := at.Steps()
	if len(steps) > 2 {
		if key, ok := steps[1].(path.PathStepElementKeyString); ok {
			return path.Root("agents").AtMapKey(string(key))
		}
	}
	return at
}

// lastName is the name of an attribute inside its object or block.
func lastName(at path.Path) string {
	step, _ := at.Steps().LastStep()
	return step.String()
}

// oneOf accepts the given texts; the first is the default.
func oneOf(summary string, options ...string) validator.String {
	quoted := make([]string, len(options))
	for i, option := range options {
		quoted[i] = fmt.Sprintf("%q", option)
	}
	last := len(quoted) - 1
	return textValidator{summary, strings.Join(quoted[:last], ", ") + " or " + quoted[last], quoted[0], func(text string) bool {
		for _, option := range options {
			if text == option {
				return true
			}
		}
		return false
	}}
}

// notEmpty refuses "" where leaving the attribute out has another meaning.
var notEmpty = textValidator{"Empty Value", "set to a text, or left out", "null", func(text string) bool { return text != "" }}

var namePattern = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,62}$`)

var nameValidator = textValidator{"Invalid Name", "1 to 63 lower-case letters, digits and dashes, and begin with a letter or digit, because a directory and a variable are named after it",
	`"reviewer"`, namePattern.MatchString}

var taskIDPattern = regexp.MustCompile(`^[A-Za-z0-9-]{1,64}$`)

var taskIDValidator = textValidator{"Invalid Task ID", "the UUID of a Coder task, because it becomes part of a URL",
	"null", func(text string) bool { return taskIDPattern.MatchString(text) || text == "" }}

var releaseValidator = textValidator{"Invalid AgentAPI Version", `one release of agentapi, such as "v0.12.2" or "0.12.2", or "latest"`,
	`"v0.12.2"`, func(text string) bool {
		_, err := semver.StrictNewVersion(strings.TrimPrefix(text, "v"))
		return err == nil || text == "latest"
	}}

var agentAPIVersionValidator = textValidator{"Invalid AgentAPI Version", `one version of agentapi, such as "v0.12.2", or "latest"`,
	`"v0.12.2"`, func(text string) bool {
		_, err := catalog.ParseAgentAPIVersion(text)
		return err == nil && text != ""
	}}

var coderVersionValidator = textValidator{"Invalid Coder Version", `one version of Coder, such as "2.34.0"`,
	`"2.34.0"`, func(text string) bool {
		_, err := catalog.ParseCoderVersion(text)
		return err == nil && text != ""
	}}

var pathValidator = textValidator{"Invalid Path", "an absolute path", `"` + persistence.DefaultHome + `"`, func(text string) bool {
	return persistence.BadPath(text) == ""
}}

var checksumValidator = textValidator{"Invalid Checksum", "sha256:HEX, sha512:HEX or sha512-BASE64", "null", func(text string) bool {
	_, _, err := script.Checksum(text)
	return err == nil || text == ""
}}

// sizeValidator refuses texts that are no size above zero.
type sizeValidator struct{}

var _ validator.String = sizeValidator{}

func (v sizeValidator) Description(context.Context) string { return "must be a size above zero" }

func (v sizeValidator) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v sizeValidator) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	bytes, err := size.Parse(req.ConfigValue.ValueString())
	if err == nil && bytes == 0 {
		err = fmt.Errorf("the size must be above zero, got: %q", req.ConfigValue.ValueString())
	}
	if err != nil {
		name := lastName(req.Path)
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid Volume Size", fmt.Sprintf("%s: %s.\n\nWrite: %s = %q", name, err, name, "100Gi"))
	}
}

// wholeNumber refuses numbers that are not whole or out of range. The numbers
// of this provider are Terraform numbers, because the framework reports a
// fraction for an Int64Attribute as a bug in the provider.
type wholeNumber struct {
	summary  string
	min, max int64
	advice   string
}

var _ validator.Number = wholeNumber{}

func (v wholeNumber) Description(context.Context) string {
	return fmt.Sprintf("must be a whole number from %d to %d", v.min, v.max)
}

func (v wholeNumber) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v wholeNumber) ValidateNumber(ctx context.Context, req validator.NumberRequest, resp *validator.NumberResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	value := req.ConfigValue.ValueBigFloat()
	if number, _ := value.Int64(); value.IsInt() && v.min <= number && number <= v.max {
		return
	}
	name := lastName(req.Path)
	resp.Diagnostics.AddAttributeError(shown(req.Path), v.summary, fmt.Sprintf("%s %s, got: %s.\n\nWrite: %s = %s", name, v.Description(ctx), value.Text('f', -1), name, v.advice))
}

// noNulls refuses null elements, with the index that the framework leaves out.
// With an example it refuses an empty list, too.
type noNulls struct{ summary, example string }

var _ validator.List = noNulls{}

func (v noNulls) Description(context.Context) string { return "must not have null elements" }

func (v noNulls) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v noNulls) ValidateList(_ context.Context, req validator.ListRequest, resp *validator.ListResponse) {
	var rest []string
	null := -1
	for i, element := range req.ConfigValue.Elements() {
		switch {
		case element.IsNull() && null < 0:
			null = i
		case !element.IsNull():
			rest = append(rest, element.String())
		}
	}
	name := lastName(req.Path)
	if v.example != "" && !req.ConfigValue.IsNull() && !req.ConfigValue.IsUnknown() && len(req.ConfigValue.Elements()) == 0 {
		resp.Diagnostics.AddAttributeError(req.Path, v.summary, fmt.Sprintf("%s must have at least one element.\n\nWrite: %s = [%q]", name, name, v.example))
	}
	if null >= 0 {
		resp.Diagnostics.AddAttributeError(shown(req.Path.AtListIndex(null)), v.summary,
			fmt.Sprintf("%s must not have null elements, got null at index %d.\n\nWrite: %s = [%s]", name, null, name, strings.Join(rest, ", ")))
	}
}
