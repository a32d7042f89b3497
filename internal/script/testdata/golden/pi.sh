#!/usr/bin/env bash
# Starts Pi, or resumes the session it had before the workspace stopped.
# Written by the Terraform provider coder-persistence/persistence: change the template, not this file.
# To read the program that is packed below: coder-agent-pi source
name=pi title=Pi home=/home/coder workdir=/home/coder data_dir=/home/coder/.coder-modules/coder-persistence/pi prompt='' args=()
launcher=agentapi port=3284 save_chat=true save_interval=30 resume=true on_lost_session=fresh stop_budget=290 task_id='' retention_days=0
own_directories=()
# Pi
agent_names=(pi) agent_package='npm package @mariozechner/pi-coding-agent' agentapi_type=custom agentapi_recommended=0.12.2 stop_signal=INT
cold=('{args}') cold_prompt=() warm=('{args}' --session '{session}') warm_prompt=() id_kind=captured first_session_id='' id_pattern=''
new_id=() store_kind=file store_root=${PI_CODING_AGENT_DIR:-"$home"/.pi/agent} store_glob='sessions/*/*_{session}.jsonl'
store_contains='"role":"user"' store_record='' store_blank='' store_command=() user_turn='' user_turn_command=() blank_resumes=false
follow_kind=content follow_root=${PI_CODING_AGENT_DIR:-"$home"/.pi/agent} follow_globs=('sessions/*/*.jsonl') follow_field=''
follow_message='"role":"user","content":[{"type":"text","text":"{message}"'
follow_command=() follows_new=true sessions_root=${PI_CODING_AGENT_DIR:-"$home"/.pi/agent} sessions_glob='sessions/*/*.jsonl'
sessions_first_line=('"type":"session"' '"cwd":"{workdir}"') sessions_contains=() sessions_field='' sessions_id_length=36
sessions_command=() sessions_record='' lock_root= lock_glob='' cleanup_root=${PI_CODING_AGENT_DIR:-"$home"/.pi/agent}
cleanup_glob='sessions/*/*.jsonl' cleanup_beside=() cleanup_id_prefix=0 cleanup_by_hand='' old_directory='' old_session_id=''
old_session_file='' session_paths=(/home/coder/.pi/agent/sessions) first_run='' install=false first_run_files=()
