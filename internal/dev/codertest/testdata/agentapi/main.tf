# One agent under a stand-in of the registry's agentapi module.

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
}

resource "coder_agent_persistence" "agent" {
  provider = persistence

  agent                = local.agent
  workdir              = "/home/coder/project"
  prompt               = data.coder_task.me.enabled ? data.coder_task.me.prompt : data.coder_parameter.prompt.value
  args                 = local.args
  task_id              = data.coder_task.me.enabled ? data.coder_task.me.id : null
  grace_period_seconds = 300

  agentapi {
    version               = local.version
    save_interval_seconds = 2
  }

  volume {
    size       = "50Gi"
    mount_path = "/home/coder"
  }
}

module "agentapi" {
  source = "./modules/agentapi"

  agent_id     = coder_agent.main.id
  start_script = coder_agent_persistence.agent.start_script

  agentapi_version         = coder_agent_persistence.agent.agentapi_module.agentapi_version
  agentapi_port            = coder_agent_persistence.agent.agentapi_module.agentapi_port
  module_dir_name          = coder_agent_persistence.agent.agentapi_module.module_dir_name
  folder                   = coder_agent_persistence.agent.agentapi_module.folder
  enable_state_persistence = coder_agent_persistence.agent.agentapi_module.enable_state_persistence
  state_file_path          = coder_agent_persistence.agent.agentapi_module.state_file_path
  pid_file_path            = coder_agent_persistence.agent.agentapi_module.pid_file_path
  task_log_snapshot        = coder_agent_persistence.agent.agentapi_module.task_log_snapshot

  web_app_slug         = "chat"
  web_app_display_name = "Chat"
  web_app_icon         = "/icon/coder.svg"
  cli_app_slug         = "cli"
  cli_app_display_name = "Terminal"
}

resource "coder_ai_task" "task" {
  app_id = module.agentapi.task_app_id
}

resource "coder_script" "stop" {
  agent_id     = coder_agent.main.id
  display_name = "Save the agent"
  script       = coder_agent_persistence.agent.shutdown_script
  run_on_stop  = true
  timeout      = 300
}

resource "coder_env" "agent" {
  for_each = coder_agent_persistence.agent.env

  agent_id = coder_agent.main.id
  name     = each.key
  value    = each.value
}
