# Every agent that the provider knows.
data "coder_agent_catalog" "all" {
  provider = coder-persistence
}

# The matrix for a wiki page or a coder_metadata block.
output "matrix" {
  value = data.coder_agent_catalog.all.markdown
}

# What Coder's own matrix calls fully or partially supported.
data "coder_agent_catalog" "documented" {
  provider = coder-persistence

  support_levels  = ["full", "partial"]
  include_removed = false
}

# The documented level says nothing of the newest release; level does.
output "newest_release_resumes" {
  value = {
    for a in data.coder_agent_catalog.documented.agents : a.slug => a.resumes
  }
}
