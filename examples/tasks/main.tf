# Coder Tasks with Goose, without a module of the registry. Coder passes the
# task to the template; the chat app is where the Tasks page finds the agent.

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

data "coder_provisioner" "me" {}

data "coder_task" "me" {}

resource "coder_agent" "main" {
  os   = "linux"
  arch = data.coder_provisioner.me.arch
}

module "goose" {
  source = "git::https://github.com/coder-persistence/terraform-provider-persistence//modules/agent?ref=v0.1.0"

  agent_id = coder_agent.main.id
  agent    = "goose"
  workdir  = "/home/coder/project"
  prompt   = data.coder_task.me.prompt
  task_id  = data.coder_task.me.enabled ? data.coder_task.me.id : null
  volume   = { mount_path = "/home/coder" }
  install  = true
}

resource "coder_ai_task" "task" {
  app_id = module.goose.task_app_id
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
  env        = ["CODER_AGENT_TOKEN=${coder_agent.main.token}"]

  stop_signal           = module.goose.docker.stop_signal
  stop_timeout          = module.goose.docker.stop_timeout
  destroy_grace_seconds = module.goose.docker.destroy_grace_seconds

  volumes {
    container_path = "/home/coder"
    volume_name    = docker_volume.home.name
  }
}
