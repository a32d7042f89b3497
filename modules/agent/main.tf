# One agent in a Coder workspace that comes back after a stop and a start.

data "coder_workspace" "me" {}

data "coder_workspace_owner" "me" {}

data "persistence_agent" "this" {
  agent = var.agent
}

locals {
  name = coalesce(var.name, var.agent)
  icon = try(coalesce(var.icon, data.persistence_agent.this.icon), null)

  # Ports follow the order of the names.
  names = sort(keys(var.siblings))
  ports = { for i, name in local.names : name => coalesce(var.siblings[name].port, 3284 + i) }
  port  = try(local.ports[local.name], coalesce(var.agentapi.port, 3284))

  same_port = [for name in local.names : name if local.ports[name] == local.port && name != local.name]
  shared_with = length(local.names) < 2 ? null : [
    for name in local.names : coalesce(var.siblings[name].agent, name) if name != local.name
  ]

  chat_app = var.chat_app.enabled && var.launcher == "agentapi"
  # An unclaimed prebuilt workspace has no owner to work for yet.
  started = data.coder_workspace.me.is_prebuild ? 0 : 1

  path = "/@${data.coder_workspace_owner.me.name}/${data.coder_workspace.me.name}.${var.agent_id}/apps/${local.name}/chat"
  settings = !local.chat_app ? [] : concat(
    # Coder's proxy, which has checked the user, calls AgentAPI by another host name.
    ["export AGENTAPI_ALLOWED_HOSTS='*'"],
    var.chat_app.subdomain ? [] : ["export AGENTAPI_CHAT_BASE_PATH='${local.path}'"],
  )
  start_script = join("\n", concat(["#!/usr/bin/env bash"], local.settings, [coder_agent_persistence.this.start_script]))

  # Waits for other scripts, and tells those that wait for this one.
  sync_name = "coder-persistence-${local.name}"
  in_order = join("\n", [
    "#!/usr/bin/env bash",
    "sync() { coder exp sync \"$@\" || echo 'coder exp sync failed; starting without waiting' >&2; }",
    "sync want ${local.sync_name} ${join(" ", var.start_after)}",
    "sync start ${local.sync_name}",
    "status=0",
    "bash -c '${replace(local.start_script, "'", "'\\''")}' || status=$?",
    "sync complete ${local.sync_name}",
    "exit $status",
  ])
}

resource "coder_agent_persistence" "this" {
  provider = persistence

  agent                = var.agent
  name                 = local.name
  workdir              = var.workdir
  home                 = var.home
  prompt               = var.prompt
  args                 = var.args
  command              = var.command
  launcher             = var.launcher
  resume               = var.resume
  on_lost_session      = var.on_lost_session
  grace_period_seconds = var.grace_period_seconds
  data_dir             = var.data_dir
  relocate_to          = var.relocate_to
  mount_strategy       = var.mount_strategy
  retention_days       = var.retention_days
  task_id              = var.task_id

  dynamic "agentapi" {
    for_each = var.launcher == "agentapi" ? [var.agentapi] : []

    content {
      version               = agentapi.value.version
      port                  = local.port
      state_persistence     = agentapi.value.state_persistence
      save_interval_seconds = agentapi.value.save_interval_seconds
    }
  }

  dynamic "volume" {
    for_each = var.volume == null ? [] : [var.volume]

    content {
      size         = volume.value.size
      mount_path   = volume.value.mount_path
      filesystem   = volume.value.filesystem
      shared_with  = volume.value.shared_with == null ? local.shared_with : volume.value.shared_with
      allow_shrink = volume.value.allow_shrink
    }
  }

  dynamic "install" {
    for_each = var.install || var.first_run != null ? [var.install_from] : []

    content {
      download          = var.install
      first_run         = var.first_run
      version           = install.value.version
      url               = install.value.url
      checksum          = install.value.checksum
      registry          = install.value.registry
      agentapi_url      = install.value.agentapi_url
      agentapi_checksum = install.value.agentapi_checksum
    }
  }

  lifecycle {
    precondition {
      condition     = length(local.names) == 0 || contains(local.names, local.name)
      error_message = "siblings must include this agent. Its name is \"${local.name}\"; siblings has ${join(", ", local.names)}."
    }

    precondition {
      condition     = length(local.same_port) == 0
      error_message = "Port ${local.port} of \"${local.name}\" is also the port of \"${join("\", \"", local.same_port)}\". Change one of the ports, or leave them all unset."
    }

    precondition {
      condition     = length(local.names) == 0 || var.agentapi.port == null
      error_message = "With several agents, set the port of \"${local.name}\" in siblings, where the others see it."
    }
  }
}

resource "coder_env" "this" {
  for_each = coder_agent_persistence.this.env

  agent_id = var.agent_id
  name     = each.key
  value    = each.value
}

resource "coder_script" "start" {
  count = local.started

  agent_id           = var.agent_id
  display_name       = "Start ${data.persistence_agent.this.display_name}"
  icon               = local.icon
  script             = length(var.start_after) > 0 ? local.in_order : local.start_script
  run_on_start       = true
  start_blocks_login = var.start_blocks_login
}

resource "coder_script" "stop" {
  count = local.started

  agent_id     = var.agent_id
  display_name = "Save ${data.persistence_agent.this.display_name}"
  icon         = local.icon
  script       = coder_agent_persistence.this.shutdown_script
  run_on_stop  = true
  timeout      = var.grace_period_seconds
}

resource "coder_script" "cleanup" {
  count = var.retention_days == null ? 0 : local.started

  agent_id     = var.agent_id
  display_name = "Clean up ${data.persistence_agent.this.display_name}"
  icon         = local.icon
  script       = "set -- --apply\n${coder_agent_persistence.this.cleanup_script}"
  cron         = var.cleanup_cron
}

resource "coder_app" "chat" {
  count = local.chat_app ? 1 : 0

  agent_id     = var.agent_id
  slug         = local.name
  display_name = data.persistence_agent.this.display_name
  icon         = local.icon
  url          = "http://localhost:${local.port}/"
  subdomain    = var.chat_app.subdomain
  share        = var.chat_app.share
  order        = var.chat_app.order
  group        = var.chat_app.group

  healthcheck {
    url       = "http://localhost:${local.port}/status"
    interval  = 5
    threshold = 12
  }
}

resource "coder_app" "terminal" {
  count = var.terminal_app.enabled ? 1 : 0

  agent_id     = var.agent_id
  slug         = "${local.name}-terminal"
  display_name = "${data.persistence_agent.this.display_name} (terminal)"
  icon         = local.icon
  command      = "coder-agent-${local.name} attach"
  order        = var.terminal_app.order
  group        = var.terminal_app.group
}

# What Coder shows of the resource on the workspace's page.
resource "coder_metadata" "this" {
  resource_id = coder_agent_persistence.this.id
  hide        = var.hide_row
  icon        = local.icon

  item {
    key   = "agent"
    value = data.persistence_agent.this.display_name
  }

  item {
    key   = "directory"
    value = var.workdir
  }

  item {
    key   = "command"
    value = "coder-agent-${local.name}"
  }
}
