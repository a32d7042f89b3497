# shellcheck shell=bash
set -u +o posix
fail() { printf '%s: ERROR: %s\n' "$name" "$*" >&2 && exit 1; }
[[ ${HOME-} -ef $home ]] || fail "HOME is '${HOME-}', but the template says home = \"$home\"; sessions would be written where no volume is. Write in the template: home = \"${HOME-}\""
for tool in base64 gzip; do command -v "$tool" >/dev/null || fail "$tool is not installed; it is needed to unpack the program"; done
program=$data_dir/bin/coder-agent-$name settings=${BASH_EXECUTION_STRING:-$(<"$0")}
text=$(printf '%s' "$packed" | base64 -d | gzip -dc) || fail "cannot unpack the program"
# Bash 5.2 would take an unquoted & for what was matched.
text=${text/$'\n: settings\n'/$'\n'"${settings%$'\n# --- end'*}"$'\n'}
[[ $text == *$'\n# end of program' ]] || fail "the packed program is not whole"
# Each start runs a file of its own, which then becomes the program: workspaces
# with one home may start at the same time, with other settings.
trap 'rm -f -- "$own" 2>/dev/null' EXIT
{ own=$(umask 077 && mkdir -p -- "${program%/*}" && mktemp -- "$program.XXXXXX") &&
  printf '%s\n' "$text" >"$own" && chmod 700 -- "$own"; } 2>/dev/null ||
  fail "cannot write $program; is the home directory writable and the disk not full?"
exec "$BASH" -p "$own" start "$@"
