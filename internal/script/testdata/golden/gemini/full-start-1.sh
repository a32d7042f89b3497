#!/usr/bin/env bash
# Starts Gemini under agentapi, or brings it back with the conversation
# it had before the workspace stopped.
#
# Rendered by the Terraform provider coder-persistence; change the template, not
# this file. Run it as
#   start.sh true PORT   in the foreground, as the registry's agentapi module does
#   start.sh             in the background, as a coder_script does
# shellcheck disable=SC2016 # what stands in the values is never expanded
set -Eeuo pipefail
trap 'printf "%s: line %s: a command failed unexpectedly: %s\n" "${name-}" "$LINENO" "$BASH_COMMAND" >&2' ERR

name=reviewer
home=/root
workdir="/srv/it's a project"
data_dir=/data/agents/reviewer
prompt='Fix the "failing" test.
Then say $(date), it'\''s done.'
extra_args=(--model 'big one' '')
resume=required
on_resume_failure=fail
planned_session_id=2801462f-cc25-5873-97ff-3d78f51b48b9
agent_names=(/opt/agent/bin/agent)
port=4000
state_persistence=false
save_interval=0

log_dir=$data_dir/logs
scripts_dir=$data_dir/scripts
state_dir=$data_dir/state
lock=$state_dir/lock
session_file=$state_dir/session
established=$state_dir/session-established

state_file=$state_dir/agentapi-state.json
state_backup=$state_dir/agentapi-state.json.backup
pid_file=$state_dir/agentapi.pid
legacy_pid_file=$state_dir/agentapi-legacy.pid
stopping=$state_dir/stopping

[[ $# -ge 2 && $2 =~ ^[0-9]+$ ]] && port=$2
users_umask=$(umask)
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

# --- which session? ---------------------------------------------------------

# True when file $1 holds the text $2; grep may be missing in a slim image.
file_has() {
  if command -v grep >/dev/null; then
    LC_ALL=C grep -qF -- "$2" "$1" 2>/dev/null
  else
    local line
    while IFS= read -r line || [[ -n $line ]]; do
      [[ $line == *"$2"* ]] && return 0
    done 2>/dev/null <"$1"
    return 1
  fi
}

# Sets session_found to "yes" or "no" for the session $session_id.
find_session() {
  local root=${GEMINI_CLI_HOME:-"$home"/.gemini}${GEMINI_CLI_HOME:+/.gemini} file files
  session_found=no
  [[ -n $session_id ]] || return 0
  files=("$root"/tmp/*/chats/session-*.json*)
  for file in "${files[@]}"; do
    [[ -f $file ]] || continue
    [[ -s $file ]] || continue
    file_has "$file" '"sessionId":"'"$session_id"'"' || continue
    session_found=yes
    return 0
  done
}

# --- before the start -------------------------------------------------------

check_machine() {
  ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 404)) || die "bash 4.4 or newer is needed, this is $BASH_VERSION"
  [[ ${HOME-} -ef $home ]] || die "HOME is '${HOME-}', but the template says home = \"$home\"; sessions would be written where no volume is. Write home = \"${HOME-}\" in the template."
  # A locale that does not exist makes programs print a warning, which would
  # become the first message of the chat.
  if [[ -n ${LC_ALL-} && -n $(bash -c : 2>&1) ]]; then
    log "the locale $LC_ALL does not exist here; using C.UTF-8"
    export LC_ALL=C.UTF-8 LANG=C.UTF-8
  fi
  [[ :$PATH: == *:"$home"/.local/bin:* ]] || PATH=$PATH:$home/.local/bin
  command -v agentapi >/dev/null || die "agentapi is not on PATH. The registry's agentapi module installs it; without the module, install https://github.com/coder/agentapi v0.12.1 in the image or in an earlier script."
  agent=
  for agent_name in "${agent_names[@]}"; do
    agent=$(command -v -- "$agent_name") && break
  done
  [[ -n $agent ]] || die "Gemini is not on PATH (looked for: ${agent_names[*]}). Install it first: npm package @google/gemini-cli."
}

make_directories() {
  [[ -d $log_dir && -d $state_dir && -d $scripts_dir ]] ||
    mkdir -p -- "$log_dir" "$state_dir" "$scripts_dir" 2>/dev/null || die "cannot create $data_dir; is the home directory writable and the disk not full?"
  # Some network file systems have no modes.
  chmod 700 -- "$data_dir" "$log_dir" "$state_dir" "$scripts_dir" 2>/dev/null || true
  # With less room than this the session could begin and not be remembered.
  if ! { printf '%65536s' '' >"$state_dir/probe"; } 2>/dev/null; then
    rm -f -- "$state_dir/probe" 2>/dev/null || true
    die "cannot write 64 KiB to $state_dir; is the home directory writable, or is the disk full?"
  fi
  rm -f -- "$state_dir/probe"
  if [[ ! -d $workdir ]]; then
    log "creating the working directory $workdir"
    (umask "$users_umask" && mkdir -p -- "$workdir" 2>/dev/null) || die "cannot create the working directory $workdir"
  fi
  # Agents file a session under the real path.
  cd -P -- "$workdir" 2>/dev/null || die "cannot enter the working directory $workdir"
  workdir=$PWD
}

# One start at a time. A symbolic link is made in one step on every file
# system, and what it points to names its owner.
take_lock() {
  local me holder pid start stale tries=0 its_port waited=0
  started=
  read_process "$BASHPID" || true
  me=$BASHPID.$started.$port
  until ln -s -- "$me" "$lock" 2>/dev/null; do
    tries=$((tries + 1))
    ((tries < 100)) || die "cannot make the lock $lock; is the disk full?"
    holder=$(readlink -- "$lock") || continue
    pid=${holder%%.*} start=${holder#*.}
    its_port=
    [[ $start != *.* ]] || its_port=${start#*.}
    start=${start%%.*}
    if read_process "$pid" && [[ $started == "$start" ]]; then
      [[ ${its_port:-$port} == "$port" ]] || die "$data_dir is in use by the agent on port $its_port (process $pid), and \"$name\" is to run on port $port. Give each agent a name of its own in the template: name = \"$name-$port\""
      if [[ -e $stopping ]]; then
        ((waited > 0)) || log "process $pid is still stopping this agent; waiting for it"
        tries=0 waited=$((waited + 1))
        ((waited < 600)) || die "process $pid has not stopped for 60 s; end it and start again"
        pause 0.1
        continue
      fi
      log "process $pid is starting or running this agent already; nothing to do"
      exit 0
    fi
    # The owner is gone. Only one contender may clear the lock away.
    if ln -s -- "$me" "$lock.clearing" 2>/dev/null; then
      stale=("$lock.clearing")
      [[ $(readlink -- "$lock") != "$holder" ]] || stale=("$lock" "$lock.clearing")
      rm -f -- "${stale[@]}"
    else
      pause 0.1
      holder=$(readlink -- "$lock.clearing") || continue
      pid=${holder%%.*} start=${holder#*.}
      start=${start%%.*}
      { read_process "$pid" && [[ $started == "$start" ]]; } || rm -f -- "$lock.clearing"
    fi
  done
  trap 'rm -f -- "$lock"' EXIT
}

