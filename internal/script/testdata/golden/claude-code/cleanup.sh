#!/usr/bin/env bash
# Deletes sessions of Claude Code that nothing has been added to for
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

home=/root
data_dir=/data/agents/reviewer
retention_days=90
session_file=$data_dir/state/session

apply=false
case ${1-} in
  '' | --dry-run) ;;
  --apply) apply=true ;;
  *) die "unknown argument '$1': use --apply to delete, or --dry-run" ;;
esac

# The time of the last change to $1 or to what it directly holds, in seconds.
last_change() {
  local newest=0 seconds entry
  for entry in "$1" "$1"/*; do
    seconds=$(stat -c %Y -- "$entry" 2>/dev/null) || continue
    ((seconds <= newest)) || newest=$seconds
  done
  printf '%s\n' "$newest"
}

session_id=
[[ ! -s $session_file ]] || { IFS= read -r session_id <"$session_file" || true; }
if [[ -z $session_id ]]; then
  log "the current session is not known ($session_file is missing or empty), so nothing is deleted"
  exit 0
fi

root=${CLAUDE_CONFIG_DIR:-"$home"/.claude}
printf -v now '%(%s)T' -1
deleted=0 kept=0 freed=0
for file in "$root"/projects/*/*.jsonl; do
  # Never out of the agent's own directory by way of a link.
  [[ -e $file && ! -L $file ]] || continue
  base=${file##*/}
  if [[ $base == *"$session_id"* ]]; then
    kept=$((kept + 1))
    continue
  fi
  age=$(((now - $(last_change "$file")) / 86400))
  if ((age < retention_days)); then
    kept=$((kept + 1))
    continue
  fi
  paths=("$file")
  stem=${file%.*}
  besides=("$stem")
  for beside in "${besides[@]}"; do
    [[ ! -e $beside || -L $beside ]] || paths+=("$beside")
  done
  kilobytes=$(du -skc -- "${paths[@]}" | tail -n 1)
  freed=$((freed + ${kilobytes%%[!0-9]*}))
  deleted=$((deleted + 1))
  if [[ $apply == true ]]; then
    rm -rf -- "${paths[@]}"
    log "deleted ${paths[*]} (unchanged for $age days)"
  else
    log "would delete ${paths[*]} (unchanged for $age days)"
  fi
done
if [[ $apply == true ]]; then
  log "deleted $deleted sessions, $freed KiB; kept $kept"
else
  log "would delete $deleted sessions, $freed KiB, and keep $kept; run it with --apply to delete"
fi
