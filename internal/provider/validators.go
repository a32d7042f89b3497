package provider

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"
	"github.com/agext/levenshtein"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog/agents"
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
	near    func(string) string // a better advice for a text, or ""; may be nil
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
	advice := v.advice
	if v.near != nil {
		if near := v.near(text); near != "" {
			advice = persistence.Quote(near)
		}
	}
	name := lastName(at)
	diags.AddAttributeError(at, v.summary, fmt.Sprintf("%s must be %s, got: %q.", name, v.must, text)+persistence.Write(name, advice))
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
	return textValidator{
		summary: summary,
		must:    alternatives(options, ""),
		advice:  persistence.Quote(options[0]),
		ok:      func(text string) bool { return slices.Contains(options, text) },
		near:    func(text string) string { return nearest(text, options) },
	}
}

// nearest is the option that a text resembles, or "".
func nearest(text string, options []string) string {
	similarity := func(option string) float64 { return levenshtein.Similarity(strings.ToLower(text), option, nil) }
	best := slices.MaxFunc(options, func(a, b string) int { return cmp.Compare(similarity(a), similarity(b)) })
	if similarity(best) < 0.6 {
		return ""
	}
	return best
}

// alternatives lists values, each in quotes and between marks.
func alternatives[T ~string](values []T, mark string) string {
	quoted := make([]string, len(values))
	for i, v := range values {
		quoted[i] = mark + persistence.Quote(string(v)) + mark
	}
	last := len(quoted) - 1
	return strings.Join(quoted[:last], ", ") + " or " + quoted[last]
}

// notEmpty refuses "" where leaving the attribute out has another meaning.
var notEmpty = textValidator{
	summary: "Empty Value",
	must:    "a non-empty string or null",
	advice:  "null",
	ok:      func(text string) bool { return text != "" },
}

var namePattern = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,62}$`)

var nameValidator = textValidator{
	summary: "Invalid Name",
	must: "1 to 63 lower-case letters, digits and dashes, and begin with a letter or digit, " +
		"because a directory and a variable are named after it",
	advice: "null",
	ok:     namePattern.MatchString,
	near: func(text string) string {
		name := strings.NewReplacer(" ", "-", ".", "-", "_", "-").Replace(strings.ToLower(text))
		if !namePattern.MatchString(name) {
			return ""
		}
		return name
	},
}

var taskIDPattern = regexp.MustCompile(`^[A-Za-z0-9-]{1,64}$`)

var taskIDValidator = textValidator{
	summary: "Invalid Task ID",
	must:    "the UUID of a Coder task, because it becomes part of a URL",
	advice:  "null",
	ok:      func(text string) bool { return taskIDPattern.MatchString(text) || text == "" },
}

var releaseValidator = textValidator{
	summary: "Invalid AgentAPI Version",
	must:    `one release of agentapi, such as "v0.12.2" or "0.12.2", or "latest"`,
	advice:  `"v0.12.2"`,
	ok: func(text string) bool {
		_, err := semver.StrictNewVersion(strings.TrimPrefix(text, "v"))
		return err == nil || text == "latest"
	},
}

var agentAPIVersionValidator = textValidator{
	summary: "Invalid AgentAPI Version",
	must:    `one version of agentapi, such as "v0.12.2", or "latest"`,
	advice:  `"v0.12.2"`,
	ok: func(text string) bool {
		_, err := catalog.ParseAgentAPIVersion(text)
		return err == nil && text != ""
	},
}

var coderVersionValidator = textValidator{
	summary: "Invalid Coder Version",
	must:    `one version of Coder, such as "2.34.0"`,
	advice:  `"2.34.0"`,
	ok: func(text string) bool {
		_, err := catalog.ParseCoderVersion(text)
		return err == nil && text != ""
	},
}

var pathValidator = textValidator{
	summary: "Invalid Path",
	must:    "an absolute path without ~, $HOME, colons and ..",
	advice:  `"` + persistence.DefaultHome + `"`,
	ok:      func(text string) bool { return persistence.BadPath(text) == "" },
}

var checksumValidator = textValidator{
	summary: "Invalid Checksum",
	must:    "sha256:HEX, sha512:HEX or sha512-BASE64",
	advice:  "null",
	ok: func(text string) bool {
		_, _, err := script.Checksum(text)
		return err == nil
	},
}

var programVersion = regexp.MustCompile(`^[0-9][0-9A-Za-z.+_-]*$`)

var programVersionValidator = textValidator{
	summary: "Invalid Agent Version",
	must:    `one version without a leading v, such as "2.1.197"`,
	advice:  "null",
	ok:      programVersion.MatchString,
	near: func(text string) string {
		if text = strings.TrimPrefix(text, "v"); !programVersion.MatchString(text) {
			return ""
		}
		return text
	},
}

var urlPattern = regexp.MustCompile(`^(https?|file)://[^\s]+$`)

