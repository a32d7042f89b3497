#!/usr/bin/env bash
# Starts Goose in this terminal, or brings it back with the conversation
# it had before the workspace stopped.
#
# Rendered by the Terraform provider coder-persistence; change the template, not
# this file. With a terminal it runs the agent in it; without one (as a
# coder_script, say) it installs itself as the command coder-agent-goose.
# shellcheck disable=SC2016 # what stands in the values is never expanded
set -Eeuo pipefail
trap 'printf "%s: line %s: a command failed unexpectedly: %s\n" "${name-}" "$LINENO" "$BASH_COMMAND" >&2' ERR

name=goose
home=/home/coder
workdir=/home/coder
data_dir=/home/coder/.coder-modules/coder-persistence/goose
prompt=''
extra_args=()
resume=preferred
on_resume_failure=fresh
planned_session_id=coder-goose
agent_names=(goose)

log_dir=$data_dir/logs
scripts_dir=$data_dir/scripts
state_dir=$data_dir/state
lock=$state_dir/lock
session_file=$state_dir/session
established=$state_dir/session-established
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

# --- which session? ---------------------------------------------------------

# $1 as it stands inside a JSON string.
json_text() {
  local text=${1//\\/\\\\}
  printf '%s' "${text//\"/\\\"}"
}

# Sets session_found to "yes", "no", "unknown" when the agent does not tell, or
# "unprompted" for a session that was never given a prompt.
find_session() {
  local answer record records wanted
  session_found=no
  [[ -n $session_id ]] || return 0
  wanted='"working_dir":"'"$(json_text "$workdir")"'","name":"'"$session_id"'","user_set_name":'
  ask_agent session list --format json || {
    session_found=unknown
    return 0
  }
  split_records "$answer" '{"id":"'
  for record in "${records[@]}"; do
    [[ $record == *"$wanted"* ]] || continue
    session_found=yes
    [[ $record != *'"message_count":0,'* ]] || session_found=unprompted
    return 0
  done
}

# Sets answer to what the agent's own command says. It is not waited for longer
# than 30 s. It answers into a file: some programs end before a pipe has taken
# more than 64 KiB.
ask_agent() {
  answer=
  timeout 30 "$agent" "$@" </dev/null >"$state_dir/answer" 2>/dev/null || {
    log "'$agent_name $*' failed"
    return 1
  }
  answer=$(<"$state_dir/answer")
}

# Sets records to the parts of $1 that the text $2 separates. Not through a
# pipe, from which bash reads byte by byte.
split_records() {
  local IFS=$'\x1e'
  set -f
  # shellcheck disable=SC2206 # split at IFS, and with set -f at nothing else
  records=(${1//"$2"/$'\x1e'})
  set +f
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
  agent=
  for agent_name in "${agent_names[@]}"; do
    agent=$(command -v -- "$agent_name") && break
  done
  [[ -n $agent ]] || die "Goose is not on PATH (looked for: ${agent_names[*]}). Install it first: npm package @aaif/goose-binary-linux-x64 or the project's release archive."
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
  local me holder pid start stale tries=0
  started=
  read_process "$BASHPID" || true
  me=$BASHPID.$started
  until ln -s -- "$me" "$lock" 2>/dev/null; do
    tries=$((tries + 1))
    ((tries < 100)) || die "cannot make the lock $lock; is the disk full?"
    holder=$(readlink -- "$lock") || continue
    pid=${holder%%.*} start=${holder#*.}
    if read_process "$pid" && [[ $started == "$start" ]]; then
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
  printf -v session_id '%s-%(%Y%m%d%H%M%S)T' "$planned_session_id" -1
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
      new_session_id
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
      agent_argv=("$agent" run "${extra_args[@]}" -s --name "$session_id" '--text='"$prompt")
      ;;
    cold.false) agent_argv=("$agent" session "${extra_args[@]}" --name "$session_id") ;;
    warm.true)
      agent_argv=("$agent" run "${extra_args[@]}" -s --resume --name "$session_id" '--text='"$prompt")
      ;;
    *) agent_argv=("$agent" session "${extra_args[@]}" --resume --name "$session_id") ;;
  esac
}

# --- from the agent's own registry module -----------------------------------

old_dir=$home/.goose-module

# Takes over what the agent's registry module left, so that a template can
# change to these scripts without losing a conversation. Nothing is removed
# from there, and nothing that is ours already is replaced, so that it does no
# harm to be interrupted and to run again.
adopt_old_directory() {
  [[ -d $old_dir && ! -e $state_dir/adopted ]] || return 0
  : >"$state_dir/adopted"
}

