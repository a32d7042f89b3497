terraform {
  required_providers {
    persistence = {
      source = "coder-persistence/persistence"
    }
  }
}

# In a terminal: echo 'provider::persistence::program()' | terraform console
output "lines" {
  value = length(split("\n", provider::persistence::program()))
}
