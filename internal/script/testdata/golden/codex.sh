#!/usr/bin/env bash
# Starts Codex, or resumes the session it had before the workspace stopped.
# Written by coder-persistence/persistence: change the template, not this file. To read the program: coder-agent-codex source
name=codex title=Codex home=/home/coder workdir=/home/coder data_dir=/home/coder/.coder-modules/coder-persistence/codex launcher=agentapi
port=3284 save_chat=true save_interval=30 resume=true on_lost_session=fresh stop_budget=290
agent_names=(codex) agent_package='npm package @openai/codex' agentapi_type=codex agentapi_recommended=0.12.2 stop_signal=INT
cold=('{args}' -c 'features.daemon_auto_start=false') cold_prompt=('{args}' -c 'features.daemon_auto_start=false' -- '{prompt}')
warm=(resume '{args}' -c 'features.daemon_auto_start=false' -C '{workdir}' '{session}')
warm_prompt=(resume '{args}' -c 'features.daemon_auto_start=false' -C '{workdir}' '{session}' -- '{prompt}') id_kind=captured
store_kind=file store_root=${CODEX_HOME:-"$home"/.codex} store_glob='sessions/*/*/*/rollout-*-{session}.jsonl'
user_turn='"type":"(UserMessage|user_message)"' follow_kind=held follow_root=${CODEX_HOME:-"$home"/.codex}
follow_globs=('thread-writer-locks/*.lock' 'sessions/*/*/*/rollout-*.jsonl') follows_new=true sessions_root=${CODEX_HOME:-"$home"/.codex}
sessions_glob='sessions/*/*/*/rollout-*.jsonl' sessions_first_line=('"cwd":"{workdir}"' '"source":"cli"') sessions_id_length=36
old_directory=.codex-module old_session_file=.codex-task-session session_paths=(/home/coder/.codex/sessions)
