locals {
  claude_code_version = "4.9.2"
}

# What does this version of the registry module make of the agent?
data "coder_agent_compatibility" "claude" {
  provider = coder-persistence

  agent          = "claude-code"
  module_version = local.claude_code_version
  coder_version  = "2.34.0"
  home           = "/home/coder"
  workdir        = "/home/coder/project"

  lifecycle {
    postcondition {
      condition     = self.verdict.resumes
      error_message = "${self.verdict.reason} Write:\n${coalesce(self.verdict.fix, "nothing helps")}"
    }
  }
}

# The inputs that the module needs so that the chat comes back as well, here
# agentapi_version = "v0.12.2".
output "module_inputs" {
  value = data.coder_agent_compatibility.claude.module_inputs
}

# Everything without which a resume fails.
output "required_paths" {
  value = [for p in data.coder_agent_compatibility.claude.session_paths : p.path if p.required]
}

output "volume_size" {
  value = data.coder_agent_compatibility.claude.storage.recommended.quantity # "5G"
}
