#!/usr/bin/env bash
# Starts Sourcegraph Amp, or resumes the session it had before the workspace stopped.
# Written by coder-persistence/persistence: change the template, not this file. To read the program: coder-agent-sourcegraph-amp source
name=sourcegraph-amp title='Sourcegraph Amp' home=/home/coder workdir=/home/coder
data_dir=/home/coder/.coder-modules/coder-persistence/sourcegraph-amp launcher=agentapi port=3284 save_chat=true save_interval=30
resume=true on_lost_session=fresh stop_budget=290
agent_names=(amp) agent_package='npm package @ampcode/cli' agentapi_type=amp agentapi_recommended=0.12.2 stop_signal=INT
cold=(threads continue '{session}' '{args}') warm=(threads continue '{session}' '{args}') id_kind=command
id_pattern='T-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}' new_id=(threads new) store_kind=stored blank_resumes=true
follow_kind=none old_directory=.amp-module
