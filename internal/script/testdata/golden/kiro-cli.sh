#!/usr/bin/env bash
# Starts Kiro CLI, or resumes the session it had before the workspace stopped.
# Written by coder-persistence/persistence: change the template, not this file. To read the program: coder-agent-kiro-cli source
name=kiro-cli title='Kiro CLI' home=/home/coder workdir=/home/coder data_dir=/home/coder/.coder-modules/coder-persistence/kiro-cli
launcher=agentapi port=3284 save_chat=true save_interval=30 resume=true on_lost_session=fresh stop_budget=290
agent_names=(kiro-cli) agent_package="the vendor's installer" agentapi_type=custom agentapi_recommended=0.12.2 stop_signal=INT
cold=(chat '{args}') cold_prompt=(chat '{args}' -- '{prompt}') warm=(chat --resume-id '{session}' '{args}') id_kind=captured store_kind=file
store_root="$home"/.kiro store_glob='sessions/cli/{session}.jsonl' follow_kind=content follows_new=true sessions_root="$home"/.kiro
sessions_glob='sessions/cli/*.jsonl' sessions_id_length=36 session_paths=(/home/coder/.kiro/sessions/cli /home/coder/.local/share/kiro-cli)
