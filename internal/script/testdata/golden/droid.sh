#!/usr/bin/env bash
# Starts Droid, or resumes the session it had before the workspace stopped.
# Written by coder-persistence/persistence: change the template, not this file. To read the program: coder-agent-droid source
name=droid title=Droid home=/home/coder workdir=/home/coder data_dir=/home/coder/.coder-modules/coder-persistence/droid launcher=agentapi
port=3284 save_chat=true save_interval=30 resume=true on_lost_session=fresh stop_budget=290
agent_names=(droid) agent_package='npm package @factory/cli' agentapi_type=custom agentapi_recommended=0.12.2 stop_signal=INT
cold=('{args}') cold_prompt=('{args}' -- '{prompt}') warm=('{args}' --resume '{session}') id_kind=captured store_kind=file
store_root="$home"/.factory store_glob='sessions/*/{session}.jsonl' store_contains='"role":"user"'
user_turn='"role":"user","content":\[\{"type":"text","text":"([^<]|<[^s])' follow_kind=content follow_root="$home"/.factory
follow_globs=('sessions/*/*.jsonl') follow_message='"role":"user","content":[{"type":"text","text":"{message}"' follows_new=true
sessions_root="$home"/.factory sessions_glob='sessions/*/*.jsonl' sessions_first_line=('"type":"session_start"' '"cwd":"{workdir}"')
sessions_id_length=36 session_paths=(/home/coder/.factory/sessions)
