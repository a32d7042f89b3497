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

resource "coder_agent" "main" {
  os   = "linux"
  arch = "amd64"
}

resource "coder_agent_persistence" "claude" {
  provider = persistence # the type begins with coder_, and is not coder/coder's

  agent   = "claude-code"
  workdir = "/home/coder/project"
  prompt  = "Read TASK.md and do what it says."

  volume {
    size       = "10Gi"
    mount_path = "/home/coder"
  }
}

# Starts the agent, or resumes its session.
resource "coder_script" "start" {
  agent_id     = coder_agent.main.id
  display_name = "Start Claude Code"
  script       = coder_agent_persistence.claude.start_script
  run_on_start = true
}

# Saves the chat and stops the agent.
resource "coder_script" "stop" {
  agent_id     = coder_agent.main.id
  display_name = "Save Claude Code"
  script       = coder_agent_persistence.claude.shutdown_script
  run_on_stop  = true
  timeout      = 300
}

# Tells every shell where the agent's data is.
resource "coder_env" "claude" {
  for_each = coder_agent_persistence.claude.env

  agent_id = coder_agent.main.id
  name     = each.key
  value    = each.value
}
