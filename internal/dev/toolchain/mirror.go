package toolchain

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// RegistryHosts are the hosts at which Terraform and OpenTofu look for a
// provider whose source names none, by the name of the engine.
var RegistryHosts = map[string]string{
	"terraform": "registry.terraform.io",
	"tofu":      "registry.opentofu.org",
}

// MirroredProvider is the path of a provider's program in an unpacked file
// system mirror, for this machine's platform. The version has no leading v.
func MirroredProvider(mirror, host, namespace, name, version string) string {
	return filepath.Join(mirror, host, namespace, name, version, runtime.GOOS+"_"+runtime.GOARCH,
		"terraform-provider-"+name+"_v"+version)
}

// WriteMirrorConfig writes a CLI configuration, for TF_CLI_CONFIG_FILE, with
// which an engine installs providers from a file system mirror and from nowhere
// else.
func WriteMirrorConfig(file, mirror string) error {
	text := fmt.Appendf(nil, "provider_installation {\n  filesystem_mirror {\n    path = %q\n  }\n}\n", mirror)
	return os.WriteFile(file, text, 0o600)
}
