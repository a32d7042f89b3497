# shellcheck shell=bash
# --- what only the agent itself can tell ---

# Sets answer to what the agent's own command prints, within 60 s. It goes to a
# file: some programs end before a pipe has taken more than 64 KiB.
ask_agent() {
  answer=
  [[ $stop_requested == false ]] || return 1
  timeout 60 "$agent" "$@" </dev/null >"$state_dir/answer" 2>"$state_dir/answer.errors" || return 1
  answer=$(<"$state_dir/answer")
}

# Sets answer to what the agent's command "$@" lists. A start, and each look at a
# running agent, asks once: they begin with an empty list_command.
list_sessions() {
  if [[ $list_command == "$*" ]]; then
    answer=$list
    return 0
  fi
  ask_agent "$@" || return 1
  list_command=$* list=$answer
}

# Looks for the session in the agent's list.
find_session_record() {
  local answer record records expanded
  list_sessions "${store_command[@]}" || {
    found=unknown trouble="'$agent_name ${store_command[*]}' failed: $(tail -n 3 -- "$state_dir/answer.errors" 2>/dev/null)"
    return 0
  }
  expand "$store_contains" json
  records=("$answer")
  [[ -z $store_record ]] || split_records "$answer" "$store_record"
  for record in "${records[@]}"; do
    [[ $record == *"$expanded"* ]] || continue
    found=yes
    if [[ -n $store_blank ]]; then
      [[ $record != *"$store_blank"* ]] || found=blank
    elif ((${#user_turn_command[@]} > 0)) && ! [[ -e $established ]]; then
      local words
      expand_all "${user_turn_command[@]}"
      ask_agent "${words[@]}" || {
        found=unknown trouble="'$agent_name ${words[*]}' failed"
        return 0
      }
      file_matches "$state_dir/answer" "$user_turn" || found=blank
    fi
    return 0
  done
}
