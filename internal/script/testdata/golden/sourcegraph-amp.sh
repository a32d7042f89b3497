#!/usr/bin/env bash
# Starts Sourcegraph Amp, or resumes the session it had before the workspace stopped.
# Written by the Terraform provider coder-persistence/persistence: change the template, not this file.
# To read the program that is packed below: coder-agent-sourcegraph-amp source
name=sourcegraph-amp title='Sourcegraph Amp' home=/home/coder workdir=/home/coder
data_dir=/home/coder/.coder-modules/coder-persistence/sourcegraph-amp prompt='' args=() launcher=agentapi port=3284 save_chat=true
save_interval=30 resume=true on_lost_session=fresh stop_budget=290 task_id='' retention_days=0 own_directories=()
# Sourcegraph Amp
agent_names=(amp) agent_package='npm package @ampcode/cli' agentapi_type=amp agentapi_recommended=0.12.2 stop_signal=INT
cold=(threads continue '{session}' '{args}') cold_prompt=() warm=(threads continue '{session}' '{args}') warm_prompt=() id_kind=command
first_session_id=''
id_pattern='T-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
new_id=(threads new) store_kind=stored store_root= store_glob='' store_contains='' store_record='' store_blank='' store_command=()
user_turn='' user_turn_command=() blank_resumes=true follow_kind=none follow_root= follow_globs=() follow_field=''
follow_message='"{message}"' follow_command=() follows_new=false sessions_root= sessions_glob='' sessions_first_line=() sessions_contains=()
sessions_field='' sessions_id_length=0 sessions_command=() sessions_record='' lock_root= lock_glob='' cleanup_root= cleanup_glob=''
cleanup_beside=() cleanup_id_prefix=0
cleanup_by_hand='Amp keeps its threads on its servers: archive them there.'
old_directory=.amp-module old_session_id='' old_session_file='' session_paths=() first_run='' install=false first_run_files=()
