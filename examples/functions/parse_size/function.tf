terraform {
  required_providers {
    persistence = {
      source = "coder-persistence/persistence"
    }
  }
}

locals {
  home_size = "10Gi"
}

# 10737418240
output "bytes" {
  value = provider::persistence::parse_size(local.home_size)
}

# Docker and Kubernetes write sizes differently; bytes can be compared.
output "large_enough" {
  value = provider::persistence::parse_size("500 MB") <= provider::persistence::parse_size(local.home_size)
}
