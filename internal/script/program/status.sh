# shellcheck shell=bash
# --- what people ask ---

# Sets pid, since and running from what runs; port too.
read_running() {
  local agentapi_pid='' holder='' parent started boot now
  running=false pid='' since=''
  if [[ $launcher == agentapi ]]; then
    find_our_agentapi || return 0
    pid=$agentapi_pid
    read_running_port
  else
    read_lock "$lock" || return 0
    pid=${holder%%.*}
  fi
  running=true
  read_process "$pid" || return 0
  { IFS=' .' read -r boot _ </proc/uptime; } 2>/dev/null || return 0
  printf -v now '%(%s)T' -1
  printf -v since '%(%FT%T%z)T' "$((now - boot + started / $(getconf CLK_TCK 2>/dev/null || echo 100)))"
}

# Sets resumes to what a start would do, and why.
would_resume() {
  local found='' trouble=''
  resumes=no
  if [[ $resume == false ]]; then
    why="the template says resume = false"
  elif [[ -s $chosen_file && $(<"$chosen_file") == new ]]; then
    why="a new session was requested"
  elif [[ -z $session_id ]]; then
    why="nothing was said yet"
  elif ! find_agent; then
    why="$title is not on PATH"
  else
    find_session
    case $found in
      yes) resumes=yes why="the session is on disk" ;;
      blank) why="nothing was said in the session yet" ;;
      unknown) resumes=unknown why=$trouble ;;
      *) why="the session is not on disk" ;;
    esac
  fi
}

# Reports what runs and what a start would do; with $1 = --json for programs.
status() {
  local running pid since resumes why session_id directory saved=never messages=0 session_data='' separator='{' facts i
  read_session
  [[ ! -s $chosen_file || $(<"$chosen_file") == new ]] || session_id=$(<"$chosen_file")
  [[ -z $directory ]] || workdir=$directory
  find_repository
  read_running
  would_resume
  if [[ -s $state_file ]]; then
    saved=$(date -r "$state_file" '+%FT%T%z' 2>/dev/null) || saved=unknown
    messages=$(($(count_messages "$state_file" user) + $(count_messages "$state_file" agent)))
  fi
  facts=(agent "$title" name "$name" session "$session_id" session_data "$session_data" workdir "$workdir" running "$running" pid "$pid"
    since "$since" port "$port" chat_saved "$saved" messages "$messages" disk "$(disk_use)" resumes "$resumes" reason "$why")
  for ((i = 0; i < ${#facts[@]}; i += 2)); do
    if [[ ${1-} == --json ]]; then
      printf '%s"%s":"%s"' "$separator" "${facts[i]}" "$(json_text "${facts[i + 1]}")"
      separator=,
    elif [[ -n ${facts[i + 1]} ]]; then
      printf '%-13s %s\n' "${facts[i]//_/ }:" "${facts[i + 1]}"
    fi
  done
  [[ ${1-} != --json ]] || printf '}\n'
}

# Prints how much disk the sessions and our own data take. du counts what it
# meets twice only once.
disk_use() {
  local total path expanded paths=("$data_dir")
  for path in "${session_paths[@]}"; do
    expand "$path"
    [[ ! -e $expanded ]] || paths+=("$expanded")
  done
  total=$(du -shc -- "${paths[@]}" 2>/dev/null | tail -n 1)
  printf '%s\n' "${total%%[[:blank:]]*}"
}

# What the metadata items of coder_agent show.
metadata() {
  case ${1-} in
    disk) disk_use ;;
    saved) date -r "$state_file" '+%Y-%m-%d %H:%M:%S' 2>/dev/null || echo never ;;
    *) die "unknown metadata item '${1-}'" ;;
  esac
}

# Lists the present session and those that were left, or takes one of them up at
# the next start.
sessions() {
  local session_id directory id
  case ${1-} in
    '')
      read_session
      printf 'now\t%s\t%s\n' "${session_id:-none yet}" "${directory:-$workdir}"
      [[ ! -s $history_file ]] || cat -- "$history_file"
      ;;
    use | new)
      id=new
      [[ $1 == new ]] || id=${2-}
      [[ $id =~ ^[A-Za-z0-9/][A-Za-z0-9._:/-]*$ ]] || die "'$id' is not a session identifier; write: coder-agent-$name sessions use ID"
      mkdir -p -- "$state_dir" && write_whole "$chosen_file" "$id" || die "cannot write $chosen_file; is the disk full?"
      log "the next start takes it up: coder-agent-$name stop, then coder-agent-$name start"
      ;;
    *) die "unknown argument '$1': use nothing, \"use ID\", or \"new\"" ;;
  esac
}

# Shows the agent's screen, or runs the agent in this terminal.
attach() {
  local agentapi_pid
  if [[ $launcher == terminal ]]; then
    [[ -t 0 && -t 1 ]] || die "attach needs a terminal"
    [[ $install == false ]] || install_missing
    run_in_terminal
  fi
  has agentapi || PATH=$home/.local/bin:$PATH
  find_our_agentapi || die "$title is not running; start it with: coder-agent-$name start"
  read_running_port
  exec agentapi attach --url "http://localhost:$port"
}

# Follows the logs.
show_log() {
  local files=("$log_dir"/*.log)
  ((${#files[@]} > 0)) || die "no logs in $log_dir yet"
  exec tail -n 50 -F -- "${files[@]}"
}
