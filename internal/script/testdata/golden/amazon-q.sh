#!/usr/bin/env bash
# Starts Amazon Q, or resumes the session it had before the workspace stopped.
# Written by coder-persistence/persistence: change the template, not this file. To read the program: coder-agent-amazon-q source
name=amazon-q title='Amazon Q' home=/home/coder workdir=/home/coder data_dir=/home/coder/.coder-modules/coder-persistence/amazon-q
launcher=agentapi port=3284 save_chat=true save_interval=30 resume=true on_lost_session=fresh stop_budget=290
agent_names=(q) agent_package="the project's .deb package or AppImage" agentapi_type=amazonq agentapi_recommended=0.12.2 stop_signal=INT
cold=(chat '{args}') cold_prompt=(chat '{args}' -- '{prompt}') warm=(chat --resume '{args}')
warm_prompt=(chat --resume '{args}' -- '{prompt}') id_kind=directory store_kind=file store_root="$home"/.local/share/amazon-q
store_glob='data.sqlite3*' store_contains='{workdir}{' follow_kind=none old_directory=.amazonq-module
session_paths=(/home/coder/.local/share/amazon-q)
