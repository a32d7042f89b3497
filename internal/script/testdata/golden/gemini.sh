#!/usr/bin/env bash
# Starts Gemini, or resumes the session it had before the workspace stopped.
# Written by coder-persistence/persistence: change the template, not this file. To read the program: coder-agent-gemini source
name=gemini title=Gemini home=/home/coder workdir=/home/coder data_dir=/home/coder/.coder-modules/coder-persistence/gemini launcher=agentapi
port=3284 save_chat=true save_interval=30 resume=true on_lost_session=fresh stop_budget=290
agent_names=(gemini) agent_package='npm package @google/gemini-cli' agentapi_type=gemini agentapi_recommended=0.12.2 stop_signal=TERM
cold=(--session-id '{session}' '{args}') cold_prompt=(--session-id '{session}' '{args}' '--prompt-interactive={prompt}')
warm=(--resume '{session}' '{args}') warm_prompt=(--resume '{session}' '{args}' '--prompt-interactive={prompt}') id_kind=uuid
first_session_id=320bb5fb-f265-5694-a9d7-0d83e3a54864 store_kind=file
store_root=${GEMINI_CLI_HOME:-"$home"/.gemini}${GEMINI_CLI_HOME:+/.gemini} store_glob='tmp/*/chats/session-*.json*'
store_contains='"{session}"' user_turn='"type":"user","content":\[\{"text":"([^<]|<[^s])' follow_kind=content
follow_root=${GEMINI_CLI_HOME:-"$home"/.gemini}${GEMINI_CLI_HOME:+/.gemini} follow_globs=('tmp/*/chats/session-*.json*')
follow_field=sessionId follow_message='"type":"user","content":[{"text":"{message}"' follows_new=true
sessions_root=${GEMINI_CLI_HOME:-"$home"/.gemini}${GEMINI_CLI_HOME:+/.gemini} sessions_glob='tmp/*/chats/session-*.json*'
sessions_field=sessionId old_directory=.gemini-module session_paths=(/home/coder/.gemini/tmp)
