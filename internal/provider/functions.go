package provider

import (
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/function"
)

// argumentError is an error at the argument with the given place. Terraform
// writes a full stop after it.
func argumentError(argument int64, message string) *function.FuncError {
	return function.NewArgumentFuncError(argument, strings.TrimSuffix(message, "."))
}
