# shellcheck shell=bash
# --- the command ---

usage() {
  cat <<EOF
coder-agent-$name: $title in this workspace

  status [--json]       what runs, which session, and whether a start would resume it
  attach                show the agent's screen; end with ctrl-c
  log                   follow the logs
  start, stop           start or resume the agent; save the chat and stop it
  sessions              list the present session and those that were left
  sessions use ID       take one up at the next start
  sessions new          begin a new one at the next start
  cleanup [--apply]     report or delete old sessions
  source                print this program
EOF
}

# The files of this agent. A second workspace on the same home has its own.
set_paths() {
  local suffix=
  workspace_file=$data_dir/state/workspace
  if is_of_another_workspace; then
    suffix=${CODER_WORKSPACE_ID:-$CODER_WORKSPACE_NAME}
    suffix=-${suffix//[!0-9A-Za-z-]/_}
  fi
  log_dir=$data_dir/logs$suffix
  state_dir=$data_dir/state$suffix
  workspace_file=$state_dir/workspace
  lock=$state_dir/lock
  session_file=$state_dir/session
  history_file=$state_dir/sessions
  chosen_file=$state_dir/session-chosen
  established=$state_dir/session-established
  task_file=$state_dir/task-given
  before_file=$state_dir/history-before
  known_file=$state_dir/known-sessions
  unproven_file=$state_dir/unproven-sessions
  alive_file=$state_dir/alive
  state_file=$state_dir/agentapi-state.json
  state_backup=$state_dir/agentapi-state.json.backup
  posted_file=$state_dir/snapshot-posted
  pid_file=$state_dir/agentapi.pid
  running_file=$state_dir/running
  stop_mark=$state_dir/stopping
  path_file=$state_dir/path
  port_locks=$home/.coder-modules/coder-persistence/.ports
  elsewhere=$home/.coder-modules/coder-persistence/.elsewhere
}

# True when the files belong to another workspace. Coder's agent sets both
# variables; releases that set no identifier leave the name, which a rename
# changes.
is_of_another_workspace() {
  local id='' title=''
  { IFS= read -r id && IFS= read -r title; } 2>/dev/null <"$workspace_file" || true
  if [[ -n $id && -n ${CODER_WORKSPACE_ID-} ]]; then
    [[ $id != "$CODER_WORKSPACE_ID" ]]
  else
    [[ -n $title && -n ${CODER_WORKSPACE_NAME-} && $title != "$CODER_WORKSPACE_NAME" ]]
  fi
}

main() {
  local identity path
  set -Eeuo pipefail
  trap 'printf "%s: line %s: a command failed unexpectedly: %s\n" "$name" "$LINENO" "$BASH_COMMAND" >&2' ERR
  exec {idle_fd}<> <(:)
  users_umask=$(umask)
  umask 077
  identify "$$" || identity=$$.0.none
  began=$identity
  locks=() child='' adopted=false first_attempt=true stop_requested=false called_by_module=false
  session_id='' agent_session='' found='' trouble='' message='' list_command='' typed_task='' said_before=0 stateful=$save_chat log_bytes=0
  set_paths
  # A login shell may have lost the directories that the start found programs in.
  ! read -r path 2>/dev/null <"$path_file" || PATH=$PATH:$path
  case ${1-} in
    start)
      shift
      start "$@"
      ;;
    stop) stop ;;
    status) status "${2-}" ;;
    attach) attach ;;
    log) show_log ;;
    sessions) sessions "${@:2}" ;;
    cleanup)
      ((retention_days > 0)) || die "cleanup is off: set retention_days in the template"
      clean_up "${2-}"
      ;;
    metadata) metadata "${2-}" ;;
    source) cat -- "${BASH_SOURCE[0]}" ;;
    '')
      [[ $launcher != terminal || ! -t 0 || ! -t 1 ]] || run_in_terminal
      usage
      ;;
    help | --help | -h) usage ;;
    *)
      usage >&2
      exit 2
      ;;
  esac
}

# As the registry's agentapi module calls it ("true PORT") in the foreground; as
# a coder_script, or by hand, in the background; in a terminal, in it.
start() {
  put_program_in_place
  install_command
  [[ $install == false ]] || install_missing
  if [[ $launcher == terminal ]]; then
    if [[ -t 0 && -t 1 ]]; then
      run_in_terminal
    fi
    install_for_terminal
    return 0
  fi
  if (($# >= 2)) && [[ $2 =~ ^[0-9]+$ ]]; then
    port=$2 called_by_module=true
    run_agentapi
  else
    start_in_background
  fi
}

# Sourced, say by a test, it only defines its functions.
[[ ${BASH_SOURCE[0]} != "$0" ]] || main "$@"
# end of program
