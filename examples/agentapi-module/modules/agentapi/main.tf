# Stands in for registry.coder.com/coder/agentapi/coder 2.4.0 where the registry
# cannot be reached: the same inputs, as far as the example uses them, and
# nothing of what the module does. Do not use it in a template.

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

variable "start_script" {
  type = string
}

variable "install_script" {
  type    = string
  default = ""
}

variable "agentapi_version" {
  type    = string
  default = "v0.10.0"
}

variable "agentapi_port" {
  type    = number
  default = 3284
}

variable "module_dir_name" {
  type = string
}

variable "folder" {
  type    = string
  default = "/home/coder"
}

variable "enable_state_persistence" {
  type    = bool
  default = false
}

variable "state_file_path" {
  type    = string
  default = ""
}

variable "pid_file_path" {
  type    = string
  default = ""
}

variable "web_app_slug" {
  type = string
}

variable "web_app_display_name" {
  type = string
}

variable "web_app_icon" {
  type = string
}

resource "coder_app" "web" {
  agent_id     = var.agent_id
  slug         = var.web_app_slug
  display_name = var.web_app_display_name
  icon         = var.web_app_icon
  url          = "http://localhost:${var.agentapi_port}/"
}

output "task_app_id" {
  value = coder_app.web.id
}
