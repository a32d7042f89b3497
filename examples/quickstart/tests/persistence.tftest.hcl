# Run with "terraform test" or "tofu test". Nothing is mocked: the provider is
# the only one, and everything it says is known at plan.

run "the_agent_comes_back" {
  command = plan

  assert {
    condition     = coder_agent_persistence.agent.support.resumes
    error_message = "The agent would begin a new conversation at each start: ${coder_agent_persistence.agent.support.reason}"
  }

  assert {
    condition     = startswith(output.start_script, "#!/usr/bin/env bash\n") && strcontains(output.start_script, var.prompt)
    error_message = "The start script is no bash script with the prompt."
  }

  assert {
    condition     = startswith(output.shutdown_script, "#!/usr/bin/env bash\n") && !strcontains(output.shutdown_script, var.prompt)
    error_message = "The shutdown script is no bash script without the prompt."
  }
}

run "the_volume_has_room" {
  command = plan

  assert {
    condition     = coder_agent_persistence.agent.storage.recommended_gib <= 20
    error_message = "The volume is smaller than ${coder_agent_persistence.agent.storage.recommended}."
  }

  assert {
    condition     = alltrue([for path in values(coder_agent_persistence.agent.env) : startswith(path, "${var.home}/")])
    error_message = "Some of the agent's data lies outside the home directory."
  }
}

run "a_session_belongs_to_its_directory" {
  command = plan

  variables {
    agent = "claude-code"
    home  = "/home/me"
  }

  assert {
    condition     = can(regex("^[0-9a-f-]{36}$", coder_agent_persistence.agent.session_id))
    error_message = "Claude Code's session is not named by a UUID."
  }

  assert {
    condition     = coder_agent_persistence.agent.data_dir == "/home/me/.coder-modules/coder-persistence/claude-code"
    error_message = "The data directory does not follow the home directory."
  }
}
