# Two agents in one workspace.

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
  prompt    = "${local.prompt} of the ${each.key}"
  first_run = "accept"
  volume    = { size = "50Gi", mount_path = "/home/coder" }
}
