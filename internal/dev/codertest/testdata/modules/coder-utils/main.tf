# Stands for the registry's coder-utils module: runs the script it is given.

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

variable "install_script" {
  type = string
}

variable "module_directory" {
  type = string
}

variable "display_name_prefix" {
  type    = string
  default = ""
}

variable "icon" {
  type    = string
  default = null
}

resource "coder_script" "install" {
  agent_id     = var.agent_id
  display_name = "${var.display_name_prefix} install"
  icon         = var.icon
  script       = "mkdir -p \"${var.module_directory}\"\n${var.install_script}"
  run_on_start = true
}

output "scripts" {
  value = ["coder-utils-install"]
}
