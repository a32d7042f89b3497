# One agent under a stand-in of the registry's agentapi module.

resource "coder_agent" "main" {
  os   = "linux"
  arch = "amd64"
}

resource "coder_agent_persistence" "agent" {
  provider = persistence

  agent                = local.agent
  workdir              = "/home/coder/project"
  prompt               = local.prompt
  args                 = local.args
  task_id              = local.task_id
  grace_period_seconds = 300

  agentapi {
    version               = local.version
    save_interval_seconds = 2
  }

  volume {
    size       = "50Gi"
    mount_path = "/home/coder"
  }
}

module "agentapi" {
  source = "./modules/agentapi"

  agent_id     = coder_agent.main.id
  start_script = coder_agent_persistence.agent.start_script

  agentapi_version         = coder_agent_persistence.agent.agentapi_module.agentapi_version
  agentapi_port            = coder_agent_persistence.agent.agentapi_module.agentapi_port
  module_dir_name          = coder_agent_persistence.agent.agentapi_module.module_dir_name
  folder                   = coder_agent_persistence.agent.agentapi_module.folder
  enable_state_persistence = coder_agent_persistence.agent.agentapi_module.enable_state_persistence
  state_file_path          = coder_agent_persistence.agent.agentapi_module.state_file_path
  pid_file_path            = coder_agent_persistence.agent.agentapi_module.pid_file_path
  task_log_snapshot        = coder_agent_persistence.agent.agentapi_module.task_log_snapshot

  web_app_slug         = "chat"
  web_app_display_name = "Chat"
  web_app_icon         = "/icon/coder.svg"
  cli_app_slug         = "cli"
  cli_app_display_name = "Terminal"
}

resource "coder_ai_task" "task" {
  app_id = module.agentapi.task_app_id
}

resource "coder_script" "stop" {
  agent_id     = coder_agent.main.id
  display_name = "Save the agent"
  script       = coder_agent_persistence.agent.shutdown_script
  run_on_stop  = true
  timeout      = 300
}

resource "coder_env" "agent" {
  for_each = coder_agent_persistence.agent.env

  agent_id = coder_agent.main.id
  name     = each.key
  value    = each.value
}
