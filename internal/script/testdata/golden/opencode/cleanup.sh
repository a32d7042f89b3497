#!/usr/bin/env bash
# Deletes sessions of OpenCode that nothing has been added to for
# 90 days. The current session is never deleted. Without --apply it only
# says what it would delete.
#
# Rendered by the Terraform provider coder-persistence; change the template, not
# this file.
# shellcheck disable=SC2016 # what stands in the values is never expanded
set -Eeuo pipefail
trap 'printf "%s: line %s: a command failed unexpectedly: %s\n" "${name-}" "$LINENO" "$BASH_COMMAND" >&2' ERR

name=reviewer

# --- small tools ------------------------------------------------------------

# A full disk must not end a script that only wanted to say something.
log() {
  printf '%(%FT%T%z)T %s: %s\n' -1 "$name" "$*" >&2 || true
}

die() {
  log "ERROR: $*"
  exit 1
}

log "nothing to delete one by one. OpenCode keeps all sessions in one database: run opencode session list and opencode session delete ID."
