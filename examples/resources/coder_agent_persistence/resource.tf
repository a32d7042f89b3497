resource "coder_agent" "main" {
  os   = "linux"
  arch = "amd64"
}

data "coder_task" "me" {}

resource "coder_agent_persistence" "claude" {
  provider = coder-persistence

  agent                = "claude-code"
  workdir              = "/home/coder/project"
  prompt               = data.coder_task.me.prompt
  grace_period_seconds = 300

  volume = {
    size       = "10Gi"
    mount_path = "/home/coder"
    kind       = "kubernetes"
  }
}

# Starts the agent, or brings it back with its conversation.
resource "coder_script" "start" {
  agent_id     = coder_agent.main.id
  display_name = "Claude Code"
  script       = coder_agent_persistence.claude.start_script
  run_on_start = true
}

# Saves the chat and ends the agent before the workspace stops.
resource "coder_script" "stop" {
  agent_id     = coder_agent.main.id
  display_name = "Save Claude Code"
  script       = coder_agent_persistence.claude.shutdown_script
  run_on_stop  = true
  timeout      = 300
}

# Tells every shell of the workspace where the agent's data lies.
resource "coder_env" "claude" {
  for_each = coder_agent_persistence.claude.env

  agent_id = coder_agent.main.id
  name     = each.key
  value    = each.value
}
