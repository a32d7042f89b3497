# One agent. NAME and PORT stand for its own.

module "NAME" {
  source = "./NAME" # a copy of module

  agent_id             = coder_agent.main.id
  agentapi_port        = PORT
  start_script         = "claude"
  module_dir_name      = ".NAME"
  web_app_slug         = "NAME"
  web_app_display_name = "NAME"
  web_app_icon         = "/icon/claude.svg"
  cli_app_slug         = "NAME-cli"
  cli_app_display_name = "NAME"
}
