#!/usr/bin/env bash
# Starts Auggie, or resumes the session it had before the workspace stopped.
# Written by the Terraform provider coder-persistence/persistence: change the template, not this file.
# To read the program that is packed below: coder-agent-auggie source
name=auggie title=Auggie home=/home/coder workdir=/home/coder data_dir=/home/coder/.coder-modules/coder-persistence/auggie prompt='' args=()
launcher=agentapi port=3284 save_chat=true save_interval=30 resume=true on_lost_session=fresh stop_budget=290 task_id='' retention_days=0
own_directories=()
# Auggie
agent_names=(auggie) agent_package='npm package @augmentcode/auggie' agentapi_type=codex agentapi_recommended=0.12.2 stop_signal=INT
cold=(--allow-indexing '{args}') cold_prompt=(--allow-indexing '{args}' -- '{prompt}') warm=(--resume '{session}' --allow-indexing '{args}')
warm_prompt=(--resume '{session}' --allow-indexing '{args}' -- '{prompt}')
id_kind=captured first_session_id='' id_pattern='' new_id=() store_kind=file store_root="$home"/.augment
store_glob='sessions/{session}.json' store_contains='"request_message"' store_record='' store_blank='' store_command=() user_turn=''
user_turn_command=() blank_resumes=false follow_kind=content follow_root="$home"/.augment follow_globs=('sessions/*.json') follow_field=''
follow_message='"request_message": "{message}"' follow_command=() follows_new=true sessions_root="$home"/.augment
sessions_glob='sessions/*.json' sessions_first_line=()
sessions_contains=('"request_message"' '"folder_root": "{repository}"')
sessions_field='' sessions_id_length=36 sessions_command=() sessions_record='' lock_root= lock_glob='' cleanup_root="$home"/.augment
cleanup_glob='sessions/*.json' cleanup_beside=() cleanup_id_prefix=0 cleanup_by_hand='' old_directory=.auggie-module old_session_id=''
old_session_file='' session_paths=(/home/coder/.augment/sessions) first_run='' install=false first_run_files=()
