pid=$(cat "${PID_FILE:-$DIR/agentapi.pid}" 2>/dev/null)
if [[ $PERSIST == true && -n $pid ]]; then
  kill -USR1 "$pid"
  sleep 1
fi
if [[ $SNAPSHOT == true ]]; then
  curl -fs "http://localhost:$PORT/messages" | curl -fs --data-binary @- -H "Coder-Session-Token: $CODER_AGENT_TOKEN" \
    "${CODER_AGENT_URL%/}/api/v2/workspaceagents/me/tasks/$TASK/log-snapshot?format=agentapi"
fi
if [[ -n $pid ]]; then
  kill -TERM "$pid"
  while kill -0 "$pid"; do sleep 0.1; done 2>/dev/null
fi
exit 0
