# --- running in this terminal -----------------------------------------------

# Puts this script where a person, or a coder_app, finds it as a command.
install_command() {
  local directory=${CODER_SCRIPT_BIN_DIR:-$home/.local/bin} text=${BASH_EXECUTION_STRING-}
  [[ -n $text ]] || text=$(<"$0")
  mkdir -p -- "$scripts_dir" "$directory" || die "cannot create $scripts_dir and $directory"
  printf '%s\n' "$text" >"$scripts_dir/start.sh.new"
  chmod 700 -- "$scripts_dir/start.sh.new"
  mv -f -- "$scripts_dir/start.sh.new" "$scripts_dir/start.sh"
  ln -sfn -- "$scripts_dir/start.sh" "$directory/$command_name"
  log "no terminal here: type $command_name in one, or give it to a coder_app as its command, to start or resume Goose"
}

run_agent() {
  build_command
  [[ -z $typed_prompt ]] || log "this agent takes no prompt on its command line; type it: $typed_prompt"
  read_uptime
  launched_at=$uptime
  exit_status=0
  (
    umask "$users_umask"
    exec "${agent_argv[@]}" {idle_fd}>&-
  ) || exit_status=$?
  read_uptime
  watch_session
}

command_name=coder-agent-goose
if [[ ! -t 0 || ! -t 1 ]]; then
  install_command
  exit 0
fi
check_machine
make_directories
take_lock
adopt_old_directory
choose_start
run_agent
if ((exit_status != 0)) && [[ $start_mode == warm ]] && ((uptime - launched_at < 20)); then
  session_is_lost "the session $session_id could not be resumed (status $exit_status)"
  run_agent
fi
exit "$exit_status"
