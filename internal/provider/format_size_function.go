package provider

import (
	"context"
	"fmt"
	"math/big"

	"github.com/hashicorp/terraform-plugin-framework/function"

	"github.com/coder-persistence/terraform-provider-persistence/internal/size"
)

func newFormatSize() function.Function { return &formatSize{} }

// formatSize is format_size(bytes, style).
type formatSize struct{}

func (f *formatSize) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "format_size"
}

func (f *formatSize) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "Write a number of bytes as a size such as 10Gi",
		MarkdownDescription: "Returns the size as a text. All styles but `\"gib\"` are exact: `parse_size` returns the same number of bytes. A " +
			"negative number, one that is not whole, one above 9223372036854775807 (2^63-1) and an unknown style are errors.",
		Parameters: []function.Parameter{
			function.NumberParameter{Name: "bytes", MarkdownDescription: "The size in whole bytes, 0 to 9223372036854775807. Example: `10737418240`."},
			function.StringParameter{Name: "style", MarkdownDescription: "How to write it: `\"kubernetes\"` in the largest exact unit of either " +
				"family (`10Gi`, `100M`), `\"decimal\"` in the largest exact power of 1000 (`100 MB`), `\"binary\"` in the largest exact power of 1024 " +
				"(`10 GiB`), or `\"gib\"` as a whole number of GiB without a unit, rounded up (`10`)."},
		},
		Return: function.StringReturn{},
	}
}

func (f *formatSize) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	// A big.Float, because Terraform's numbers may have a fraction or exceed an int64.
	var number *big.Float
	var style string
	resp.Error = req.Arguments.Get(ctx, &number, &style)
	if resp.Error != nil {
		return
	}
	bytes, accuracy := number.Int64()
	if accuracy != big.Exact || bytes < 0 {
		resp.Error = argumentError(0, fmt.Sprintf("bytes must be a whole number from 0 to %d, got: %s", size.Max.Int64(), number.Text('f', -1)))
		return
	}
	text, err := size.Format(size.Bytes(bytes), size.Style(style))
	if err != nil {
		resp.Error = argumentError(1, err.Error())
		return
	}
	resp.Error = resp.Result.Set(ctx, text)
}
