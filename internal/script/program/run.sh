# shellcheck shell=bash
# --- running ---

# How often a start tries again after a trouble, and the pauses between, in
# seconds. An agent that ran for two minutes starts with a clean sheet.
pauses=(2 4 8 16)
settled_after=120

launch() {
  local flags=(--type "$agentapi_type" --port "$port") reset=() boundary=()
  if [[ $stateful == true ]]; then
    flags+=(--pid-file "$pid_file" --state-file "$state_file" --load-state=true --save-state=true)
  fi
  # Started by "nohup … &" this script ignores SIGINT and SIGHUP, and so would
  # agentapi and the agent, which could then only be killed.
  if env --default-signal true 2>/dev/null; then
    reset=(env --default-signal)
  else
    log "env cannot reset signals (needs coreutils 8.31 or newer); a stop may take longer"
  fi
  build_command
  # The agentapi module may ask for a wrapper around the agent.
  [[ -z ${AGENTAPI_BOUNDARY_PREFIX-} ]] || read -ra boundary < <(printf '%s\n' "$AGENTAPI_BOUNDARY_PREFIX")
  # The last moment in which a stop can still prevent the start.
  ! is_stopped || return 1
  # A process substitution, because bash reports the death of a job.
  : > >(
    exec </dev/null >>"$log_dir/agentapi.log" 2>&1
    exec {idle_fd}>&-
    # What the flags say, and what would keep agentapi from serving this agent.
    unset AGENTAPI_STATE_FILE AGENTAPI_SAVE_STATE AGENTAPI_LOAD_STATE AGENTAPI_PID_FILE AGENTAPI_INITIAL_PROMPT
    unset AGENTAPI_EXPERIMENTAL_ACP AGENTAPI_PRINT_OPENAPI AGENTAPI_EXIT
    umask "$users_umask"
    exec "${reset[@]}" agentapi server "${flags[@]}" -- "${boundary[@]}" "${agent_argv[@]}"
  )
  child=$! adopted=false agent_session=
  identify "$child" || identity=$child.0.none
  write_whole "$running_file" "$identity $port" "$stateful" || true
  read_uptime
  launched_at=$uptime
  log "agentapi is process $child on port $port ($start_mode start)"
}

# Starts the log $1 over when it is long, and sets log_bytes to its length.
keep_log_small() {
  log_bytes=0
  [[ -s $1 ]] || return 0
  log_bytes=$(stat -c %s -- "$1" 2>/dev/null) || log_bytes=0
  if ((log_bytes >= 10000000)) && mv -f -- "$1" "$1.1" 2>/dev/null; then
    log_bytes=0
  fi
}

# True once agentapi has answered that the agent waits for a message. From then
# on the old chat is loaded, so that a save cannot put an empty chat in the
# place of a good one.
agent_is_ready() {
  local answer
  [[ $ready == false ]] || return 0
  answer=$(agentapi_get /status 2>/dev/null || true)
  [[ -z $answer ]] || answered=true
  [[ $answer == *'"status":"stable"'* ]] || return 1
  ready=true
}

# A first start has nothing to lose, and may be at its task for hours before it
# is ready. AgentAPI must have answered, or the signal would end it.
save_is_safe() {
  agent_is_ready || [[ $nothing_to_lose == true && $answered == true ]]
}

# Monitors agentapi until it exits, and sets exit_status: follows the session,
# saves the chat, types the task. The agent is asked for its sessions less and
# less often; a look at files is cheap.
watch() {
  local last_save=$launched_at look_after=2 next_look=$((launched_at + 1)) beat=0
  # The answer takes these agents seconds, so they come up first.
  [[ $follow_kind != command ]] || look_after=4 next_look=$((launched_at + 4))
  ready=false answered=false nothing_to_lose=false
  last_listing='' last_unproven=''
  if [[ $start_mode == cold && ! -e $state_file ]]; then
    nothing_to_lose=true
  fi
  while runs; do
    # In slices: a signal does not cut a pause short.
    for _ in 1 2 3 4 5; do
      ! runs || pause 0.2
    done
    read_uptime
    [[ -z $typed_task ]] || type_task
    if [[ $follow_kind != @(command|none) ]]; then
      follow_session
    fi
    if ((uptime >= next_look)); then
      list_command=
      [[ $follow_kind != command ]] || follow_session
      [[ -e $established ]] || look_for_session
      if [[ $store_kind == command || $follow_kind == command ]]; then
        ((look_after >= 240)) || look_after=$((look_after * 2))
      fi
      next_look=$((uptime + look_after))
    fi
    if ((uptime - beat >= 2)); then
      beat=$uptime
      { : >"$alive_file"; } 2>/dev/null || true
    fi
    if [[ $stateful == true ]] && ((save_interval > 0 && uptime - last_save >= save_interval)); then
      last_save=$uptime
      if save_is_safe && is_our_agentapi "$child"; then
        kill -USR1 "$child" 2>/dev/null || true
      fi
    fi
  done
  exit_status=0
  if [[ $adopted == true ]]; then
    exit_status=1 # not our child: how it ended is not known
  else
    wait "$child" || exit_status=$?
  fi
}

