terraform {
  required_providers {
    persistence = {
      source = "coder-persistence/persistence"
    }
  }
}

variable "module_version" {
  type     = string
  default  = "4.9.2"
  nullable = false

  validation {
    condition     = provider::persistence::semver_satisfies(var.module_version, ">= 4.8.0, < 5.0.0")
    error_message = "Version 5 of the claude-code module starts nothing; use 4.8.0 or newer, below 5.0.0."
  }
}

# ~> means what it means in the version of a module: true.
output "same_major_version" {
  value = provider::persistence::semver_satisfies("1.9.0", "~> 1.2")
}
