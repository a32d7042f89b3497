output "task_app_id" {
  value       = one(coder_app.chat[*].id)
  description = "The chat app, for app_id of coder_ai_task. Null without a chat app."
}

output "metadata" {
  value       = coder_agent_persistence.this.metadata
  description = "For a dynamic metadata block of the coder_agent: the disk space the sessions use, and the last save."
}

output "mounts" {
  value       = coder_agent_persistence.this.mounts
  description = "The directories that must be on a volume."
}

output "docker" {
  value       = coder_agent_persistence.this.docker
  description = "The stop settings and volumes of a docker_container."
}

output "kubernetes" {
  value       = coder_agent_persistence.this.kubernetes
  description = "The grace period, volume mounts and volumes of a Kubernetes pod."
}

output "env" {
  value       = coder_agent_persistence.this.env
  description = "The environment variables that the module sets on the agent."
}

output "session_id" {
  value       = coder_agent_persistence.this.session_id
  description = "The session of the first start, where the template decides it."
}

output "id" {
  value       = coder_agent_persistence.this.id
  description = "The id of the resource, for a coder_metadata of your own."
}

output "port" {
  value       = var.launcher == "agentapi" ? local.port : null
  description = "The port of the chat, inside the workspace."
}

output "sync_name" {
  value       = local.sync_name
  description = "The name of the start script for \"coder exp sync\", when start_after is set: scripts that wait for this agent use it."
}
