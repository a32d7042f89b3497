# shellcheck shell=bash
# Installs what is missing: the agent and agentapi, below $home/.local on the
# volume, and the files that answer an agent's first questions. main.sh calls
# install_missing before it checks the machine, and accept_first_run once the
# working directory exists.

# --- installing ---------------------------------------------------------------

install_missing() {
  local names
  install_dir=$home/.local/share/coder-persistence
  if [[ -n $agentapi_version ]]; then
    names=(agentapi)
    provide "AgentAPI $agentapi_version" agentapi "$agentapi_version" '' "${agentapi_downloads[@]}"
  fi
  names=("$install_program" "${agent_names[@]}")
  provide "$install_title" "$install_program" "$install_version" "$install_package" "${install_downloads[@]}"
}

# provide TITLE PROGRAM VERSION PACKAGE DOWNLOADS… makes PROGRAM available
# on PATH. A program of the image, or one that the user installed, stays in use.
# A failed download is an error only when there is no earlier version.
provide() {
  local title=$1 program=$2 version=$3 package=$4 dir=$install_dir/$2 link=$home/.local/bin/$2 found old='' failure=''
  shift 4
  if [[ -x $dir/$version/bin/$program ]]; then
    use_installed "$dir/$version"
    return
  fi
  [[ ! -L $link || $(readlink -- "$link") != "$dir"/* ]] || old=$(readlink -- "$link")
  # What this function linked does not count as found.
  if [[ -z $old ]]; then
    for found in "${names[@]}"; do
      found=$(PATH=$PATH:$home/.local/bin command -v -- "$found") || continue
      log "using $found; $title is not installed"
      return
    done
    [[ ! -e $link && ! -L $link ]] || die "$link exists but is not executable. Remove it, or make it executable."
  fi
  if fetch_version "$@"; then
    log "installed $title in $dir/$version"
  else
    [[ -x $old ]] || die "cannot install $title: $failure"
    version=${old#"$dir"/} version=${version%%/*}
    warn "cannot install $title: $failure. Keeping $version."
  fi
  use_installed "$dir/$version"
  # Another agent may pin another version: only what nobody started for a month goes.
  for old in "$dir"/*/; do
    [[ $old == "$dir/$version/" || -z $(find "$old/used" -mtime +30 2>/dev/null) ]] || rm -rf -- "$old"
  done
}

# use_installed DIR puts the program of DIR first on PATH, so that a session meets
# the version that wrote it, and links it for people.
use_installed() {
  local variable bin=$home/.local/bin
  [[ :$PATH: == *:"$bin":* ]] || PATH=$bin:$PATH
  PATH=$1/bin:$PATH
  if [[ $program != agentapi ]]; then
    for variable in "${install_env[@]}"; do
      export "${variable?}"
    done
  fi
  { : >"$1/used"; } 2>/dev/null || true
  if [[ $(readlink -- "$bin/$program") != "$1/bin/$program" ]]; then
    { mkdir -p -- "$bin" && ln -sfn -- "$1/bin/$program" "$bin/.$program.$BASHPID" &&
      mv -fT -- "$bin/.$program.$BASHPID" "$bin/$program"; } 2>/dev/null || warn "cannot link $1/bin/$program to $bin"
  fi
}

# Fetches the version into a directory of its own and renames that once the
# program has run: what is below $dir is always whole. Sets failure.
fetch_version() {
  local arch url='' checksum='' incoming output
  arch=$(uname -m)
  case $arch in
    x86_64) arch=amd64 ;;
    aarch64) arch=arm64 ;;
    *) ;;
  esac
  while (($# >= 3)); do
    [[ $1 != "$arch" ]] || url=$2 checksum=$3
    shift 3
  done
  if [[ -z $url ]]; then
    failure="no download for $arch is known. Install it in the image, or give its URL in the template"
  elif [[ -n $package ]] && ! { has node && has npm; }; then
    failure="it needs node and npm, which are not on PATH. Add them to the image, or choose an agent that needs neither: $install_without_node"
  elif ! incoming=$({ mkdir -p -- "$dir" && mktemp -d -- "$dir/.incoming.XXXXXX"; } 2>&1) || ! mkdir -- "$incoming/bin"; then
    failure="cannot create a directory in $dir: ${incoming##*: }"
  else
    log "installing $title from $url"
    if download && verify && unpack && runs_here && put_in_place; then
      return 0
    fi
    rm -rf -- "$incoming"
    # What a killed start left behind.
    find "$dir" -maxdepth 1 -name '.incoming.*' -mmin +120 -exec rm -rf -- {} + 2>/dev/null || true
  fi
  return 1
}

# A whole directory that another start has put there in the meantime is as good
# as this one; a damaged one is replaced.
put_in_place() {
  mv -T -- "$incoming" "$dir/$version" 2>/dev/null && return 0
  if [[ ! -x $dir/$version/bin/$program ]] && ! { rm -rf -- "${dir:?}/$version" && mv -T -- "$incoming" "$dir/$version"; } 2>/dev/null; then
    failure="cannot rename $incoming to $dir/$version"
    return 1
  fi
  rm -rf -- "$incoming"
}

# Gives up on a server that sends less than 1 KB/s for install_stall_seconds.
download() {
  local output tries
  for tries in 1 2 0; do
    if has curl; then
      output=$(curl --fail --location --silent --show-error --connect-timeout 20 --speed-limit 1000 \
        --speed-time "$install_stall_seconds" --output "$incoming/download" -- "$url" 2>&1) && return 0
    elif has wget; then
      output=$(wget --quiet --server-response --timeout="$install_stall_seconds" --tries=1 \
        --output-document="$incoming/download" -- "$url" 2>&1) && return 0
      output=$(grep -E 'HTTP/|wget:' <<<"$output" | tail -n 1) || output="wget failed"
    else
      failure="curl or wget must be on PATH to download it"
      return 1
    fi
    # Asking again does not help against a refusal.
    [[ $tries != 0 && ! $output =~ (error:|HTTP/[0-9.]+)\ 4 ]] || break
    log "the download of $url failed (${output##*$'\n'}); trying again"
    pause "$tries"
  done
  failure="cannot download $url: ${output##*$'\n'}"
  return 1
}

verify() {
  local sum
  [[ -n $checksum ]] || return 0
  sum=$("${checksum%% *}sum" <"$incoming/download") || sum=
  [[ ${sum%% *} != "${checksum#* }" ]] || return 0
  failure="the download has the wrong checksum: ${checksum%% *} is ${sum%% *}, expected ${checksum#* }"
  return 1
}

# Puts the program into $incoming/bin, by a relative link.
unpack() {
  local output
  if [[ -n $package ]]; then
    output=$(mv -- "$incoming/download" "$incoming/package.tgz" && npm install --global --prefix "$incoming" --cache "$incoming/cache" \
      --registry "$install_registry" --no-fund --no-audit --no-update-notifier --loglevel error -- "$incoming/package.tgz" 2>&1 </dev/null) || {
      failure="npm could not install $package: $(tail -n 5 <<<"$output" | tr '\n' ' ')"
      return 1
    }
    rm -rf -- "$incoming/cache" "$incoming/package.tgz"
  elif [[ $(head -c 2 <"$incoming/download" | od -An -tx1) == ' 1f 8b' ]]; then
    output=$(tar -xzf "$incoming/download" -C "$incoming" --no-same-owner 2>&1) || {
      failure="cannot unpack the download: ${output%%$'\n'*}"
      return 1
    }
    rm -f -- "$incoming/download"
    output=$(find "$incoming" -type f -name "$program" -print -quit)
    failure="the archive does not hold a file named $program"
    [[ -n $output ]] && chmod 755 -- "$output" && ln -s -- "..${output#"$incoming"}" "$incoming/bin/$program"
  else
    chmod 755 -- "$incoming/download" && mv -- "$incoming/download" "$incoming/bin/$program"
  fi
}

# A program for another C library or an older CPU downloads well and does not run.
runs_here() {
  local output
  if output=$(timeout 60 "$incoming/bin/$program" --version 2>&1 </dev/null); then
    [[ $output == *"$version"* ]] || warn "$program --version reports '${output%%$'\n'*}', not $version"
    return 0
  fi
  failure="the downloaded $program does not run here: ${output##*$'\n'}"
  return 1
}

# --- the first run --------------------------------------------------------------

# Answers the questions an agent asks in a fresh home. A file that exists is the
# user's and stays as it is.
accept_first_run() {
  [[ $first_run == accept ]] || return 0
  local file content i
  for ((i = 0; i + 5 < ${#first_run_files[@]}; i += 6)); do
    first_run_applies "${first_run_files[i + 4]}" || continue
    file=$home/${first_run_files[i + 2]}
    if [[ -n ${first_run_files[i]} && -n ${!first_run_files[i]-} ]]; then
      file=${!first_run_files[i]}/${first_run_files[i + 1]}
    fi
    file=${file%/}/${first_run_files[i + 3]}
    [[ ! -e $file && ! -L $file ]] || continue
    content=$(first_run_content "${first_run_files[i + 5]}")
    # A file that exists by now is not replaced.
    if { (umask 077 && mkdir -p -- "${file%/*}" && printf '%s\n' "$content" >"$file.new") &&
      mv -nT -- "$file.new" "$file" && [[ ! -e $file.new ]]; } 2>/dev/null; then
      log "wrote $file, which accepts the first-run dialogs of $title"
    elif [[ ! -e $file ]]; then
      warn "cannot write $file; $title may stop at a first-run dialog"
    fi
    rm -f -- "$file.new" 2>/dev/null || true
  done
}

first_run_applies() {
  local IFS=$'\x1f'
  case $1 in
    '') ;;
    -*) [[ "$IFS${args[*]}$IFS" == *"$IFS$1$IFS"* ]] ;;
    *) [[ -n ${!1-} ]] ;;
  esac
}

# Prints the content with its placeholders replaced.
first_run_content() {
  local rest=$1 word value
  while [[ $rest == *'{'* ]]; do
    printf '%s' "${rest%%'{'*}"
    rest=${rest#*'{'}
    if [[ $rest =~ ^(workdir|\$([A-Z_]+)(:tail|:-([^\}]*))?)\} ]]; then
      word=${BASH_REMATCH[0]}
      value=$workdir
      if [[ -n ${BASH_REMATCH[2]} ]]; then
        value=${!BASH_REMATCH[2]-}
        [[ -n $value ]] || value=${BASH_REMATCH[4]}
        [[ ${BASH_REMATCH[3]} != :tail || ${#value} -lt 20 ]] || value=${value: -20}
      fi
      json_text "$value"
      rest=${rest#"$word"}
    else
      printf '{'
    fi
  done
  printf '%s' "$rest"
}
