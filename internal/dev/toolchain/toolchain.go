// Package toolchain finds the programs that tests and the demo run: those that
// tools/install.sh links into .cache/tools/bin, and a few from PATH.
package toolchain

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// systemPrograms come from the machine's own packages; any version will do.
var systemPrograms = []string{"npm", "shellcheck", "strace", "terraform"}

// RepoRoot returns the root of the repository that dir is in.
func RepoRoot(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for current := dir; ; current = filepath.Dir(current) {
		text, err := os.ReadFile(filepath.Join(current, "go.mod"))
		if err == nil && bytes.HasPrefix(text, []byte("module github.com/coder-persistence/terraform-provider-persistence\n")) {
			return current, nil
		}
		if current == filepath.Dir(current) {
			return "", fmt.Errorf("%s is not in a clone of the repository", dir)
		}
	}
}

// Path returns the path of a program, such as "tofu" or "agentapi@v0.11.8". The
// error names the command that installs it.
func Path(name string) (string, error) {
	if slices.Contains(systemPrograms, name) {
		path, err := exec.LookPath(name)
		if err != nil {
			return "", fmt.Errorf("%s is not on PATH; install it, on Debian with \"apt-get install %s\"", name, name)
		}
		return filepath.Abs(path)
	}
	root, err := RepoRoot(".")
	if err != nil {
		return "", err
	}
	path := filepath.Join(root, ".cache", "tools", "bin", name)
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("%s is not installed; run \"tools/install.sh %s\" in %s, or \"make tools\" for everything", name, name, root)
	}
	return path, nil
}

// Engine returns the engine to use: $ENGINE, else Terraform if it is on PATH, else
// OpenTofu.
func Engine() (string, error) {
	if engine := os.Getenv("ENGINE"); engine != "" {
		return engine, nil
	}
	if engine, err := Path("terraform"); err == nil {
		return engine, nil
	}
	return Path("tofu")
}

// RequirePath is Path for tests. A test never skips because a program is missing.
func RequirePath(t testing.TB, name string) string {
	t.Helper()
	path, err := Path(name)
	if err != nil {
		t.Fatal(err)
	}
	return path
}
