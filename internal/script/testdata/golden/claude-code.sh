#!/usr/bin/env bash
# Starts Claude Code, or resumes the session it had before the workspace stopped.
# Written by coder-persistence/persistence: change the template, not this file. To read the program: coder-agent-claude-code source
name=claude-code title='Claude Code' home=/home/coder workdir=/home/coder data_dir=/home/coder/.coder-modules/coder-persistence/claude-code
launcher=agentapi port=3284 save_chat=true save_interval=30 resume=true on_lost_session=fresh stop_budget=290
agent_names=(claude) agent_package='npm package @anthropic-ai/claude-code' agentapi_type=claude agentapi_recommended=0.12.2 stop_signal=INT
cold=('{args}' --session-id '{session}') cold_prompt=('{args}' --session-id '{session}' -- '{prompt}') warm=('{args}' --resume '{session}')
warm_prompt=('{args}' --resume '{session}' -- '{prompt}') id_kind=uuid first_session_id=73555e03-4708-59fb-9380-580ffabc55c9 store_kind=file
store_root=${CLAUDE_CONFIG_DIR:-"$home"/.claude} store_glob='projects/*/{session}.jsonl' store_contains='"type":"user"'
user_turn='"type":"user"' follow_kind=pidfile follow_root=${CLAUDE_CONFIG_DIR:-"$home"/.claude} follow_globs=('sessions/{pid}.json')
follow_field=sessionId old_directory=.claude-module old_session_id=cd32e253-ca16-4fd3-9825-d837e74ae3c2
session_paths=(/home/coder/.claude/projects)
