# One agent as one block of modules/agent.

resource "coder_agent" "main" {
  os   = "linux"
  arch = "amd64"

  dynamic "metadata" {
    for_each = module.agent.metadata

    content {
      key          = metadata.value.key
      display_name = metadata.value.display_name
      script       = metadata.value.script
      interval     = metadata.value.interval
      timeout      = metadata.value.timeout
    }
  }
}

module "agent" {
  source = "./modules/agent"

  agent_id  = coder_agent.main.id
  agent     = local.agent
  workdir   = "/home/coder/project"
  prompt    = local.prompt
  task_id   = local.task_id
  args      = local.args
  first_run = "accept"
  volume    = { size = "50Gi", mount_path = "/home/coder" }
  agentapi  = { version = local.version, save_interval_seconds = 2 }
}

resource "coder_ai_task" "task" {
  app_id = module.agent.task_app_id
}
