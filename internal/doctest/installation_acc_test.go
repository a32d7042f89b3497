package doctest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestAccInstallation follows the README: it runs its commands with a home
// directory of their own, and then init and validate of an example.
func TestAccInstallation(t *testing.T) {
	e := newEngine(t)
	repo, home := root(t), t.TempDir()
	var commands string
	for _, block := range Blocks("README.md", []byte(read(t, filepath.Join(repo, "README.md")))) {
		if block.Lang == "bash" && strings.Contains(block.Text, ".terraform.d/plugins") {
			commands = block.Text
		}
	}
	if commands == "" {
		t.Fatal("the README does not say how to install the provider")
	}
	version := e.must(t, home, nil, "version")
	if strings.HasPrefix(version, "OpenTofu") {
		commands = strings.ReplaceAll(commands, "host=registry.terraform.io", "host=registry.opentofu.org")
	}
	env := []string{"HOME=" + home}
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPROXY", "GOFLAGS", "GOTOOLCHAIN", "GOSUMDB"} {
		value, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		env = append(env, name+"="+strings.TrimSpace(string(value)))
	}
	command := exec.Command("bash", "-euo", "pipefail", "-c", commands)
	command.Dir = repo
	command.Env = append(os.Environ(), env...)
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(repo, "examples", "quickstart"))); err != nil {
		t.Fatal(err)
	}
	env = append(env, "TF_CLI_CONFIG_FILE="+filepath.Join(home, "none.tfrc"))
	write(t, filepath.Join(home, "none.tfrc"), "")
	e.must(t, dir, env, "init", "-no-color", "-input=false")
	e.must(t, dir, env, "validate", "-no-color")
}
