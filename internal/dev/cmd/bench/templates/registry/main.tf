# The baseline: a module of the registry's inputs, and no logic.

terraform {
  required_providers {
    coder = {
      source = "coder/coder"
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
  source   = "./module"
  for_each = local.agents

  agent_id             = coder_agent.main.id
  agentapi_port        = each.value
  start_script         = "claude"
  module_dir_name      = ".agent"
  web_app_slug         = each.key
  web_app_display_name = each.key
  web_app_icon         = "/icon/claude.svg"
  cli_app_slug         = "${each.key}-cli"
  cli_app_display_name = each.key
}
