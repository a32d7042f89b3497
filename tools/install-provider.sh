#!/usr/bin/env bash
# Installs a build of the provider where Terraform and OpenTofu look for one:
# ~/.terraform.d/plugins, or the directory given. Every build that differs from
# the last gets a version of its own, because a template's lock file holds the
# checksum of the version it was initialised with: "init -upgrade" moves it on.
#
# A Coder provisioner reads the same directory below the home of the user it runs
# as: /home/coder/.terraform.d/plugins in the server's image, readable for coder.
#
#   tools/install-provider.sh PROGRAM [DIRECTORY]
set -Eeuo pipefail

program=$1
plugins=${2:-$HOME/.terraform.d/plugins}
platform=$(go env GOOS)_$(go env GOARCH)

installed() { # VERSION HOST
  printf '%s/%s/coder-persistence/persistence/%s/%s/terraform-provider-persistence_v%s' \
    "$plugins" "$2" "$1" "$platform" "$1"
}

last=
for directory in "$plugins"/registry.terraform.io/coder-persistence/persistence/0.0.*; do
  [[ ! -d $directory ]] || last=${directory##*/}
done
if [[ -n $last ]] && cmp -s "$program" "$(installed "$last" registry.terraform.io)"; then
  version=$last
else
  stamp=$(date -u +%Y%m%d%H%M%S)
  # A second build within a second is still the newer one.
  if [[ -n $last ]] && ((stamp <= ${last##*.})); then stamp=$((${last##*.} + 1)); fi
  version=0.0.$stamp
fi
for host in registry.terraform.io registry.opentofu.org; do
  target=$(installed "$version" "$host")
  mkdir -p "${target%/*}"
  [[ -e $target ]] || install -m 755 "$program" "$target"
done
echo "installed coder-persistence/persistence $version in $plugins"
if [[ -n $last && $version != "$last" ]]; then
  echo "run \"terraform init -upgrade\" or \"tofu init -upgrade\" in templates that are initialised"
fi
