#!/usr/bin/env bash
# Starts OpenCode, or resumes the session it had before the workspace stopped.
# Written by the Terraform provider coder-persistence/persistence: change the template, not this file.
# To read the program that is packed below: coder-agent-opencode source
name=opencode title=OpenCode home=/home/coder workdir=/home/coder data_dir=/home/coder/.coder-modules/coder-persistence/opencode prompt=''
args=() launcher=agentapi port=3284 save_chat=true save_interval=30 resume=true on_lost_session=fresh stop_budget=290 task_id=''
retention_days=0 own_directories=()
# OpenCode
agent_names=(opencode) agent_package='npm package opencode-ai' agentapi_type=opencode agentapi_recommended=0.12.2 stop_signal=INT
cold=('{args}') cold_prompt=('{args}' '--prompt={prompt}') warm=(--session '{session}' '{args}') warm_prompt=() id_kind=captured
first_session_id='' id_pattern='ses_[0-9A-Za-z]+' new_id=() store_kind=command store_root= store_glob='' store_contains='"{session}"'
store_record='' store_blank='' store_command=(session list --format json --max-count 1000000) user_turn='"role": "user"'
user_turn_command=(export '{session}') blank_resumes=false follow_kind=command follow_root= follow_globs=() follow_field=''
follow_message='"text": "{message}"' follow_command=(export '{session}') follows_new=true sessions_root= sessions_glob=''
sessions_first_line=() sessions_contains=('"directory": "{workdir}"') sessions_field='' sessions_id_length=0
sessions_command=(session list --format json --max-count 1000000) sessions_record='"id": "' lock_root= lock_glob='' cleanup_root=
cleanup_glob='' cleanup_beside=() cleanup_id_prefix=0
cleanup_by_hand='OpenCode keeps all sessions in one database: run opencode session list and opencode session delete ID.'
old_directory=.opencode-module old_session_id='' old_session_file='' session_paths=(/home/coder/.local/share/opencode) first_run=''
install=false first_run_files=()
