terraform {
  required_providers {
    coder = {
      source = "coder/coder"
    }
    persistence = {
      source = "coder-persistence/persistence"
    }
  }
}

variable "agents" {
  type = number
}

locals {
  agents = { for i in range(var.agents) : "agent-${i}" => 3300 + i }
}

resource "coder_agent" "main" {
  os   = "linux"
  arch = "amd64"
}

resource "coder_agent_persistence" "this" {
  provider = persistence
  for_each = local.agents

  agent   = "claude-code"
  name    = each.key
  workdir = "/home/coder/project"
  prompt  = "List the open TODOs."

  agentapi {
    port = each.value
  }
}

resource "coder_script" "start" {
  for_each = local.agents

  agent_id     = coder_agent.main.id
  display_name = "start"
  script       = coder_agent_persistence.this[each.key].start_script
  run_on_start = true
}

resource "coder_script" "stop" {
  for_each = local.agents

  agent_id     = coder_agent.main.id
  display_name = "stop"
  script       = coder_agent_persistence.this[each.key].shutdown_script
  run_on_stop  = true
}

resource "coder_script" "cleanup" {
  for_each = local.agents

  agent_id     = coder_agent.main.id
  display_name = "cleanup"
  script       = coder_agent_persistence.this[each.key].cleanup_script
  cron         = "0 0 3 * * *"
}

resource "coder_app" "chat" {
  for_each = local.agents

  agent_id = coder_agent.main.id
  slug     = each.key
  url      = "http://localhost:${each.value}"
}
