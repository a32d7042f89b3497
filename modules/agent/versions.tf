terraform {
  required_version = ">= 1.8"

  required_providers {
    coder = {
      source  = "coder/coder"
      version = ">= 2.13"
    }
    persistence = {
      source = "coder-persistence/persistence"
    }
  }
}
