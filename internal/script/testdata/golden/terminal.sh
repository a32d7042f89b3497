#!/usr/bin/env bash
# Starts Goose, or resumes the session it had before the workspace stopped.
# Written by coder-persistence/persistence: change the template, not this file. To read the program: coder-agent-goose source
name=goose title=Goose home=/home/coder workdir=/home/coder data_dir=/home/coder/.coder-modules/coder-persistence/goose launcher=terminal
port=3284 save_interval=30 resume=true on_lost_session=fresh stop_budget=290
agent_names=(goose) agent_package="npm package @aaif/goose-binary-linux-x64 or the project's release archive" agentapi_type=goose
agentapi_recommended=0.12.2 stop_signal=TERM cold=(session '{args}' --name '{session}')
cold_prompt=(run '{args}' -s --name '{session}' '--text={prompt}') warm=(session '{args}' --resume --name '{session}')
warm_prompt=(run '{args}' -s --resume --name '{session}' '--text={prompt}') id_kind=name first_session_id=coder-goose store_kind=command
store_contains='"working_dir":"{workdir}","name":"{session}","user_set_name":' store_record='{"id":"' store_blank='"message_count":0,'
store_command=(session list --format json) user_turn='"name":"{session}".*"message_count":[1-9]'
user_turn_command=(session list --format json) blank_resumes=true follow_kind=none old_directory=.goose-module
session_paths=(/home/coder/.local/share/goose/sessions)
