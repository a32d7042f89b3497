package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/function"

	"github.com/coder-persistence/terraform-provider-persistence/internal/size"
)

func newParseSize() function.Function { return &parseSize{} }

// parseSize is parse_size(text).
type parseSize struct{}

func (f *parseSize) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "parse_size"
}

func (f *parseSize) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "Read a size such as 10Gi as a number of bytes",
		MarkdownDescription: "Returns the exact number of bytes, 0 to 9223372036854775807 (2^63-1). Decimal units are powers of 1000, binary " +
			"units powers of 1024: `10G` is 10000000000, `10Gi` is 10737418240. A negative or too large size, a fraction of a byte, a unit smaller " +
			"than a byte (`100m`), a unit in the wrong letter case (`10g`) and an empty text are errors that name the accepted forms.",
		Parameters: []function.Parameter{
			function.StringParameter{Name: "text", MarkdownDescription: "The size: " + size.Forms + "."},
		},
		Return: function.Int64Return{},
	}
}

func (f *parseSize) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var text string
	resp.Error = req.Arguments.Get(ctx, &text)
	if resp.Error != nil {
		return
	}
	bytes, err := size.Parse(text)
	if err != nil {
		resp.Error = argumentError(0, err.Error())
		return
	}
	resp.Error = resp.Result.Set(ctx, bytes.Int64())
}
