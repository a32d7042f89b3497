#!/usr/bin/env bash
# Starts Aider, or resumes the session it had before the workspace stopped.
# Written by coder-persistence/persistence: change the template, not this file. To read the program: coder-agent-aider source
name=aider title=Aider home=/home/coder workdir=/home/coder data_dir=/home/coder/.coder-modules/coder-persistence/aider launcher=agentapi
port=3284 save_chat=true save_interval=30 resume=true on_lost_session=fresh stop_budget=290
agent_names=(aider) agent_package='Python package aider-chat' agentapi_type=aider agentapi_recommended=0.12.2 stop_signal=INT
cold=('{args}') warm=(--restore-chat-history '{args}') id_kind=directory store_kind=file store_root='{repository}'
store_glob=.aider.chat.history.md store_contains='#### ' follow_kind=none old_directory=.aider-module
session_paths=('{workdir}/.aider.chat.history.md')
