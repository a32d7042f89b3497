# Codex under the registry's agentapi module, which installs agentapi, shows the
# chat and keeps the Task. This provider gives the module its start script and
# its settings.

terraform {
  required_providers {
    coder = {
      source  = "coder/coder"
      version = ">= 2.13"
    }
    coder-persistence = {
      source = "coder-persistence/coder-persistence"
    }
  }
}

data "coder_task" "me" {}

resource "coder_agent" "main" {
  os   = "linux"
  arch = "amd64"
}

resource "coder_agent_persistence" "codex" {
  provider = coder-persistence

  agent                = "codex"
  workdir              = "/home/coder/project"
  prompt               = data.coder_task.me.prompt
  grace_period_seconds = 300

  agentapi_module_version = "2.4.0"

  volume = {
    size       = "30Gi"
    mount_path = "/home/coder"
  }
}

module "agentapi" {
  # In a template:
  #   source  = "registry.coder.com/coder/agentapi/coder"
  #   version = "2.4.0"
  source = "./modules/agentapi"

  agent_id     = coder_agent.main.id
  start_script = coder_agent_persistence.codex.start_script

  agentapi_version         = coder_agent_persistence.codex.agentapi_module.agentapi_version
  agentapi_port            = coder_agent_persistence.codex.agentapi_module.agentapi_port
  module_dir_name          = coder_agent_persistence.codex.agentapi_module.module_dir_name
  folder                   = coder_agent_persistence.codex.agentapi_module.folder
  enable_state_persistence = coder_agent_persistence.codex.agentapi_module.enable_state_persistence
  state_file_path          = coder_agent_persistence.codex.agentapi_module.state_file_path
  pid_file_path            = coder_agent_persistence.codex.agentapi_module.pid_file_path

  web_app_slug         = "codex"
  web_app_display_name = "Codex"
  web_app_icon         = "/icon/openai.svg"
}

resource "coder_ai_task" "task" {
  app_id = module.agentapi.task_app_id
}

# The module has a stop script of its own. This one may run beside it: it also
# ends an agent that does not end by itself, and checks what was saved.
resource "coder_script" "stop" {
  agent_id     = coder_agent.main.id
  display_name = "Save Codex"
  script       = coder_agent_persistence.codex.shutdown_script
  run_on_stop  = true
  timeout      = coder_agent_persistence.codex.grace_period_seconds
}

resource "coder_env" "codex" {
  for_each = coder_agent_persistence.codex.env

  agent_id = coder_agent.main.id
  name     = each.key
  value    = each.value
}
