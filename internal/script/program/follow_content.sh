# shellcheck shell=bash
# --- which session has what was said to the agent? ---

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
    list_sessions "${sessions_command[@]}" || return 1
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
  if [[ -n ${sessions_command[*]-} ]]; then
    if ! list_sessions "${sessions_command[@]}" && ! list_sessions "${sessions_command[@]}"; then
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

# True for session $1, of file $2, when it was left for another one and not
# written to since.
was_left() {
  file_has "$history_file" $'\t'"$1"$'\t' && ! [[ -n $2 && -e $session_file && $2 -nt $session_file ]]
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
    [[ -n ${2-} ]] || ! was_left "${ids[i]}" "${places[i]}" || continue
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

# Makes $current the session, which has what was said. The agent need not be asked
# again whether somebody has spoken in it.
follow_content() {
  follow_current || true
  [[ $follow_kind != command || $session_id != "$current" || -e $established ]] || establish
}

# Looks in the sessions for what was said to the running agent: in files only when
# there are others than at the last look.
follow_by_content() {
  local current files root listing
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
    follow_content
  else
    last_unproven=yes
  fi
}

# Before a start: the session that the agent was in when it was killed, if that
# was another than the one on record.
catch_up() {
  local current ids places i last_seen changed
  [[ -e $known_file ]] || return 0
  if current_by_content "$state_file"; then
    follow_content
    return 0
  fi
  [[ -z $session_id ]] || return 0
  # Nothing proves it. The oldest one that was last written while our agent
  # lived is ours, unless it was seen to be another's then.
  list_new_sessions || return 0
  last_seen=$(stat -c %Y -- "$alive_file" 2>/dev/null) || return 0
  for i in "${!ids[@]}"; do
    ! file_has "$unproven_file" "${ids[i]}" && ! was_left "${ids[i]}" "${places[i]}" || continue
    changed=$last_seen
    [[ -z ${places[i]} ]] || changed=$(stat -c %Y -- "${places[i]}" 2>/dev/null) || continue
    ((changed <= last_seen + 2)) || continue
    current=${ids[i]}
    follow_current || true
    return 0
  done
}
