#!/usr/bin/env bash
# Starts Antigravity CLI, or resumes the session it had before the workspace stopped.
# Written by coder-persistence/persistence: change the template, not this file. To read the program: coder-agent-antigravity source
name=antigravity title='Antigravity CLI' home=/home/coder workdir=/home/coder
data_dir=/home/coder/.coder-modules/coder-persistence/antigravity launcher=agentapi port=3284 save_chat=true save_interval=30 resume=true
on_lost_session=fresh stop_budget=290
agent_names=(agy) agent_package="the vendor's installer" agentapi_type=custom agentapi_recommended=0.12.2 stop_signal=INT cold=('{args}')
cold_prompt=('{args}' --prompt-interactive '{prompt}') warm=('{args}' --conversation '{session}') id_kind=captured store_kind=file
store_root="$home"/.gemini/antigravity-cli store_glob='conversations/{session}.db' follow_kind=content follows_new=true
sessions_root="$home"/.gemini/antigravity-cli sessions_glob='conversations/*.db' sessions_id_length=36
session_paths=(/home/coder/.gemini/antigravity-cli)
