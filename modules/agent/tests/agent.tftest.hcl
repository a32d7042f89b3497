# Run with "terraform test" or "tofu test". Both providers are the real ones.

variables {
  agent_id = "3b0c2b1e-0000-4000-8000-00000000000a"
  agent    = "claude-code"
  workdir  = "/home/coder/project"
}

run "one_agent" {
  assert {
    condition     = coder_script.start[0].run_on_start && coder_script.stop[0].run_on_stop
    error_message = "The agent must start with the workspace and be saved when it stops."
  }

  assert {
    condition     = coder_script.stop[0].timeout == 300
    error_message = "The stop must have the grace period."
  }

  assert {
    condition     = coder_app.chat[0].slug == "claude-code" && coder_app.chat[0].url == "http://localhost:3284/"
    error_message = "The chat app must lead to AgentAPI."
  }

  assert {
    condition     = one(coder_app.chat[0].healthcheck).url == "http://localhost:3284/status"
    error_message = "The chat app must ask AgentAPI for its health."
  }

  assert {
    condition     = coder_app.terminal[0].command == "coder-agent-claude-code attach"
    error_message = "The terminal app must attach to the agent."
  }

  assert {
    condition     = output.task_app_id == coder_app.chat[0].id
    error_message = "A task must find the chat app."
  }

  assert {
    condition     = coder_env.this["CODER_PERSISTENCE_CLAUDE_CODE_DIR"].value == "/home/coder/.coder-modules/coder-persistence/claude-code"
    error_message = "Every shell must find the agent's directory."
  }

  assert {
    condition     = coder_metadata.this.resource_id == coder_agent_persistence.this.id && coder_metadata.this.icon == "/icon/claude.svg"
    error_message = "The row on the workspace's page must be decorated."
  }

  assert {
    condition     = strcontains(coder_script.start[0].script, "export AGENTAPI_ALLOWED_HOSTS='*'")
    error_message = "Coder's proxy must be admitted to the chat."
  }

  assert {
    condition     = length(coder_script.cleanup) == 0
    error_message = "Without retention_days nothing is deleted."
  }

  assert {
    condition     = !strcontains(coder_script.start[0].script, "install=true")
    error_message = "Nothing is installed unless the template says so."
  }
}

run "install_and_first_run" {
  variables {
    install      = true
    install_from = { version = "2.1.197", registry = "https://npm.example.com" }
    first_run    = "accept"
  }

  assert {
    condition     = strcontains(coder_script.start[0].script, "https://npm.example.com/@anthropic-ai/claude-code-linux-x64/-/claude-code-linux-x64-2.1.197.tgz")
    error_message = "The agent must come from the mirror."
  }

  assert {
    condition     = strcontains(coder_script.start[0].script, "hasTrustDialogAccepted")
    error_message = "The first-run files must be in the script."
  }
}

run "cleanup" {
  variables {
    retention_days = 365
  }

  assert {
    condition     = coder_script.cleanup[0].cron == "0 0 4 * * *" && strcontains(coder_script.cleanup[0].script, "--apply")
    error_message = "Old sessions must be deleted once a day."
  }
}

run "after_an_installer" {
  variables {
    start_after = ["example-install_script"]
  }

  assert {
    condition     = strcontains(coder_script.start[0].script, "sync want coder-persistence-claude-code example-install_script")
    error_message = "The start must wait for the installer."
  }
}

run "behind_a_path" {
  variables {
    chat_app = { subdomain = false }
  }

  assert {
    condition     = strcontains(coder_script.start[0].script, "/apps/claude-code/chat'")
    error_message = "Without a subdomain the chat needs its base path."
  }
}

run "in_a_terminal" {
  variables {
    launcher = "terminal"
  }

  assert {
    condition     = length(coder_app.chat) == 0 && output.task_app_id == null && output.port == null
    error_message = "Without AgentAPI there is no chat."
  }
}

run "several_agents" {
  variables {
    name     = "tester"
    agent    = "goose"
    siblings = { author = { agent = "claude-code" }, reviewer = { agent = "claude-code" }, tester = { agent = "goose" } }
    volume   = { size = "30Gi", mount_path = "/home/coder" }
  }

  assert {
    condition     = coder_app.chat[0].url == "http://localhost:3286/" && coder_app.chat[0].slug == "tester"
    error_message = "The port must follow from the place of the name."
  }

  assert {
    condition     = coder_app.terminal[0].slug == "tester-terminal"
    error_message = "The slugs must follow from the name."
  }
}

run "same_port" {
  command = plan

  variables {
    name     = "tester"
    agent    = "goose"
    siblings = { author = { agent = "claude-code", port = 3285 }, tester = { agent = "goose" } }
  }

  expect_failures = [coder_agent_persistence.this]
}

run "not_a_sibling" {
  command = plan

  variables {
    siblings = { author = {}, tester = {} }
  }

  expect_failures = [coder_agent_persistence.this]
}

run "port_beside_siblings" {
  command = plan

  variables {
    siblings = { claude-code = {} }
    agentapi = { port = 4000 }
  }

  expect_failures = [coder_agent_persistence.this]
}

run "bad_values" {
  command = plan

  variables {
    name        = "Not a slug"
    launcher    = "tmux"
    start_after = ["a; b"]
    chat_app    = { share = "everybody" }
  }

  expect_failures = [var.name, var.launcher, var.start_after, var.chat_app]
}
