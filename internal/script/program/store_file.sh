# shellcheck shell=bash
# --- a store of files ---

find_session_file() {
  local files root file contains turn expanded
  expand "$store_contains" json
  contains=$expanded
  expand "$user_turn"
  turn=$expanded
  match_files "$store_root" "$store_glob"
  ((${#files[@]} > 0)) || is_searchable "$root" || found=unknown trouble="cannot read $root"
  for file in "${files[@]}"; do
    if [[ ! -f $file ]]; then
      continue
    elif [[ ! -r $file ]]; then
      found=unknown trouble="cannot read $file"
    elif [[ -n $contains ]] && ! file_has "$file" "$contains"; then
      # Where the name says so, it is the session's: its identifier is used up.
      [[ $store_glob != *'{session}'* ]] || found=blank
    elif spoken_in "$file"; then
      found=yes session_data=$file
      return 0
    else
      found=blank
    fi
    # After an error of the disk a file seems to lack the text.
    cat -- "$file" >/dev/null 2>&1 || found=unknown trouble="cannot read $file"
  done
}

# True when everything below directory $1 can be seen, or it does not exist.
is_searchable() {
  local place=$1
  while [[ -n $place && ! -e $place ]]; do
    place=${place%/*}
  done
  [[ -x ${place:-/} ]] && { [[ $place != "$1" ]] || ls -R -- "$1" >/dev/null 2>&1; }
}

# True when somebody has spoken in the session of file $1. A history that came
# with the directory, say in a cloned repository, is not this agent's.
spoken_in() {
  local before=0
  [[ -s $1 ]] || return 1
  if [[ $id_kind == directory ]]; then
    [[ -e $session_file ]] || return 1
    { read -r before <"$before_file"; } 2>/dev/null || before=0
    tail -c "+$((before + 1))" -- "$1" >"$state_dir/answer" 2>/dev/null || return 1
    set -- "$state_dir/answer"
    file_has "$1" "$contains" || return 1
  fi
  [[ -z $turn ]] || file_matches "$1" "$turn"
}
