terraform {
  required_providers {
    coder = {
      source = "coder/coder"
    }
  }
}

resource "coder_script" "start" {
  agent_id     = var.agent_id
  display_name = "start"
  script       = templatefile("${path.module}/start.sh", { START = base64encode(var.start_script) })
  run_on_start = true
}

resource "coder_script" "stop" {
  agent_id     = var.agent_id
  display_name = "stop"
  script       = templatefile("${path.module}/stop.sh", { START = base64encode(var.start_script) })
  run_on_stop  = true
}

resource "coder_script" "cleanup" {
  agent_id     = var.agent_id
  display_name = "cleanup"
  script       = templatefile("${path.module}/cleanup.sh", { START = base64encode(var.start_script) })
  cron         = "0 0 3 * * *"
}

resource "coder_app" "chat" {
  agent_id = var.agent_id
  slug     = var.web_app_slug
  url      = "http://localhost:${var.agentapi_port}"
}
