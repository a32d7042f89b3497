# Coder and Kubernetes are mocked, this provider is the real one.

mock_provider "coder" {
  mock_data "coder_workspace" {
    defaults = {
      id          = "3b0c2b1e-0000-4000-8000-000000000001"
      start_count = 1
      is_prebuild = false
    }
  }
}

mock_provider "kubernetes" {}

variables {
  namespace      = "coder"
  openai_api_key = "example"
}

run "the_pod_has_time_to_stop" {
  command = plan

  assert {
    condition     = kubernetes_pod_v1.workspace[0].spec[0].termination_grace_period_seconds >= 300
    error_message = "Kubernetes would kill the pod before the chat is saved."
  }
}

run "each_agent_has_its_own_port" {
  command = plan

  assert {
    condition     = module.agent["codex"].port != module.agent["goose"].port
    error_message = "Two agents would claim one port."
  }
}
