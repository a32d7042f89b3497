# Run with "terraform test" or "tofu test". Coder is mocked, this provider is the
# real one: what is asserted is what a workspace would get.

mock_provider "coder" {
  mock_data "coder_parameter" {
    defaults = {
      value = "Fix the build."
    }
  }
}

run "the_agent_comes_back" {
  command = plan

  assert {
    condition     = coder_agent_persistence.claude.support.resumes
    error_message = coder_agent_persistence.claude.support.reason
  }

  assert {
    condition     = coder_script.start.run_on_start && strcontains(coder_script.start.script, "Fix the build.")
    error_message = "The start script does not hold the prompt."
  }
}

run "the_chat_page_finds_the_agent" {
  command = plan

  assert {
    condition     = coder_app.chat.url == "http://localhost:${coder_agent_persistence.claude.port}/"
    error_message = "The chat page asks another port."
  }

  assert {
    condition     = coder_env.claude["AGENTAPI_ALLOWED_HOSTS"].value == "*"
    error_message = "agentapi would refuse requests that come through Coder."
  }
}

run "the_agent_in_the_terminal_needs_no_agentapi" {
  command = plan

  assert {
    condition     = strcontains(coder_script.pair.script, coder_app.pair.command)
    error_message = "The app's command is not the one that the start script installs."
  }

  assert {
    condition     = coder_agent_persistence.pair.shutdown_script == null && coder_agent_persistence.pair.agentapi_module == null
    error_message = "An agent in a terminal has nothing to stop and no module."
  }
}
