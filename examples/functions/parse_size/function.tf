locals {
  home_size = "10Gi"
}

# 10737418240
output "bytes" {
  value = provider::coder-persistence::parse_size(local.home_size)
}

# Docker and Kubernetes write sizes differently; bytes can be compared.
output "large_enough" {
  value = provider::coder-persistence::parse_size("500 MB") <= provider::coder-persistence::parse_size(local.home_size)
}
