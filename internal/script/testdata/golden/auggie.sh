#!/usr/bin/env bash
# Starts Auggie, or resumes the session it had before the workspace stopped.
# Written by coder-persistence/persistence: change the template, not this file. To read the program: coder-agent-auggie source
name=auggie title=Auggie home=/home/coder workdir=/home/coder data_dir=/home/coder/.coder-modules/coder-persistence/auggie launcher=agentapi
port=3284 save_chat=true save_interval=30 resume=true on_lost_session=fresh stop_budget=290
agent_names=(auggie) agent_package='npm package @augmentcode/auggie' agentapi_type=codex agentapi_recommended=0.12.2 stop_signal=INT
cold=(--allow-indexing '{args}') cold_prompt=(--allow-indexing '{args}' -- '{prompt}') warm=(--resume '{session}' --allow-indexing '{args}')
warm_prompt=(--resume '{session}' --allow-indexing '{args}' -- '{prompt}') id_kind=captured store_kind=file store_root="$home"/.augment
store_glob='sessions/{session}.json' store_contains='"request_message"' follow_kind=content follow_root="$home"/.augment
follow_globs=('sessions/*.json') follow_message='"request_message": "{message}"' follows_new=true sessions_root="$home"/.augment
sessions_glob='sessions/*.json' sessions_contains=('"request_message"' '"folder_root": "{repository}"') sessions_id_length=36
old_directory=.auggie-module session_paths=(/home/coder/.augment/sessions)
