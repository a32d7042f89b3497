#!/usr/bin/env bash
# Starts Cursor CLI, or resumes the session it had before the workspace stopped.
# Written by the Terraform provider coder-persistence/persistence: change the template, not this file.
# To read the program that is packed below: coder-agent-cursor-cli source
name=cursor-cli title='Cursor CLI' home=/home/coder workdir=/home/coder data_dir=/home/coder/.coder-modules/coder-persistence/cursor-cli
prompt='' args=() launcher=agentapi port=3284 save_chat=true save_interval=30 resume=true on_lost_session=fresh stop_budget=290 task_id=''
retention_days=0 own_directories=()
# Cursor CLI
agent_names=(cursor-agent agent) agent_package="the vendor's installer" agentapi_type=cursor agentapi_recommended=0.12.2 stop_signal=INT
cold=(--resume '{session}' '{args}') cold_prompt=(--resume '{session}' '{args}' -- '{prompt}') warm=(--resume '{session}' '{args}')
warm_prompt=(--resume '{session}' '{args}' -- '{prompt}') id_kind=command first_session_id=''
id_pattern='[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
new_id=(create-chat) store_kind=file store_root="$home"/.cursor store_glob='chats/*/{session}/store.db' store_contains='' store_record=''
store_blank='' store_command=() user_turn='' user_turn_command=() blank_resumes=false follow_kind=none follow_root= follow_globs=()
follow_field='' follow_message='"{message}"' follow_command=() follows_new=false sessions_root= sessions_glob='' sessions_first_line=()
sessions_contains=() sessions_field='' sessions_id_length=0 sessions_command=() sessions_record='' lock_root= lock_glob=''
cleanup_root="$home"/.cursor cleanup_glob='chats/*/*' cleanup_beside=() cleanup_id_prefix=0 cleanup_by_hand=''
old_directory=.cursor-cli-module old_session_id='' old_session_file=''
session_paths=(/home/coder/.cursor/chats /home/coder/.cursor/projects) first_run='' install=false first_run_files=()
