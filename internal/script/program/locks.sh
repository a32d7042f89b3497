# shellcheck shell=bash
# --- locks on sessions ---

# A kill leaves the lock of a session behind, and the agent then asks whether to
# go on as soon as any program has the number in the lock's name.
clear_stale_locks() {
  local files root file pid argv
  match_files "$lock_root" "$lock_glob"
  for file in "${files[@]}"; do
    [[ -f $file ]] || continue
    pid=${file##*/} pid=${pid//[!0-9]/} argv=()
    { mapfile -d '' -t argv <"/proc/$pid/cmdline"; } 2>/dev/null || true
    if [[ "${argv[0]-} ${argv[1]-}" == *"${agent_names[0]}"* ]]; then
      warn "process $pid (${argv[*]:0:3}) uses the session too; $agent_name will ask whether to go on"
    else
      rm -f -- "$file"
    fi
  done
}
