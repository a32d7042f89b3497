# shellcheck shell=bash
# --- which session is the agent in? ---
#
# The agent may choose the identifier itself, and a person may type /clear or
# /new. What counts is the session that this agent's own process is in:
#   pidfile   the agent writes <root>/<glob with {pid}>, which names the session
#   lockfile  the session's directory holds a file named after the process
#   held      the process holds the session's file open
#   content   the session's file has what was last said to this agent
#   command   the same, read from the agent's own list and export
#   none      a session never changes

# Makes $current the session, if it is another one.
follow_current() {
  [[ -n $current && $current != "$session_id" ]] || return 1
  ! held_by_sibling "$current" || return 1
  if [[ -n $session_id ]]; then
    log "the agent switched to the session $current"
    remember_session "$session_id" "$workdir" "the agent switched to $current"
  fi
  session_id=$current
  rm -f -- "$established"
  write_session || session_id=
}

# Looks, while the agent runs, which session it is in.
follow_session() {
  case $follow_kind in
    pidfile | lockfile) follow_by_process || true ;;
    held) follow_by_process || follow_by_content ;;
    *) follow_by_content ;;
  esac
}
