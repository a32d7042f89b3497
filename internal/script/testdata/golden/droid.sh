#!/usr/bin/env bash
# Starts Droid, or resumes the session it had before the workspace stopped.
# Written by the Terraform provider coder-persistence/persistence: change the template, not this file.
# To read the program that is packed below: coder-agent-droid source
name=droid title=Droid home=/home/coder workdir=/home/coder data_dir=/home/coder/.coder-modules/coder-persistence/droid prompt='' args=()
launcher=agentapi port=3284 save_chat=true save_interval=30 resume=true on_lost_session=fresh stop_budget=290 task_id='' retention_days=0
own_directories=()
# Droid
agent_names=(droid) agent_package='npm package @factory/cli' agentapi_type=custom agentapi_recommended=0.12.2 stop_signal=INT
cold=('{args}') cold_prompt=('{args}' -- '{prompt}') warm=('{args}' --resume '{session}') warm_prompt=() id_kind=captured
first_session_id='' id_pattern='' new_id=() store_kind=file store_root="$home"/.factory store_glob='sessions/*/{session}.jsonl'
store_contains='"role":"user"' store_record='' store_blank='' store_command=()
user_turn='"role":"user","content":\[\{"type":"text","text":"([^<]|<[^s])'
user_turn_command=() blank_resumes=false follow_kind=content follow_root="$home"/.factory follow_globs=('sessions/*/*.jsonl')
follow_field=''
follow_message='"role":"user","content":[{"type":"text","text":"{message}"'
follow_command=() follows_new=true sessions_root="$home"/.factory sessions_glob='sessions/*/*.jsonl'
sessions_first_line=('"type":"session_start"' '"cwd":"{workdir}"') sessions_contains=() sessions_field='' sessions_id_length=36
sessions_command=() sessions_record='' lock_root= lock_glob='' cleanup_root="$home"/.factory cleanup_glob='sessions/*/*.jsonl'
cleanup_beside=(.settings.json) cleanup_id_prefix=0 cleanup_by_hand='' old_directory='' old_session_id='' old_session_file=''
session_paths=(/home/coder/.factory/sessions) first_run='' install=false first_run_files=()
