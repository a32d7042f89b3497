# Coder and Docker are mocked, this provider is the real one: what is asserted is
# what a workspace would get.

mock_provider "coder" {
  mock_data "coder_workspace" {
    defaults = {
      id          = "3b0c2b1e-0000-4000-8000-000000000001"
      start_count = 1
      is_prebuild = false
    }
  }

  mock_data "coder_provisioner" {
    defaults = { arch = "amd64" }
  }

  mock_data "coder_parameter" {
    defaults = { value = "Fix the build." }
  }
}

mock_provider "docker" {}

variables {
  anthropic_api_key = "example"
}

run "the_container_has_time_to_stop" {
  command = plan

  assert {
    condition     = docker_container.workspace[0].destroy_grace_seconds >= 300
    error_message = "Docker would kill the container before the chat is saved."
  }
}

run "the_home_directory_is_on_the_volume" {
  command = plan

  assert {
    condition = alltrue([
      for mount in module.claude.mounts :
      contains([for volume in docker_container.workspace[0].volumes : volume.container_path], mount.path)
    ])
    error_message = "A directory that the agent needs is on no volume."
  }
}
