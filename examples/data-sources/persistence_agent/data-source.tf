terraform {
  required_providers {
    persistence = {
      source = "coder-persistence/persistence"
    }
  }
}

# What does this version of the registry module make of the agent?
data "persistence_agent" "claude" {
  agent          = "claude-code"
  module_version = "4.9.2"

  # A version that does not resume fails the plan.
  lifecycle {
    postcondition {
      condition     = self.verdict.resumes
      error_message = self.verdict.reason
    }
  }
}

# The inputs that the module needs so that the chat comes back as well.
output "module_inputs" {
  value = data.persistence_agent.claude.module_inputs
}

# What must be on the volume.
output "required_paths" {
  value = [for path in data.persistence_agent.claude.session_paths : path.path if path.required]
}
