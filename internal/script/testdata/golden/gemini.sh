#!/usr/bin/env bash
# Starts Gemini, or resumes the session it had before the workspace stopped.
# Written by the Terraform provider coder-persistence/persistence: change the template, not this file.
# To read the program that is packed below: coder-agent-gemini source
name=gemini title=Gemini home=/home/coder workdir=/home/coder data_dir=/home/coder/.coder-modules/coder-persistence/gemini prompt='' args=()
launcher=agentapi port=3284 save_chat=true save_interval=30 resume=true on_lost_session=fresh stop_budget=290 task_id='' retention_days=0
own_directories=()
# Gemini
agent_names=(gemini) agent_package='npm package @google/gemini-cli' agentapi_type=gemini agentapi_recommended=0.12.2 stop_signal=TERM
cold=(--session-id '{session}' '{args}')
cold_prompt=(--session-id '{session}' '{args}' '--prompt-interactive={prompt}')
warm=(--resume '{session}' '{args}')
warm_prompt=(--resume '{session}' '{args}' '--prompt-interactive={prompt}')
id_kind=uuid first_session_id=320bb5fb-f265-5694-a9d7-0d83e3a54864 id_pattern='' new_id=() store_kind=file
store_root=${GEMINI_CLI_HOME:-"$home"/.gemini}${GEMINI_CLI_HOME:+/.gemini}
store_glob='tmp/*/chats/session-*.json*' store_contains='"sessionId":"{session}"' store_record='' store_blank='' store_command=()
user_turn='"type":"user","content":\[\{"text":"([^<]|<[^s])' user_turn_command=() blank_resumes=false follow_kind=content
follow_root=${GEMINI_CLI_HOME:-"$home"/.gemini}${GEMINI_CLI_HOME:+/.gemini}
follow_globs=('tmp/*/chats/session-*.json*') follow_field=sessionId follow_message='"type":"user","content":[{"text":"{message}"'
follow_command=() follows_new=true
sessions_root=${GEMINI_CLI_HOME:-"$home"/.gemini}${GEMINI_CLI_HOME:+/.gemini}
sessions_glob='tmp/*/chats/session-*.json*' sessions_first_line=() sessions_contains=() sessions_field=sessionId sessions_id_length=0
sessions_command=() sessions_record='' lock_root= lock_glob=''
cleanup_root=${GEMINI_CLI_HOME:-"$home"/.gemini}${GEMINI_CLI_HOME:+/.gemini}
cleanup_glob='tmp/*/chats/session-*.json*' cleanup_beside=() cleanup_id_prefix=8 cleanup_by_hand='' old_directory=.gemini-module
old_session_id='' old_session_file='' session_paths=(/home/coder/.gemini/tmp) first_run='' install=false first_run_files=()