# True while agentapi runs: our child, or one that we took over.
runs() {
  if [[ $adopted == true ]]; then
    is_our_agentapi "$child"
  else
    kill -0 "$child" 2>/dev/null
  fi
}

# While the session is not proved: is somebody's message in it yet?
look_for_session() {
  local found='' trouble=''
  [[ -n $session_id ]] || return 0
  if [[ $store_kind == stored && ! -e $task_file ]]; then
    agentapi_get /messages >"$state_dir/chat" || return 0
    [[ -z $typed_task ]] && (($(count_messages "$state_dir/chat" user) > 0)) || return 0
    note_task "a message is in session $session_id" || return 0
  fi
  find_session
  [[ $found == yes ]] || return 0
  establish
  log "the session $session_id is on disk and will be resumed"
}

# Prints what the agent showed when it ended, from byte $1 of agentapi's log on:
# its last screen stands between two rules.
last_screen() {
  local text
  { text=$(tail -c "+$(($1 + 1))" -- "$log_dir/agentapi.log" | tail -c 8192 | tr '\000' ' '); } 2>/dev/null || return 0
  if [[ $text == *========*========* ]]; then
    text=${text%========*} text=${text##*========}
  fi
  # shellcheck disable=SC2001 # every line
  printf '%s\n' "$text" | tr -d '\r' | grep -v '^[[:space:]]*$' | tail -n 8 | sed 's/^/  | /' || true
}

# Runs the agent until it is stopped or ends by itself. After a trouble the
# store is read again, and the session comes back; it is given up only when the
# store no longer holds it.
supervise() {
  local attempt=0
  trap 'stop_requested=true; [[ -z $child ]] || kill -TERM "$child" 2>/dev/null || true' TERM INT HUP
  while :; do
    if [[ -z $child ]]; then
      keep_log_small "$log_dir/agentapi.log"
      if [[ $stop_requested == true ]] || is_stopped || ! launch; then
        log "the workspace is stopping; not starting $title"
        return 0
      fi
    fi
    watch
    child=
    read_uptime
    rm -f -- "$running_file"
    if [[ $stop_requested == true ]] || is_stopped; then
      log "agentapi has ended (status $exit_status): stopped"
      return 0
    fi
    if ((exit_status == 0)); then
      log "$title has ended by itself"
      return 0
    fi
    ((uptime - launched_at < settled_after)) || attempt=0
    warn "$title ended with status $exit_status after $((uptime - launched_at)) s:"$'\n'"$(last_screen "$log_bytes")"
    if ((attempt >= ${#pauses[@]})); then
      die "giving up after $((attempt + 1)) attempts. The session ${session_id:-} stays as it is, and the next start resumes it. Log: $log_dir/agentapi.log"
    fi
    log "starting it again in ${pauses[attempt]} s ($((attempt + 1)) of ${#pauses[@]})"
    pause "${pauses[attempt]}"
    attempt=$((attempt + 1)) first_attempt=false
    rm -f -- "$pid_file"
    check_state
    start_session
  done
}

# Decides on the session and on what to tell agentapi.
start_session() {
  list_command=
  choose_start
  [[ -z $lock_glob || $start_mode == cold ]] || clear_stale_locks
  [[ $follows_new == false ]] || note_known_sessions
}

prepare() {
  check_machine
  make_directories
  enter_workdir
  take_locks
  write_whole "$path_file" "$PATH" || true
  [[ -z $first_run ]] || accept_first_run
  if [[ $launcher == agentapi ]]; then
    join_or_clear
    check_agentapi_version
  fi
  [[ -z $old_directory ]] || adopt_old_directory
}

# Joins an agentapi of ours whose supervisor was killed, or clears away what one
# left behind.
join_or_clear() {
  local agentapi_pid waited=0
  while find_our_agentapi; do
    if ! is_being_stopped; then
      child=$agentapi_pid adopted=true
      read_running_port
      return 0
    fi
    ((waited < 600)) || die "agentapi (process $agentapi_pid) has not stopped for 60 s; end it and start again"
    waited=$((waited + 1))
    pause 0.1
  done
  # No process is behind these: agentapi would refuse to start because of a
  # number that now belongs to another process.
  rm -f -- "$pid_file" "$running_file"
  is_stopped || rm -f -- "$stop_mark"
  check_port
}

run_agentapi() {
  prepare
  if [[ $adopted == true ]]; then
    announce "agentapi (process $child) runs without its supervisor, which was killed; taking over"
    read_uptime
    launched_at=$uptime log_bytes=0 start_mode=warm
    keep_log_small "$log_dir/agentapi.log"
    recall_session
    # The supervisor may have been killed before it typed the task.
    if ((${#cold_prompt[@]} == 0)) && [[ ! -e $task_file && ! -e $established && $prompt == *[![:space:]]* ]]; then
      typed_task=$prompt
    fi
    identify "$child" && write_whole "$running_file" "$identity $port" "$stateful" || true
  else
    check_state
    start_session
  fi
  supervise
}

# Waits until our agentapi serves the port, so that what follows in the template
# finds it, and has done so for two seconds: it listens before an agent that
# refuses its arguments has ended.
wait_until_up() {
  local tries agentapi_pid holder seen='' since=0
  for ((tries = 0; tries < 600; tries++)); do
    if find_our_agentapi && read_running_port && listens "$agentapi_pid" && [[ -n $(agentapi_get /status || true) ]] && read_lock "$lock"; then
      read_uptime
      [[ $seen == "$agentapi_pid" ]] || seen=$agentapi_pid since=$uptime
      ((uptime - since < 3)) || return 0
    fi
    if ! kill -0 "$1" 2>/dev/null; then
      # It ended well when another start was at it already.
      wait "$1" || return 1
      read_lock "$lock" || return 1
    fi
    pause 0.2
  done
  return 1
}

# As a coder_script: the agent goes to the background, and what the start
# decided goes to Coder's log as well.
start_in_background() {
  local supervisor log_bytes
  make_directories
  { : >>"$log_dir/start.log"; } 2>/dev/null || die "cannot write to $log_dir; is the home directory writable and the disk not full?"
  keep_log_small "$log_dir/start.log"
  run_agentapi </dev/null >>"$log_dir/start.log" 2>&1 &
  supervisor=$!
  if wait_until_up "$supervisor"; then
    show_decisions "$log_bytes"
    log "$title is up on port $port; log: $log_dir/start.log"
  else
    show_decisions "$log_bytes"
    die "$title did not come up; logs: $log_dir/start.log and $log_dir/agentapi.log"
  fi
}

# Repeats what start.log says from byte $1 on, warnings and errors as such.
show_decisions() {
  local line to=1
  while IFS= read -r line; do
    case $line in
      *" $name: WARNING: "* | *" $name: ERROR: "*) to=2 ;;
      *" $name: "*) to=1 ;;
      *) ;;
    esac
    printf '%s\n' "$line" >&"$to"
  done < <(tail -c "+$(($1 + 1))" -- "$log_dir/start.log" | tail -n 30)
}

# Reports $1, as a warning with $2 = warn. Under the registry's agentapi module,
# which sends this script's output to a file, Coder's log is told as well: it is
# the standard output of the module's own script.
announce() {
  ${2:-log} "$1"
  [[ $called_by_module == true && -p /proc/$PPID/fd/1 ]] || return 0
  { ${2:-log} "$1" >"/proc/$PPID/fd/1" 2>&1; } 2>/dev/null || true
}
