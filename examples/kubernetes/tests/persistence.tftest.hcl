# Run with "terraform test" or "tofu test". Coder and Kubernetes are mocked, this
# provider is the real one: what is asserted is what a workspace would get.

mock_provider "coder" {
  mock_data "coder_workspace" {
    defaults = {
      id          = "3b0c2b1e-0000-4000-8000-000000000001"
      start_count = 1
    }
  }

  mock_data "coder_task" {
    defaults = {
      prompt = "Fix the build."
    }
  }
}

mock_provider "kubernetes" {}

variables {
  image     = "example"
  namespace = "coder"
}

run "the_agent_comes_back" {
  command = plan

  assert {
    condition     = coder_agent_persistence.claude.support.level == "full"
    error_message = coder_agent_persistence.claude.support.reason
  }
}

run "the_pod_has_time_to_stop" {
  command = plan

  assert {
    condition     = kubernetes_deployment_v1.workspace[0].spec[0].template[0].spec[0].termination_grace_period_seconds >= coder_agent_persistence.claude.grace_period_seconds
    error_message = "Kubernetes would kill the pod before the shutdown script ends."
  }
}

run "old_sessions_go_and_the_current_one_stays" {
  command = plan

  assert {
    condition     = strcontains(coder_script.cleanup.script, "The current session is never deleted.") && coder_script.cleanup.cron != null
    error_message = "The cleanup script is missing, or nothing runs it."
  }
}

run "a_volume_that_is_too_small_is_refused" {
  command = plan

  variables {
    home_size = "500M"
  }

  expect_failures = [var.home_size]
}
