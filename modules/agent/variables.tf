variable "agent_id" {
  type        = string
  description = "The id of the coder_agent that runs the agent."
  nullable    = false
}

variable "agent" {
  type        = string
  description = "The agent, such as \"claude-code\", \"codex\" or \"goose\"."
  nullable    = false
}

variable "name" {
  type        = string
  description = "The name of this agent in the workspace: part of its directory, its apps' slugs and its command, coder-agent-NAME. Defaults to agent."
  default     = null

  validation {
    condition     = var.name == null ? true : can(regex("^[a-z0-9](-?[a-z0-9]){0,31}$", var.name))
    error_message = "name must be 1 to 32 lowercase letters, digits and single dashes, because it is part of the apps' slugs."
  }
}

variable "siblings" {
  type        = map(object({ port = optional(number), agent = optional(string) }))
  description = "With several agents, all of them by name, this one included: the map you pass to for_each. Each agent gets its own port, from 3284 up, unless the map gives it one."
  default     = {}
  nullable    = false
}

variable "workdir" {
  type        = string
  description = "The directory the agent works in."
  nullable    = false
}

variable "home" {
  type        = string
  description = "The home directory in the workspace."
  default     = "/home/coder"
  nullable    = false
}

variable "prompt" {
  type        = string
  description = "The task, which the agent is given once."
  default     = null
}

variable "args" {
  type        = list(string)
  description = "Further arguments for the agent's program."
  default     = []
  nullable    = false
}

variable "command" {
  type        = string
  description = "The agent's program, where it is not on PATH under its usual name."
  default     = null
}

variable "launcher" {
  type        = string
  description = "\"agentapi\" for a chat in the browser, or \"terminal\" to run the agent in a terminal alone."
  default     = "agentapi"
  nullable    = false

  validation {
    condition     = contains(["agentapi", "terminal"], var.launcher)
    error_message = "launcher must be \"agentapi\" or \"terminal\"."
  }
}

variable "resume" {
  type        = bool
  description = "Whether the agent resumes its last session. With false each start begins a new one."
  default     = true
  nullable    = false
}

variable "on_lost_session" {
  type        = string
  description = "What to do when the session is no longer there: \"fresh\" starts a new one without the task, \"resend_prompt\" gives it the task again, \"fail\" stops with an error."
  default     = null
}

variable "grace_period_seconds" {
  type        = number
  description = "The time between the platform's stop signal and the kill."
  default     = 300
  nullable    = false
}

variable "volume" {
  type = object({
    size         = optional(string)
    mount_path   = optional(string)
    filesystem   = optional(string)
    shared_with  = optional(list(string))
    allow_shrink = optional(bool)
  })
  description = "The volume that holds the home directory. See the resource's volume block."
  default     = null
}

variable "agentapi" {
  type = object({
    version               = optional(string)
    port                  = optional(number)
    state_persistence     = optional(bool)
    save_interval_seconds = optional(number)
  })
  description = "The settings of AgentAPI. See the resource's agentapi block. With several agents, set each port in siblings."
  default     = {}
  nullable    = false
}

variable "data_dir" {
  type        = string
  description = "The directory for this agent's logs, state and scripts. Defaults to one below the home directory."
  default     = null
}

variable "relocate_to" {
  type        = string
  description = "A directory on a volume to keep the agent's data in, where the home directory is not persistent."
  default     = null
}

variable "mount_strategy" {
  type        = string
  description = "Whether the template mounts the whole home directory (\"home\") or the agent's directories."
  default     = null
}

variable "retention_days" {
  type        = number
  description = "Delete sessions that were not used for this many days, once a day."
  default     = null
}

variable "task_id" {
  type        = string
  description = "The id of the Coder task that runs in the workspace, for the log that Coder shows while the task is paused."
  default     = null
}

variable "install" {
  type        = bool
  description = "Whether to install the agent and AgentAPI below ~/.local when they are not on PATH."
  default     = false
  nullable    = false
}

variable "install_from" {
  type = object({
    version           = optional(string)
    url               = optional(string)
    checksum          = optional(string)
    registry          = optional(string)
    agentapi_url      = optional(string)
    agentapi_checksum = optional(string)
  })
  description = "What install = true installs, and from where. See the resource's install block."
  default     = {}
  nullable    = false
}

variable "first_run" {
  type        = string
  description = "With \"accept\", accepts the dialogs that the agent shows in a new home on behalf of the user: its onboarding, trust in the working directory, the use of the key in its environment."
  default     = null
}

variable "icon" {
  type        = string
  description = "The icon of the apps and scripts. Defaults to the agent's own."
  default     = null
}

variable "chat_app" {
  type = object({
    enabled   = optional(bool, true)
    order     = optional(number)
    group     = optional(string)
    subdomain = optional(bool, true)
    share     = optional(string, "owner")
  })
  description = "The app with the chat. Without subdomain, Coder serves it below a path of its own URL."
  default     = {}
  nullable    = false

  validation {
    condition     = contains(["owner", "authenticated", "organization", "public"], var.chat_app.share)
    error_message = "share must be \"owner\", \"authenticated\", \"organization\" or \"public\"."
  }
}

variable "terminal_app" {
  type = object({
    enabled = optional(bool, true)
    order   = optional(number)
    group   = optional(string)
  })
  description = "The app that opens the agent in a terminal."
  default     = {}
  nullable    = false
}

variable "start_after" {
  type        = list(string)
  description = "Names of scripts, as \"coder exp sync\" knows them, that must be complete before the agent starts: for example the scripts output of a registry module."
  default     = []
  nullable    = false

  validation {
    condition     = alltrue([for name in var.start_after : can(regex("^[A-Za-z0-9_.-]+$", name))])
    error_message = "start_after names may contain only letters, digits, dots, dashes and underscores."
  }
}

variable "start_blocks_login" {
  type        = bool
  description = "Whether people must wait for the agent's start before they log in to the workspace."
  default     = false
  nullable    = false
}

variable "cleanup_cron" {
  type        = string
  description = "When to delete old sessions, if retention_days is set: seconds, minutes, hours, day of month, month, day of week."
  default     = "0 0 4 * * *"
  nullable    = false
}

variable "hide_row" {
  type        = bool
  description = "Whether to hide the resource from the workspace's page."
  default     = false
  nullable    = false
}
