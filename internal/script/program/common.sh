# shellcheck shell=bash
# --- common tools ---

shopt -s extglob nullglob
shopt -u patsub_replacement 2>/dev/null || true # "&" in a value is only itself

# Progress goes to standard output, troubles to standard error: Coder shows the
# latter as errors. A full disk must not end a script that only reports.
log() {
  printf '%(%FT%T%z)T %s: %s\n' -1 "$name" "$*" || true
} 2>/dev/null

warn() {
  printf '%(%FT%T%z)T %s: WARNING: %s\n' -1 "$name" "$*" >&2 || true
}

die() {
  printf '%(%FT%T%z)T %s: ERROR: %s\n' -1 "$name" "$*" >&2 || true
  exit 1
}

has() {
  command -v "$1" >/dev/null
}

# Waits $1 seconds. Nothing is ever written to this pipe, which main opens, so no
# process is needed; but before bash 5.2 such a read can miss the end of its time.
pause() {
  if ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 502)); then
    read -r -t "$1" -u "$idle_fd" _ || true
  else
    sleep "$1" || true
  fi
}

# Writes the other arguments to file $1, one per line, so that the file is
# always the old or the new one. Returns 1 when the disk is full.
write_whole() {
  local file=$1
  shift
  { printf '%s\n' "$@" >"$file.new" && mv -f -- "$file.new" "$file"; } 2>/dev/null
}

# Copies $1 to $2 so that $2 is always the old or the new file.
copy_whole() {
  { cp -- "$1" "$2.new" && mv -f -- "$2.new" "$2"; } 2>/dev/null && return 0
  rm -f -- "$2.new" 2>/dev/null || true
  warn "cannot write $2; is the disk full?"
  return 1
}

# Sets uptime to the seconds since boot, which no clock change disturbs.
read_uptime() {
  { IFS=. read -r uptime _ </proc/uptime; } 2>/dev/null || uptime=$SECONDS
}

# Sets parent, terminal_session and started of process $1. The start time, in
# clock ticks since boot, tells two processes apart that were given the same
# number. A process that has ended and waits to be reaped counts as gone. (No
# here-string: bash puts those into a file, and the disk may be full.)
read_process() {
  local stat
  { read -r stat <"/proc/$1/stat"; } 2>/dev/null || return 1
  [[ ${stat##*) } =~ ^([A-Za-z])\ ([0-9]+)\ -?[0-9]+\ (-?[0-9]+)(\ -?[0-9]+){15}\ ([0-9]+)\  ]] || return 1
  [[ ${BASH_REMATCH[1]} != [ZX] ]] || return 1
  parent=${BASH_REMATCH[2]} terminal_session=${BASH_REMATCH[3]} started=${BASH_REMATCH[5]}
}

# Sets identity to what names process $1 for good: its number, its start time
# and the boot of the machine.
identify() {
  local parent terminal_session started boot=
  read_process "$1" || return 1
  { read -r boot </proc/sys/kernel/random/boot_id; } 2>/dev/null || boot=none
  identity=$1.$started.$boot
}

# True while the process of identity $1 runs here. A number that is ours now
# cannot be another process's.
is_running() {
  local identity pid=${1%%.*}
  [[ $pid =~ ^[1-9][0-9]*$ && $pid != "$BASHPID" && $pid != "$$" ]] || return 1
  identify "$pid" && [[ $1 == "$identity" || $1 == "$identity".* ]] && is_here "$pid"
}

# True for a process of this container. /proc can show those of containers
# inside, which have their own agents.
is_here() {
  [[ ! -e /proc/self/ns/pid || "/proc/$1/ns/pid" -ef /proc/self/ns/pid && "/proc/$1/ns/mnt" -ef /proc/self/ns/mnt ]]
}

# Prints the text $1 as it stands inside a JSON string.
json_text() {
  local text=$1 code hex byte LC_ALL=C
  text=${text//\\/\\\\}
  text=${text//\"/\\\"}
  text=${text//$'\n'/\\n}
  text=${text//$'\t'/\\t}
  text=${text//$'\r'/\\r}
  if [[ $text == *[$'\x01'-$'\x1f']* ]]; then
    for ((code = 1; code < 32; code++)); do
      printf -v hex '%02x' "$code"
      printf -v byte '%b' "\\x$hex"
      text=${text//"$byte"/\\u00$hex}
    done
  fi
  printf '%s' "$text"
}

# True when file $1 holds the text $2.
file_has() {
  LC_ALL=C grep -qaF -- "$2" "$1" 2>/dev/null
}

# True when a line of file $1 matches the extended regular expression $2.
file_matches() {
  LC_ALL=C grep -qaE -- "$2" "$1" 2>/dev/null
}

# Sets expanded to the text $1 with its placeholders replaced. With $2 = json,
# directories stand in it as in a JSON string. What is put in is never expanded
# again, so any value is safe.
expand() {
  local rest=$1 head key value
  expanded=
  while head=${rest%%'{'@(session|prompt|workdir|repository|home|message|pid)'}'*} && [[ $head != "$rest" ]]; do
    rest=${rest#"$head{"}
    key=${rest%%'}'*} rest=${rest#*'}'}
    case $key in
      session) value=$session_id ;;
      *) value=${!key} ;;
    esac
    [[ ${2-} != json || $key == session ]] || value=$(json_text "$value")
    expanded+=$head$value
  done
  expanded+=$rest
}

# Sets words to the argument list "$@" with its placeholders replaced; {args}
# stands for all arguments of the template.
expand_all() {
  local word expanded
  words=()
  for word in "$@"; do
    if [[ $word == '{args}' ]]; then
      words+=("${args[@]}")
    else
      expand "$word"
      words+=("$expanded")
    fi
  done
}

# Sets records to the parts of $1 that the text $2 separates. Not through a
# pipe, from which bash reads byte by byte.
split_records() {
  local IFS=$'\x1e'
  set -f
  # shellcheck disable=SC2206 # split at IFS, and with set -f at nothing else
  records=(${1//"$2"/$'\x1e'})
  set +f
}

# Sets root to the directory $1, and files to those below it that match the other
# patterns.
match_files() {
  local expanded pattern pid='*' IFS=
  expand "$1"
  root=$expanded
  shift
  files=()
  for pattern in "$@"; do
    expand "$pattern"
    # shellcheck disable=SC2206 # a pattern; IFS is empty
    files+=("$root"/$expanded)
  done
}

[[ -z $packed_prompt ]] || {
  prompt=$(printf '%s' "$packed_prompt" | base64 -d | gzip -dc && printf .) || die "the packed prompt is not whole"
  prompt=${prompt%.}
}
