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

module "agent" {
  source   = "./agent" # a copy of modules/agent
  for_each = local.agents

  agent_id = coder_agent.main.id
  agent    = "claude-code"
  name     = each.key
  siblings = { for name, port in local.agents : name => { port = port } }
  workdir  = "/home/coder/project"
  prompt   = "List the open TODOs."
}
