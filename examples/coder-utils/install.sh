#!/usr/bin/env bash
# Installs what the project needs, and its agent where the template does not.
set -euo pipefail

command -v git >/dev/null || sudo apt-get install --yes git
mkdir -p "$HOME/project"
