#!/usr/bin/env bash
# Starts Copilot, or resumes the session it had before the workspace stopped.
# Written by coder-persistence/persistence: change the template, not this file. To read the program: coder-agent-copilot source
name=copilot title=Copilot home=/home/coder workdir=/home/coder data_dir=/home/coder/.coder-modules/coder-persistence/copilot
launcher=agentapi port=3284 save_chat=true save_interval=30 resume=true on_lost_session=fresh stop_budget=290
agent_names=(copilot) agent_package='npm package @github/copilot' agentapi_type=copilot agentapi_recommended=0.12.2 stop_signal=INT
cold=(--session-id '{session}' '{args}') cold_prompt=(--session-id '{session}' '{args}' '--interactive={prompt}')
warm=(--session-id '{session}' '{args}') warm_prompt=(--session-id '{session}' '{args}' '--interactive={prompt}') id_kind=uuid
first_session_id=c2de8500-d00b-5f39-bceb-0454e3ad56b1 store_kind=file store_root=${COPILOT_HOME:-"$home"/.copilot}
store_glob='session-state/{session}/events.jsonl' user_turn='^\{"type":"user\.message"' follow_kind=lockfile
follow_root=${COPILOT_HOME:-"$home"/.copilot} follow_globs=('session-state/*/inuse.{pid}.lock') lock_root=${COPILOT_HOME:-"$home"/.copilot}
lock_glob='session-state/{session}/inuse.*.lock' old_directory=.copilot-module session_paths=(/home/coder/.copilot/session-state)
