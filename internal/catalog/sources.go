package catalog

import "github.com/coder-persistence/terraform-provider-coder-persistence/internal/size"

// matrixSource names the vendor's public compatibility matrix.
const matrixSource = "Coder documentation, task persistence compatibility matrix"

// Decimal units, as the matrix uses them.
const (
	megabyte size.Bytes = 1_000_000
	gigabyte size.Bytes = 1_000_000_000
)

// configurationSource names the provider's own configuration.
const configurationSource = "provider configuration"
