terraform {
  required_providers {
    persistence = {
      source = "coder-persistence/persistence"
    }
  }
}

# The block is optional.
provider "persistence" {
  # Coder's version, for what depends on Tasks.
  coder_version = "2.34.0"

  agents = {
    # A company that wants more room than the catalog asks for.
    claude-code = {
      storage = {
        minimum     = "2Gi"
        recommended = "20Gi"
      }
    }
  }
}

data "persistence_agent" "claude" {
  agent = "claude-code"
}
