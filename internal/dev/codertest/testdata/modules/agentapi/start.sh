mkdir -p "$DIR/scripts"
# Not in a pipe: two processes that trace break each other's long lines.
base64 -d <<<"$SCRIPT" >"$DIR/scripts/agentapi-start.sh"
chmod +x "$DIR/scripts/agentapi-start.sh"
export LANG=en_US.UTF-8 LC_ALL=en_US.UTF-8
export AGENTAPI_CHAT_BASE_PATH=$BASE_PATH AGENTAPI_ALLOWED_HOSTS='*' AGENTAPI_BOUNDARY_PREFIX=''
export AGENTAPI_PID_FILE=${PID_FILE:-$DIR/agentapi.pid}
if [[ $PERSIST == true ]]; then
  export AGENTAPI_STATE_FILE=${STATE:-$DIR/agentapi-state.json} AGENTAPI_SAVE_STATE=true AGENTAPI_LOAD_STATE=true
fi
mkdir -p "$FOLDER"
cd "$FOLDER" || exit 1
nohup "$DIR/scripts/agentapi-start.sh" true "$PORT" &>"$DIR/agentapi-start.log" &
up=0
for _ in {1..1500}; do
  if curl -fs -o /dev/null "http://localhost:$PORT/status"; then
    ((++up < 3)) || exit 0
  else
    up=0
  fi
  sleep 0.1
done 2>/dev/null
echo "agentapi did not start" >&2
exit 1
