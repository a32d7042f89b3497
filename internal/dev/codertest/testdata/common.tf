# What the templates of the suite share.

terraform {
  required_providers {
    coder = {
      source = "coder/coder"
    }
    persistence = {
      source  = "coder-persistence/persistence"
      version = "0.1.0"
    }
  }
}

variable "changed" {
  type        = bool
  default     = false
  description = "Whether this is the later version of the template."
}

data "coder_parameter" "agent" {
  name    = "agent"
  type    = "string"
  default = "goose"
}

data "coder_parameter" "prompt" {
  name    = "prompt"
  type    = "string"
  default = ""
  mutable = true
}

# A task chooses the agent by a preset.
data "coder_workspace_preset" "agent" {
  for_each = toset(["goose", "claude-code"])

  name       = each.key
  parameters = { agent = each.key }
}

data "coder_task" "me" {}

locals {
  agent   = data.coder_parameter.agent.value
  prompt  = data.coder_task.me.enabled ? data.coder_task.me.prompt : data.coder_parameter.prompt.value
  task_id = data.coder_task.me.enabled ? data.coder_task.me.id : null
  args    = var.changed ? { goose = ["--max-turns", "7"], claude-code = ["--verbose"] }[local.agent] : []
  version = var.changed ? "v0.12.1" : "v0.12.2"
}
