# One agent, started and stopped by plain coder_script resources.

resource "coder_agent" "main" {
  os   = "linux"
  arch = "amd64"

  dynamic "metadata" {
    for_each = coder_agent_persistence.agent.metadata

    content {
      key          = metadata.value.key
      display_name = metadata.value.display_name
      script       = metadata.value.script
      interval     = metadata.value.interval
      timeout      = metadata.value.timeout
    }
  }
}

resource "coder_agent_persistence" "agent" {
  provider = persistence

  agent                = local.agent
  workdir              = "/home/coder/project"
  prompt               = local.prompt
  args                 = local.args
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

resource "coder_script" "start" {
  agent_id     = coder_agent.main.id
  display_name = "Start the agent"
  script       = coder_agent_persistence.agent.start_script
  run_on_start = true
}

resource "coder_script" "stop" {
  agent_id     = coder_agent.main.id
  display_name = "Save the agent"
  script       = coder_agent_persistence.agent.shutdown_script
  run_on_stop  = true
  timeout      = 300
}

resource "coder_env" "agent" {
  for_each = merge(coder_agent_persistence.agent.env, { AGENTAPI_ALLOWED_HOSTS = "*" })

  agent_id = coder_agent.main.id
  name     = each.key
  value    = each.value
}

resource "coder_app" "chat" {
  agent_id     = coder_agent.main.id
  slug         = "chat"
  display_name = "Chat"
  url          = "http://localhost:3284/"
  subdomain    = true

  healthcheck {
    url       = "http://localhost:3284/status"
    interval  = 1
    threshold = 10
  }
}
