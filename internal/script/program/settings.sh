#!/usr/bin/env bash
# shellcheck shell=bash
# --- settings: what differs between agents and templates ---
#
# These are the defaults. The start script holds those of one agent, without what
# is empty, false or 0, and puts them in the place marked below. In them {session},
# {prompt}, {workdir}, {repository}, {home}, {message} and {pid} stand for values,
# and {args} for all arguments of the template.

# The template. Intervals are in seconds; on_lost_session is fresh, resend_prompt
# or fail; own_directories are what relocation variables point to. A long prompt is
# packed, gzip in base64.
name='' title='' home='' workdir='' data_dir='' prompt='' packed_prompt='' args=() launcher=agentapi port=0 save_chat=false save_interval=0 resume=false
on_lost_session=fresh stop_budget=0 task_id='' retention_days=0 own_directories=()

# The agent's program and its command lines.
agent_names=() agent_package='' agentapi_type='' agentapi_recommended='' stop_signal=''
cold=() cold_prompt=() warm=() warm_prompt=()

# The session's identifier: a uuid or name that we choose, a directory, printed by
# a command, or captured.
id_kind='' first_session_id='' id_pattern='' new_id=()

# The store, and how it shows that somebody has spoken in a session.
store_kind='' store_root='' store_glob='' store_contains='' store_command=() store_record='' store_blank=''
user_turn='' user_turn_command=() blank_resumes=false

# Which session the running agent is in, and which sessions there are: follow.sh.
follow_kind=none follow_root='' follow_globs=() follow_field='' follow_message='"{message}"' follow_command=() follows_new=false
sessions_root='' sessions_glob='' sessions_first_line=() sessions_contains=() sessions_field='' sessions_id_length=0
sessions_command=() sessions_record='' lock_root='' lock_glob=''

# Clean-up, the directory of the agent's registry module, and disk use.
cleanup_root='' cleanup_glob='' cleanup_beside=() cleanup_id_prefix=0 cleanup_by_hand=''
old_directory='' old_session_id='' old_session_file='' session_paths=()

# Installation. Of each download: the architecture (amd64 or arm64), the URL, and
# the checksum ("sha512 HEX", "sha256 HEX" or nothing). It is the program, a
# .tar.gz that holds it, or install_package, an npm package that needs node.
# install_env is NAME=VALUE, exported for a program installed here;
# install_without_node names the agents that need no node; a download may stand
# still for install_stall_seconds.
install=false install_title='' install_program='' install_version='' install_package='' install_registry='' install_downloads=()
install_env=() install_without_node='' install_stall_seconds=60 agentapi_version='' agentapi_downloads=()

# Per file six words: the variable and the path of the directory it is in (empty:
# home), the path below home without that variable, the file, a condition (an
# environment variable that must be set, or an argument of the agent), the content.
# In it {workdir} stands as in JSON, and so do {$NAME}, {$NAME:-default} and
# {$NAME:tail}, the last 20 characters.
first_run='' first_run_files=()

: settings
