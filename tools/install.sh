#!/usr/bin/env bash
# Installs the pinned programs that the tests and the demo run, and links them
# into .cache/tools/bin. They are built or unpacked once per machine, below
# $CODER_PERSISTENCE_CACHE or the user's cache folder.
#
#   tools/install.sh                what "make test" needs
#   tools/install.sh NAME…          agentapi, tofu, claude…; "agents" for all agents
set -Eeuo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

cache=${CODER_PERSISTENCE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/terraform-provider-persistence}/tools
bin=$PWD/.cache/tools/bin
mkdir -p "$cache" "$bin"
if (($# == 0)); then
  set -- actionlint agentapi agentapi@v0.11.8 terraform-provider-coder agents
  command -v terraform >/dev/null || set -- "$@" tofu
fi
wanted=" $* "

die() {
  printf 'tools/install.sh: %s\n' "$*" >&2
  exit 1
}

# lock waits for another installation of the same thing on this machine.
lock() {
  exec 9>"$1.lock"
  ! command -v flock >/dev/null || flock 9
}

# link NAME FILE puts an installed program into .cache/tools/bin.
link() {
  [[ -x $2 ]] || die "$1: no program at $2"
  [[ $(readlink "$bin/$1" 2>/dev/null) == "$2" ]] || ln -sfn "$2" "$bin/$1"
  wanted=${wanted/" $1 "/ }
}

# go_program NAME VERSION MODULE PACKAGE SUM [LDFLAGS] builds inside the downloaded
# module, because "go install" refuses modules with replace lines.
go_program() {
  [[ $wanted == *" $1 "* ]] || return 0
  local target module dir
  target=$cache/$1-$(printf '%s\n' "$@" | sha256sum | cut -c1-12)/${1%@*}
  mkdir -p "${target%/*}"
  lock "$target"
  if [[ ! -x $target ]]; then
    printf 'building %s %s\n' "$1" "$2" >&2
    module=$(cd "$cache" && GOWORK=off GOFLAGS=-mod=mod go mod download -json "$3@$2")
    [[ $module == *"\"Sum\": \"$5\""* ]] || die "$3@$2: checksum is not $5: $module"
    dir=$(sed -n 's/.*"Dir": "\(.*\)",*$/\1/p' <<<"$module")
    CGO_ENABLED=0 GOWORK=off GOFLAGS=-mod=readonly \
      go build -C "$dir" -trimpath -buildvcs=false -ldflags "-s -w ${6:-}" -o "$target.new" "$4"
    mv "$target.new" "$target"
  fi
  link "$1" "$target"
}

# npm_packages unpacks what the lock file pins. No install script runs.
npm_packages() {
  packages=$cache/npm-$(cat tools/package.json tools/package-lock.json | sha256sum | cut -c1-12)
  lock "$packages"
  [[ ! -d $packages ]] || return 0
  command -v npm >/dev/null || die "npm is missing; install Node.js 20 or later"
  printf 'installing npm packages\n' >&2
  rm -rf "$packages.new"
  mkdir "$packages.new"
  cp tools/package.json tools/package-lock.json "$packages.new"
  # Not "npm ci", which refuses optional packages that were never published.
  (cd "$packages.new" && npm install --no-save --ignore-scripts --no-audit --no-fund --loglevel=error)
  mv "$packages.new" "$packages"
}

coder=github.com/coder
go_program agentapi v0.12.2 $coder/agentapi . h1:OuwDslIMOTd2DgcvD6Hb9g/vrPuhxnvOb/glOYIsC8U=
go_program agentapi@v0.11.8 v0.11.8 $coder/agentapi . h1:0Ld2DiM+6dnBSz3YR1pJpuZ/9jrJa6Gxzg8YWfOlpqw=
go_program terraform-provider-coder v2.19.0 $coder/terraform-provider-coder/v2 . h1:ShiwZiUZ3wyUt4+ccrdWlUKu+24aDgzMLD6Yf6xKtAw=
tofu=github.com/opentofu/opentofu
go_program tofu v1.12.6 $tofu ./cmd/tofu h1:0VT4P8pMmGcCUnQ9JDrJ+Qg2d35Vzm4FFd/9+H7oF98= "-X $tofu/version.dev=no"
go_program tofu@v1.10.10 v1.10.10 $tofu ./cmd/tofu h1:ELFHOkY0x/bHvkgBP4KK3i7Y19CSFuHOyeZOLc0cqWY= "-X $tofu/version.dev=no"
go_program actionlint v1.7.12 github.com/rhysd/actionlint ./cmd/actionlint h1:vQ4GeJN86C0QH+gTUQcs8McmK62OLT3kmakPMtEWYnY=
go_program goreleaser v2.16.0 github.com/goreleaser/goreleaser/v2 . h1:MgAx2uKCUXqv993rAVMd8Uk/HwzJdSz033z9kTta6kk= "-X main.version=2.16.0"
# Coder is the server, command line and workspace agent of "make test-coder". Its license is AGPL: run it, never ship it.
build=$coder/coder/v2/buildinfo
go_program coder v2.36.0 $coder/coder/v2 ./cmd/coder h1:FnCdDukjkX2OouGObNu+Zhsk1+BHyqxvivwXcuxX+zE= "-X $build.tag=2.36.0 -X $build.agpl=true"

# agents.txt, package.json and the lock file follow from internal/dev/agenttest.
while read -r name kind rest; do
  [[ $wanted != *" agents "* ]] || wanted+=" $name "
  [[ $wanted == *" $name "* ]] || continue
  case $kind in
    npm)
      npm_packages
      link "$name" "$packages/node_modules/$rest"
      ;;
    go)
      read -ra module <<<"$rest"
      go_program "$name" "${module[@]}"
      ;;
    *) die "agents.txt: $name: want npm or go, got: $kind" ;;
  esac
done <tools/agents.txt
wanted=${wanted/" agents "/ }

[[ -z ${wanted// /} ]] || die "unknown program:$wanted"
