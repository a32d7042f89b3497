#!/usr/bin/env bash
# Starts Qwen Code, or resumes the session it had before the workspace stopped.
# Written by coder-persistence/persistence: change the template, not this file. To read the program: coder-agent-qwen-code source
name=qwen-code title='Qwen Code' home=/home/coder workdir=/home/coder data_dir=/home/coder/.coder-modules/coder-persistence/qwen-code
launcher=agentapi port=3284 save_chat=true save_interval=30 resume=true on_lost_session=fresh stop_budget=290
agent_names=(qwen) agent_package='npm package @qwen-code/qwen-code' agentapi_type=custom agentapi_recommended=0.12.2 stop_signal=INT
cold=('{args}' --session-id '{session}') cold_prompt=('{args}' --session-id '{session}' '--prompt-interactive={prompt}')
warm=('{args}' --resume '{session}') warm_prompt=('{args}' --resume '{session}' '--prompt-interactive={prompt}') id_kind=uuid
first_session_id=8728d232-140f-5a66-b089-b0952f585d95 store_kind=file store_root=${QWEN_HOME:-"$home"/.qwen}
store_glob='projects/*/chats/{session}.jsonl' store_contains='"type":"user"' user_turn='"type":"user",("provenance":"real_user"|"cwd":)'
follow_kind=pidfile follow_root=${QWEN_HOME:-"$home"/.qwen} follow_globs=('sessions/{pid}.json') follow_field=sessionId
session_paths=(/home/coder/.qwen/projects)
