# Stands in for a module of the Coder registry: its inputs, as far as the
# documentation uses them.

variable "agent_id" {
  type = string
}

variable "folder" {
  type    = string
  default = ""
}

variable "goose_provider" {
  type = string
}

variable "goose_model" {
  type = string
}

output "task_app_id" {
  value = "00000000-0000-0000-0000-000000000000"
}
