# shellcheck shell=bash
# --- deleting old sessions ---

# Prints when $1 or what it directly holds last changed, in seconds.
last_change() {
  local newest=0 seconds entry
  for entry in "$1" "$1"/*; do
    seconds=$(stat -c %Y -- "$entry" 2>/dev/null) || continue
    ((seconds <= newest)) || newest=$seconds
  done
  printf '%s\n' "$newest"
}

# Deletes sessions that nothing was added to for $retention_days days; without
# --apply it only reports them. A session that this agent or another one of this
# home holds is never deleted.
clean_up() {
  local apply=false session_id directory line files root file base age stem suffix held=() paths kilobytes now deleted=0 kept=0 freed=0
  case ${1-} in
    '' | --dry-run) ;;
    --apply) apply=true ;;
    *) die "unknown argument '$1': use --apply to delete, or --dry-run" ;;
  esac
  if [[ -z $cleanup_glob ]]; then
    log "sessions cannot be deleted one by one. $cleanup_by_hand"
    return 0
  fi
  read_session
  if [[ -z $session_id ]]; then
    log "the current session is not known ($session_file is missing or empty), so nothing is deleted"
    return 0
  fi
  while IFS= read -r line; do
    held+=("$line")
  done < <(
    printf '%s\n' "$session_id"
    sibling_sessions
  )
  find_repository
  match_files "$cleanup_root" "$cleanup_glob"
  root=$(cd -P -- "$root" 2>/dev/null && pwd) || return 0
  printf -v now '%(%s)T' -1
  for file in "${files[@]}"; do
    # Never out of the agent's own directory by way of a link.
    [[ -e $file && ! -L $file && $(cd -P -- "${file%/*}" && pwd)/ == "$root"/* ]] || continue
    base=${file##*/}
    for line in "${held[@]}"; do
      ((cleanup_id_prefix == 0)) || line=${line:0:cleanup_id_prefix}
      [[ -z $line || $base != *"$line"* ]] || {
        kept=$((kept + 1))
        continue 2
      }
    done
    age=$(((now - $(last_change "$file")) / 86400))
    if ((age < retention_days)); then
      kept=$((kept + 1))
      continue
    fi
    paths=("$file") stem=${file%.*}
    for suffix in "${cleanup_beside[@]}"; do
      [[ ! -e $stem$suffix || -L $stem$suffix ]] || paths+=("$stem$suffix")
    done
    kilobytes=$(du -skc -- "${paths[@]}" | tail -n 1)
    freed=$((freed + ${kilobytes%%[!0-9]*})) deleted=$((deleted + 1))
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
    log "would delete $deleted sessions, $freed KiB, and keep $kept; run with --apply to delete"
  fi
}
