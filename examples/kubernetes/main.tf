# Codex and Goose in a Kubernetes pod. The pod is new at each start; its home
# directory is a persistent volume claim and stays. The image needs bash and
# curl: the agents and AgentAPI are installed on the volume.

terraform {
  required_providers {
    coder       = { source = "coder/coder" }
    kubernetes  = { source = "hashicorp/kubernetes" }
    persistence = { source = "coder-persistence/persistence" }
  }
}

variable "namespace" {
  type        = string
  description = "The namespace of the workspaces, which must exist."
}

variable "openai_api_key" {
  type        = string
  sensitive   = true
  description = "The key for the model. Both agents read it from the environment."
}

locals {
  name = "coder-${data.coder_workspace.me.id}"
  agents = {
    codex = { workdir = "/home/coder/project" }
    goose = { workdir = "/home/coder/review" }
  }
}

data "coder_workspace" "me" {}

resource "coder_agent" "main" {
  os   = "linux"
  arch = "amd64"
}

module "agent" {
  source   = "git::https://github.com/coder-persistence/terraform-provider-persistence//modules/agent?ref=v0.1.0"
  for_each = local.agents

  agent_id  = coder_agent.main.id
  agent     = each.key
  siblings  = local.agents # each gets a port of its own
  workdir   = each.value.workdir
  volume    = { size = "30Gi", mount_path = "/home/coder" }
  install   = true
  first_run = "accept" # trust in workdir, the key in place of a login
}

resource "coder_env" "model" {
  for_each = {
    OPENAI_API_KEY        = var.openai_api_key
    GOOSE_PROVIDER        = "openai"
    GOOSE_MODEL           = "gpt-5"
    GOOSE_DISABLE_KEYRING = "1"
  }

  agent_id = coder_agent.main.id
  name     = each.key
  value    = each.value
}

# Kubernetes cannot shrink a claim: a smaller request would make a new, empty one.
resource "kubernetes_persistent_volume_claim_v1" "home" {
  metadata {
    name      = "${local.name}-home"
    namespace = var.namespace
  }

  wait_until_bound = false
  spec {
    access_modes = ["ReadWriteOnce"]
    resources { requests = { storage = module.agent["codex"].kubernetes.storage_request } }
  }

  lifecycle { ignore_changes = all }
}

resource "kubernetes_pod_v1" "workspace" {
  count = data.coder_workspace.me.start_count

  metadata {
    name      = local.name
    namespace = var.namespace
  }

  spec {
    # Kubernetes kills the pod after 30 seconds unless told otherwise.
    termination_grace_period_seconds = module.agent["codex"].kubernetes.termination_grace_period_seconds

    security_context {
      run_as_user = "1000"
      fs_group    = "1000" # makes a new claim writable
    }

    container {
      name    = "workspace"
      image   = "codercom/enterprise-base:ubuntu"
      command = ["sh", "-c", coder_agent.main.init_script]
      env {
        name  = "CODER_AGENT_TOKEN"
        value = coder_agent.main.token
      }

      volume_mount {
        name       = "home"
        mount_path = "/home/coder"
      }
    }

    volume {
      name = "home"
      persistent_volume_claim { claim_name = kubernetes_persistent_volume_claim_v1.home.metadata[0].name }
    }
  }

  timeouts { delete = module.agent["codex"].kubernetes.delete_timeout } # longer than the grace period
}
