package catalog

// MatrixSource names the vendor's public compatibility matrix.
const MatrixSource = "Coder documentation, task persistence compatibility matrix"

// configurationSource names the provider's own configuration.
const configurationSource = "provider configuration"
