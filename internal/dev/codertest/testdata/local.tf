# Makes a template of the examples run without Docker: the workspace is a process
# of this machine. See workspace.sh.

data "coder_workspace" "local" {}

resource "terraform_data" "workspace" {
  count            = data.coder_workspace.local.start_count
  input            = data.coder_workspace.local.id
  triggers_replace = [coder_agent.main.token]

  provisioner "local-exec" {
    command = "\"$WORKSPACES/workspace.sh\" start"
    environment = {
      WORKSPACE_ID = self.input
      AGENT_TOKEN  = coder_agent.main.token
      INIT_SCRIPT  = coder_agent.main.init_script
    }
  }

  provisioner "local-exec" {
    when    = destroy
    command = "\"$WORKSPACES/workspace.sh\" stop"
    environment = {
      WORKSPACE_ID = self.input
    }
  }
}
