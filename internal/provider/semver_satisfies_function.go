package provider

import (
	"context"
	"fmt"
	"regexp"
	"strconv"

	"github.com/Masterminds/semver/v3"
	"github.com/hashicorp/terraform-plugin-framework/function"
)

func newSemverSatisfies() function.Function { return &semverSatisfies{} }

// semverSatisfies is semver_satisfies(version, constraint).
type semverSatisfies struct{}

func (f *semverSatisfies) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "semver_satisfies"
}

func (f *semverSatisfies) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "Tell whether a version satisfies a constraint",
		MarkdownDescription: "Returns `true` when the version satisfies the constraint. Numbers are compared as numbers: 4.10.0 is newer than " +
			"4.9.0. A pre-release satisfies only conditions that name a pre-release themselves, so `1.3.0-rc.1` does not satisfy `>= 1.2.0`. A text " +
			"that is no version or no constraint is an error.",
		Parameters: []function.Parameter{
			function.StringParameter{Name: "version", MarkdownDescription: "One version, with or without a leading `v`; missing parts are zero. " +
				"Example: `\"4.9.2\"`, `\"v0.12\"`."},
			function.StringParameter{Name: "constraint", MarkdownDescription: "Conditions with `=`, `!=`, `>`, `>=`, `<`, `<=`, `~>`, `^` or `*`. A " +
				"comma or a blank means \"and\", `||` means \"or\". `~>` has Terraform's meaning: `~> 1.2` allows everything below 2.0, `~> 1.2.3` " +
				"everything below 1.3.0. Example: `\">= 4.8.0, < 5.0.0\"`."},
		},
		Return: function.BoolReturn{},
	}
}

func (f *semverSatisfies) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var version, conditions string
	resp.Error = function.ConcatFuncErrors(req.Arguments.Get(ctx, &version, &conditions))
	if resp.Error != nil {
		return
	}
	v, err := semver.NewVersion(version)
	if err != nil {
		resp.Error = argumentError(0, fmt.Sprintf(`%q is not a version. Write one version, not a constraint, such as "4.9.2" or "v0.12.2"`, version))
		return
	}
	c, err := semver.NewConstraint(pessimistic(conditions))
	if err != nil {
		resp.Error = argumentError(1, fmt.Sprintf(
			`%q is not a version constraint. Write operators (=, !=, >, >=, <, <=, ~>) and versions, such as ">= 4.8.0, < 5.0.0" or "~> 4.8"`, conditions))
		return
	}
	resp.Error = resp.Result.Set(ctx, c.Check(v))
}

// pessimisticPattern finds ~> before one or two numbers. Before three, the
// semver package means the same by it as Terraform.
var pessimisticPattern = regexp.MustCompile(`~>\s*v?(\d+)(?:\.(\d+))?($|[\s,|])`)

// pessimistic gives ~> Terraform's meaning: for the semver package ~>1.2
// excludes 1.3.
func pessimistic(text string) string {
	return pessimisticPattern.ReplaceAllStringFunc(text, func(found string) string {
		m := pessimisticPattern.FindStringSubmatch(found)
		if m[2] == "" {
			return ">= " + m[1] + m[3]
		}
		major, err := strconv.ParseUint(m[1], 10, 63)
		if err != nil {
			return found // too large for a version, which the parser reports
		}
		return fmt.Sprintf(">= %s.%s, < %d%s", m[1], m[2], major+1, m[3])
	})
}
