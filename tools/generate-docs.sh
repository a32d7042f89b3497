#!/usr/bin/env bash
# Writes docs/ with tfplugindocs, and formats examples/, which the docs include.
#
# tfplugindocs asks whatever Terraform is on PATH for the schema, or downloads
# one. Both make the docs depend on the machine, so this script asks the pinned
# OpenTofu instead and hands the answer over as a file.
set -Eeuo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
go=${GO:-go}
tofu=$("$go" run ./internal/cmd/toolchain path tofu)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# tfplugindocs looks for the schema under this address, in no other namespace.
# The explicit host makes OpenTofu use it, too.
address=registry.terraform.io/hashicorp/coder
platform=$("$go" env GOOS)_$("$go" env GOARCH)
binary=$work/mirror/$address/0.0.1/$platform/terraform-provider-coder_v0.0.1
CGO_ENABLED=0 "$go" build -o "$binary" .

cat >"$work/cli.tfrc" <<EOF
provider_installation {
  filesystem_mirror {
    path = "$work/mirror"
  }
}
EOF
mkdir "$work/config"
cat >"$work/config/main.tf" <<EOF
terraform {
  required_providers {
    coder = {
      source = "$address"
    }
  }
}
EOF

# The user's own settings must not decide what the docs say.
export TF_CLI_CONFIG_FILE=$work/cli.tfrc TF_DATA_DIR=$work/data CHECKPOINT_DISABLE=1

engine() { "$tofu" -chdir="$work/config" "$@"; }
engine init -backend=false -input=false -no-color >"$work/init.log" 2>&1 || {
  cat "$work/init.log" >&2
  echo "generate-docs: OpenTofu could not load the provider that was just built" >&2
  exit 1
}
engine providers schema -json >"$work/schema.json"

if [[ -d examples ]]; then
  "$tofu" fmt -recursive examples
fi
"$go" tool -modfile=tools/go.mod tfplugindocs generate \
  --provider-dir "$PWD" \
  --provider-name coder \
  --rendered-provider-name coder-persistence \
  --providers-schema "$work/schema.json"

# Every page belongs to something in the schema, and has the front matter that
# the registries read.
"$go" tool -modfile=tools/go.mod tfplugindocs validate \
  --provider-dir "$PWD" \
  --provider-name coder \
  --providers-schema "$work/schema.json" >"$work/validate.log" 2>&1 || {
  cat "$work/validate.log" >&2
  exit 1
}
