# shellcheck shell=bash
# --- the chat on disk ---

# Leaves the longest whole chat in place, and a copy of it, before agentapi
# reads it.
check_state() {
  local now backup
  [[ $stateful == true ]] || return 0
  rm -f -- "$state_file.tmp"
  if [[ $resume == false && $first_attempt == true ]]; then
    [[ ! -e $state_file ]] || mv -f -- "$state_file" "$state_file.previous"
    rm -f -- "$state_backup" "$posted_file"
    return 0
  fi
  set_damaged_state_aside
  now=$(count_messages "$state_file" user)
  if [[ -e $state_backup ]]; then
    backup=$(count_messages "$state_backup" user)
    if ((backup > now)) && state_is_whole "$state_backup"; then
      log "the chat has $now of $backup user messages; restoring it from $state_backup"
      copy_whole "$state_backup" "$state_file" || true
      return 0
    fi
  fi
  [[ ! -e $state_file ]] || copy_whole "$state_file" "$state_backup" || true
}

set_damaged_state_aside() {
  local aside
  [[ -e $state_file ]] && ! state_is_whole "$state_file" || return 0
  printf -v aside '%s.damaged-%(%Y%m%dT%H%M%S)T' "$state_file" -1
  warn "the chat in $state_file is damaged; kept as $aside"
  mv -f -- "$state_file" "$aside"
}

# AgentAPI does not count a question as a change until the agent visibly
# answers. Where the state file lacks user messages that are in $chat,
# agentapi's own answer, it is made from that.
complete_state() {
  local asked=$1 saved last next
  saved=$(count_messages "$state_file" user)
  ((asked > saved)) || return 0
  if [[ -e $state_file ]] && ! state_is_whole "$state_file"; then
    saved=0
  fi
  last=$(tail -c 65536 -- "$chat" | LC_ALL=C sed 's/},{"id":/}\n{"id":/g' | tail -n 1) || true
  next=
  # After a chat that ends with a question agentapi would wait for an answer,
  # and take no message, for ever.
  if [[ $last == *'"role":"user"'* && $last =~ \"time\":(\"[^\"]*\") ]]; then
    next=",{\"id\":$(($(count_messages "$chat" user) + $(count_messages "$chat" agent))),\"message\":\"\",\"role\":\"agent\",\"time\":${BASH_REMATCH[1]}}"
  fi
  if {
    printf '{"version":1,"messages":['
    LC_ALL=C tr -d '\n' <"$chat" | LC_ALL=C sed 's/^.*"messages":\[\({"id":\)/\1/; s/\][^]]*$//; s/"content":"/"message":"/g'
    printf '%s],"initial_prompt":"","initial_prompt_sent":true}\n' "$next"
  } 2>/dev/null >"$state_file.new" && state_is_whole "$state_file.new" && mv -f -- "$state_file.new" "$state_file"; then
    log "agentapi saved $saved of $asked user messages; added the missing ones"
  else
    rm -f -- "$state_file.new" 2>/dev/null || true
    warn "agentapi saved $saved of $asked user messages, and the missing ones cannot be added; is the disk full?"
  fi
}

# Reports what is on disk, keeps a copy of it, and restores the copy when the
# last save lost messages: agentapi writes a nearly empty chat when the agent
# never became ready after a restart.
verify_state() {
  local now backup
  [[ $save_chat == true ]] || return 0
  set_damaged_state_aside
  now=$(count_messages "$state_file" user)
  backup=$(count_messages "$state_backup" user)
  if ((backup > now)) && state_is_whole "$state_backup"; then
    if copy_whole "$state_backup" "$state_file"; then
      log "restored the chat from its backup: $backup user messages in $state_file"
    fi
  elif [[ ! -e $state_file ]]; then
    log "no chat on disk: $1"
  elif [[ $2 == false ]]; then
    warn "this chat was not saved: $1. $state_file holds an earlier one, of $now user messages"
  else
    copy_whole "$state_file" "$state_backup" || true
    log "the chat is on disk: $now user messages, $(stat -c %s -- "$state_file") bytes in $state_file"
  fi
}
