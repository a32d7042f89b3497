#!/usr/bin/env bash
# Saves the chat of Gemini and stops agentapi before the workspace stops.
# It ends within 5 seconds, may run twice, and may run beside the stop script
# of the registry's agentapi module.
#
# Rendered by the Terraform provider coder-persistence; change the template, not
# this file.
# shellcheck disable=SC2016 # what stands in the values is never expanded
set -Eeuo pipefail
trap 'printf "%s: line %s: a command failed unexpectedly: %s\n" "${name-}" "$LINENO" "$BASH_COMMAND" >&2' ERR

name=reviewer
data_dir=/data/agents/reviewer
port=4000
state_persistence=false
budget=5
task_id=5d1b8f3e-4c0a-4d52-9a57-5f7e7f6f2b11

state_dir=$data_dir/state
state_file=$state_dir/agentapi-state.json
state_backup=$state_dir/agentapi-state.json.backup
pid_file=$state_dir/agentapi.pid
legacy_pid_file=$state_dir/agentapi-legacy.pid
stopping=$state_dir/stopping
umask 077

# --- small tools ------------------------------------------------------------

# A full disk must not end a script that only wanted to say something.
log() {
  printf '%(%FT%T%z)T %s: %s\n' -1 "$name" "$*" >&2 || true
}

die() {
  log "ERROR: $*"
  exit 1
}


# Waits without starting a process: nothing is ever written to this pipe.
exec {idle_fd}<> <(:)
pause() {
  read -r -t "$1" -u "$idle_fd" _ || true
}

# Writes the other arguments to file $1, a line each, so that the file is always
# either the old or the new one. False when the disk is full.
write_whole() {
  local file=$1
  shift
  { printf '%s\n' "$@" >"$file.new" && mv -f -- "$file.new" "$file"; } 2>/dev/null
}

# Sets uptime to the seconds since boot. SECONDS follows the clock of the
# machine, which can be set back while a script waits.
read_uptime() {
  { IFS=. read -r uptime _ </proc/uptime; } 2>/dev/null || uptime=$SECONDS
}

