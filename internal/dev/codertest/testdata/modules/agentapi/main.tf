# Behaves as the registry's agentapi module 2.4.0 does with respect to the scripts
# it is given: it traces everything, starts the script under nohup with ignored
# signals, and stops agentapi by the number in the PID file, without a look at what
# process that is.

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

variable "task_log_snapshot" {
  type    = bool
  default = true
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

variable "cli_app_slug" {
  type = string
}

variable "cli_app_display_name" {
  type = string
}

variable "cli_app" {
  type    = bool
  default = false
}

variable "web_app" {
  type    = bool
  default = true
}

variable "install_agentapi" {
  type    = bool
  default = true
}

variable "agentapi_subdomain" {
  type    = bool
  default = true
}

variable "pre_install_script" {
  type    = string
  default = null
}

variable "install_script" {
  type    = string
  default = ""
}

variable "post_install_script" {
  type    = string
  default = null
}

data "coder_task" "me" {}

locals {
  settings = {
    DIR       = "$HOME/${var.module_dir_name}"
    PORT      = var.agentapi_port
    FOLDER    = var.folder
    PERSIST   = var.enable_state_persistence
    STATE     = var.state_file_path
    PID_FILE  = var.pid_file_path
    TASK      = data.coder_task.me.id
    SNAPSHOT  = var.task_log_snapshot
    SCRIPT    = base64encode(var.start_script)
    BASE_PATH = ""
  }
  head = join("\n", concat(["#!/bin/bash", "set -x"], [for name, value in local.settings : "${name}=\"${value}\""], [""]))
}

resource "coder_script" "start" {
  agent_id     = var.agent_id
  display_name = "AgentAPI"
  script       = "${local.head}${file("${path.module}/start.sh")}"
  run_on_start = true
}

resource "coder_script" "stop" {
  agent_id     = var.agent_id
  display_name = "AgentAPI stop"
  script       = "${local.head}${file("${path.module}/stop.sh")}"
  run_on_stop  = true
}

resource "coder_app" "web" {
  agent_id     = var.agent_id
  slug         = var.web_app_slug
  display_name = var.web_app_display_name
  icon         = var.web_app_icon
  url          = "http://localhost:${var.agentapi_port}/"
  subdomain    = true

  healthcheck {
    url       = "http://localhost:${var.agentapi_port}/status"
    interval  = 3
    threshold = 20
  }
}

output "task_app_id" {
  value = coder_app.web.id
}
