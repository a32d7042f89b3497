# --- running ----------------------------------------------------------------

launch() {
  local flags=(--type aider --port "$port") reset=() boundary=()
  if [[ $stateful == true ]]; then
    flags+=(--pid-file "$pid_file" --state-file "$state_file" --load-state=true --save-state=true)
  fi
  # Started by "nohup … &" this script ignores SIGINT and SIGHUP, and so would
  # agentapi and the agent, which could then only be killed.
  if env --default-signal true 2>/dev/null; then
    reset=(env --default-signal)
  else
    log "this env cannot reset signals (coreutils 8.31 or newer can); a stop may take 5 s longer"
  fi
  build_command
  # The CLI takes no prompt, so agentapi types it.
  [[ -z $typed_prompt ]] || flags+=("--initial-prompt=$typed_prompt")
  # The agentapi module may ask for a wrapper around the agent.
  [[ -z ${AGENTAPI_BOUNDARY_PREFIX-} ]] || read -ra boundary < <(printf '%s\n' "$AGENTAPI_BOUNDARY_PREFIX")
  # A process substitution, because bash reports the death of a job.
  : > >(
    exec </dev/null >>"$log_dir/agentapi.log" 2>&1 {idle_fd}>&-
    # What the flags say, and what would keep agentapi from serving this agent.
    unset AGENTAPI_STATE_FILE AGENTAPI_SAVE_STATE AGENTAPI_LOAD_STATE AGENTAPI_PID_FILE AGENTAPI_INITIAL_PROMPT
    unset AGENTAPI_EXPERIMENTAL_ACP AGENTAPI_PRINT_OPENAPI AGENTAPI_EXIT
    umask "$users_umask"
    exec "${reset[@]}" agentapi server "${flags[@]}" -- "${boundary[@]}" "${agent_argv[@]}"
  )
  child=$!
  read_uptime
  launched_at=$uptime
  [[ $stateful == true ]] || write_whole "$legacy_pid_file" "$child $(process_start "$child" || true)" || true
  log "agentapi is process $child on port $port ($start_mode start)"
}

# Begins the log $1 anew when it is long, and sets log_bytes to its length.
keep_log_small() {
  log_bytes=0
  [[ -s $1 ]] || return 0
  log_bytes=$(stat -c %s -- "$1" 2>/dev/null) || log_bytes=0
  if ((log_bytes >= 10000000)) && mv -f -- "$1" "$1.1" 2>/dev/null; then
    log_bytes=0
  fi
}

# True when agentapi has answered that the agent waits for a message. From
# then on the old chat is loaded and the prompt given, so that a save cannot put
# an empty chat in the place of a good one.
agent_is_ready() {
  local answer
  [[ $ready == false ]] || return 0
  answer=$(agentapi_get /status || true)
  [[ -z $answer ]] || answered=true
  [[ $answer == *'"status":"stable"'* ]] || return 1
  ready=true
}

# A first start has nothing to lose, and may be at its task for hours before it
# is ready. AgentAPI must have answered, or the signal would end it.
save_is_safe() {
  agent_is_ready || [[ $nothing_to_lose == true && $answered == true ]]
}

# Keeps agentapi company until it ends; sets exit_status. It looks for the
# session less and less often, because some agents must be asked for it.
watch() {
  local last_save=$launched_at look_after=2 next_look=$((launched_at + 2))
  ready=false answered=false nothing_to_lose=false
  if [[ $start_mode == cold && -z $typed_prompt && ! -e $state_file ]]; then
    nothing_to_lose=true
  fi
  while kill -0 "$child" 2>/dev/null; do
    pause 1
    read_uptime
    if [[ ! -e $established ]] && ((uptime >= next_look)); then
      watch_session
      ((look_after >= 240)) || look_after=$((look_after * 2))
      next_look=$((uptime + look_after))
    fi
    if [[ $stateful == true ]] && ((save_interval > 0 && uptime - last_save >= save_interval)); then
      last_save=$uptime
      if save_is_safe && is_our_agentapi "$child"; then
        kill -USR1 "$child" 2>/dev/null || true
      fi
    fi
  done
  exit_status=0
  wait "$child" || exit_status=$?
}

# Runs the agent until it is stopped. Comes back by itself after a crash, and
# follows on_resume_failure once when a resume ends at once.
supervise() {
  local restarts=0 log_start
  child=
  trap 'stop_requested=true; kill -TERM "$child" 2>/dev/null || true' TERM INT
  stop_requested=false
  while :; do
    if [[ $stop_requested == true || -e $stopping ]]; then
      log "the workspace is stopping; not starting Aider"
      return 0
    fi
    keep_log_small "$log_dir/agentapi.log"
    log_start=$log_bytes
    launch
    watch
    read_uptime
    rm -f -- "$legacy_pid_file"
    if [[ $stop_requested == true || -e $stopping ]]; then
      log "agentapi has ended (status $exit_status): stopped"
      return 0
    fi
    if ((exit_status != 0)) && [[ $start_mode == warm ]] && ((uptime - launched_at < 20)) && agent_died "$log_start"; then
      session_is_lost "the session $session_id could not be resumed (see $log_dir/agentapi.log)"
    elif ((exit_status > 128 && restarts < 5)); then
      # Killed, by the kernel for want of memory perhaps.
      restarts=$((restarts + 1))
      log "agentapi was killed (status $exit_status); starting it again ($restarts of 5)"
      pause "$restarts"
      rm -f -- "$pid_file"
      first_start=false
      check_state
      choose_start
    else
      log "agentapi has ended (status $exit_status); see $log_dir/agentapi.log"
      exit "$exit_status"
    fi
  done
}

# True when agentapi ended because the agent did, and not because it was told
# to, as far as its log from byte $1 on says.
agent_died() {
  local text
  { text=$(tail -c "+$(($1 + 1))" "$log_dir/agentapi.log"); } 2>/dev/null || return 1
  [[ $text == *"agent exited with error"* && $text != *"Received shutdown signal"* ]]
}

prepare() {
  check_machine
  make_directories
  take_lock
  clear_old_process
  check_port
  check_agentapi_version
  adopt_old_directory
  check_state
  choose_start
}

# Waits until our agentapi answers, so that what follows in the template finds it.
wait_until_up() {
  local tries another=false
  for ((tries = 0; tries < 1200; tries++)); do
    if { : 3<>"/dev/tcp/127.0.0.1/$port"; } 2>/dev/null && find_our_agentapi >/dev/null && [[ -n $(agentapi_get /status || true) ]]; then
      return 0
    fi
    if [[ $another == true ]]; then
      [[ -L $lock ]] || return 1
    elif ! kill -0 "$1" 2>/dev/null; then
      # It ended well when another start was at it already.
      wait "$1" || return 1
      another=true
    fi
    pause 0.05
  done
  return 1
}

stateful=true

if (($# >= 2)); then
  prepare
  supervise
  exit
fi

{ { [[ -d $log_dir ]] || mkdir -p -- "$log_dir"; } && : >>"$log_dir/start.log"; } 2>/dev/null || die "cannot write to $log_dir; is the home directory writable and the disk not full?"
keep_log_small "$log_dir/start.log"
(
  prepare
  supervise
) </dev/null >>"$log_dir/start.log" 2>&1 &
supervisor=$!
if wait_until_up "$supervisor"; then
  log "Aider is up on port $port; log: $log_dir/start.log"
else
  tail -n 20 -- "$log_dir/start.log" >&2 || true
  die "Aider did not come up; logs: $log_dir/start.log and $log_dir/agentapi.log"
fi
