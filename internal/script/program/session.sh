# shellcheck shell=bash
# --- the session, and what its store says of it ---

# Sets repository to the root of the repository that the working directory is
# in, or else to the working directory.
find_repository() {
  repository=$workdir
  while [[ -n $repository && ! -e $repository/.git ]]; do
    repository=${repository%/*}
  done
  [[ -n $repository ]] || repository=$workdir
}

# Sets found to what the store says of the session $session_id:
#   yes      it is there, and somebody has spoken in it
#   blank    it is there, and nobody has
#   no       the store was read and does not hold it
#   unknown  the store could not be read
find_session() {
  found=no
  [[ -n $session_id ]] || return 0
  case $store_kind in
    file) find_session_file ;;
    command) find_session_record ;;
    *)
      # Nothing here proves it. It counts once the task or a question was in it.
      if [[ -e $task_file || -e $established ]]; then
        found=yes
      elif [[ -s $session_file ]]; then
        found=blank
      fi
      ;;
  esac
}

# find_session, again after a pause while the store cannot be read.
find_session_patiently() {
  local tries
  for tries in 1 2 4 8 0; do
    find_session
    [[ $found == unknown ]] || return 0
    ((tries == 0)) || {
      warn "$trouble; trying again in $tries s"
      pause "$tries"
    }
  done
}

# The identifier and the directory it belongs to, in one step.
write_session() {
  write_whole "$session_file" "$session_id" "$workdir" || {
    warn "cannot write $session_file; is the disk full?"
    return 1
  }
  log "the session is $session_id"
}

# Sets session_id and directory to those on record.
read_session() {
  session_id='' directory=''
  { IFS= read -r session_id && IFS= read -r directory; } 2>/dev/null <"$session_file" || true
  # The loss of a node can leave the file empty.
  if [[ -z $session_id ]] && { IFS= read -r session_id; } 2>/dev/null <"$established"; then
    directory=$workdir
  fi
}

# Notes that somebody has spoken in the session. From here on the session is
# given up only when its store no longer holds it, and the task has been given,
# unless it waits to be typed.
establish() {
  write_whole "$established" "$session_id" && { [[ -n $typed_task ]] || note_task "in session $session_id"; } || true
}

# Notes that the task must not be given again, and why.
note_task() {
  [[ -e $task_file ]] || write_whole "$task_file" "$1"
}

# Adds the session $1 of directory $2 to the list of those that were left, for
# the reason $3. A session is never deleted here.
remember_session() {
  [[ -z $1 ]] || printf '%(%FT%T%z)T\t%s\t%s\t%s\n' -1 "$1" "$2" "$3" >>"$history_file" || true
} 2>/dev/null

# Sets session_id to an identifier that no session has yet, or to nothing when
# the agent chooses it.
new_session_id() {
  local answer
  case $id_kind in
    uuid) session_id=$(</proc/sys/kernel/random/uuid) ;;
    name) printf -v session_id '%s-%(%Y%m%d%H%M%S)T' "$first_session_id" -1 ;;
    directory) session_id=$workdir ;;
    command)
      ask_agent "${new_id[@]}" && [[ $answer =~ $id_pattern ]] ||
        die "'$agent_name ${new_id[*]}' printed no session identifier; is $agent_name logged in? $(tail -n 3 -- "$state_dir/answer.errors" 2>/dev/null)"
      session_id=${BASH_REMATCH[0]}
      ;;
    *) session_id= ;;
  esac
}

# Makes $session_id the session that is about to begin.
begin_session() {
  local expanded
  rm -f -- "$established" "$unproven_file"
  if [[ $id_kind == directory ]]; then
    expand "$store_root/$store_glob"
    [[ $expanded == *'*'* ]] || stat -c %s -- "$expanded" >"$before_file" 2>/dev/null || rm -f -- "$before_file"
  fi
  if [[ -n $session_id ]]; then
    write_session || exit 1
  else
    rm -f -- "$session_file"
  fi
}

# Leaves the current session for the reason $1 and begins another.
leave_session() {
  remember_session "$session_id" "$workdir" "$1"
  new_session_id
  begin_session
}

# Prints, per line, the sessions that other agents of this home hold: those of
# other names, and of other workspaces.
sibling_sessions() {
  local file line directory
  for directory in "${data_dir%/*}" "${elsewhere%/*}" "$elsewhere"; do
    for file in "$directory"/*/state*/session; do
      [[ $file -ef $session_file ]] && continue
      { IFS= read -r line <"$file" && printf '%s\n' "$line"; } 2>/dev/null || true
    done
  done
}

held_by_sibling() {
  local line
  while IFS= read -r line; do
    [[ $line != "$1" ]] || return 0
  done < <(sibling_sessions)
  return 1
}

# Sets session_id to the session of the last start, to the one a person chose
# with "sessions use", or to the one the template plans.
recall_session() {
  local directory chosen='' left planned=$first_session_id
  find_repository
  [[ $id_kind != directory ]] || planned=$workdir
  read_session
  if [[ -z $directory ]]; then
    session_id=$planned
    # The planned one may belong to another workspace on this home.
    if [[ $id_kind == @(uuid|name) ]] && { [[ $state_dir != "$data_dir/state" ]] || held_by_sibling "$session_id"; }; then
      new_session_id
    fi
  elif [[ $directory != "$workdir" ]]; then
    log "the working directory was $directory and is $workdir now; the session $session_id stays where it is"
    remember_session "$session_id" "$directory" "the working directory changed"
    rm -f -- "$session_file" "$established" "$task_file"
    session_id=$planned
    [[ $id_kind != name ]] || new_session_id
  fi
  if [[ -s $chosen_file ]]; then
    IFS= read -r chosen <"$chosen_file" || true
    if [[ $chosen == new ]]; then
      log "starting a new session, as requested by 'sessions new'"
      leave_session "a new one was asked for"
    else
      left=$session_id session_id=$chosen
      found=unknown
      [[ $store_kind == stored ]] || find_session
      if [[ $found == no ]] || held_by_sibling "$chosen"; then
        session_id=$left
        warn "the session $chosen is not in the agent's store, or belongs to another agent here; keeping ${left:-none}"
      else
        log "switching to the session $chosen, as requested by 'sessions use'"
        remember_session "$left" "$workdir" "$chosen was chosen instead"
        write_session && establish
      fi
    fi
    rm -f -- "$chosen_file"
  fi
}

# Sets start_mode to cold or warm, and send_task to true or false.
choose_start() {
  recall_session
  start_mode=cold send_task=true
  [[ ! -e $task_file && ! -e $established ]] || send_task=false
  if [[ $resume == false && $first_attempt == true ]]; then
    send_task=true
    rm -f -- "$task_file"
    if [[ -e $session_file || $id_kind == command ]]; then
      leave_session "the template says resume = false"
    else
      begin_session
    fi
    announce "starting a new session: the template says resume = false"
    return 0
  fi
  [[ $follows_new == false ]] || catch_up
  find_session_patiently
  case $found in
    yes)
      send_task=false
      resume_session
      establish
      ;;
    blank)
      if [[ -e $established && $store_kind == file ]]; then
        session_is_lost
      elif [[ $blank_resumes == true ]]; then
        resume_session ", in which nothing was said yet"
      else
        announce "the session $session_id holds no message; starting a new one"
        leave_session "it held no message"
      fi
      ;;
    unknown) choose_blindly ;;
    *)
      if [[ -e $established ]]; then
        session_is_lost
      else
        announce "no earlier session; starting a new one"
        [[ $id_kind != command || -s $session_file ]] || new_session_id
        begin_session
      fi
      ;;
  esac
}

