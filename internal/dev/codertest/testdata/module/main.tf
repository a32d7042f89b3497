# One agent as one block of modules/agent.

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

# A task chooses the agent by a preset.
data "coder_workspace_preset" "agent" {
  for_each = toset(["goose", "claude-code"])

  name       = each.key
  parameters = { agent = each.key }
}

locals {
  agent   = data.coder_parameter.agent.value
  args    = var.changed ? { goose = ["--max-turns", "7"], claude-code = ["--verbose"] }[local.agent] : []
  version = var.changed ? "v0.12.1" : "v0.12.2"
}

data "coder_parameter" "prompt" {
  name    = "prompt"
  type    = "string"
  default = ""
  mutable = true
}

data "coder_task" "me" {}

resource "coder_agent" "main" {
  os   = "linux"
  arch = "amd64"

  dynamic "metadata" {
    for_each = module.agent.metadata

    content {
      key          = metadata.value.key
      display_name = metadata.value.display_name
      script       = metadata.value.script
      interval     = metadata.value.interval
      timeout      = metadata.value.timeout
    }
  }
}

module "agent" {
  source = "./modules/agent"

  agent_id  = coder_agent.main.id
  agent     = local.agent
  workdir   = "/home/coder/project"
  prompt    = data.coder_task.me.enabled ? data.coder_task.me.prompt : data.coder_parameter.prompt.value
  task_id   = data.coder_task.me.enabled ? data.coder_task.me.id : null
  args      = local.args
  first_run = "accept"
  volume    = { size = "50Gi", mount_path = "/home/coder" }
  agentapi  = { version = local.version, save_interval_seconds = 2 }
}

resource "coder_ai_task" "task" {
  app_id = module.agent.task_app_id
}
