terraform {
  required_providers {
    persistence = {
      source = "coder-persistence/persistence"
    }
  }
}

# One volume for two agents. A size below the sum of their minimums fails the plan.
data "persistence_storage" "home" {
  agents           = ["claude-code", "codex"]
  volume_size      = "50Gi"
  headroom_percent = 20
}

output "claim_size" {
  value = data.persistence_storage.home.recommended.quantity # "30G"
}

output "disk_size_gib" {
  value = data.persistence_storage.home.recommended.gib # 28: clouds count whole GiB
}
