#!/usr/bin/env bash
# Starts Antigravity CLI, or resumes the session it had before the workspace stopped.
# Written by the Terraform provider coder-persistence/persistence: change the template, not this file.
# To read the program that is packed below: coder-agent-antigravity source
name=antigravity title='Antigravity CLI' home=/home/coder workdir=/home/coder
data_dir=/home/coder/.coder-modules/coder-persistence/antigravity prompt='' args=() launcher=agentapi port=3284 save_chat=true
save_interval=30 resume=true on_lost_session=fresh stop_budget=290 task_id='' retention_days=0 own_directories=()
# Antigravity CLI
agent_names=(agy) agent_package="the vendor's installer" agentapi_type=custom agentapi_recommended=0.12.2 stop_signal=INT cold=('{args}')
cold_prompt=('{args}' --prompt-interactive '{prompt}') warm=('{args}' --conversation '{session}') warm_prompt=() id_kind=captured
first_session_id='' id_pattern='' new_id=() store_kind=file store_root="$home"/.gemini/antigravity-cli
store_glob='conversations/{session}.db' store_contains='' store_record='' store_blank='' store_command=() user_turn='' user_turn_command=()
blank_resumes=false follow_kind=content follow_root= follow_globs=() follow_field='' follow_message='"{message}"' follow_command=()
follows_new=true sessions_root="$home"/.gemini/antigravity-cli sessions_glob='conversations/*.db' sessions_first_line=()
sessions_contains=() sessions_field='' sessions_id_length=36 sessions_command=() sessions_record='' lock_root= lock_glob=''
cleanup_root="$home"/.gemini/antigravity-cli cleanup_glob='conversations/*.db' cleanup_beside=(.db-wal .db-shm) cleanup_id_prefix=0
cleanup_by_hand='' old_directory='' old_session_id='' old_session_file='' session_paths=(/home/coder/.gemini/antigravity-cli) first_run=''
install=false first_run_files=()
