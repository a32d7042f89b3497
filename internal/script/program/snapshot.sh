# shellcheck shell=bash
# --- the log snapshot of a Coder task ---

# Prints the last messages of file $1, agentapi's answer or a state file, as
# {"messages":[…]} of at most $2 bytes, cut between messages. A quote inside a
# message is escaped, so the text that separates messages cannot be part of one.
recent_messages() {
  local LC_ALL=C room=$(($2 - 15)) kept='' records=() i list head tail begin
  list=$(tail -c 1000000 -- "$1" | tr -d '\n' | sed 's/^.*"messages":\[{"id":/,{"id":/; s/\],"initial_prompt":.*$//; s/\][^]]*$//; s/"message":"/"content":"/g')
  split_records "$list" ',{"id":'
  for ((i = ${#records[@]} - 1; i > 0 && i >= ${#records[@]} - 10; i--)); do
    ((${#records[i]} + ${#kept} + 8 <= room)) || break
    kept="{\"id\":${records[i]}${kept:+,$kept}"
  done
  if [[ -z $kept ]]; then
    # The last message alone is too long. What is kept of it begins with a byte
    # that is neither part of an escape nor in the middle of a character.
    ((${#records[@]} > 1)) || return 1
    tail="{\"id\":${records[-1]}"
    head=${tail%%'"content":"'*}'"content":"'
    tail=${tail: -$((room - ${#head}))}
    begin=${tail%%[!0-9A-Za-z/\"\\$'\x80'-$'\xbf']*}
    kept=$head${tail:${#begin}}
  fi
  printf '{"messages":[%s]}' "$kept"
}

# Posts the snapshot of the chat in file $1, unless a longer one was posted
# before: a login screen after a restart must not replace a good one.
post_snapshot() {
  local payload code count posted=0 direct=()
  if [[ -z ${CODER_AGENT_URL-} || -z ${CODER_AGENT_TOKEN-} ]]; then
    log "no log snapshot: CODER_AGENT_URL and CODER_AGENT_TOKEN are not set"
    return 0
  fi
  if ! has curl; then
    warn "no log snapshot: curl is not installed"
    return 0
  fi
  count=$(count_messages "$1" user)
  { read -r posted <"$posted_file"; } 2>/dev/null || posted=0
  if ((count < posted)); then
    log "no log snapshot: this chat has $count user messages, fewer than the $posted posted"
    return 0
  fi
  payload=$(recent_messages "$1" 65536 || true)
  if [[ -z $payload ]]; then
    log "no log snapshot: the chat has no messages"
    return 0
  fi
  # A server on this machine is not behind the proxy of the environment.
  [[ $CODER_AGENT_URL != *://@(localhost|127.*|'[::1]')@(|:*|/*) ]] || direct=(--noproxy '*')
  # The token goes through a pipe: everybody can read a command line. No
  # settings of the user's: "verbose" would print it.
  code=$(printf '%s' "$payload" | curl --disable --silent --output /dev/null --write-out '%{http_code}' "${direct[@]}" \
    --max-time "$((stop_budget / 4 + 1))" --config <(printf 'header = "Coder-Session-Token: %s"\n' "$CODER_AGENT_TOKEN") \
    --header 'Content-Type: application/json' --data-binary @- \
    "${CODER_AGENT_URL%/}/api/v2/workspaceagents/me/tasks/$task_id/log-snapshot?format=agentapi" 2>/dev/null || true)
  case $code in
    204)
      write_whole "$posted_file" "$count" || true
      log "log snapshot posted"
      ;;
    401) log "no log snapshot: the agent's token is no longer valid (the workspace is being deleted)" ;;
    404) log "no log snapshot: this Coder server has no task $task_id, or no snapshots" ;;
    *) warn "no log snapshot: HTTP status ${code:-none}" ;;
  esac
}
