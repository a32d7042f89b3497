# One resource and no other provider. `make demo` applies it and runs the scripts
# it renders; a template uses modules/agent, which passes them on to Coder.

terraform {
  required_providers {
    persistence = { source = "coder-persistence/persistence" }
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
  description = "The home directory in the workspace."
}

variable "prompt" {
  type        = string
  default     = "List the open TODOs of this project."
  description = "The agent's task, given once."
}

variable "volume_size" {
  type        = string
  default     = "20Gi"
  description = "The size of the home volume."
}

resource "coder_agent_persistence" "agent" {
  provider = persistence

  agent   = var.agent
  home    = var.home
  workdir = "${var.home}/project"
  prompt  = var.prompt

  volume {
    size       = var.volume_size
    mount_path = var.home
  }
}

output "start_script" {
  value       = coder_agent_persistence.agent.start_script
  description = "Starts the agent, or resumes its session."
}

output "shutdown_script" {
  value       = coder_agent_persistence.agent.shutdown_script
  description = "Saves the chat and stops the agent."
}

output "summary" {
  value = {
    session_id = coder_agent_persistence.agent.session_id
    data_dir   = coder_agent_persistence.agent.data_dir
    env        = coder_agent_persistence.agent.env
    mounts     = coder_agent_persistence.agent.mounts
    module     = coder_agent_persistence.agent.agentapi_module
  }
  description = "What a template passes on."
}
