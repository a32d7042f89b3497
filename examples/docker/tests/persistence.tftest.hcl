# Run with "terraform test" or "tofu test". Coder and Docker are mocked, this
# provider is the real one: what is asserted is what a workspace would get.

mock_provider "coder" {
  mock_data "coder_workspace" {
    defaults = {
      id          = "3b0c2b1e-0000-4000-8000-000000000001"
      name        = "demo"
      start_count = 1
    }
  }

  mock_data "coder_provisioner" {
    defaults = {
      arch = "amd64"
    }
  }

  mock_data "coder_parameter" {
    defaults = {
      value = "Fix the build."
    }
  }
}

mock_provider "docker" {}

variables {
  image = "example"
}

run "the_agent_comes_back" {
  command = plan

  assert {
    condition     = coder_agent_persistence.goose.support.resumes
    error_message = "The agent would begin a new conversation at each start."
  }

  assert {
    condition     = strcontains(coder_agent_persistence.goose.start_script, "Fix the build.")
    error_message = "The start script does not hold the prompt."
  }

  assert {
    condition     = coder_agent_persistence.goose.env["CODER_PERSISTENCE_GOOSE_DIR"] == "/home/coder/.coder-modules/coder-persistence/goose"
    error_message = "The data directory is not below the home directory."
  }
}

run "the_container_has_time_to_stop" {
  command = plan

  assert {
    condition     = docker_container.workspace[0].destroy_grace_seconds >= coder_agent_persistence.goose.grace_period_seconds
    error_message = "Docker would kill the container before the shutdown script ends."
  }
}

run "the_home_directory_is_on_the_volume" {
  command = plan

  assert {
    condition = alltrue([
      for mount in coder_agent_persistence.goose.mounts :
      contains([for volume in docker_container.workspace[0].volumes : volume.container_path], mount.path)
    ])
    error_message = "A directory that the agent needs is on no volume."
  }
}
