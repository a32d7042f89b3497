# shellcheck shell=bash
# --- from the agent's own registry module ---

# Takes over what the agent's registry module left, so that a template can move
# to this program without losing a conversation. Nothing is removed there, and
# nothing that is ours already is replaced, so it may be interrupted and run
# again.
adopt_old_directory() {
  local old_dir=$home/$old_directory line found id=$old_session_id trouble
  [[ -d $old_dir && ! -e $state_dir/adopted ]] || return 0
  if [[ $launcher == agentapi && ! -e $state_file && ! -e $session_file ]] && state_is_whole "$old_dir/agentapi-state.json"; then
    copy_whole "$old_dir/agentapi-state.json" "$state_file" || die "cannot copy the chat from $old_dir; is the disk full?"
    log "took over the chat from $old_dir"
  fi
  if [[ ! -e $session_file ]]; then
    while [[ -n $old_session_file ]] && IFS= read -r line; do
      [[ ${line%|*} != "$workdir" ]] || id=${line##*|}
    done < <(cat -- "$old_dir/$old_session_file" 2>/dev/null || true)
    if [[ -n $id ]] && ! held_by_sibling "$id"; then
      session_id=$id
      find_session
      # The agent resumes it only from the directory that its file names.
      if [[ $found == yes ]] && { [[ $id != "$old_session_id" ]] || file_has "$session_data" "\"$(json_text "$workdir")\""; }; then
        log "took over the session from $old_dir"
        write_session || exit 1
      fi
    fi
  fi
  : >"$state_dir/adopted"
}
