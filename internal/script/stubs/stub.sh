# shellcheck shell=bash
set +o posix
program=$data_dir/bin/coder-agent-$name
# Asked before a start that runs just now puts it there.
[[ ! -e $program ]] || installed=yes
for program in "$program" "$data_dir/bin/copy"; do
  [[ $(tail -n 1 -- "$program" 2>/dev/null) != '# end of program' ]] || exec "$BASH" -p "$program" "${action[@]}" "$@"
done
[[ -z ${installed-} ]] || { printf '%s: ERROR: %s is not whole\n' "$name" "$program" >&2 && exit 1; }
printf '%s: nothing to do: never started here\n' "$name"
if [[ ${action[0]} == stop ]]; then
  # A start that has just begun finds this mark and ends: which process stopped
  # the agent, when it started, and in which boot.
  IFS= read -r stat <"/proc/$$/stat" && read -ra fields <<<"${stat##*) }" && read -r boot </proc/sys/kernel/random/boot_id &&
    (umask 077 && mkdir -p -- "$data_dir/state" && printf '%s\nended\n' "$$.${fields[19]}.$boot" >"$data_dir/state/stopping")
fi 2>/dev/null
exit 0
