terraform {
  required_providers {
    coder-persistence = {
      source = "coder-persistence/coder-persistence"
    }
  }
}

provider "coder-persistence" {
  # What depends on Tasks is judged for this version of the deployment.
  coder_version = "2.34.0"

  agents = {
    # The company wants more room for an agent that the catalog knows.
    claude-code = {
      storage = {
        minimum     = "2Gi"
        recommended = "20Gi"
      }
    }

    # An agent of the company's own.
    in-house = {
      display_name = "In-House Agent"
      level        = "full"

      session_paths = [
        {
          path         = "~/.in-house/sessions"
          store        = "jsonl"
          relocated_by = "IN_HOUSE_HOME"
        },
      ]

      storage = {
        minimum = "500 MB"
      }

      session = {
        command     = "in-house"
        id          = "uuid"
        cold        = ["--session-id", "{session}", "{args}"]
        cold_prompt = ["--session-id", "{session}", "{args}", "--", "{prompt}"]
        warm        = ["--resume", "{session}", "{args}"]
        detect      = { file = "~/.in-house/sessions/{session}.jsonl" }
      }
    }
  }
}

# Every block names the provider: its types begin with coder_, which without
# the meta-argument stands for the provider coder/coder.
data "coder_agent_compatibility" "in_house" {
  provider = coder-persistence

  agent = "in-house"
}
