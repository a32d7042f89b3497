# --- cold or warm? ----------------------------------------------------------

# The session's identifier and the directory it belongs to, in one step.
write_session_file() {
  if ! write_whole "$session_file" "$session_id" "$workdir"; then
    log "cannot write $session_file; is the disk full?"
    return 1
  fi
  log "the session is $session_id"
}

# Notes that the session is safe on disk. Without the note it is looked for again.
establish_session() {
  write_whole "$established" "$session_id" || true
}

new_session_id() {
  session_id=
}

# Makes $session_id the session that is about to begin.
begin_session() {
  [[ ! -e $established ]] || rm -f -- "$established"
  if [[ -n $session_id ]]; then
    write_session_file || exit 1
  else
    rm -f -- "$session_file"
    rm -f -- "$known_sessions_file"
    if list_sessions >"$known_sessions_file.new"; then
      mv -f -- "$known_sessions_file.new" "$known_sessions_file"
    else
      # Any session found later could be an older one.
      log "the sessions that are there are not known: the new one cannot be resumed after a stop"
    fi
  fi
}

# A session that is not resumed is written down, never deleted.
give_up_session() {
  [[ -z $session_id ]] || printf '%(%FT%T%z)T %s %s\n' -1 "$session_id" "$workdir" >>"$state_dir/sessions-given-up"
  new_session_id
  begin_session
}

# Called while the agent runs, until its session is safe on disk.
watch_session() {
  [[ ! -e $established ]] || return 0
  capture_session
  find_session
  [[ $session_found == yes ]] || return 0
  establish_session
  log "the session is on disk and will be resumed"
}

# Sets session_id to the session of the last start, if it was of this directory.
recall_session() {
  local id='' directory=''
  session_id=$planned_session_id
  if [[ -s $session_file ]]; then
    { IFS= read -r id && IFS= read -r directory; } <"$session_file" || true
    if [[ $directory == "$workdir" ]]; then
      session_id=$id
    else
      log "the working directory was $directory and is $workdir now: the session $id is left as it is"
      printf '%(%FT%T%z)T %s %s\n' -1 "$id" "$directory" >>"$state_dir/sessions-given-up"
      rm -f -- "$session_file" "$established"
    fi
  fi
  capture_session
}

# False when the agent is brought back within one run of this script.
first_start=true

# Sets start_mode to cold or warm, and send_prompt to true or false.
choose_start() {
  recall_session
  if [[ $resume == never && $first_start == true ]]; then
    start_mode=cold send_prompt=true
    if [[ -e $session_file ]]; then
      give_up_session
    else
      begin_session
    fi
    log "the template says resume = \"never\": starting a new session"
    return 0
  fi
  find_session
  case $session_found in
    yes)
      start_mode=warm send_prompt=false
      log "resuming the session $session_id"
      [[ -e $established ]] || establish_session
      ;;
    unprompted)
      start_mode=warm send_prompt=true
      log "resuming the session $session_id, which has not been given its prompt yet"
      ;;
    *)
      if [[ -e $established && $session_found == unknown ]]; then
        start_mode=warm send_prompt=false
        log "trying to resume the session $session_id all the same"
      elif [[ -e $established ]]; then
        session_is_lost "the session $session_id is gone from disk"
      else
        start_mode=cold send_prompt=true
        log "no earlier session: starting a new one"
        begin_session
      fi
      ;;
  esac
}

# What the template says is to be done when a known session cannot be resumed.
session_is_lost() {
  [[ $resume != required ]] || die "$1, and the template says resume = \"required\". Restore the volume, or write resume = \"preferred\"."
  case $on_resume_failure in
    fail) die "$1, and the template says on_resume_failure = \"fail\". Restore the volume, or write on_resume_failure = \"fresh\"." ;;
    resend_prompt) send_prompt=true ;;
    *) send_prompt=false ;;
  esac
  start_mode=cold
  log "$1; starting a new one (on_resume_failure = \"$on_resume_failure\")"
  give_up_session
}

# Sets agent_argv, the agent's own command line, and typed_prompt, the prompt
# where the CLI takes none on its command line.
build_command() {
  [[ -n $prompt ]] || send_prompt=false
  typed_prompt=
  case $start_mode.$send_prompt in
    cold.true)
      agent_argv=("$agent" "${extra_args[@]}" '--prompt='"$prompt")
      ;;
    cold.false) agent_argv=("$agent" "${extra_args[@]}") ;;
    warm.true)
      agent_argv=("$agent" --session "$session_id" "${extra_args[@]}")
      typed_prompt=$prompt
      ;;
    *) agent_argv=("$agent" --session "$session_id" "${extra_args[@]}") ;;
  esac
}

# --- from the agent's own registry module -----------------------------------

old_dir=$home/.opencode-module

# Takes over what the agent's registry module left, so that a template can
# change to these scripts without losing a conversation. Nothing is removed
# from there, and nothing that is ours already is replaced, so that it does no
# harm to be interrupted and to run again.
adopt_old_directory() {
  [[ -d $old_dir && ! -e $state_dir/adopted ]] || return 0
  : >"$state_dir/adopted"
}

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
  log "no terminal here: type $command_name in one, or give it to a coder_app as its command, to start or resume OpenCode"
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

command_name=coder-agent-opencode
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
