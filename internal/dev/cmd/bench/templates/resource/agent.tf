# One agent. NAME and PORT stand for its own.

resource "coder_agent_persistence" "NAME" {
  provider = persistence

  agent   = "claude-code"
  name    = "NAME"
  workdir = "/home/coder/project"
  prompt  = "List the open TODOs."

  agentapi {
    port = PORT
  }
}

resource "coder_script" "NAME-start" {
  agent_id     = coder_agent.main.id
  display_name = "start"
  script       = coder_agent_persistence.NAME.start_script
  run_on_start = true
}

resource "coder_script" "NAME-stop" {
  agent_id     = coder_agent.main.id
  display_name = "stop"
  script       = coder_agent_persistence.NAME.shutdown_script
  run_on_stop  = true
}

resource "coder_script" "NAME-cleanup" {
  agent_id     = coder_agent.main.id
  display_name = "cleanup"
  script       = coder_agent_persistence.NAME.cleanup_script
  cron         = "0 0 3 * * *"
}

resource "coder_app" "NAME" {
  agent_id = coder_agent.main.id
  slug     = "NAME"
  url      = "http://localhost:PORT"
}
