# Claude Code in a Kubernetes pod that is made anew at each start. Its home
# directory is a persistent volume claim and stays.
#
# The image must hold the programs claude, agentapi (0.12.0 or newer) and bash.

terraform {
  required_providers {
    coder = {
      source  = "coder/coder"
      version = ">= 2.13"
    }
    coder-persistence = {
      source = "coder-persistence/coder-persistence"
    }
    kubernetes = {
      source = "hashicorp/kubernetes"
    }
  }
}

variable "namespace" {
  type        = string
  description = "The namespace of the workspaces, which must exist."
}

variable "image" {
  type        = string
  description = "An image with claude, agentapi and bash, whose user is coder (1000)."
}

variable "home_size" {
  type        = string
  default     = "10Gi"
  description = "The size of the home volume. One that is too small for the agent is an error at plan."

  # The project needs room, too.
  validation {
    condition     = provider::coder-persistence::parse_size(var.home_size) >= 2 * pow(1024, 3)
    error_message = "At least 2Gi are needed."
  }
}

locals {
  home = "/home/coder"
  name = "coder-${data.coder_workspace.me.id}"
}

data "coder_workspace" "me" {}

data "coder_task" "me" {}

resource "coder_agent" "main" {
  os   = "linux"
  arch = "amd64"

  # A notice in Coder before the disk is full.
  resources_monitoring {
    volume {
      enabled   = true
      path      = local.home
      threshold = 80
    }
  }

  # Shows in the workspace how much disk the sessions use, and the last save.
  dynamic "metadata" {
    for_each = coder_agent_persistence.claude.metadata

    content {
      key          = metadata.value.key
      display_name = metadata.value.display_name
      script       = metadata.value.script
      interval     = metadata.value.interval
      timeout      = metadata.value.timeout
    }
  }
}

resource "coder_agent_persistence" "claude" {
  provider = coder-persistence

  agent                = "claude-code"
  home                 = local.home
  workdir              = "${local.home}/project"
  prompt               = data.coder_task.me.prompt
  grace_period_seconds = 300 # between the stop signal and the kill
  retention_days       = 365

  volume = {
    size       = var.home_size
    mount_path = local.home
    kind       = "kubernetes"
  }
}

resource "coder_script" "start" {
  agent_id     = coder_agent.main.id
  display_name = "Claude Code"
  script       = coder_agent_persistence.claude.start_script
  run_on_start = true
}

resource "coder_script" "stop" {
  agent_id     = coder_agent.main.id
  display_name = "Save Claude Code"
  script       = coder_agent_persistence.claude.shutdown_script
  run_on_stop  = true
  timeout      = coder_agent_persistence.claude.grace_period_seconds
}

# Once a week: sessions that nobody has touched for a year. Without --apply the
# script only says what it would delete.
resource "coder_script" "cleanup" {
  agent_id     = coder_agent.main.id
  display_name = "Delete old sessions"
  script       = "#!/usr/bin/env bash\nset -- --apply\n${coder_agent_persistence.claude.cleanup_script}"
  cron         = "0 0 4 * * 0" # seconds first: Sundays at 4:00
}

resource "coder_env" "claude" {
  for_each = coder_agent_persistence.claude.env

  agent_id = coder_agent.main.id
  name     = each.key
  value    = each.value
}

# The claim is named after the workspace's id, which never changes. A smaller
# request would make a new, empty claim, so changes of the template are ignored.
resource "kubernetes_persistent_volume_claim_v1" "home" {
  metadata {
    name      = "${local.name}-home"
    namespace = var.namespace
  }

  wait_until_bound = false

  spec {
    access_modes = ["ReadWriteOnce"]

    resources {
      requests = {
        storage = coder_agent_persistence.claude.kubernetes.storage_request
      }
    }
  }

  lifecycle {
    ignore_changes = all
  }
}

resource "kubernetes_deployment_v1" "workspace" {
  count = data.coder_workspace.me.start_count

  metadata {
    name      = local.name
    namespace = var.namespace
  }

  wait_for_rollout = false

  spec {
    replicas = "1"

    # Never two pods on one volume.
    strategy {
      type = "Recreate"
    }

    selector {
      match_labels = {
        "app.kubernetes.io/instance" = local.name
      }
    }

    template {
      metadata {
        labels = {
          "app.kubernetes.io/instance" = local.name
        }
      }

      spec {
        # Kubernetes kills the pod after 30 seconds unless told otherwise.
        termination_grace_period_seconds = coder_agent_persistence.claude.kubernetes.termination_grace_period_seconds

        security_context {
          run_as_user = "1000"
          fs_group    = "1000"
        }

        container {
          name    = "workspace"
          image   = var.image
          command = ["sh", "-c", coder_agent.main.init_script]

          env {
            name  = "CODER_AGENT_TOKEN"
            value = coder_agent.main.token
          }

          dynamic "volume_mount" {
            for_each = coder_agent_persistence.claude.kubernetes.volume_mount

            content {
              name       = "home"
              mount_path = volume_mount.value.mount_path
              sub_path   = volume_mount.value.sub_path
            }
          }
        }

        volume {
          name = "home"

          persistent_volume_claim {
            claim_name = kubernetes_persistent_volume_claim_v1.home.metadata[0].name
          }
        }
      }
    }
  }

  # Longer than the grace period, or the delete gives up first.
  timeouts {
    delete = coder_agent_persistence.claude.kubernetes.delete_timeout
  }
}
