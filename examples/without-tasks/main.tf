# Two agents on a Coder without Tasks (2.37 and newer) and without any registry
# module: one that works by itself and has a chat page, and one that a person
# starts in a terminal. Both come back.

terraform {
  required_providers {
    coder = {
      source  = "coder/coder"
      version = ">= 2.13"
    }
    coder-persistence = {
      source = "coder-persistence/coder-persistence"
    }
  }
}

locals {
  port = 3284
}

data "coder_parameter" "prompt" {
  name         = "prompt"
  display_name = "Prompt"
  description  = "What the agent is told at its first start, and never again."
  type         = "string"
  default      = ""
  mutable      = true
}

resource "coder_agent" "main" {
  os   = "linux"
  arch = "amd64"
}

resource "coder_agent_persistence" "claude" {
  provider = coder-persistence

  agent                = "claude-code"
  workdir              = "/home/coder/project"
  prompt               = data.coder_parameter.prompt.value
  port                 = local.port
  grace_period_seconds = 300

  volume = {
    size        = "40Gi"
    mount_path  = "/home/coder"
    shared_with = ["codex"]
  }
}

resource "coder_script" "start" {
  agent_id     = coder_agent.main.id
  display_name = "Claude Code"
  script       = coder_agent_persistence.claude.start_script
  run_on_start = true
}

resource "coder_script" "stop" {
  agent_id     = coder_agent.main.id
  display_name = "Save Claude Code"
  script       = coder_agent_persistence.claude.shutdown_script
  run_on_stop  = true
  timeout      = coder_agent_persistence.claude.grace_period_seconds
}

resource "coder_env" "claude" {
  for_each = merge(coder_agent_persistence.claude.env, coder_agent_persistence.pair.env, {
    # agentapi answers to localhost only, unless told that Coder's proxy, which
    # has checked the user already, calls it by another name.
    AGENTAPI_ALLOWED_HOSTS = "*"
  })

  agent_id = coder_agent.main.id
  name     = each.key
  value    = each.value
}

# The chat page. It needs a wildcard access URL; share = "owner" is the default.
resource "coder_app" "chat" {
  agent_id     = coder_agent.main.id
  slug         = "chat"
  display_name = "Claude Code"
  url          = "http://localhost:${local.port}/"
  subdomain    = true

  healthcheck {
    url       = "http://localhost:${local.port}/status"
    interval  = 10
    threshold = 6
  }
}

# The agent's own screen, in a terminal.
resource "coder_app" "screen" {
  agent_id     = coder_agent.main.id
  slug         = "claude"
  display_name = "Claude Code (terminal)"
  command      = "agentapi attach --url localhost:${local.port}"
}

# The second agent needs neither AgentAPI nor a stop script: it writes its
# session while it works.
resource "coder_agent_persistence" "pair" {
  provider = coder-persistence

  agent    = "codex"
  name     = "pair"
  launcher = "terminal"
  workdir  = "/home/coder/project"

  volume = {
    size        = "40Gi"
    mount_path  = "/home/coder"
    shared_with = ["claude-code"]
  }
}

# Where there is no terminal, the script puts itself on PATH as coder-agent-pair.
resource "coder_script" "pair" {
  agent_id     = coder_agent.main.id
  display_name = "Codex in a terminal"
  script       = coder_agent_persistence.pair.start_script
  run_on_start = true
}

# In the terminal it starts the agent, or resumes it.
resource "coder_app" "pair" {
  agent_id     = coder_agent.main.id
  slug         = "pair"
  display_name = "Codex"
  command      = "coder-agent-pair"
}
