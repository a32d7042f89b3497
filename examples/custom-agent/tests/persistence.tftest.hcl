# Run with "terraform test" or "tofu test". Nothing is mocked: the provider is
# the only one, and its block describes the agent.

run "the_agent_comes_back" {
  command = plan

  assert {
    condition     = output.support.level == "full" && output.support.resumes
    error_message = output.support.reason
  }

  assert {
    condition     = alltrue([for word in ["--resume", "--session", "--quiet"] : strcontains(output.start_script, word)])
    error_message = "The start script does not know how the agent starts or resumes."
  }

  assert {
    condition     = can(regex("^[0-9a-f-]{36}$", coder_agent_persistence.in_house.session_id))
    error_message = "The session is not named by a UUID."
  }
}

run "its_sizes_count" {
  command = plan

  assert {
    condition     = coder_agent_persistence.in_house.storage.floor_bytes == 200000000 && coder_agent_persistence.in_house.storage.recommended == "2G"
    error_message = "The sizes are not those of the provider block."
  }
}
