variable "volume_size" {
  type    = string
  default = "50Gi"
}

# One volume for two agents: a size below the documented minimums is an error
# that names each agent's share.
data "coder_agent_storage" "home" {
  provider = coder-persistence

  agents           = ["claude-code", "codex"]
  volume_size      = var.volume_size
  headroom_percent = 20
}

output "disk_size_gib" {
  value = data.coder_agent_storage.home.recommended.gib # 28, as clouds count
}

output "claim_size" {
  value = data.coder_agent_storage.home.recommended.quantity # "30G", as Kubernetes does
}
