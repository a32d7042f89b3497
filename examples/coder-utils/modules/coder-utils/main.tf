# Stands in for registry.coder.com/coder/coder-utils/coder 0.0.1 where the
# registry cannot be reached: the same inputs, as far as the example uses them,
# and only the outline of what the module does. Do not use it in a template.

terraform {
  required_providers {
    coder = {
      source = "coder/coder"
    }
  }
}

variable "agent_id" {
  type = string
}

variable "module_directory" {
  type = string
}

variable "install_script" {
  type = string
}

variable "start_script" {
  type    = string
  default = null
}

resource "coder_script" "install" {
  agent_id     = var.agent_id
  display_name = "Install in ${var.module_directory}"
  script       = var.install_script
  run_on_start = true
}

resource "coder_script" "start" {
  count = var.start_script == null ? 0 : 1

  agent_id     = var.agent_id
  display_name = "Start"
  script       = var.start_script
  run_on_start = true
}
