# shellcheck shell=bash
# --- a task that the command line does not take ---

# Sends $1 to the agent as a person would.
agentapi_say() (
  LC_ALL=C
  body="{\"content\":\"$(json_text "$1")\",\"type\":\"user\"}"
  exec 3<>"/dev/tcp/127.0.0.1/$port" || exit 1
  printf 'POST /message HTTP/1.0\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s' "${#body}" "$body" >&3
  IFS=' ' read -r -t 60 -u 3 _ code _ || exit 1
  [[ $code == 200 ]]
) 2>/dev/null

# Gives the task to an agent whose command line takes none, as a person would.
# The note comes first: a task that may have been given is not given again.
type_task() {
  agent_is_ready && agentapi_get /messages >"$state_dir/chat" || return 0
  if [[ ! -e $task_file ]]; then
    said_before=$(count_messages "$state_dir/chat" user)
    note_task "typed into session $session_id" || return 0
    if agentapi_say "$typed_task"; then
      log "gave the task to $title"
      typed_task=
    fi
  elif (($(count_messages "$state_dir/chat" user) > said_before)); then
    typed_task= # it was taken, and only the answer was cut off
  else
    rm -f -- "$task_file" # it was refused: the agent was just busy
  fi
}
