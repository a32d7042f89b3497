# Stands in for a module of the Coder registry: its inputs, as far as the
# documentation uses them.

variable "agent_id" {
  type = string
}

variable "workdir" {
  type = string
}

variable "ai_prompt" {
  type    = string
  default = ""
}

output "task_app_id" {
  value = "00000000-0000-0000-0000-000000000000"
}
