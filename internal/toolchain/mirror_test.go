package toolchain

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestMirroredProvider(t *testing.T) {
	got := MirroredProvider("/m", RegistryHosts["tofu"], "coder", "coder", "2.19.0")
	want := "/m/registry.opentofu.org/coder/coder/2.19.0/" + runtime.GOOS + "_" + runtime.GOARCH + "/terraform-provider-coder_v2.19.0"
	if got != filepath.FromSlash(want) {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestWriteMirrorConfig(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cli.tfrc")
	if err := WriteMirrorConfig(file, `/a "b"`); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(file)
	if want := "provider_installation {\n  filesystem_mirror {\n    path = \"/a \\\"b\\\"\"\n  }\n}\n"; err != nil || string(got) != want {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
}
