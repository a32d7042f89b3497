#!/usr/bin/env bash
# Starts Codex, or resumes the session it had before the workspace stopped.
# Written by the Terraform provider coder-persistence/persistence: change the template, not this file.
# To read the program that is packed below: coder-agent-codex source
name=codex title=Codex home=/home/coder workdir=/home/coder data_dir=/home/coder/.coder-modules/coder-persistence/codex prompt='' args=()
launcher=agentapi port=3284 save_chat=true save_interval=30 resume=true on_lost_session=fresh stop_budget=290 task_id='' retention_days=0
own_directories=()
# Codex
agent_names=(codex) agent_package='npm package @openai/codex' agentapi_type=codex agentapi_recommended=0.12.2 stop_signal=INT
cold=('{args}' -c 'features.daemon_auto_start=false')
cold_prompt=('{args}' -c 'features.daemon_auto_start=false' -- '{prompt}')
warm=(resume '{args}' -c 'features.daemon_auto_start=false' -C '{workdir}' '{session}')
warm_prompt=(resume '{args}' -c 'features.daemon_auto_start=false' -C '{workdir}' '{session}' -- '{prompt}')
id_kind=captured first_session_id='' id_pattern='' new_id=() store_kind=file store_root=${CODEX_HOME:-"$home"/.codex}
store_glob='sessions/*/*/*/rollout-*-{session}.jsonl' store_contains='' store_record='' store_blank='' store_command=()
user_turn='"type":"(UserMessage|user_message)"' user_turn_command=() blank_resumes=false follow_kind=held
follow_root=${CODEX_HOME:-"$home"/.codex}
follow_globs=('thread-writer-locks/*.lock' 'sessions/*/*/*/rollout-*.jsonl')
follow_field='' follow_message='"{message}"' follow_command=() follows_new=true sessions_root=${CODEX_HOME:-"$home"/.codex}
sessions_glob='sessions/*/*/*/rollout-*.jsonl' sessions_first_line=('"cwd":"{workdir}"' '"source":"cli"') sessions_contains=()
sessions_field='' sessions_id_length=36 sessions_command=() sessions_record='' lock_root= lock_glob=''
cleanup_root=${CODEX_HOME:-"$home"/.codex} cleanup_glob='sessions/*/*/*/rollout-*.jsonl' cleanup_beside=() cleanup_id_prefix=0
cleanup_by_hand='' old_directory=.codex-module old_session_id='' old_session_file=.codex-task-session
session_paths=(/home/coder/.codex/sessions) first_run='' install=false first_run_files=()
