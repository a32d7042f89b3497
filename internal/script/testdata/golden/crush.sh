#!/usr/bin/env bash
# Starts Crush, or resumes the session it had before the workspace stopped.
# Written by coder-persistence/persistence: change the template, not this file. To read the program: coder-agent-crush source
name=crush title=Crush home=/home/coder workdir=/home/coder data_dir=/home/coder/.coder-modules/coder-persistence/crush launcher=agentapi
port=3284 save_chat=true save_interval=30 resume=true on_lost_session=fresh stop_budget=290
agent_names=(crush) agent_package="the project's release archive or npm package @charmland/crush" agentapi_type=custom
agentapi_recommended=0.12.2 stop_signal=INT cold=('{args}') warm=('{args}' --session '{session}') id_kind=captured
id_pattern='[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}' store_kind=command store_contains='"uuid":"{session}"'
store_command=(session list --json) user_turn='"role":"user"' user_turn_command=(session show '{session}' --json) follow_kind=command
follow_message='"text":"{message}"' follow_command=(session show '{session}' --json) follows_new=true sessions_command=(session list --json)
sessions_record='"uuid":"' session_paths=('{workdir}/.crush')
