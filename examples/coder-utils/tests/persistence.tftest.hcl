# Run with "terraform test" or "tofu test". Coder is mocked, this provider is the
# real one: what is asserted is what a workspace would get.

mock_provider "coder" {}

run "the_agent_comes_back" {
  command = plan

  assert {
    condition     = coder_agent_persistence.goose.support.resumes
    error_message = coder_agent_persistence.goose.support.reason
  }

  assert {
    condition     = strcontains(coder_agent_persistence.goose.start_script, "Read TASK.md and do what it says.")
    error_message = "The start script does not hold the prompt."
  }
}

run "the_scripts_find_the_socket" {
  command = plan

  assert {
    condition     = coder_agent.main.env["CODER_AGENT_SOCKET_SERVER_ENABLED"] == "true"
    error_message = "coder-utils cannot order the scripts."
  }
}

run "the_stop_is_long_enough" {
  command = plan

  assert {
    condition     = coder_script.stop.timeout >= coder_agent_persistence.goose.grace_period_seconds
    error_message = "Coder would end the stop script before its time."
  }
}
