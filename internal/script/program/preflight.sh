# shellcheck shell=bash
# --- before the start ---

check_machine() {
  ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 404)) || die "bash 4.4 or newer is needed, this is $BASH_VERSION"
  # A program that warns of a missing locale would write the warning into the chat.
  if [[ -n ${LC_ALL-} && -n $(bash -p -c : 2>&1) ]]; then
    log "the locale $LC_ALL does not exist here; using C.UTF-8"
    export LC_ALL=C.UTF-8 LANG=C.UTF-8
  fi
  if [[ $launcher == agentapi ]]; then
    has agentapi || die "agentapi is not on PATH. Set install = true, install github.com/coder/agentapi v$agentapi_recommended in the image, or use the registry's agentapi module, which installs it."
  fi
  find_agent || die "$title is not on PATH (looked for: ${agent_names[*]}). Set install = true, or install it in the image: $agent_package."
}

# Sets agent to the path of the agent's program.
find_agent() {
  [[ :$PATH: == *:"$home/.local/bin":* ]] || PATH=$home/.local/bin:$PATH
  for agent_name in "${agent_names[@]}"; do
    agent=$(command -v -- "$agent_name") && return 0
  done
  return 1
}

make_directories() {
  mkdir -p -- "$log_dir" "$state_dir" 2>/dev/null || die "cannot create $data_dir; is the home directory writable and the disk not full?"
  # Some network file systems have no modes.
  chmod 700 -- "$data_dir" "$log_dir" "$state_dir" 2>/dev/null || true
  # With less room than this a session could begin and not be remembered.
  if ! { printf '%65536s' '' >"$state_dir/probe"; } 2>/dev/null; then
    rm -f -- "$state_dir/probe" 2>/dev/null || true
    die "cannot write 64 KiB to $state_dir; is the home directory writable, or is the disk full?"
  fi
  rm -f -- "$state_dir/probe"
  if [[ $data_dir != "${elsewhere%/*}"/* ]]; then
    { mkdir -p -- "$elsewhere" && ln -sfn -- "$data_dir" "$elsewhere/${data_dir//\//_}"; } 2>/dev/null || true
  fi
  claim_directories
}

# Notes whose files these are. Of two workspaces that start at the same time only
# one can make the link; the other takes files of its own.
claim_directories() {
  local mine=$workspace_file.${CODER_WORKSPACE_ID:-$$}
  if [[ ! -e $workspace_file ]] && write_whole "$mine" "${CODER_WORKSPACE_ID-}" "${CODER_WORKSPACE_NAME-}"; then
    ln -- "$mine" "$workspace_file" 2>/dev/null || [[ -e $workspace_file ]] || cp -- "$mine" "$workspace_file" 2>/dev/null || true
    rm -f -- "$mine"
  fi
  if is_of_another_workspace; then
    set_paths
    make_directories
  fi
}

enter_workdir() {
  if [[ ! -d $workdir ]]; then
    log "creating the working directory $workdir"
    (umask "$users_umask" && mkdir -p -- "$workdir" 2>/dev/null) || die "cannot create the working directory $workdir"
  fi
  # Agents file a session under the real path.
  cd -P -- "$workdir" 2>/dev/null || die "cannot enter the working directory $workdir"
  workdir=$PWD
}

# The file that a start script has just written becomes the program of this
# agent. A copy is for when a crash damages it.
put_program_in_place() {
  local program=$data_dir/bin/coder-agent-$name
  [[ $0 == "$program".?????? ]] || return 0
  { cp -- "$0" "$0.copy" && mv -f -- "$0.copy" "${program%/*}/copy" && mv -f -- "$0" "$program"; } 2>/dev/null || {
    rm -f -- "$0" "$0.copy" 2>/dev/null || true
    die "cannot write $program; is the home directory writable and the disk not full?"
  }
}

# Puts coder-agent-NAME where people and apps find it: on the PATH of Coder's
# scripts and apps, and on that of login shells, which some systems reset.
install_command() {
  local directory profile program=$data_dir/bin/coder-agent-$name
  [[ -x $program ]] || return 0
  for directory in "${CODER_SCRIPT_BIN_DIR-}" "$home/.local/bin" /usr/local/bin; do
    [[ $directory != "$home/.local/bin" ]] || mkdir -p -- "$directory" 2>/dev/null || true
    [[ -n $directory && -w $directory ]] || continue
    ln -sfn -- "$program" "$directory/coder-agent-$name" 2>/dev/null || true
  done
  for profile in "$home"/.bash_profile "$home"/.bash_login "$home"/.profile; do
    [[ ! -e $profile ]] || return 0
  done
  # shellcheck disable=SC2016 # for the shell that reads it
  { printf '%s\n' '# ~/.local/bin holds coder-agent-* and other programs of yours.' '[ ! -f ~/.bashrc ] || . ~/.bashrc' 'PATH="$HOME/.local/bin:$PATH"' >"$home/.profile"; } 2>/dev/null || true
}

# Sets holder to who holds the lock $1, and fails when nobody alive does. What a
# lock points to names its owner: the process, then for an agent its port, then
# its name.
read_lock() {
  holder=$(readlink -- "$1") && is_running "$holder"
}

# Takes the lock $1, a symbolic link, which every file system makes in one step.
# Returns 1, with holder set, when somebody alive holds it, and 2 when it cannot
# be made.
take_lock() {
  local lock=$1 me tries seen identity
  identify "$BASHPID" || true
  me=${identity:-$BASHPID.0.none}.$port.$name
  for ((tries = 0; tries < 100; tries++)); do
    if ln -s -- "$me" "$lock" 2>/dev/null; then
      locks+=("$lock")
      return 0
    fi
    seen=$(readlink -- "$lock" 2>/dev/null) || {
      [[ -w ${lock%/*} && ! -e $lock ]] || return 2
      pause 0.02
      continue
    }
    holder=$seen
    ! is_running "$seen" || return 1
    # Its owner is gone. Only one contender may clear it away.
    if ln -s -- "$me" "$lock.clearing" 2>/dev/null; then
      [[ $(readlink -- "$lock") != "$seen" ]] || rm -f -- "$lock"
      rm -f -- "$lock.clearing"
    else
      seen=$(readlink -- "$lock.clearing" 2>/dev/null) || continue
      is_running "$seen" || rm -f -- "$lock.clearing"
      pause 0.05
    fi
  done
  return 2
}

# Releases the locks that this process took.
release_locks() {
  local lock
  for lock in "${locks[@]}"; do
    rm -f -- "$lock"
  done
  locks=()
}

# One start per agent at a time, and one agent per port.
take_locks() {
  local holder='' holder_port result=0 waited=0
  trap release_locks EXIT
  wait_for_stop
  until take_lock "$lock"; do
    result=$?
    ((result == 1)) || die "cannot make the lock $lock; is the disk full?"
    # A start that is older than the last stop is about to end.
    if is_being_stopped || is_stopped_since "$holder"; then
      wait_for_stop
      waited=$((waited + 1))
      ((waited < 600)) || die "process ${holder%%.*} has not ended for 60 s after a stop; end it and start again"
      pause 0.1
      continue
    fi
    holder_port=${holder#*.*.*.}
    [[ $holder == *".$port.$name" || $launcher == terminal ]] ||
      die "$data_dir is in use by the agent on port ${holder_port%%.*} (process ${holder%%.*}), and \"$name\" is to run on port $port. Give each agent a name of its own in the template: name = \"$name-$port\""
    announce "process ${holder%%.*} is starting or running this agent already; nothing to do"
    exit 0
  done
  [[ $launcher == agentapi ]] || return 0
  mkdir -p -- "$port_locks" 2>/dev/null || return 0
  result=0
  take_lock "$port_locks/$port" || result=$?
  ((result != 1)) ||
    die "port $port is taken by the agent \"${holder#*.*.*.*.}\" (process ${holder%%.*}). Give \"$name\" a port of its own in the template: agentapi { port = $((port + 1)) }"
}

# Waits for a stop that began before this start.
wait_for_stop() {
  local waited=0
  while is_being_stopped && ! is_stopped_since "$began"; do
    ((waited > 0)) || log "process ${stopper%%.*} is still stopping this agent; waiting for it"
    waited=$((waited + 1))
    ((waited < 600)) || die "process ${stopper%%.*} has not stopped for 60 s; end it and start again"
    pause 0.1
  done
}

# True while a stop of this agent runs; sets stopper. A mark whose owner is gone
# means nothing.
is_being_stopped() {
  stopper=
  { read -r stopper <"$stop_mark"; } 2>/dev/null || return 1
  is_running "$stopper"
}

# True when a stop runs, or when one that began after this start is over: the
# workspace is stopping, and nothing may be started any more.
is_stopped() {
  is_being_stopped || is_stopped_since "$began"
}

# True when a stop is over that began after the process of identity $1.
is_stopped_since() {
  local mark='' ended='' started boot stop_started stop_boot
  { read -r mark && read -r ended; } 2>/dev/null <"$stop_mark" || return 1
  [[ $ended == ended ]] || return 1 # it was killed
  IFS=. read -r _ started boot _ < <(printf '%s\n' "$1")
  IFS=. read -r _ stop_started stop_boot _ < <(printf '%s\n' "$mark")
  [[ $stop_boot == "$boot" ]] && ((stop_started >= started))
}

# A port that a killed agentapi held can stay taken for a moment.
check_port() {
  local tries listener pid owner="another program"
  for ((tries = 0; tries < 50; tries++)); do
    find_listener || return 0
    pause 0.1
  done
  pid=$(find /proc/[1-9]*/fd -lname "socket:\[$listener\]" -print -quit 2>/dev/null) || true
  pid=${pid#/proc/} pid=${pid%%/*}
  [[ -z $pid ]] || owner="process $pid ($(tr '\000' ' ' <"/proc/$pid/cmdline" | head -c 80))"
  die "port $port is taken by $owner. Give \"$name\" a port of its own in the template: agentapi { port = $((port + 1)) }"
}

check_agentapi_version() {
  stateful=$save_chat
  [[ $save_chat == true && $(timeout 10 agentapi server --help </dev/null 2>/dev/null) != *--state-file* ]] || return 0
  stateful=false
  announce "$(timeout 10 agentapi --version </dev/null 2>/dev/null) is older than 0.12.0 and cannot save the chat; the agent's own session is resumed. Write in the template: agentapi { version = \"v$agentapi_recommended\" }" warn
}
