package provider

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/function"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/constraint"
)

func newSemverSatisfies() function.Function { return &semverSatisfies{} }

// semverSatisfies is semver_satisfies(version, constraint).
type semverSatisfies struct{}

func (f *semverSatisfies) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "semver_satisfies"
}

func (f *semverSatisfies) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary:             "Tell whether a version satisfies a constraint",
		MarkdownDescription: "Returns `true` when the version satisfies the constraint. Numbers are compared as numbers: 4.10.0 is newer than 4.9.0. A pre-release satisfies only conditions that name a pre-release themselves, so `1.3.0-rc.1` does not satisfy `>= 1.2.0`. A text that is no version or no constraint is an error.",
		Parameters: []function.Parameter{
			function.StringParameter{Name: "version", MarkdownDescription: "One version, with or without a leading `v`; missing parts are zero. Example: `\"4.9.2\"`, `\"v0.12\"`."},
			function.StringParameter{Name: "constraint", MarkdownDescription: "Conditions with `=`, `!=`, `>`, `>=`, `<`, `<=`, `~>`, `^` or `*`. A comma or a blank means \"and\", `||` means \"or\". `~>` has Terraform's meaning: `~> 1.2` allows everything below 2.0, `~> 1.2.3` everything below 1.3.0. Example: `\">= 4.8.0, < 5.0.0\"`."},
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
	satisfied, err := constraint.Satisfies(version, conditions)
	if err != nil {
		at := int64(0)
		if e := new(constraint.Error); errors.As(err, &e) {
			at = 1
		}
		resp.Error = argumentError(at, err.Error())
		return
	}
	resp.Error = resp.Result.Set(ctx, satisfied)
}
