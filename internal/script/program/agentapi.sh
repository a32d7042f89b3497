# shellcheck shell=bash
# --- agentapi and its state file ---

# True when process $1 is the agentapi of this very data directory. A number in
# a PID file proves nothing: after a restart it belongs to somebody else.
is_our_agentapi() {
  local argv=() i running=
  [[ $1 =~ ^[1-9][0-9]*$ ]] || return 1
  { mapfile -d '' -t argv <"/proc/$1/cmdline"; } 2>/dev/null || return 1
  [[ ${argv[0]-} == ?(*/)agentapi ]] && is_here "$1" || return 1
  for ((i = 1; i + 1 < ${#argv[@]}; i++)); do
    [[ ${argv[i]} != -- ]] || break
    [[ ${argv[i]} == --pid-file && ${argv[i + 1]} == "$pid_file" ]] && return 0
  done
  # Releases before 0.12.0 know no PID file; they are known by our record.
  { read -r running _ <"$running_file"; } 2>/dev/null || return 1
  [[ ${running%%.*} == "$1" ]] && is_running "$running"
}

# Sets agentapi_pid to our agentapi, whether or not it is on record.
find_our_agentapi() {
  local running='' dir
  { read -r running <"$running_file"; } 2>/dev/null || true
  for dir in "/proc/${running%%.*}" /proc/[1-9]*; do
    agentapi_pid=${dir#/proc/}
    ! is_our_agentapi "$agentapi_pid" || return 0
  done
  return 1
}

# Sets port to the one our agentapi was started with; the module's input may
# differ from the template's.
read_running_port() {
  local running_port=
  { read -r _ running_port <"$running_file"; } 2>/dev/null || true
  [[ ! $running_port =~ ^[0-9]+$ ]] || port=$running_port
}

# Sets listener to the inode of the socket that listens on our port.
find_listener() {
  local hex file lines line
  printf -v hex ':%04X' "$port"
  listener=
  for file in /proc/net/tcp /proc/net/tcp6; do
    { mapfile -t lines <"$file"; } 2>/dev/null || continue
    for line in "${lines[@]}"; do
      [[ ! $line =~ ^\ *[0-9]+:\ [0-9A-F]+$hex\ [0-9A-F:]+\ 0A(\ +[^\ ]+){5}\ +([0-9]+)\  ]] || listener=${BASH_REMATCH[2]}
    done
  done
  [[ -n $listener ]]
}

# True when process $1 itself listens on our port.
listens() {
  local listener
  find_listener && [[ $(ls -l "/proc/$1/fd" 2>/dev/null || true) == *"socket:[$listener]"* ]]
}

# Asks agentapi for path $1 and prints the body, within $2 seconds (10). Bash
# speaks to the port itself, so neither curl nor a proxy setting comes between.
agentapi_get() (
  read_uptime
  end=$((uptime + ${2:-10}))
  exec 3<>"/dev/tcp/127.0.0.1/$port" || exit 1
  printf 'GET %s HTTP/1.0\r\nHost: localhost\r\nConnection: close\r\n\r\n' "$1" >&3
  IFS=' ' read -r -t "$((end - uptime))" -u 3 _ code _ || exit 1
  [[ $code == 200 ]] || exit 1
  read_uptime
  while ((uptime < end)) && IFS= read -r -t "$((end - uptime))" -u 3 header; do
    [[ $header != $'\r' && -n $header ]] || exec timeout "$((end - uptime))" cat <&3
    read_uptime
  done
  exit 1
) 2>/dev/null

# What a state file looks like with a message on each line: as agentapi 0.12
# writes it, with nothing missing and nothing broken in the middle.
text='"([^"\\[:cntrl:]]|\\.)*"'
state_line="^(\\{\"version\":1,\"messages\":\\[)?(\\{\"id\":[0-9]+,\"message\":$text,\"role\":\"(user|agent)\",\"time\":$text\\},?)?(\\],\"initial_prompt\":$text,\"initial_prompt_sent\":(true|false)\\})?\$"
unset text

# True when file $1 is a whole state file.
state_is_whole() {
  local head tail
  [[ -s $1 ]] || return 1
  { IFS= read -r -N 25 head <"$1"; } 2>/dev/null || return 1
  [[ $head == '{"version":1,"messages":['* ]] || return 1
  { tail=$(tail -c 64 -- "$1" | tr '\000' '!'); } 2>/dev/null
  [[ $tail =~ ,\"initial_prompt_sent\":(true|false)\}$ ]] || return 1
  ! LC_ALL=C sed 's/},{"id":/},\n{"id":/g' <"$1" | LC_ALL=C grep -qavE "$state_line"
}

# Prints the number of messages of role $2 in file $1, a state file or
# agentapi's answer. Inside a message quotes are escaped, so the text below can
# only be the field itself.
count_messages() {
  local count=0
  [[ ! -s $1 ]] || count=$(tr '{' '\n' <"$1" | LC_ALL=C grep -acF "\"role\":\"$2\"") || true
  printf '%d\n' "$count"
}

# Prints the user messages of the chat in file $1, as they stand in JSON, one
# per line. Go escapes more than the agents do.
user_messages() {
  local line
  while IFS= read -r line; do
    [[ $line == *'"role":"user"'* ]] || continue
    line=${line#*'"message":"'} line=${line#*'"content":"'}
    line=${line%%'","role":"'*} line=${line%%'","time":"'*}
    line=${line//\\u003c/<} line=${line//\\u003e/>} line=${line//\\u0026/&}
    printf '%s\n' "$line"
  done < <(tail -c 262144 -- "$1" 2>/dev/null | LC_ALL=C sed 's/},{"id":/\n{"id":/g' || true)
}
