# Goose under the registry's coder-utils module, which runs an install script
# before the start script. Nothing here needs Tasks.

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

resource "coder_agent" "main" {
  os   = "linux"
  arch = "amd64"

  env = {
    CODER_AGENT_SOCKET_SERVER_ENABLED = "true" # coder-utils orders the scripts over this socket
  }
}

resource "coder_agent_persistence" "goose" {
  provider = coder-persistence

  agent                = "goose"
  workdir              = "/home/coder/project"
  prompt               = "Read TASK.md and do what it says."
  grace_period_seconds = 300

  volume = {
    size       = "10Gi"
    mount_path = "/home/coder"
  }
}

module "goose" {
  # In a template:
  #   source  = "registry.coder.com/coder/coder-utils/coder"
  #   version = "0.0.1"
  source = "./modules/coder-utils"

  agent_id         = coder_agent.main.id
  module_directory = "$HOME/.coder-modules/coder-persistence/goose"
  install_script   = file("${path.module}/install.sh")
  start_script     = coder_agent_persistence.goose.start_script
}

resource "coder_script" "stop" {
  agent_id     = coder_agent.main.id
  display_name = "Save Goose"
  script       = coder_agent_persistence.goose.shutdown_script
  run_on_stop  = true
  timeout      = coder_agent_persistence.goose.grace_period_seconds
}

resource "coder_env" "goose" {
  for_each = coder_agent_persistence.goose.env

  agent_id = coder_agent.main.id
  name     = each.key
  value    = each.value
}
