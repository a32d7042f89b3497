terraform {
  required_providers {
    persistence = {
      source = "coder-persistence/persistence"
    }
  }
}

# "10Gi"
output "kubernetes" {
  value = provider::persistence::format_size(10737418240, "kubernetes")
}

# "100 MB"
output "decimal" {
  value = provider::persistence::format_size(100000000, "decimal")
}

# "1536 MiB"
output "binary" {
  value = provider::persistence::format_size(1610612736, "binary")
}

# 10, rounded up: most clouds count disks in whole GiB.
output "gib" {
  value = tonumber(provider::persistence::format_size(10000000000, "gib"))
}
