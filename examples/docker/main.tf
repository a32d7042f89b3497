# Claude Code in a Docker container. The container is new at each start; its home
# directory is a volume and stays. The image needs bash and curl: the agent and
# AgentAPI are installed on the volume.

terraform {
  required_providers {
    coder       = { source = "coder/coder" }
    docker      = { source = "kreuzwerker/docker" }
    persistence = { source = "coder-persistence/persistence" }
  }
}

variable "anthropic_api_key" {
  type        = string
  sensitive   = true
  description = "The key for the model. Claude Code reads it from the environment."
}

data "coder_workspace" "me" {}

data "coder_provisioner" "me" {}

data "coder_parameter" "task" {
  name         = "task"
  display_name = "Task"
  description  = "The agent gets it once, at its first start."
  default      = ""
}

resource "coder_agent" "main" {
  os   = "linux"
  arch = data.coder_provisioner.me.arch

  dynamic "metadata" {
    for_each = module.claude.metadata

    content {
      key          = metadata.value.key
      display_name = metadata.value.display_name
      script       = metadata.value.script
      interval     = metadata.value.interval
      timeout      = metadata.value.timeout
    }
  }
}

module "claude" {
  source = "git::https://github.com/coder-persistence/terraform-provider-persistence//modules/agent?ref=v0.1.0"

  agent_id  = coder_agent.main.id
  agent     = "claude-code"
  workdir   = "/home/coder/project"
  prompt    = data.coder_parameter.task.value
  volume    = { mount_path = "/home/coder" }
  install   = true
  first_run = "accept" # the onboarding, trust in workdir, the API key
}

resource "coder_env" "anthropic_api_key" {
  agent_id = coder_agent.main.id
  name     = "ANTHROPIC_API_KEY"
  value    = var.anthropic_api_key
}

# Named after the workspace's id, which never changes, and never replaced.
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

  # Time to save the chat before Docker kills the container.
  stop_signal           = module.claude.docker.stop_signal
  stop_timeout          = module.claude.docker.stop_timeout
  destroy_grace_seconds = module.claude.docker.destroy_grace_seconds

  volumes {
    container_path = "/home/coder"
    volume_name    = docker_volume.home.name
  }
}
