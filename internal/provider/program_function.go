package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/function"

	"github.com/coder-persistence/terraform-provider-persistence/internal/script"
)

func newProgram() function.Function { return program{} }

// program is program().
type program struct{}

func (program) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "program"
}

func (program) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary:             "Show the program that runs in a workspace",
		MarkdownDescription: "Returns the bash program that every start script contains in packed form, as plain text to read in `terraform console`.",
		Return:              function.StringReturn{},
	}
}

func (program) Run(ctx context.Context, _ function.RunRequest, resp *function.RunResponse) {
	resp.Error = resp.Result.Set(ctx, script.Program())
}
