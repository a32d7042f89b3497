# shellcheck shell=bash
set +o posix
# Asked before a start that runs just now puts it there.
[[ ! -e $program ]] || installed=yes
for file in "$program" "${program%/*}/copy"; do [[ $(tail -n 1 -- "$file" 2>/dev/null) != '# end of program' ]] || exec "$BASH" -p "$file" "${action[@]}" "$@"; done
[[ -z ${installed-} ]] || { printf '%s: ERROR: %s is not whole\n' "$name" "$program" >&2 && exit 1; }
printf '%s: nothing to do: never started here\n' "$name"
# A start that has just begun finds this mark and ends: which process stopped the
# agent, when it started, and in which boot.
[[ ${action[0]} != stop ]] || (read -r stat <"/proc/$$/stat" && read -ra fields <<<"${stat##*) }" && read -r boot </proc/sys/kernel/random/boot_id &&
  umask 077 && mkdir -p -- "${program%/bin/*}/state" && printf '%s\nended\n' "$$.${fields[19]}.$boot" >"${program%/bin/*}/state/stopping") 2>/dev/null || true
