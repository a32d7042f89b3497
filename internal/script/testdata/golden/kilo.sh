#!/usr/bin/env bash
# Starts Kilo CLI, or resumes the session it had before the workspace stopped.
# Written by coder-persistence/persistence: change the template, not this file. To read the program: coder-agent-kilo source
name=kilo title='Kilo CLI' home=/home/coder workdir=/home/coder data_dir=/home/coder/.coder-modules/coder-persistence/kilo launcher=agentapi
port=3284 save_chat=true save_interval=30 resume=true on_lost_session=fresh stop_budget=290
agent_names=(kilo) agent_package='npm package @kilocode/cli' agentapi_type=opencode agentapi_recommended=0.12.2 stop_signal=INT
cold=('{args}') cold_prompt=('{args}' '--prompt={prompt}') warm=(--session '{session}' '{args}') id_kind=captured
id_pattern='ses_[0-9A-Za-z]+' store_kind=command store_contains='"{session}"' store_command=(session list --format json --max-count 1000000)
user_turn='"role": "user"' user_turn_command=(export '{session}') follow_kind=command follow_message='"text": "{message}"'
follow_command=(export '{session}') follows_new=true sessions_contains=('"directory": "{workdir}"')
sessions_command=(session list --format json --max-count 1000000) sessions_record='"id": "' session_paths=(/home/coder/.local/share/kilo)
