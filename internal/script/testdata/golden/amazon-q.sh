#!/usr/bin/env bash
# Starts Amazon Q, or resumes the session it had before the workspace stopped.
# Written by the Terraform provider coder-persistence/persistence: change the template, not this file.
# To read the program that is packed below: coder-agent-amazon-q source
name=amazon-q title='Amazon Q' home=/home/coder workdir=/home/coder data_dir=/home/coder/.coder-modules/coder-persistence/amazon-q prompt=''
args=() launcher=agentapi port=3284 save_chat=true save_interval=30 resume=true on_lost_session=fresh stop_budget=290 task_id=''
retention_days=0 own_directories=()
# Amazon Q
agent_names=(q) agent_package="the project's .deb package or AppImage" agentapi_type=amazonq agentapi_recommended=0.12.2 stop_signal=INT
cold=(chat '{args}') cold_prompt=(chat '{args}' -- '{prompt}') warm=(chat --resume '{args}')
warm_prompt=(chat --resume '{args}' -- '{prompt}') id_kind=directory first_session_id='' id_pattern='' new_id=() store_kind=file
store_root="$home"/.local/share/amazon-q store_glob='data.sqlite3*' store_contains='{workdir}{' store_record='' store_blank=''
store_command=() user_turn='' user_turn_command=() blank_resumes=false follow_kind=none follow_root= follow_globs=() follow_field=''
follow_message='"{message}"' follow_command=() follows_new=false sessions_root= sessions_glob='' sessions_first_line=() sessions_contains=()
sessions_field='' sessions_id_length=0 sessions_command=() sessions_record='' lock_root= lock_glob='' cleanup_root= cleanup_glob=''
cleanup_beside=() cleanup_id_prefix=0
cleanup_by_hand='Amazon Q keeps one conversation for each directory in one database, and replaces it with the next one.'
old_directory=.amazonq-module old_session_id='' old_session_file='' session_paths=(/home/coder/.local/share/amazon-q) first_run=''
install=false first_run_files=()
