#!/usr/bin/env bash
# Starts Cline CLI, or resumes the session it had before the workspace stopped.
# Written by the Terraform provider coder-persistence/persistence: change the template, not this file.
# To read the program that is packed below: coder-agent-cline source
name=cline title='Cline CLI' home=/home/coder workdir=/home/coder data_dir=/home/coder/.coder-modules/coder-persistence/cline prompt=''
args=() launcher=agentapi port=3284 save_chat=true save_interval=30 resume=true on_lost_session=fresh stop_budget=290 task_id=''
retention_days=0 own_directories=()
# Cline CLI
agent_names=(cline) agent_package='npm package cline' agentapi_type=custom agentapi_recommended=0.12.2 stop_signal=INT cold=(--tui '{args}')
cold_prompt=(--tui '{args}' -- '{prompt}') warm=(--tui '{args}' --id '{session}') warm_prompt=() id_kind=captured first_session_id=''
id_pattern='' new_id=() store_kind=file store_root="$home"/.cline/data store_glob='sessions/{session}/{session}.messages.json'
store_contains='"role": "user"' store_record='' store_blank='' store_command=() user_turn='' user_turn_command=() blank_resumes=false
follow_kind=content follow_root="$home"/.cline/data follow_globs=('sessions/*/*.messages.json') follow_field=sessionId
follow_message='\">{message}</user_input>"' follow_command=() follows_new=true sessions_root="$home"/.cline/data
sessions_glob='sessions/*/*.messages.json' sessions_first_line=() sessions_contains=('"source": "cli"' '"role": "user"')
sessions_field=sessionId sessions_id_length=19 sessions_command=() sessions_record='' lock_root= lock_glob=''
cleanup_root="$home"/.cline/data cleanup_glob='sessions/*' cleanup_beside=() cleanup_id_prefix=0 cleanup_by_hand='' old_directory=''
old_session_id='' old_session_file=''
session_paths=(/home/coder/.cline/data/sessions /home/coder/.cline/data/db)
first_run='' install=false first_run_files=()
