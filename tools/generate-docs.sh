#!/usr/bin/env bash
# Writes docs/ with tfplugindocs, and formats examples/, which the docs include.
#
# tfplugindocs would download Terraform to ask for the schema. This script asks
# the engine at hand and passes the answer as a file.
set -Eeuo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
go=${GO:-go}
engine=${ENGINE:-$(command -v terraform || echo "$PWD/.cache/tools/bin/tofu")}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# tfplugindocs looks for the schema under this address, in no other namespace.
# The explicit host makes OpenTofu use it, too.
address=registry.terraform.io/hashicorp/persistence
platform=$("$go" env GOOS)_$("$go" env GOARCH)
binary=$work/mirror/$address/0.0.1/$platform/terraform-provider-persistence_v0.0.1
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
    persistence = {
      source = "$address"
    }
  }
}
EOF

# The user's own settings must not decide what the docs say.
export TF_CLI_CONFIG_FILE=$work/cli.tfrc TF_DATA_DIR=$work/data CHECKPOINT_DISABLE=1

run() { "$engine" -chdir="$work/config" "$@"; }
run init -backend=false -input=false -no-color >"$work/init.log" 2>&1 || {
  cat "$work/init.log" >&2
  echo "generate-docs: the engine could not load the provider that was just built" >&2
  exit 1
}
# tfplugindocs insists on the provider's prefix. The page's template has the name.
run providers schema -json | sed 's/"coder_agent_persistence"/"persistence_agent_persistence"/' >"$work/schema.json"

if [[ -d examples ]]; then
  "$engine" fmt -recursive examples
fi
GOWORK=off "$go" tool -modfile=tools/go.mod tfplugindocs generate \
  --provider-dir "$PWD" \
  --provider-name persistence \
  --rendered-provider-name persistence \
  --providers-schema "$work/schema.json"

# Every page belongs to something in the schema, and has the front matter that
# the registries read.
GOWORK=off "$go" tool -modfile=tools/go.mod tfplugindocs validate \
  --provider-dir "$PWD" \
  --provider-name persistence \
  --providers-schema "$work/schema.json" >"$work/validate.log" 2>&1 || {
  cat "$work/validate.log" >&2
  exit 1
}
