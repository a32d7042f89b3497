terraform {
  required_providers {
    persistence = {
      source = "coder-persistence/persistence"
    }
  }
}

# ["/home/coder/.claude/projects", "/home/coder/.claude", "/home/coder/.claude.json"]
output "claude" {
  value = provider::persistence::session_paths("claude-code", "/home/coder", "/home/coder/project")
}

# Aider keeps its history in the directory it works in.
output "aider" {
  value = provider::persistence::session_paths("aider", "/home/coder", "/home/coder/project")
}
