#!/usr/bin/env bash
# Checks that the image holds what the start script needs. A template may
# install the programs here instead.
set -euo pipefail

for program in goose agentapi; do
  if ! command -v "$program" >/dev/null; then
    echo "$program is not in the image" >&2
    exit 1
  fi
done
