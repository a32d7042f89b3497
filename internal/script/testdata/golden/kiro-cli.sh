#!/usr/bin/env bash
# Starts Kiro CLI, or resumes the session it had before the workspace stopped.
# Written by the Terraform provider coder-persistence/persistence: change the template, not this file.
# To read the program that is packed below: coder-agent-kiro-cli source
name=kiro-cli title='Kiro CLI' home=/home/coder workdir=/home/coder data_dir=/home/coder/.coder-modules/coder-persistence/kiro-cli prompt=''
args=() launcher=agentapi port=3284 save_chat=true save_interval=30 resume=true on_lost_session=fresh stop_budget=290 task_id=''
retention_days=0 own_directories=()
# Kiro CLI
agent_names=(kiro-cli) agent_package="the vendor's installer" agentapi_type=custom agentapi_recommended=0.12.2 stop_signal=INT
cold=(chat '{args}') cold_prompt=(chat '{args}' -- '{prompt}') warm=(chat --resume-id '{session}' '{args}') warm_prompt=() id_kind=captured
first_session_id='' id_pattern='' new_id=() store_kind=file store_root="$home"/.kiro store_glob='sessions/cli/{session}.jsonl'
store_contains='' store_record='' store_blank='' store_command=() user_turn='' user_turn_command=() blank_resumes=false follow_kind=content
follow_root= follow_globs=() follow_field='' follow_message='"{message}"' follow_command=() follows_new=true sessions_root="$home"/.kiro
sessions_glob='sessions/cli/*.jsonl' sessions_first_line=() sessions_contains=() sessions_field='' sessions_id_length=36 sessions_command=()
sessions_record='' lock_root= lock_glob='' cleanup_root="$home"/.kiro cleanup_glob='sessions/cli/*.jsonl'
cleanup_beside=(.json .history .lock) cleanup_id_prefix=0 cleanup_by_hand='' old_directory='' old_session_id='' old_session_file=''
session_paths=(/home/coder/.kiro/sessions/cli /home/coder/.local/share/kiro-cli)
first_run='' install=false first_run_files=()
