#!/usr/bin/env bash
# Starts Pi, or resumes the session it had before the workspace stopped.
# Written by coder-persistence/persistence: change the template, not this file. To read the program: coder-agent-pi source
name=pi title=Pi home=/home/coder workdir=/home/coder data_dir=/home/coder/.coder-modules/coder-persistence/pi launcher=agentapi port=3284
save_chat=true save_interval=30 resume=true on_lost_session=fresh stop_budget=290
agent_names=(pi) agent_package='npm package @mariozechner/pi-coding-agent' agentapi_type=custom agentapi_recommended=0.12.2 stop_signal=INT
cold=('{args}') warm=('{args}' --session '{session}') id_kind=captured store_kind=file store_root=${PI_CODING_AGENT_DIR:-"$home"/.pi/agent}
store_glob='sessions/*/*_{session}.jsonl' store_contains='"role":"user"' follow_kind=content
follow_root=${PI_CODING_AGENT_DIR:-"$home"/.pi/agent} follow_globs=('sessions/*/*.jsonl')
follow_message='"role":"user","content":[{"type":"text","text":"{message}"' follows_new=true
sessions_root=${PI_CODING_AGENT_DIR:-"$home"/.pi/agent} sessions_glob='sessions/*/*.jsonl'
sessions_first_line=('"type":"session"' '"cwd":"{workdir}"') sessions_id_length=36 session_paths=(/home/coder/.pi/agent/sessions)
