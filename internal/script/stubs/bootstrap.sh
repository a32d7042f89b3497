# shellcheck shell=bash
set +o posix
set -u
fail() {
  printf '%s: ERROR: %s\n' "$name" "$*" >&2
  exit 1
}
[[ ${HOME-} -ef $home ]] || fail "HOME is '${HOME-}', but the template says home = \"$home\"; sessions would be written where no volume is. Write in the template: home = \"${HOME-}\""
installed=$data_dir/bin/coder-agent-$name
text=${BASH_EXECUTION_STRING-}
[[ -n $text ]] || text=$(<"$0")
for tool in base64 gzip; do
  command -v "$tool" >/dev/null || fail "$tool is not installed; it is needed to unpack the program"
done
text=${text%$'\n# --- end'*}$'\n\n'$(printf '%s' "$packed" | base64 -d | gzip -dc) || fail "cannot unpack the program"
[[ $text == *$'\n# end of program' ]] || fail "the packed program is not whole"
if ! [[ -f $installed && $(<"$installed") == "$text" ]]; then
  (umask 077 && mkdir -p -- "${installed%/*}" && printf '%s\n' "$text" >"$installed.$$" && chmod 700 -- "$installed.$$" &&
    cp -f -- "$installed.$$" "${installed%/*}/copy" && mv -f -- "$installed.$$" "$installed") 2>/dev/null || {
    rm -f -- "$installed.$$" 2>/dev/null
    fail "cannot write $installed; is the home directory writable and the disk not full?"
  }
fi
exec "$BASH" -p "$installed" start "$@"
