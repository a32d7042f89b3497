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
  local answer
  session_id=
  ask_agent threads new || true
  [[ $answer =~ T-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12} ]] || die "'$agent_name threads new' printed no session identifier. Is $agent_name logged in?"
  session_id=${BASH_REMATCH[0]}
}

# Makes $session_id the session that is about to begin.
begin_session() {
  [[ ! -e $established ]] || rm -f -- "$established"
  if [[ -n $session_id ]]; then
    write_session_file || exit 1
  else
    rm -f -- "$session_file"
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
      new_session_id
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
        [[ -s $session_file ]] || new_session_id
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
      agent_argv=("$agent" threads continue "$session_id" "${extra_args[@]}")
      typed_prompt=$prompt
      ;;
    cold.false) agent_argv=("$agent" threads continue "$session_id" "${extra_args[@]}") ;;
    warm.true)
      agent_argv=("$agent" threads continue "$session_id" "${extra_args[@]}")
      typed_prompt=$prompt
      ;;
    *) agent_argv=("$agent" threads continue "$session_id" "${extra_args[@]}") ;;
  esac
}

# --- from the agent's own registry module -----------------------------------

old_dir=$home/.amp-module

# Takes over what the agent's registry module left, so that a template can
# change to these scripts without losing a conversation. Nothing is removed
# from there, and nothing that is ours already is replaced, so that it does no
# harm to be interrupted and to run again.
adopt_old_directory() {
  [[ -d $old_dir && ! -e $state_dir/adopted ]] || return 0
  if [[ ! -e $state_file && ! -e $session_file ]] && state_is_whole "$old_dir/agentapi-state.json"; then
    cp -- "$old_dir/agentapi-state.json" "$state_file.new" || die "cannot copy the chat from $old_dir; is the disk full?"
    [[ $(cksum <"$old_dir/agentapi-state.json") == "$(cksum <"$state_file.new")" ]] || die "the copy of the chat from $old_dir differs from it; start again"
    mv -f -- "$state_file.new" "$state_file"
    log "took over the chat from $old_dir"
  fi
  : >"$state_dir/adopted"
}

# --- running ----------------------------------------------------------------

launch() {
  local flags=(--type amp --port "$port") reset=() boundary=()
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
      # From the first question on the session must not be begun again.
      if [[ $(agentapi_get /messages || true) == *'"role":"user"'* ]]; then
        establish_session
        log "the session is in use and will be resumed"
      fi
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
      log "the workspace is stopping; not starting Sourcegraph Amp"
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
  log "Sourcegraph Amp is up on port $port; log: $log_dir/start.log"
else
  tail -n 20 -- "$log_dir/start.log" >&2 || true
  die "Sourcegraph Amp did not come up; logs: $log_dir/start.log and $log_dir/agentapi.log"
fi
