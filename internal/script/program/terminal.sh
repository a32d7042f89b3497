# shellcheck shell=bash
# --- running in a terminal ---

# Runs the agent in this terminal, with the session it had. A trouble ends it
# with the agent's own status; the session stays, and the next start resumes it.
run_in_terminal() {
  local exit_status=0 follower
  prepare
  start_session
  build_command
  if [[ -n $typed_task ]]; then
    note_task "shown in a terminal" || true
    log "$title takes no prompt on its command line; type it: $typed_task"
  fi
  follow_in_terminal </dev/null >>"$log_dir/start.log" 2>&1 &
  follower=$!
  (
    umask "$users_umask"
    exec {idle_fd}>&-
    exec "${agent_argv[@]}"
  ) || exit_status=$?
  kill "$follower" 2>/dev/null || true
  { : >"$alive_file"; } 2>/dev/null || true
  list_command=
  recall_session
  [[ $follows_new == false ]] || catch_up
  [[ -e $established ]] || look_for_session
  ((exit_status == 0)) || warn "$title ended with status $exit_status. The session ${session_id:-} stays as it is, and the next start resumes it."
  exit "$exit_status"
}

# Follows the session while the agent has the terminal. There is no chat to
# compare with, so only an agent whose process shows its session is followed.
follow_in_terminal() {
  local current parent terminal_session started
  read_process "$$" && agent_session=$terminal_session
  while pause 2 && kill -0 "$$" 2>/dev/null; do
    [[ $follow_kind != @(pidfile|lockfile|held) ]] || ! current_by_process || follow_current || true
    [[ -e $established || $store_kind == command ]] || look_for_session
    { : >"$alive_file"; } 2>/dev/null || true
  done
}

# Without a terminal, as a coder_script, there is nothing to run yet.
install_for_terminal() {
  log "no terminal here: to start or resume $title, run coder-agent-$name in one, or from a coder_app"
}
