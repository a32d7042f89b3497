#!/usr/bin/env bash
# Starts Cursor CLI, or resumes the session it had before the workspace stopped.
# Written by coder-persistence/persistence: change the template, not this file. To read the program: coder-agent-cursor-cli source
name=cursor-cli title='Cursor CLI' home=/home/coder workdir=/home/coder data_dir=/home/coder/.coder-modules/coder-persistence/cursor-cli
launcher=agentapi port=3284 save_chat=true save_interval=30 resume=true on_lost_session=fresh stop_budget=290
agent_names=(cursor-agent agent) agent_package="the vendor's installer" agentapi_type=cursor agentapi_recommended=0.12.2 stop_signal=INT
cold=(--resume '{session}' '{args}') cold_prompt=(--resume '{session}' '{args}' -- '{prompt}') warm=(--resume '{session}' '{args}')
warm_prompt=(--resume '{session}' '{args}' -- '{prompt}') id_kind=command
id_pattern='[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}' new_id=(create-chat) store_kind=file store_root="$home"/.cursor
store_glob='chats/*/{session}/store.db' follow_kind=none old_directory=.cursor-cli-module
session_paths=(/home/coder/.cursor/chats /home/coder/.cursor/projects)
