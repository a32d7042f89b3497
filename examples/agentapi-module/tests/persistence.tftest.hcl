# Run with "terraform test" or "tofu test". Coder is mocked, this provider is the
# real one: what is asserted is what the module and the workspace would get.

mock_provider "coder" {
  mock_data "coder_task" {
    defaults = {
      enabled = true
      prompt  = "Fix the build."
    }
  }

  # coder_ai_task takes nothing but a UUID, and OpenTofu makes up a text.
  mock_resource "coder_app" {
    defaults = {
      id = "3b0c2b1e-0000-4000-8000-000000000002"
    }
  }
}

run "the_module_keeps_the_chat" {
  command = plan

  assert {
    condition     = coder_agent_persistence.codex.agentapi_module.enable_state_persistence
    error_message = "The chat would be empty after each start."
  }

  assert {
    condition     = tonumber(split(".", coder_agent_persistence.codex.agentapi_module.agentapi_version)[1]) >= 12
    error_message = "This release of agentapi cannot keep the chat."
  }

  assert {
    condition     = startswith(coder_agent_persistence.codex.agentapi_module.state_file_path, "/home/coder/")
    error_message = "The chat is not on the home volume."
  }
}

run "the_agent_comes_back" {
  command = plan

  assert {
    condition     = coder_agent_persistence.codex.support.resumes
    error_message = coder_agent_persistence.codex.support.reason
  }

  assert {
    condition     = strcontains(coder_agent_persistence.codex.start_script, "Fix the build.")
    error_message = "The start script does not hold the prompt of the task."
  }

  assert {
    condition     = coder_script.stop.run_on_stop && coder_script.stop.timeout >= coder_agent_persistence.codex.grace_period_seconds
    error_message = "Coder would end the stop script before its time."
  }
}

run "the_workspace_knows_where_the_data_is" {
  command = plan

  assert {
    condition     = toset([for env in coder_env.codex : env.value]) == toset(values(coder_agent_persistence.codex.env))
    error_message = "A variable of the agent does not reach the workspace."
  }
}
