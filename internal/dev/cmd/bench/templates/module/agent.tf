# One agent. NAME and PORT stand for its own.

module "NAME" {
  source = "./NAME" # a copy of modules/agent

  agent_id = coder_agent.main.id
  agent    = "claude-code"
  name     = "NAME"
  workdir  = "/home/coder/project"
  prompt   = "List the open TODOs."
  agentapi = { port = PORT }
}
