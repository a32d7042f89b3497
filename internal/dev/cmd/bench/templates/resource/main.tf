terraform {
  required_providers {
    coder = {
      source = "coder/coder"
    }
    persistence = {
      source = "coder-persistence/persistence"
    }
  }
}

resource "coder_agent" "main" {
  os   = "linux"
  arch = "amd64"
}
