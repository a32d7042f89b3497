# An in-house agent that the catalog does not have: how it starts, how it
# resumes, and what it needs.

terraform {
  required_providers {
    coder-persistence = {
      source = "coder-persistence/coder-persistence"
    }
  }
}

provider "coder-persistence" {
  agents = {
    in-house = {
      display_name = "In-House Agent"
      level        = "full"

      session_paths = [
        { path = "~/.in-house/sessions", store = "jsonl", relocated_by = "IN_HOUSE_HOME" },
        { path = "~/.in-house/config.toml", role = "config", file = true },
      ]

      storage = {
        minimum     = "200M"
        recommended = "2G"
      }

      session = {
        command     = "in-house"
        id          = "uuid"
        cold        = ["--session", "{session}", "{args}"]
        cold_prompt = ["--session", "{session}", "{args}", "--", "{prompt}"]
        warm        = ["--resume", "{session}", "{args}"]
        warm_prompt = ["--resume", "{session}", "{args}", "--", "{prompt}"]

        detect = {
          file = "~/.in-house/sessions/{session}.jsonl"
        }
      }
    }
  }
}

resource "coder_agent_persistence" "in_house" {
  provider = coder-persistence

  agent  = "in-house"
  prompt = "Read TASK.md and do what it says."
  args   = ["--quiet"]

  volume = {
    size       = "5G"
    mount_path = "/home/coder"
  }
}

output "start_script" {
  value       = coder_agent_persistence.in_house.start_script
  description = "For a coder_script with run_on_start."
}

output "support" {
  value       = coder_agent_persistence.in_house.support
  description = "How well the agent comes back."
}
