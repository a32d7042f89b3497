# Run with "terraform test" or "tofu test". Coder is mocked, this provider is the
# real one: what is asserted is what a workspace would get.

mock_provider "coder" {}

run "each_agent_comes_back" {
  command = plan

  assert {
    condition     = alltrue([for agent in coder_agent_persistence.agent : agent.support.resumes])
    error_message = "An agent would begin a new conversation at each start."
  }
}

run "no_agent_takes_the_place_of_another" {
  command = plan

  assert {
    condition     = length(distinct([for agent in coder_agent_persistence.agent : agent.data_dir])) == length(var.agents)
    error_message = "Two agents share a data directory."
  }

  assert {
    condition     = length(distinct([for agent in coder_agent_persistence.agent : agent.session_id])) == length(var.agents)
    error_message = "Two agents share a session."
  }

  assert {
    condition     = length(coder_env.agents) == sum([for agent in coder_agent_persistence.agent : length(agent.env)])
    error_message = "Two agents share a variable, and one of them would lose it."
  }
}

run "the_volume_has_room_for_all" {
  command = plan

  assert {
    condition     = alltrue([for agent in coder_agent_persistence.agent : agent.storage.recommended_gib <= 20])
    error_message = "The agents need more than 20 GiB together."
  }

  assert {
    condition     = length(distinct([for agent in coder_agent_persistence.agent : agent.storage.floor_bytes])) == 1
    error_message = "The agents do not add up the same volume."
  }
}

run "two_agents_on_one_port_are_refused" {
  command = plan

  variables {
    agents = {
      author   = { agent = "claude-code", port = 3284, prompt = "Read TASK.md and do what it says." }
      reviewer = { agent = "goose", port = 3284, prompt = "Review each commit." }
    }
  }

  expect_failures = [var.agents]
}
