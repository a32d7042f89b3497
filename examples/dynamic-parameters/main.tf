# People choose the agent when they create the workspace. The options come from a
# data source: Coder's dynamic parameters read those, and no resources.

terraform {
  required_providers {
    coder       = { source = "coder/coder" }
    docker      = { source = "kreuzwerker/docker" }
    persistence = { source = "coder-persistence/persistence" }
  }
}

data "coder_workspace" "me" {}

data "persistence_agents" "all" {}

locals {
  # The agents to choose from, and the variable that each reads its key from.
  keys = {
    claude-code = "ANTHROPIC_API_KEY"
    codex       = "OPENAI_API_KEY"
    opencode    = "OPENAI_API_KEY"
  }
}

data "coder_parameter" "agent" {
  name         = "agent"
  display_name = "Agent"
  default      = "claude-code"

  dynamic "option" {
    for_each = [for agent in data.persistence_agents.all.agents : agent if contains(keys(local.keys), agent.slug)]

    content {
      name  = option.value.display_name
      value = option.value.slug
      icon  = option.value.icon
    }
  }
}

data "coder_parameter" "key" {
  name         = "key"
  display_name = "API key"
  default      = ""
  styling      = jsonencode({ mask_input = true })
}

resource "coder_agent" "main" {
  os   = "linux"
  arch = "amd64"
}

module "agent" {
  source = "git::https://github.com/coder-persistence/terraform-provider-persistence//modules/agent?ref=v0.1.0"

  agent_id  = coder_agent.main.id
  agent     = data.coder_parameter.agent.value
  workdir   = "/home/coder/project"
  volume    = { mount_path = "/home/coder" }
  install   = true
  first_run = "accept"
}

resource "coder_env" "key" {
  agent_id = coder_agent.main.id
  name     = local.keys[data.coder_parameter.agent.value]
  value    = data.coder_parameter.key.value
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

  stop_signal           = module.agent.docker.stop_signal
  stop_timeout          = module.agent.docker.stop_timeout
  destroy_grace_seconds = module.agent.docker.destroy_grace_seconds

  volumes {
    container_path = "/home/coder"
    volume_name    = docker_volume.home.name
  }
}
