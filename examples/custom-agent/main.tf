# An agent that the catalog does not have: how it starts, how it resumes, and
# where it keeps its sessions. The image has its program.

terraform {
  required_providers {
    coder       = { source = "coder/coder" }
    docker      = { source = "kreuzwerker/docker" }
    persistence = { source = "coder-persistence/persistence" }
  }
}

variable "image" {
  type        = string
  description = "An image with the program in-house, bash and curl."
}

provider "persistence" {
  agents = {
    in-house = {
      display_name = "In-House Agent"
      level        = "full"

      session_paths = [
        { path = "~/.in-house/sessions", store = "jsonl", relocated_by = "IN_HOUSE_HOME" },
        { path = "~/.in-house/config.toml", role = "config", file = true },
      ]

      storage = {
        minimum     = "200M"
        recommended = "2G"
      }

      session = {
        command     = "in-house"
        id          = "uuid"
        cold        = ["--session", "{session}", "{args}"]
        cold_prompt = ["--session", "{session}", "{args}", "--", "{prompt}"]
        warm        = ["--resume", "{session}", "{args}"]
        warm_prompt = ["--resume", "{session}", "{args}", "--", "{prompt}"]
        detect      = { file = "~/.in-house/sessions/{session}.jsonl" }
      }
    }
  }
}

data "coder_workspace" "me" {}

resource "coder_agent" "main" {
  os   = "linux"
  arch = "amd64"
}

module "in_house" {
  source = "git::https://github.com/coder-persistence/terraform-provider-persistence//modules/agent?ref=v0.1.0"

  agent_id = coder_agent.main.id
  agent    = "in-house"
  workdir  = "/home/coder/project"
  prompt   = "Read TASK.md and do what it says."
  args     = ["--quiet"]
  volume   = { mount_path = "/home/coder" }
  install  = true # AgentAPI alone: the catalog has no download for this agent
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

  stop_signal           = module.in_house.docker.stop_signal
  stop_timeout          = module.in_house.docker.stop_timeout
  destroy_grace_seconds = module.in_house.docker.destroy_grace_seconds

  volumes {
    container_path = "/home/coder"
    volume_name    = docker_volume.home.name
  }
}
