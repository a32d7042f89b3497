# Codex beside the registry's agentapi module, which installs AgentAPI and has
# the apps. This provider gives the module its start script and its settings.
# The image must have codex: the module waits 15 seconds for the start.

terraform {
  required_providers {
    coder       = { source = "coder/coder" }
    docker      = { source = "kreuzwerker/docker" }
    persistence = { source = "coder-persistence/persistence" }
  }
}

variable "image" {
  type        = string
  description = "An image with codex, curl and sudo."
}

data "coder_workspace" "me" {}

data "coder_task" "me" {}

resource "coder_agent" "main" {
  os   = "linux"
  arch = "amd64"
}

resource "coder_agent_persistence" "codex" {
  provider = persistence

  agent                = "codex"
  workdir              = "/home/coder/project"
  prompt               = data.coder_task.me.prompt
  task_id              = data.coder_task.me.enabled ? data.coder_task.me.id : null
  grace_period_seconds = 300

  install {
    download  = false # the image holds both programs
    first_run = "accept"
  }

  volume {
    mount_path = "/home/coder"
  }
}

module "agentapi" {
  source  = "registry.coder.com/coder/agentapi/coder"
  version = "2.4.0"

  agent_id     = coder_agent.main.id
  start_script = coder_agent_persistence.codex.start_script

  agentapi_version         = coder_agent_persistence.codex.agentapi_module.agentapi_version
  agentapi_port            = coder_agent_persistence.codex.agentapi_module.agentapi_port
  module_dir_name          = coder_agent_persistence.codex.agentapi_module.module_dir_name
  folder                   = coder_agent_persistence.codex.agentapi_module.folder
  enable_state_persistence = coder_agent_persistence.codex.agentapi_module.enable_state_persistence
  state_file_path          = coder_agent_persistence.codex.agentapi_module.state_file_path
  pid_file_path            = coder_agent_persistence.codex.agentapi_module.pid_file_path
  task_log_snapshot        = coder_agent_persistence.codex.agentapi_module.task_log_snapshot

  web_app_slug         = "codex"
  web_app_display_name = "Codex"
  web_app_icon         = "/icon/openai.svg"
  cli_app_slug         = "codex-cli"
  cli_app_display_name = "Codex CLI"
}

resource "coder_ai_task" "task" {
  app_id = module.agentapi.task_app_id
}

# Runs beside the module's own stop script: it ends the agent before AgentAPI,
# posts the log of the task, and checks what was saved.
resource "coder_script" "stop" {
  agent_id     = coder_agent.main.id
  display_name = "Save Codex"
  script       = coder_agent_persistence.codex.shutdown_script
  run_on_stop  = true
  timeout      = 300
}

resource "coder_env" "codex" {
  for_each = coder_agent_persistence.codex.env

  agent_id = coder_agent.main.id
  name     = each.key
  value    = each.value
}

resource "docker_volume" "home" {
  name = "coder-${data.coder_workspace.me.id}-home"

  lifecycle { ignore_changes = all }
}

resource "docker_container" "workspace" {
  count = data.coder_workspace.me.start_count

  name       = "coder-${data.coder_workspace.me.id}"
  image      = var.image
  entrypoint = ["sh", "-c", coder_agent.main.init_script]
  env        = ["CODER_AGENT_TOKEN=${coder_agent.main.token}"]

  stop_signal           = coder_agent_persistence.codex.docker.stop_signal
  stop_timeout          = coder_agent_persistence.codex.docker.stop_timeout
  destroy_grace_seconds = coder_agent_persistence.codex.docker.destroy_grace_seconds

  volumes {
    container_path = "/home/coder"
    volume_name    = docker_volume.home.name
  }
}
