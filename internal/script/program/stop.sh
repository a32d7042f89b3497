# shellcheck shell=bash
# --- stopping ---

# Sets agents to the processes that agentapi $1 runs.
find_agents() {
  local dir parent terminal_session started
  agents=()
  for dir in /proc/[1-9]*; do
    read_process "${dir#/proc/}" && [[ $parent == "$1" ]] || continue
    ! identify "${dir#/proc/}" || agents+=("$identity")
  done
}

# Sends signal $1 to the agent's processes that still run, and, as a terminal
# does, to all of their group: some agents are started by a wrapper that ignores
# signals. Fails when none runs.
signal_agents() {
  local agent pid signal any=1
  for agent in "${agents[@]}"; do
    is_running "$agent" || continue
    any=0 signal=$1 pid=${agent%%.*}
    [[ $signal != INT ]] || ! ignores_interrupt "$pid" || signal=TERM
    [[ $signal == 0 ]] || kill "-$signal" -- "-$pid" 2>/dev/null || kill "-$signal" "$pid" 2>/dev/null || true
  done
  return "$any"
}

# True when process $1 ignores SIGINT, which is number 2.
ignores_interrupt() {
  local key mask
  while read -r key mask; do
    [[ $key != SigIgn: ]] || return "$((16#${mask: -1} & 2 ? 0 : 1))"
  done 2>/dev/null <"/proc/$1/status"
  return 1
}

# Asks the agent to end, in the way it honors, and lets it finish writing within
# the budget. AgentAPI saves the chat and ends after it. One that does not react
# is reminded after a third of the budget, and ended before its end.
stop_agent() {
  local identity agents=() reminded=false said=$uptime
  find_agents "$1"
  signal_agents "$stop_signal" || return 0
  while signal_agents 0; do
    pause 0.05
    read_uptime
    if ((uptime >= deadline - reserve)); then
      warn "$title did not exit within $((uptime - stop_began)) s; killing it"
      signal_agents KILL || true
      return 0
    fi
    if [[ $reminded == false ]] && ((uptime - stop_began > stop_budget / 3)); then
      reminded=true
      signal_agents TERM || true
    fi
    if ((uptime - said >= 10)); then
      said=$uptime
      log "waiting for $title to finish ($((uptime - stop_began)) of $stop_budget s)"
    fi
  done
}

# Ends agentapi, process $1: it is told to, and killed when the time is up.
stop_agentapi() {
  local identity ours
  identify "$1" || return 0
  ours=$identity
  ! is_our_agentapi "$1" || kill -TERM "$1" 2>/dev/null || true
  while is_running "$ours"; do
    pause 0.02
    read_uptime
    ((uptime < deadline - 1)) || {
      warn "agentapi (process $1) did not end within $stop_budget s; killing it"
      ! is_our_agentapi "$1" || kill -KILL "$1" 2>/dev/null || true
      pause 0.1
      return 0
    }
  done
  log "agentapi (process $1) has ended"
}

# Removes the answer of agentapi, which goes to /dev/null when the disk is full: root
# would remove that for everybody.
forget_chat() {
  [[ ! -f $chat ]] || rm -f -- "$chat"
}

# Saves and stops, in the background of stop, which watches the time.
stop_everything() {
  local agentapi_pid asked=0 keeps=false saved=true serves=false why="nothing was said yet" holder
  if find_our_agentapi; then
    read_running_port
    [[ $(tail -n 1 -- "$running_file" 2>/dev/null) == false || $save_chat == false ]] || keeps=true
    [[ $keeps == true ]] || why="agentapi is older than 0.12.0" saved=false
    # Another program can listen on the port; its chat is none of ours.
    ! listens "$agentapi_pid" || serves=true
    if [[ $serves == true ]]; then
      # Saved now, in case what follows is cut short, and again when agentapi ends.
      # Before the agent is ready its chat is not loaded and must not be saved.
      if [[ $keeps == true && $(agentapi_get /status 3 || true) == *'"status":"stable"'* ]]; then
        kill -USR1 "$agentapi_pid" 2>/dev/null || true
      fi
      agentapi_get /messages "$((stop_budget / 4 + 1))" >"$chat" || forget_chat
      asked=$(count_messages "$chat" user)
      child=$agentapi_pid
      last_look
    fi
    if [[ -n $task_id ]]; then
      if [[ -s $chat ]] && (($(count_messages "$state_backup" user) <= asked)); then
        post_snapshot "$chat"
      else
        post_snapshot "$state_backup"
      fi
    fi
    stop_agent "$agentapi_pid"
    stop_agentapi "$agentapi_pid"
    [[ $keeps == false ]] || complete_state "$asked"
  elif [[ $launcher == terminal ]] && read_lock "$lock"; then
    stop_agent "${holder%%.*}"
    # The command in the terminal then notes the session and ends.
    while read_lock "$lock" && ((uptime < deadline - 1)); do
      pause 0.1
      read_uptime
    done
    why="$title ran in a terminal"
  else
    log "agentapi is not running"
    why="agentapi was not running"
  fi
  verify_state "$why" "$saved"
  forget_chat
  # A start that is under way sees the mark and ends.
  while read_lock "$lock"; do
    kill -TERM "${holder%%.*}" 2>/dev/null || true
    pause 0.1
  done
}

# The session may have changed since the supervisor looked.
last_look() {
  local current session_id directory last_listing='' last_unproven='' found='' trouble=''
  read_session
  [[ -z $directory ]] || workdir=$directory
  find_agent && find_repository || return 0
  [[ $follow_kind == @(none|command) ]] || follow_session >/dev/null || true
  [[ -e $established ]] || [[ $store_kind == command ]] || look_for_session >/dev/null || true
}

stop() {
  local identity worker result=0 holder=''
  # Without a state directory too: a start may just have begun.
  mkdir -p -- "$state_dir" 2>/dev/null || {
    log "nothing to stop: $state_dir does not exist"
    return 0
  }
  read_uptime
  stop_began=$uptime deadline=$((uptime + stop_budget))
  reserve=$((stop_budget / 10 + 2))
  ((reserve < 8)) || reserve=8
  trap release_locks EXIT
  take_lock "$state_dir/stop-lock" || result=$?
  if ((result == 1)); then
    log "process ${holder%%.*} is stopping this agent already; waiting for it"
    while is_running "$holder" && ((uptime < deadline)); do
      pause 0.1
      read_uptime
    done
    return 0
  fi
  write_whole "$stop_mark" "$began" || warn "cannot write to $state_dir; continuing to stop"
  chat=$state_dir/chat.$$
  : 2>/dev/null >"$chat" || chat=/dev/null
  # One deadline around everything, whatever hangs.
  stop_everything &
  worker=$!
  while kill -0 "$worker" 2>/dev/null; do
    pause 0.05
    read_uptime
    ((uptime < deadline)) || {
      warn "the stop did not finish within $stop_budget s; killing it"
      kill -KILL "$worker" 2>/dev/null || true
      ! find_our_agentapi || kill -KILL "$agentapi_pid" 2>/dev/null || true
      break
    }
  done
  result=0
  wait "$worker" || result=$?
  write_whole "$stop_mark" "$began" ended || true
  ((uptime < deadline)) || result=0
  return "$result"
}
