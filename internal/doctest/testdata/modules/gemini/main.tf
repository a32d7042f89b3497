# Stands in for a module of the Coder registry: its inputs, as far as the
# documentation uses them.

variable "agent_id" {
  type = string
}

variable "folder" {
  type    = string
  default = "/home/coder"
}

variable "task_prompt" {
  type    = string
  default = ""
}