# Resumes the session; $1 says what is special about it.
resume_session() {
  start_mode=warm
  [[ -s $session_file ]] || write_session || exit 1
  announce "resuming the session $session_id${1-}"
}

# The store cannot be read. Where there was never a session there is none to
# lose; else the session stays and the start fails.
choose_blindly() {
  if [[ -s $session_file || -e $established || -e $task_file ]]; then
    die "cannot tell whether the session $session_id is there: $trouble. The session stays as it is, and the next start tries again."
  fi
  announce "starting a new session; $trouble"
  begin_session
}

# The store was read and no longer holds the session.
session_is_lost() {
  case $on_lost_session in
    fail) die "the session $session_id is gone, and the template says on_lost_session = \"fail\". Restore the volume, or run: coder-agent-$name sessions new" ;;
    resend_prompt)
      send_task=true
      rm -f -- "$task_file"
      ;;
    *)
      send_task=false
      note_task "the session $session_id is gone"
      ;;
  esac
  announce "the session $session_id is gone; starting a new one (on_lost_session = \"$on_lost_session\")" warn
  leave_session "it is gone"
}

# Sets agent_argv, the agent's own command line, and typed_task, the task where
# the command line takes none.
build_command() {
  local words line=()
  [[ $prompt == *[![:space:]]* ]] || send_task=false
  typed_task=
  case $start_mode.$send_task in
    cold.true) line=("${cold_prompt[@]}") ;;
    warm.true) line=("${warm_prompt[@]}") ;;
    *) ;;
  esac
  if ((${#line[@]} == 0)); then
    [[ $send_task == false ]] || typed_task=$prompt
    line=("${cold[@]}")
    [[ $start_mode == cold ]] || line=("${warm[@]}")
  fi
  expand_all "${line[@]}"
  agent_argv=("$agent" "${words[@]}")
}