var urlValidator = textValidator{
	summary: "Invalid URL",
	must:    "a URL that begins with https://, http:// or file://",
	advice:  "null",
	ok:      urlPattern.MatchString,
	near: func(text string) string {
		if text = "https://" + text; !regexp.MustCompile(`^https://[a-z0-9-]+\.[a-z0-9.-]+[a-z0-9](/[^\s]*)?$`).MatchString(text) {
			return ""
		}
		return text
	},
}

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
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid Volume Size", fmt.Sprintf("%s: %s.", name, err)+persistence.Write(name, `"100Gi"`))
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
	resp.Diagnostics.AddAttributeError(req.Path, v.summary,
		fmt.Sprintf("%s %s, got: %s.", name, v.Description(ctx), value.Text('f', -1))+persistence.Write(name, v.advice))
}

// elements refuses null elements, with the index that the framework leaves out.
type elements struct {
	summary string
	example string // an element for an empty list, which is refused then
}

var _ validator.List = elements{}

func (v elements) Description(context.Context) string { return "must not have null elements" }

func (v elements) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v elements) ValidateList(_ context.Context, req validator.ListRequest, resp *validator.ListResponse) {
	name, at, problem := lastName(req.Path), req.Path, ""
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	if len(req.ConfigValue.Elements()) == 0 && v.example != "" {
		problem = "must have at least one element"
	}
	var rest []string
	for i, element := range req.ConfigValue.Elements() {
		found := ""
		text, _ := element.(types.String) // "" for an object
		keep := text.ValueString()
		switch {
		case element.IsUnknown():
			return // checked at apply
		case element.IsNull():
			found, keep = fmt.Sprintf("must not have null elements, got null at index %d", i), ""
		}
		if found != "" && problem == "" {
			at, problem = req.Path.AtListIndex(i), found
		}
		if !element.IsNull() && !slices.Contains(rest, keep) {
			rest = append(rest, keep)
		}
	}
	if len(rest) == 0 && v.example != "" {
		rest = []string{v.example}
	}
	if problem != "" {
		resp.Diagnostics.AddAttributeError(shown(at), v.summary, name+" "+problem+"."+persistence.Write(name, persistence.List(rest)))
	}
}

// noNullEntries refuses a map with null entries, and null objects in lists of
// one: neither has a text to keep.
type noNullEntries struct{}

var (
	_ validator.Map  = noNullEntries{}
	_ validator.List = noNullEntries{}
)

func (v noNullEntries) Description(context.Context) string { return "must not have null entries" }

func (v noNullEntries) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v noNullEntries) ValidateMap(_ context.Context, req validator.MapRequest, resp *validator.MapResponse) {
	for key, entry := range req.ConfigValue.Elements() {
		if entry.IsNull() {
			advice := `{ storage = { minimum = "10Gi" } }`
			if _, err := agents.Default().Lookup(key); err != nil {
				advice = `{ level = "full" }`
			}
			resp.Diagnostics.AddAttributeError(req.Path.AtMapKey(key), "Invalid Agent Override", fmt.Sprintf(
				"agents[%q] must not be null. Remove the entry, or set what it changes.", key)+persistence.Write(key, advice))
		}
	}
}

func (v noNullEntries) ValidateList(_ context.Context, req validator.ListRequest, resp *validator.ListResponse) {
	name := lastName(req.Path)
	for i, entry := range req.ConfigValue.Elements() {
		if entry.IsNull() {
			resp.Diagnostics.AddAttributeError(shown(req.Path), "Invalid Agent Override", fmt.Sprintf(
				"%s must not have null elements, got null at index %d.", name, i)+persistence.Write(name, "[]"))
			return
		}
	}
}
