# Goose after the registry's coder-utils module, which runs an install script.
# Modules such as claude-code 5 and codex 5 use it too and have the same output:
# they install, and this module starts.

terraform {
  required_providers {
    coder       = { source = "coder/coder" }
    docker      = { source = "kreuzwerker/docker" }
    persistence = { source = "coder-persistence/persistence" }
  }
}

variable "openai_api_key" {
  type        = string
  sensitive   = true
  description = "The key for the model."
}

data "coder_workspace" "me" {}

resource "coder_agent" "main" {
  os   = "linux"
  arch = "amd64"
}

module "install" {
  source  = "registry.coder.com/coder/coder-utils/coder"
  version = "0.0.1"

  agent_id            = coder_agent.main.id
  display_name_prefix = "Goose"
  module_directory    = "$HOME/.coder-modules/example/goose" # not the data_dir of the agent
  install_script      = file("${path.module}/install.sh")
}

module "goose" {
  source = "git::https://github.com/coder-persistence/terraform-provider-persistence//modules/agent?ref=v0.1.0"

  agent_id    = coder_agent.main.id
  agent       = "goose"
  workdir     = "/home/coder/project"
  prompt      = "Read TASK.md and do what it says."
  volume      = { mount_path = "/home/coder" }
  install     = true                   # AgentAPI; Goose is there by then
  start_after = module.install.scripts # waits for the install script
}

resource "coder_env" "model" {
  for_each = {
    OPENAI_API_KEY        = var.openai_api_key
    GOOSE_PROVIDER        = "openai"
    GOOSE_MODEL           = "gpt-5"
    GOOSE_DISABLE_KEYRING = "1"
  }

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
  image      = "codercom/enterprise-base:ubuntu"
  entrypoint = ["sh", "-c", coder_agent.main.init_script]
  env = [
    "CODER_AGENT_TOKEN=${coder_agent.main.token}",
    "CODER_AGENT_SOCKET_SERVER_ENABLED=true", # for "coder exp sync", which orders the scripts
  ]

  stop_signal           = module.goose.docker.stop_signal
  stop_timeout          = module.goose.docker.stop_timeout
  destroy_grace_seconds = module.goose.docker.destroy_grace_seconds

  volumes {
    container_path = "/home/coder"
    volume_name    = docker_volume.home.name
  }
}
