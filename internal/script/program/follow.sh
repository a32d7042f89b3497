# shellcheck shell=bash
# --- which session is the agent in? ---
#
# The agent may choose the identifier itself, and a person may type /clear or
# /new. What counts is the session that this agent's own process is in:
#   pidfile   the agent writes <root>/<glob with {pid}>, which names the session
#   lockfile  the session's directory holds a file named after the process
#   held      the process holds the session's file open
#   content   the session's file has what was last said to this agent
#   command   the same, read from the agent's own list and export
#   none      a session never changes

# Sets agent_session to the terminal session that the agent has to itself: it
# leads it, and every process it starts belongs to it.
find_agent_session() {
  local dir parent terminal_session started
  agent_session=
  for dir in /proc/[1-9]*; do
    ! read_process "${dir#/proc/}" || [[ $parent != "$child" ]] || agent_session=$terminal_session
  done
}

# True when process $1 is the agent's.
is_agents() {
  local parent terminal_session started
  [[ -n $agent_session ]] || find_agent_session
  [[ $1 =~ ^[1-9][0-9]*$ ]] && read_process "$1" && [[ $terminal_session == "$agent_session" ]]
}

# Sets files to those that match the patterns "$@" below the directory $1.
match_files() {
  local expanded root pattern pid='*' IFS=
  expand "$1"
  root=$expanded
  shift
  files=()
  for pattern in "$@"; do
    expand "$pattern"
    # shellcheck disable=SC2206 # a pattern; IFS is empty
    files+=("$root"/$expanded)
  done
}

