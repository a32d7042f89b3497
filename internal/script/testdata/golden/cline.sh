#!/usr/bin/env bash
# Starts Cline CLI, or resumes the session it had before the workspace stopped.
# Written by coder-persistence/persistence: change the template, not this file. To read the program: coder-agent-cline source
name=cline title='Cline CLI' home=/home/coder workdir=/home/coder data_dir=/home/coder/.coder-modules/coder-persistence/cline
launcher=agentapi port=3284 save_chat=true save_interval=30 resume=true on_lost_session=fresh stop_budget=290
agent_names=(cline) agent_package='npm package cline' agentapi_type=custom agentapi_recommended=0.12.2 stop_signal=INT cold=(--tui '{args}')
cold_prompt=(--tui '{args}' -- '{prompt}') warm=(--tui '{args}' --id '{session}') id_kind=captured store_kind=file
store_root="$home"/.cline/data store_glob='sessions/{session}/{session}.messages.json' store_contains='"role": "user"' follow_kind=content
follow_root="$home"/.cline/data follow_globs=('sessions/*/*.messages.json') follow_field=sessionId
follow_message='\">{message}</user_input>"' follows_new=true sessions_root="$home"/.cline/data sessions_glob='sessions/*/*.messages.json'
sessions_contains=('"source": "cli"' '"role": "user"') sessions_field=sessionId sessions_id_length=19
session_paths=(/home/coder/.cline/data/sessions /home/coder/.cline/data/db)
