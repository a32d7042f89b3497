# Two agents in one workspace.

terraform {
  required_providers {
    coder = {
      source = "coder/coder"
    }
    persistence = {
      source  = "coder-persistence/persistence"
      version = "0.1.0"
    }
  }
}

data "coder_parameter" "prompt" {
  name    = "prompt"
  type    = "string"
  default = ""
  mutable = true
}

locals {
  siblings = {
    author   = { agent = "goose" }
    reviewer = { agent = "claude-code" }
  }
}

resource "coder_agent" "main" {
  os   = "linux"
  arch = "amd64"
}

module "agent" {
  source   = "./modules/agent"
  for_each = local.siblings

  agent_id  = coder_agent.main.id
  agent     = each.value.agent
  name      = each.key
  siblings  = local.siblings
  workdir   = "/home/coder/project"
  prompt    = "${data.coder_parameter.prompt.value} of the ${each.key}"
  first_run = "accept"
  volume    = { size = "50Gi", mount_path = "/home/coder" }
}
