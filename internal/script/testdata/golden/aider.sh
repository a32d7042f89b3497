#!/usr/bin/env bash
# Starts Aider, or resumes the session it had before the workspace stopped.
# Written by the Terraform provider coder-persistence/persistence: change the template, not this file.
# To read the program that is packed below: coder-agent-aider source
name=aider title=Aider home=/home/coder workdir=/home/coder data_dir=/home/coder/.coder-modules/coder-persistence/aider prompt='' args=()
launcher=agentapi port=3284 save_chat=true save_interval=30 resume=true on_lost_session=fresh stop_budget=290 task_id='' retention_days=0
own_directories=()
# Aider
agent_names=(aider) agent_package='Python package aider-chat' agentapi_type=aider agentapi_recommended=0.12.2 stop_signal=INT
cold=('{args}') cold_prompt=() warm=(--restore-chat-history '{args}') warm_prompt=() id_kind=directory first_session_id='' id_pattern=''
new_id=() store_kind=file store_root='{repository}' store_glob=.aider.chat.history.md store_contains='#### ' store_record='' store_blank=''
store_command=() user_turn='' user_turn_command=() blank_resumes=false follow_kind=none follow_root= follow_globs=() follow_field=''
follow_message='"{message}"' follow_command=() follows_new=false sessions_root= sessions_glob='' sessions_first_line=() sessions_contains=()
sessions_field='' sessions_id_length=0 sessions_command=() sessions_record='' lock_root= lock_glob='' cleanup_root= cleanup_glob=''
cleanup_beside=() cleanup_id_prefix=0
cleanup_by_hand='Aider appends to one file in the repository: shorten .aider.chat.history.md in an editor.'
old_directory=.aider-module old_session_id='' old_session_file='' session_paths=('{workdir}/.aider.chat.history.md') first_run=''
install=false first_run_files=()
