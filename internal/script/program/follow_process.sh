# shellcheck shell=bash
# --- which session does the agent's process show? ---

# Sets agent_session to the terminal session that the agent has to itself: it
# leads it, and every process it starts belongs to it.
find_agent_session() {
  local dir parent terminal_session started
  agent_session=
  for dir in /proc/[1-9]*; do
    ! read_process "${dir#/proc/}" || [[ $parent != "$child" ]] || agent_session=$terminal_session
  done
}

# True when process $1 is the agent's.
is_agents() {
  local parent terminal_session started
  [[ -n $agent_session ]] || find_agent_session
  [[ $1 =~ ^[1-9][0-9]*$ ]] && read_process "$1" && [[ $terminal_session == "$agent_session" ]]
}

# Sets current to the session that the running agent is in, as its process
# shows; to nothing when it does not show one.
current_by_process() {
  local files root file text
  current=
  match_files "$follow_root" "${follow_globs[@]}"
  case $follow_kind in
    pidfile | lockfile)
      for file in "${files[@]}"; do
        text=${file##*/}
        is_agents "${text//[!0-9]/}" || continue
        if [[ $follow_kind == lockfile ]]; then
          text=${file%/*} current=${text##*/}
        elif { read -r -d '' text || true; } 2>/dev/null <"$file" && [[ $text =~ \"$follow_field\":\ ?\"([^\"]+)\" ]]; then
          current=${BASH_REMATCH[1]}
        fi
      done
      ;;
    held) current_by_open_files ;;
    *) ;;
  esac
  [[ -n $current ]]
}

# Of several the newest: the identifiers are UUIDs of version 7, which sort by
# time.
current_by_open_files() {
  local dir held=() line id glob LC_ALL=C
  for dir in /proc/[1-9]*; do
    ! is_agents "${dir#/proc/}" || held+=("$dir/fd")
  done
  ((${#held[@]} > 0)) || return 0
  while IFS= read -r line; do
    [[ $line == *" -> $root/"* ]] || continue
    line=${line##*" -> $root/"}
    for glob in "${follow_globs[@]}"; do
      # shellcheck disable=SC2053 # a pattern
      [[ $line == $glob ]] || continue
      id=${line%.*}
      id=${id: -$sessions_id_length}
      [[ ! $id > $current ]] || current=$id
    done
  done < <(ls -l "${held[@]}" 2>/dev/null || true)
}

# Follows what the process shows, which is asked each time. Returns 1 when it
# shows no session.
follow_by_process() {
  local current files root listing
  if [[ $follow_kind == held ]]; then
    match_files "$follow_root" "${follow_globs[@]}"
    listing="${#files[@]} ${files[*]: -1}"
    [[ $listing != "$last_listing" || -z $session_id ]] || return 0
    ((${#files[@]} > 0)) || return 0
    last_listing=$listing
  fi
  current_by_process || return 1
  follow_current || true
}
