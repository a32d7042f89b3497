#!/usr/bin/env bash
# Starts Claude Code, or resumes the session it had before the workspace stopped.
# Written by coder-persistence/persistence: change the template, not this file. To read the program: coder-agent-reviewer source
name=reviewer title='Claude Code' home=/root workdir="/srv/it's a project" data_dir=/data/agents/reviewer
prompt='Fix the "failing" test.
Then say $(date), it'\''s done.'
args=(--model 'big one' '') launcher=agentapi port=4000 on_lost_session=fail stop_budget=5 task_id=5d1b8f3e-4c0a-4d52-9a57-5f7e7f6f2b11
retention_days=90
export CLAUDE_CONFIG_DIR=/data/claude
own_directories=(/data/claude)
agent_names=(/opt/agent/bin/agent) agent_package='npm package @anthropic-ai/claude-code' agentapi_type=claude agentapi_recommended=0.12.2
stop_signal=INT cold=('{args}' --session-id '{session}') cold_prompt=('{args}' --session-id '{session}' -- '{prompt}')
warm=('{args}' --resume '{session}') warm_prompt=('{args}' --resume '{session}' -- '{prompt}') id_kind=uuid
first_session_id=58511761-4d65-5008-b652-d2ac47a68905 store_kind=file store_root=${CLAUDE_CONFIG_DIR:-"$home"/.claude}
store_glob='projects/*/{session}.jsonl' store_contains='"type":"user"' user_turn='"type":"user"' follow_kind=pidfile
follow_root=${CLAUDE_CONFIG_DIR:-"$home"/.claude} follow_globs=('sessions/{pid}.json') follow_field=sessionId
cleanup_root=${CLAUDE_CONFIG_DIR:-"$home"/.claude} cleanup_glob='projects/*/*.jsonl' cleanup_beside=('') old_directory=.claude-module
old_session_id=cd32e253-ca16-4fd3-9825-d837e74ae3c2 session_paths=(/root/.claude/projects) first_run=accept
first_run_files=(CLAUDE_CONFIG_DIR '' '' .claude.json '' '{
  "hasCompletedOnboarding": true,
  "customApiKeyResponses": { "approved": ["{$ANTHROPIC_API_KEY:tail}"], "rejected": [] },
  "projects": { "{workdir}": { "hasTrustDialogAccepted": true } }
}' CLAUDE_CONFIG_DIR '' .claude settings.json --dangerously-skip-permissions '{ "skipDangerousModePermissionPrompt": true }')
install=true install_title='Claude Code 2.1.197' install_program=claude install_version=2.1.197 install_registry=https://npm.example.com
install_downloads=(amd64 https://npm.example.com/@anthropic-ai/claude-code-linux-x64/-/claude-code-linux-x64-2.1.197.tgz 'sha512 ac894a9ab63440cc8780f457fcc616363d37f6f6f2a480af23d8d57b7aecf57cb64673649724a3c8fc6a87ad9069dce7ce87ed10edb7b98435b4578f710fff6e' arm64 https://npm.example.com/@anthropic-ai/claude-code-linux-arm64/-/claude-code-linux-arm64-2.1.197.tgz 'sha512 b31e92a068f730d479095f980e436d6cb1d76b5b67dc6f2a7181609b5827bce8bd38341429b8623df6a79097e44cc0d57a43af9ca2619ba8bd8461483f3a7b71')
install_env=('DISABLE_AUTOUPDATER=1') agentapi_version=0.12.2
agentapi_downloads=(amd64 https://github.com/coder/agentapi/releases/download/v0.12.2/agentapi-linux-amd64 '' arm64 https://github.com/coder/agentapi/releases/download/v0.12.2/agentapi-linux-arm64 '')
