# --- before agentapi starts -------------------------------------------------

clear_old_process() {
  local pid waited=0
  while pid=$(find_our_agentapi); do
    if [[ ! -e $stopping ]]; then
      log "agentapi is already running as process $pid; nothing to do"
      exit 0
    fi
    ((waited > 0)) || log "agentapi (process $pid) is still stopping; waiting for it"
    waited=$((waited + 1))
    ((waited < 600)) || die "agentapi (process $pid) has not stopped for 60 s; end it and start again"
    pause 0.1
  done
  # No process is behind these files: agentapi would refuse to start because of
  # a number that now belongs to another process.
  rm -f -- "$pid_file" "$legacy_pid_file" "$stopping"
}

# Prints the agentapi process that was told to listen on our port.
find_port_owner() {
  local dir argv i
  for dir in /proc/[1-9]*; do
    argv=()
    { mapfile -d '' -t argv <"$dir/cmdline"; } 2>/dev/null || continue
    [[ ${argv[0]-} == */agentapi || ${argv[0]-} == agentapi ]] || continue
    for ((i = 1; i + 1 < ${#argv[@]}; i++)); do
      [[ ${argv[i]} == --port && ${argv[i + 1]} == "$port" ]] || continue
      printf 'agentapi (process %s: %s)\n' "${dir#/proc/}" "${argv[*]:0:10}"
      return 0
    done
  done
  return 1
}

check_port() {
  local owner tries
  for ((tries = 0; tries < 50; tries++)); do
    { : 3<>"/dev/tcp/127.0.0.1/$port"; } 2>/dev/null || return 0
    if owner=$(find_port_owner); then
      break
    fi
    # A killed agentapi can hold its port for a moment longer.
    owner="another program"
    pause 0.1
  done
  die "port $port is taken by $owner. Give \"$name\" a port of its own in the template: port = $((port + 1))"
}

check_agentapi_version() {
  local text major minor
  text=$(timeout 10 agentapi --version </dev/null 2>/dev/null) || text=
  if [[ $text =~ ([0-9]+)\.([0-9]+)\.([0-9]+) ]]; then
    major=${BASH_REMATCH[1]} minor=${BASH_REMATCH[2]}
    ((10#$major > 0 || 10#$minor >= 12)) || stateful=false
  else
    # A build that does not tell its version is asked what it can do.
    text=$(timeout 10 agentapi server --help </dev/null 2>/dev/null) || text=
    [[ $text == *--state-file* ]] || stateful=false
    text="of unknown version"
  fi
  if [[ $state_persistence == true && $stateful == false ]]; then
    log "agentapi ($text) is older than 0.12.0 and cannot keep the chat. The agent's own session is resumed all the same. Write agentapi_version = \"v0.12.2\" in the template."
  fi
  [[ $state_persistence == true ]] || stateful=false
}

# Leaves a whole state file with the longest known chat in place, and a copy.
check_state() {
  local now backup
  [[ $stateful == true ]] || return 0
  if [[ $resume == never && $first_start == true ]]; then
    [[ ! -e $state_file ]] || mv -f -- "$state_file" "$state_file.previous"
    rm -f -- "$state_backup"
    return 0
  fi
  if [[ -e $state_file ]] && ! state_is_whole "$state_file"; then
    printf -v now '%(%Y%m%dT%H%M%S)T' -1
    log "the chat in $state_file is damaged; kept as $state_file.damaged-$now"
    mv -f -- "$state_file" "$state_file.damaged-$now"
  fi
  if state_is_whole "$state_backup"; then
    now=$(state_user_messages "$state_file")
    backup=$(state_user_messages "$state_backup")
    if ((backup > now)); then
      log "the chat has $now of $backup earlier user messages; restoring it from $state_backup"
      copy_whole "$state_backup" "$state_file" || true
    fi
  fi
  [[ ! -e $state_file ]] || copy_whole "$state_file" "$state_backup" || true
}

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
  session_id=$(</proc/sys/kernel/random/uuid)
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
      agent_argv=("$agent" --session-id "$session_id" "${extra_args[@]}" '--prompt-interactive='"$prompt")
      ;;
    cold.false) agent_argv=("$agent" --session-id "$session_id" "${extra_args[@]}") ;;
    warm.true)
      agent_argv=("$agent" --resume "$session_id" "${extra_args[@]}" '--prompt-interactive='"$prompt")
      ;;
    *) agent_argv=("$agent" --resume "$session_id" "${extra_args[@]}") ;;
  esac
}

# --- from the agent's own registry module -----------------------------------

old_dir=$home/.gemini-module

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

