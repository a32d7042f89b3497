# Three agents in one workspace, two of them of one kind. Each has a name, a
# port and a data directory of its own; they share the home volume.

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

variable "agents" {
  type = map(object({
    agent  = string
    port   = number
    prompt = string
  }))
  default = {
    author   = { agent = "claude-code", port = 3284, prompt = "Read TASK.md and do what it says." }
    reviewer = { agent = "claude-code", port = 3285, prompt = "Review each commit on the branch task." }
    tester   = { agent = "goose", port = 3286, prompt = "Run the tests when a file changes." }
  }
  description = "The agents by name. The name becomes part of directories and variables."

  # Two resources cannot see each other, so the template compares their ports.
  validation {
    condition     = length(distinct([for agent in var.agents : agent.port])) == length(var.agents)
    error_message = "Each agent needs a port of its own."
  }
}

locals {
  home = "/home/coder"
}

resource "coder_agent" "main" {
  os   = "linux"
  arch = "amd64"
}

resource "coder_agent_persistence" "agent" {
  for_each = var.agents
  provider = coder-persistence

  agent                = each.value.agent
  name                 = each.key
  home                 = local.home
  workdir              = "${local.home}/${each.key}"
  port                 = each.value.port
  prompt               = each.value.prompt
  grace_period_seconds = 300

  # The size is compared with what all of them need together.
  volume = {
    size        = "20Gi"
    mount_path  = local.home
    shared_with = distinct([for agent in var.agents : agent.agent])
  }
}

resource "coder_script" "start" {
  for_each = var.agents

  agent_id     = coder_agent.main.id
  display_name = "Start ${each.key}"
  script       = coder_agent_persistence.agent[each.key].start_script
  run_on_start = true
}

# Coder runs the stop scripts of all three at the same time.
resource "coder_script" "stop" {
  for_each = var.agents

  agent_id     = coder_agent.main.id
  display_name = "Save ${each.key}"
  script       = coder_agent_persistence.agent[each.key].shutdown_script
  run_on_stop  = true
  timeout      = coder_agent_persistence.agent[each.key].grace_period_seconds
}

# No two agents share a variable, so the maps merge without loss.
resource "coder_env" "agents" {
  for_each = merge([for name in keys(var.agents) : coder_agent_persistence.agent[name].env]...)

  agent_id = coder_agent.main.id
  name     = each.key
  value    = each.value
}

resource "coder_app" "agent" {
  for_each = var.agents

  agent_id     = coder_agent.main.id
  slug         = each.key
  display_name = title(each.key)
  command      = "agentapi attach --url localhost:${each.value.port}"
}
