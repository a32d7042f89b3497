# shellcheck shell=bash
# --- a store that the agent itself reads ---

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
