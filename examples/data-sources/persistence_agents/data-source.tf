terraform {
  required_providers {
    persistence = {
      source = "coder-persistence/persistence"
    }
  }
}

# Every agent that the provider knows.
data "persistence_agents" "all" {}

# Those that Coder's own matrix calls supported. Its level holds for no version in
# particular; resumes does, for the newest release of the agent's registry module.
output "newest_release_resumes" {
  value = {
    for agent in data.persistence_agents.all.agents : agent.slug => agent.resumes
    if contains(["full", "partial"], agent.documented_level)
  }
}