# Prints the identifier of the session in file $1: a field of its JSON, or the
# end of its name.
session_of_file() {
  local stem=${1##*/} text
  stem=${stem%.*}
  if [[ -n $sessions_field ]]; then
    text=$(head -c 65536 -- "$1" 2>/dev/null | tr '\000' ' ') || true
    [[ $text =~ \"$sessions_field\":\ ?\"([^\"]+)\" ]] && printf '%s\n' "${BASH_REMATCH[1]}"
  else
    printf '%s\n' "${stem: -$sessions_id_length}"
  fi
}

# Sets current to the session that the running agent is in, as its process
# shows; to nothing when it does not show one.
current_by_process() {
  local files file pid text
  current=
  case $follow_kind in
    pidfile)
      match_files "$follow_root" "${follow_globs[@]}"
      for file in "${files[@]}"; do
        pid=${file##*/}
        is_agents "${pid%%.*}" || continue
        { read -r -d '' text <"$file"; } 2>/dev/null || true
        [[ ! $text =~ \"$follow_field\":\ ?\"([^\"]+)\" ]] || current=${BASH_REMATCH[1]}
      done
      ;;
    lockfile)
      match_files "$follow_root" "${follow_globs[@]}"
      for file in "${files[@]}"; do
        pid=${file##*/} pid=${pid#*.}
        is_agents "${pid%%.*}" || continue
        file=${file%/*}
        current=${file##*/}
      done
      ;;
    held) current_by_open_files ;;
    *) ;;
  esac
  [[ -n $current ]]
}

# Of several the newest: the identifiers are UUIDs of version 7, which sort by
# time.
current_by_open_files() {
  local expanded dir held=() line id glob LC_ALL=C
  expand "$follow_root"
  for dir in /proc/[1-9]*; do
    ! is_agents "${dir#/proc/}" || held+=("$dir/fd")
  done
  ((${#held[@]} > 0)) || return 0
  while IFS= read -r line; do
    [[ $line == *" -> $expanded/"* ]] || continue
    line=${line##*" -> $expanded/"}
    for glob in "${follow_globs[@]}"; do
      # shellcheck disable=SC2053 # a pattern
      [[ $line == $glob ]] || continue
      id=${line%.*}
      id=${id: -$sessions_id_length}
      [[ ! $id > $current ]] || current=$id
    done
  done < <(ls -l "${held[@]}" 2>/dev/null)
}

# Sets message to what was last said to this agent, as it stands in JSON: the
# last message of the chat $1 that is no command, or else the task.
last_said() {
  local line
  message=
  while IFS= read -r line; do
    [[ -z $line || $line == /* ]] || message=$line
  done < <(user_messages "$1")
  [[ -n $message || $prompt != *[![:space:]]* ]] || message=$(json_text "$prompt")
}

# True when file $1 holds the message: as the agent writes a user's turn, or its
# longest run without an escape, if that is long enough to mean something.
holds_message() {
  local rest=$message run best='' expanded
  [[ -n $message ]] || return 1
  expand "$follow_message"
  ! file_has "$1" "$expanded" || return 0
  while [[ -n $rest ]]; do
    run=${rest%%\\*}
    ((${#run} <= ${#best})) || best=$run
    [[ $rest == *\\* ]] || break
    rest=${rest#*\\?}
  done
  ((${#best} >= 12)) && file_has "$1" "${best:0:200}"
}

# Sets ids and places to the sessions of this directory that were not there when
# ours began and that no sibling holds, oldest first; places are their files.
list_new_sessions() {
  local answer record records expanded file files first text id held order
  ids=() places=()
  held=$'\n'$(sibling_sessions)$'\n'
  if [[ -n ${sessions_command[*]-} ]]; then
    ask_agent "${sessions_command[@]}" || return 1
    split_records "$answer" "$sessions_record"
    for record in "${records[@]}"; do
      [[ $record =~ ^$id_pattern ]] || continue
      id=${BASH_REMATCH[0]}
      for text in "${sessions_contains[@]}"; do
        expand "$text" json
        [[ $record == *"$expanded"* ]] || continue 2
      done
      [[ $held != *$'\n'"$id"$'\n'* ]] && ! file_has "$known_file" "$id" || continue
      ids=("$id" "${ids[@]}") places=('' "${places[@]}")
    done
    return 0
  fi
  match_files "$sessions_root" "$sessions_glob"
  for file in "${files[@]}"; do
    [[ -s $file ]] && ! file_has "$known_file" "${file##*/}" || continue
    first=
    ((${#sessions_first_line[@]} == 0)) || { IFS= read -r first <"$file"; } 2>/dev/null || continue
    for text in "${sessions_first_line[@]}"; do
      expand "$text" json
      [[ $first == *"$expanded"* ]] || continue 2
    done
    for text in "${sessions_contains[@]}"; do
      expand "$text" json
      file_has "$file" "$expanded" || continue 2
    done
    id=$(session_of_file "$file") || continue
    [[ -n $id && $held != *$'\n'"$id"$'\n'* ]] || continue
    order=${#places[@]}
    while ((order > 0)) && [[ $file -ot ${places[order - 1]} ]]; do
      places[order]=${places[order - 1]} ids[order]=${ids[order - 1]} order=$((order - 1))
    done
    places[order]=$file ids[order]=$id
  done
}

# Notes the sessions that are there before the agent starts. None of them can be
# the one it is about to begin.
note_known_sessions() {
  local answer record records files file names=()
  [[ $follows_new == true ]] || return 0
  if [[ -n ${sessions_command[*]-} ]]; then
    if ! ask_agent "${sessions_command[@]}" && ! ask_agent "${sessions_command[@]}"; then
      rm -f -- "$known_file"
      warn "'$agent_name ${sessions_command[*]}' failed, so a session that begins now cannot be resumed later"
      return 0
    fi
    split_records "$answer" "$sessions_record"
    for record in "${records[@]}"; do
      [[ ! $record =~ ^$id_pattern ]] || names+=("${BASH_REMATCH[0]}")
    done
  else
    match_files "$sessions_root" "$sessions_glob"
    names=("${files[@]##*/}")
  fi
  write_whole "$known_file" '' "${names[@]}" || warn "cannot write $known_file; is the disk full?"
}

# Prints what was last exported of session $1, or the path of its file $2.
session_text() {
  if [[ -n $2 ]]; then
    printf '%s\n' "$2"
  elif ((${#follow_command[@]} > 0)); then
    local answer session_id=$1 words
    expand_all "${follow_command[@]}"
    ask_agent "${words[@]}" && printf '%s\n' "$state_dir/answer"
  fi
}

# Sets current to the newest of the new sessions that has what was last said to
# this agent, in the chat $1. Those that have not are noted: another process
# made them.
current_by_content() {
  local chat=$1 message ids places i text unproven=() newest=
  current=
  [[ -e $known_file ]] || return 1
  list_new_sessions && ((${#ids[@]} > 0)) || return 1
  last_said "$chat"
  for i in "${!ids[@]}"; do
    text=$(session_text "${ids[i]}" "${places[i]}") || continue
    if [[ -n $text ]] && holds_message "$text"; then
      current=${ids[i]}
    else
      unproven+=("${ids[i]}")
    fi
  done
  [[ -z ${2-} ]] || ((${#unproven[@]} == 0)) || write_whole "$unproven_file" "${unproven[@]}" || true
  [[ -n $current ]]
}

# Makes $current the session, if it is another one.
follow_current() {
  [[ -n $current && $current != "$session_id" ]] || return 1
  if held_by_sibling "$current"; then
    return 1
  fi
  if [[ -n $session_id ]]; then
    log "the agent went on in the session $current"
    remember_session "$session_id" "$workdir" "the agent went on in $current"
  fi
  session_id=$current
  rm -f -- "$established"
  write_session || session_id=
}

# Looks, while the agent runs, which session it is in. Its process is asked each
# time. Where only the content tells, the files are read when there are others
# than at the last look.
follow_session() {
  local current files listing
  [[ $follow_kind != none ]] || return 0
  if [[ $follow_kind == held ]]; then
    match_files "$follow_root" "${follow_globs[@]}"
    listing="${#files[@]} ${files[*]: -1}"
    [[ $listing != "$last_listing" || -z $session_id ]] || return 0
    ((${#files[@]} > 0)) || return 0
    last_listing=$listing
  fi
  if current_by_process; then
    follow_current || true
    return 0
  fi
  [[ $follow_kind != pidfile && $follow_kind != lockfile ]] || return 0
  if [[ $follow_kind != command ]]; then
    match_files "$sessions_root" "$sessions_glob"
    listing="${#files[@]}"
    [[ -z $session_id || $listing != "$last_listing" || -n $last_unproven ]] || return 0
    ((${#files[@]} > 0)) || return 0
    last_listing=$listing
  fi
  agentapi_get /messages >"$state_dir/chat" || return 0
  last_unproven=
  if current_by_content "$state_dir/chat" live; then
    follow_current || true
  else
    last_unproven=yes
  fi
}

# Before a start: the session that the agent was in when it was killed, if that
# was another than the one on record.
catch_up() {
  local current ids places i last_seen changed
  [[ $follows_new == true && -e $known_file ]] || return 0
  if current_by_content "$state_file"; then
    follow_current || true
    return 0
  fi
  [[ -z $session_id ]] || return 0
  # Nothing proves it. The oldest one that was last written while our agent
  # lived is ours, unless it was seen to be another's then.
  list_new_sessions || return 0
  last_seen=$(stat -c %Y -- "$alive_file" 2>/dev/null) || return 0
  for i in "${!ids[@]}"; do
    ! file_has "$unproven_file" "${ids[i]}" || continue
    changed=$last_seen
    [[ -z ${places[i]} ]] || changed=$(stat -c %Y -- "${places[i]}" 2>/dev/null) || continue
    ((changed <= last_seen + 2)) || continue
    current=${ids[i]}
    follow_current || true
    return 0
  done
}
