# Goose in a Docker container that is made anew at each start. Its home
# directory is a volume and stays.
#
# The image must hold the programs goose, agentapi (0.12.0 or newer) and bash.

terraform {
  required_providers {
    coder = {
      source  = "coder/coder"
      version = ">= 2.13"
    }
    coder-persistence = {
      source = "coder-persistence/coder-persistence"
    }
    docker = {
      source = "kreuzwerker/docker"
    }
  }
}

variable "image" {
  type        = string
  description = "An image with goose, agentapi and bash, whose user is coder (1000)."
}

locals {
  home = "/home/coder"
}

data "coder_workspace" "me" {}

data "coder_provisioner" "me" {}

data "coder_parameter" "task" {
  name         = "task"
  display_name = "Task"
  description  = "What the agent is told at its first start, and never again."
  type         = "string"
  default      = ""
  mutable      = true
}

resource "coder_agent" "main" {
  os   = "linux"
  arch = data.coder_provisioner.me.arch

  # Shows in the workspace how much disk the sessions use, and the last save.
  dynamic "metadata" {
    for_each = coder_agent_persistence.goose.metadata

    content {
      key          = metadata.value.key
      display_name = metadata.value.display_name
      script       = metadata.value.script
      interval     = metadata.value.interval
      timeout      = metadata.value.timeout
    }
  }
}

resource "coder_agent_persistence" "goose" {
  provider = coder-persistence

  agent                = "goose"
  home                 = local.home
  workdir              = "${local.home}/project"
  prompt               = data.coder_parameter.task.value
  grace_period_seconds = 300 # between the stop signal and the kill

  volume = {
    mount_path = local.home
    kind       = "docker"
  }
}

resource "coder_script" "start" {
  agent_id     = coder_agent.main.id
  display_name = "Goose"
  script       = coder_agent_persistence.goose.start_script
  run_on_start = true
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

# The volume is named after the workspace's id, which never changes. No later
# change of the template may replace it.
resource "docker_volume" "home" {
  name = "coder-${data.coder_workspace.me.id}-home"

  lifecycle {
    ignore_changes = all
  }
}

resource "docker_container" "workspace" {
  count = data.coder_workspace.me.start_count

  image      = var.image
  name       = "coder-${data.coder_workspace.me.id}"
  hostname   = lower(data.coder_workspace.me.name)
  entrypoint = ["sh", "-c", coder_agent.main.init_script]
  env        = ["CODER_AGENT_TOKEN=${coder_agent.main.token}"]

  # Without these Docker kills the container before the chat is saved.
  stop_signal           = coder_agent_persistence.goose.docker.stop_signal
  stop_timeout          = coder_agent_persistence.goose.docker.stop_timeout
  destroy_grace_seconds = coder_agent_persistence.goose.docker.destroy_grace_seconds

  dynamic "volumes" {
    for_each = coder_agent_persistence.goose.docker.volumes

    content {
      container_path = volumes.value.container_path
      volume_name    = docker_volume.home.name
    }
  }
}
