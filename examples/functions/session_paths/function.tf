# ["/home/coder/.claude/projects", "/home/coder/.claude", "/home/coder/.claude.json"]
output "claude" {
  value = provider::coder-persistence::session_paths("claude-code", "/home/coder", "/home/coder/project")
}

# Aider keeps its history in the directory it works in.
output "aider" {
  value = provider::coder-persistence::session_paths("aider", "/home/coder", "/home/coder/project")
}