# Sets parent and started of the process with the number $1: the start time in
# clock ticks since boot, which with the process id names a process for good, as
# a number used again has another start time. A process that has ended and waits
# for its parent to notice (Z) is none. No here-string: bash puts those into a
# file, and the disk may be full.
read_process() {
  local stat
  { read -r stat <"/proc/$1/stat"; } 2>/dev/null || return 1
  [[ ${stat##*) } =~ ^([A-Za-z])\ ([0-9]+)(\ -?[0-9]+){17}\ ([0-9]+)\  ]] || return 1
  [[ ${BASH_REMATCH[1]} != [ZX] ]] || return 1
  # shellcheck disable=SC2034 # used by one of the scripts
  parent=${BASH_REMATCH[2]} started=${BASH_REMATCH[4]}
}

read_uptime
deadline=$((uptime + budget))

# --- agentapi and its state file --------------------------------------------

# Prints when process $1 started; see read_process.
process_start() {
  read_process "$1" && printf '%s\n' "$started"
}

# True when process $1 is the agentapi of this very data directory. A number
# in a PID file proves nothing: after a restart it belongs to somebody else.
is_our_agentapi() {
  local argv=() i
  [[ $1 =~ ^[1-9][0-9]*$ ]] || return 1
  { mapfile -d '' -t argv <"/proc/$1/cmdline"; } 2>/dev/null || return 1
  [[ ${argv[0]-} == agentapi || ${argv[0]-} == */agentapi ]] || return 1
  for ((i = 1; i + 1 < ${#argv[@]}; i++)); do
    [[ ${argv[i]} != -- ]] || break
    [[ ${argv[i]} == --pid-file && ${argv[i + 1]} == "$pid_file" ]] && return 0
  done
  # Older than 0.12.0: no PID file of its own, known by the mark below.
  [[ -r $legacy_pid_file ]] && [[ "$1 $(process_start "$1")" == "$(<"$legacy_pid_file")" ]]
}

# Prints the process id of our agentapi, whether or not its PID file is there.
find_our_agentapi() {
  local pid dir
  for pid in "$pid_file" "$legacy_pid_file"; do
    [[ -r $pid ]] || continue
    read -r pid _ <"$pid" || true
    if is_our_agentapi "$pid"; then
      printf '%s\n' "$pid"
      return 0
    fi
  done
  for dir in /proc/[1-9]*; do
    if is_our_agentapi "${dir#/proc/}"; then
      printf '%s\n' "${dir#/proc/}"
      return 0
    fi
  done
  return 1
}

# Asks agentapi on this machine for path $1 and prints the body. Bash speaks
# to the port itself, so neither curl nor a proxy setting comes between.
agentapi_get() (
  exec 3<>"/dev/tcp/127.0.0.1/$port" || exit 1
  printf 'GET %s HTTP/1.0\r\nHost: localhost\r\nConnection: close\r\n\r\n' "$1" >&3
  IFS=' ' read -r -t 5 -u 3 _ code _ || exit 1
  [[ $code == 200 ]] || exit 1
  while IFS= read -r -t 5 -u 3 header; do
    [[ $header == $'\r' || -z $header ]] && break
  done
  timeout 5 cat <&3
) 2>/dev/null

# True when file $1 is a whole AgentAPI state file of version 1. AgentAPI
# writes it as one line, with these fields first and last.
state_is_whole() {
  local head tail
  [[ -s $1 ]] || return 1
  { IFS= read -r -N 25 head <"$1"; } 2>/dev/null || return 1
  [[ $head == '{"version":1,"messages":['* ]] || return 1
  { tail=$(tail -c 64 -- "$1"); } 2>/dev/null
  [[ $tail =~ ,\"initial_prompt_sent\":(true|false)\}$ ]] || return 1
  # A file that was not on disk yet when the machine failed has zeros in it. tr
  # leaves nothing else, and read succeeds only when there is one.
  ! IFS= read -r -d '' _ < <(LC_ALL=C tr -dc '\000' <"$1")
}

# The number of user messages in the JSON text $1. Inside a message the quotes
# are escaped, so the text below can only be the field itself.
user_messages_in() {
  local LC_ALL=C bare
  bare=${1//'"role":"user"'/}
  printf '%d\n' $(((${#1} - ${#bare}) / 13))
}

# The number of user messages in state file $1.
state_user_messages() {
  local text=
  [[ ! -s $1 ]] || { text=$(<"$1"); } 2>/dev/null
  user_messages_in "$text"
}

# Copies $1 to $2 so that $2 is always either the old or the new file.
copy_whole() {
  { cp -- "$1" "$2.new" && mv -f -- "$2.new" "$2"; } 2>/dev/null && return 0
  rm -f -- "$2.new" 2>/dev/null || true
  log "cannot write $2; is the disk full?"
  return 1
}

# --- the log snapshot of a Coder task ---------------------------------------

# The last messages of $1, agentapi's answer to GET /messages, as
# {"messages":[…]} of at most $2 bytes, cut between messages. A quote inside a
# message is escaped, so the text that separates messages cannot be part of one.
recent_messages() {
  local LC_ALL=C list=$1 room=$(($2 - 15)) kept='' all=() i head tail begin
  [[ $list == *'"messages":[{'*']'* ]] || return 1
  list=${list#*'"messages":['}
  list=${list%']'*}
  mapfile -d $'\x1e' -t all < <(printf '%s\n' "${list//'},{"id":'/$'}\x1e{"id":'}")
  for ((i = ${#all[@]} - 1; i >= 0 && i >= ${#all[@]} - 10; i--)); do
    all[i]=${all[i]%$'\n'}
    ((${#all[i]} + ${#kept} + 1 <= room)) || break
    kept=${all[i]}${kept:+,$kept}
  done
  if [[ -z $kept ]]; then
    # The last message alone is too long. What is kept of it begins with a byte
    # that is neither part of an escape nor in the middle of a character.
    tail=${all[-1]%$'\n'}
    head=${tail%%'"content":"'*}'"content":"'
    tail=${tail: -$((room - ${#head}))}
    begin=${tail%%[!0-9A-Za-z/\"\\$'\x80'-$'\xbf']*}
    kept=$head${tail:${#begin}}
  fi
  printf '{"messages":[%s]}' "$kept"
}

post_snapshot() {
  local payload code direct=()
  [[ -n $task_id ]] || return 0
  if [[ -z ${CODER_AGENT_URL-} || -z ${CODER_AGENT_TOKEN-} ]]; then
    log "no log snapshot: CODER_AGENT_URL and CODER_AGENT_TOKEN are not set"
    return 0
  fi
  if ! command -v curl >/dev/null; then
    log "no log snapshot: curl is not installed"
    return 0
  fi
  payload=$(recent_messages "$messages" 65536 || true)
  if [[ -z $payload ]]; then
    log "no log snapshot: agentapi did not answer with messages"
    return 0
  fi
  # A server on this machine is not behind the proxy of the environment.
  [[ $CODER_AGENT_URL != *://@(localhost|127.*|'[::1]')@(|:*|/*) ]] || direct=(--noproxy '*')
  # The token goes through a pipe: everybody can read a command line.
  code=$(printf '%s' "$payload" | curl --silent --output /dev/null --write-out '%{http_code}' "${direct[@]}" \
    --max-time "$((budget / 4 + 1))" --config <(printf 'header = "Coder-Session-Token: %s"\n' "$CODER_AGENT_TOKEN") \
    --header 'Content-Type: application/json' --data-binary @- \
    "${CODER_AGENT_URL%/}/api/v2/workspaceagents/me/tasks/$task_id/log-snapshot?format=agentapi" || true)
  case $code in
    204) log "log snapshot posted" ;;
    401) log "no log snapshot: the agent's token is no longer valid (the workspace is being deleted)" ;;
    404) log "no log snapshot: this Coder server has no task $task_id, or no snapshots" ;;
    *) log "no log snapshot: HTTP status ${code:-none}" ;;
  esac
}

# --- stopping ---------------------------------------------------------------

# AgentAPI interrupts the agent and waits 5 s for it. Gemini ignores
# the interrupt, so it is ended here; its session files survive that.
end_agent() {
  local dir
  for dir in /proc/[1-9]*; do
    read_process "${dir#/proc/}" || continue
    [[ $parent == "$1" ]] || continue
    kill "-$2" "${dir#/proc/}" 2>/dev/null || true
  done
}

stop_agentapi() {
  local pid=$1 start waited=0
  start=$(process_start "$pid" || true)
  kill -TERM "$pid" 2>/dev/null || true
  while [[ -n $start && $(process_start "$pid" || true) == "$start" ]]; do
    pause 0.02
    waited=$((waited + 1))
    case $waited in
      5) end_agent "$pid" TERM ;;
      40) end_agent "$pid" KILL ;;
      *) ;;
    esac
    read_uptime
    if ((uptime >= deadline)); then
      log "agentapi (process $pid) did not end within $budget s; killing it"
      if is_our_agentapi "$pid"; then
        kill -KILL "$pid" 2>/dev/null || true
      fi
      pause 0.1
      return 0
    fi
  done
  log "agentapi (process $pid) has ended"
}

# AgentAPI does not count a question as a change until the agent visibly
# answers. When the state file lacks user messages that agentapi had, it is
# made from agentapi's own answer.
complete_state() {
  local LC_ALL=C list=$messages asked saved parts=() rest
  [[ $keeps_state == true && $list == *'"messages":[{'*']'* ]] || return 0
  asked=$(user_messages_in "$list")
  saved=$(state_user_messages "$state_file")
  ((asked > saved)) || return 0
  list=${list#*'"messages":['}
  list=${list%']'*}
  # After a chat that ends with a question agentapi would wait for an answer,
  # and take no message, for ever.
  if [[ ${list##*'"role":"'} == user* ]]; then
    rest=${list//'"role":"'/}
    list+=",{\"id\":$(((${#list} - ${#rest}) / 8)),\"message\":\"\",\"role\":\"agent\",\"time\":\"${list##*'"time":"'}"
  fi
  rest='","initial_prompt_sent":false}'
  if state_is_whole "$state_file"; then
    rest=$(<"$state_file")
    mapfile -d $'\x1e' -t parts < <(printf '%s\n' "${rest//'],"initial_prompt":"'/$'\x1e'}")
    rest=${parts[1]%$'\n'}
  fi
  list="{\"version\":1,\"messages\":[${list//'"content":'/'"message":'}],\"initial_prompt\":\"$rest"
  if { printf '%s\n' "$list" >"$state_file.new"; } 2>/dev/null && state_is_whole "$state_file.new"; then
    mv -f -- "$state_file.new" "$state_file"
    log "agentapi had saved $saved of $asked user messages; the rest is added"
  else
    rm -f -- "$state_file.new" 2>/dev/null || true
    log "agentapi had saved $saved of $asked user messages, and the rest cannot be added; is the disk full?"
  fi
}

# Says what is on disk, keeps a copy of it, and puts the copy back when the
# last save lost messages: agentapi writes a nearly empty chat when the agent
# never became ready after a restart.
verify_state() {
  local now backup
  [[ $state_persistence == true ]] || return 0
  if [[ ! -e $state_file ]]; then
    log "no chat was saved: agentapi is older than 0.12.0, or nothing was said yet"
    return 0
  fi
  now=$(state_user_messages "$state_file")
  backup=$(state_user_messages "$state_backup")
  if ! state_is_whole "$state_file"; then
    log "the chat in $state_file is damaged"
    now=-1
  fi
  if state_is_whole "$state_backup" && ((backup > now)); then
    if copy_whole "$state_backup" "$state_file"; then
      log "the chat was put back from its copy ($backup user messages)"
    fi
  elif ((now >= 0)); then
    copy_whole "$state_file" "$state_backup" || true
    log "the chat is saved: $now user messages, $(stat -c %s -- "$state_file") bytes in $state_file"
  fi
}

if [[ ! -d $state_dir ]]; then
  log "nothing to stop: $state_dir does not exist"
  exit 0
fi
{ printf '%s\n' "$$" >"$stopping"; } 2>/dev/null || log "cannot write to $state_dir; stopping all the same"
messages=
keeps_state=false
if pid=$(find_our_agentapi); then
  [[ $state_persistence != true || ! -e $pid_file ]] || keeps_state=true
  # Save now, in case what follows is cut short; agentapi saves again on TERM.
  # Before the agent is ready its chat is not loaded and must not be saved.
  if [[ $keeps_state == true && $(agentapi_get /status || true) == *'"status":"stable"'* ]]; then
    kill -USR1 "$pid" 2>/dev/null || true
  fi
  messages=$(agentapi_get /messages || true)
  post_snapshot
  stop_agentapi "$pid"
  complete_state
else
  log "agentapi is not running"
fi
verify_state
