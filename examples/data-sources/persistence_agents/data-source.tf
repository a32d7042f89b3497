terraform {
  required_providers {
    persistence = {
      source = "coder-persistence/persistence"
    }
  }
}

# Every agent that the provider knows.
data "persistence_agents" "all" {}

# Those that Coder's own matrix calls supported.
data "persistence_agents" "documented" {
  support_levels  = ["full", "partial"]
  include_removed = false
}

# The documented level holds for no version in particular; resumes does, for the
# newest release of the agent's registry module.
output "newest_release_resumes" {
  value = { for agent in data.persistence_agents.documented.agents : agent.slug => agent.resumes }
}
