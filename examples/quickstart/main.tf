# The smallest template part that keeps an agent: one resource, no other
# provider. `make demo` applies it and runs what it renders.

terraform {
  required_providers {
    coder-persistence = {
      source = "coder-persistence/coder-persistence"
    }
  }
}

variable "agent" {
  type        = string
  default     = "goose"
  description = "The agent, by the name of its registry module."
}

variable "home" {
  type        = string
  default     = "/home/coder"
  description = "The home directory inside the workspace."
}

variable "prompt" {
  type        = string
  default     = "List the open TODOs of this project."
  description = "The agent's task, given to it once."
}

variable "volume_size" {
  type        = string
  default     = "20Gi"
  description = "The size of the home volume."
}

resource "coder_agent_persistence" "agent" {
  provider = coder-persistence

  agent   = var.agent
  home    = var.home
  workdir = "${var.home}/project"
  prompt  = var.prompt

  volume = {
    size       = var.volume_size
    mount_path = var.home
  }
}

# In a template these two are the `script` of two coder_script resources, one
# with run_on_start and one with run_on_stop.
output "start_script" {
  value       = coder_agent_persistence.agent.start_script
  description = "Starts the agent, or brings it back."
}

output "shutdown_script" {
  value       = coder_agent_persistence.agent.shutdown_script
  description = "Saves the chat and stops the agent."
}

output "summary" {
  value = {
    support    = coder_agent_persistence.agent.support
    session_id = coder_agent_persistence.agent.session_id
    data_dir   = coder_agent_persistence.agent.data_dir
    env        = coder_agent_persistence.agent.env
    mounts     = coder_agent_persistence.agent.mounts
    storage    = coder_agent_persistence.agent.storage
    module     = coder_agent_persistence.agent.agentapi_module
  }
  description = "What a template author wants to see."
}
