package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/release"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/toolchain"
)

// snapshot builds the release as a tag would, signs it with a key that is made
// for it and thrown away, checks the files, and uses the provider from them.
func snapshot(ctx context.Context, root string, out io.Writer) (err error) {
	tools, err := toolchain.Open(os.Stderr)
	if err != nil {
		return err
	}
	goreleaser, err := tools.Path("goreleaser")
	if err != nil {
		return err
	}
	engines, err := findEngines(tools, out)
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "release-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	key, err := newKey(ctx, filepath.Join(work, "gpg"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, key.close()) }()

	build := exec.CommandContext(ctx, goreleaser, "release", "--snapshot", "--clean")
	build.Dir, build.Env = root, append(slices.Clone(key.env), "GPG_FINGERPRINT="+key.fingerprint)
	build.Stdout, build.Stderr = out, os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("goreleaser: %w", err)
	}
	dist, err := check(filepath.Join(root, "dist"), root)
	if err != nil {
		return err
	}
	if err := key.verify(ctx, dist); err != nil {
		return err
	}
	for _, engine := range engines {
		if err := engine.use(ctx, dist, root, work); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(out, "version %s: %d archives, checksums, signature, manifest; init and plan work with %d engines\n",
		dist.Version, len(release.Platforms), len(engines))
	return err
}

// key is a key for signatures with a GnuPG home of its own.
type key struct {
	fingerprint string
	env         []string
}

func newKey(ctx context.Context, home string) (key, error) {
	if err := os.Mkdir(home, 0o700); err != nil {
		return key{}, err
	}
	k := key{env: append(os.Environ(), "GNUPGHOME="+home)}
	if _, err := k.gpg(ctx, "--passphrase", "", "--quick-generate-key", "snapshot", "ed25519", "sign", "1d"); err != nil {
		return key{}, fmt.Errorf("a release is signed with GnuPG (Debian package gnupg): %w", err)
	}
	keys, err := k.gpg(ctx, "--with-colons", "--list-secret-keys")
	if err != nil {
		return key{}, err
	}
	found := regexp.MustCompile(`(?m)^fpr:+([0-9A-F]{40}):`).FindStringSubmatch(keys)
	if found == nil {
		return key{}, fmt.Errorf("expected the fingerprint of the key that was made; gpg said:\n%s", keys)
	}
	k.fingerprint = found[1]
	return k, nil
}

func (k key) gpg(ctx context.Context, args ...string) (string, error) {
	return output(ctx, "", k.env, "gpg", append([]string{"--batch", "--quiet"}, args...)...)
}

// verify checks the signature of the list of checksums.
func (k key) verify(ctx context.Context, dist release.Dist) error {
	_, err := k.gpg(ctx, "--verify", dist.Signature(), dist.Checksums())
	return err
}

// close ends the agent that GnuPG has left behind.
func (k key) close() error {
	_, err := output(context.Background(), "", k.env, "gpgconf", "--kill", "all")
	return err
}

// engine is a Terraform or an OpenTofu, with the host where it looks for
// providers that name none.
type engine struct{ name, path, host string }

func findEngines(tools *toolchain.Toolchain, out io.Writer) ([]engine, error) {
	tofu, err := tools.Path("tofu")
	if err != nil {
		return nil, err
	}
	engines := []engine{{"tofu", tofu, toolchain.RegistryHosts["tofu"]}}
	if terraform, err := tools.Path("terraform"); err == nil {
		return append(engines, engine{"terraform", terraform, toolchain.RegistryHosts["terraform"]}), nil
	}
	_, err = fmt.Fprintln(out, "Terraform is not on PATH: the archives are tried with OpenTofu alone.")
	return engines, err
}

// use runs init and plan of the quickstart with the provider from the archive
// of this machine's platform, in a mirror of the packed layout.
func (e engine) use(ctx context.Context, dist release.Dist, root, work string) error {
	dir, mirror := filepath.Join(work, e.name), filepath.Join(work, e.name+"-mirror")
	archive := dist.Archive(runtime.GOOS + "_" + runtime.GOARCH)
	content, err := os.ReadFile(archive)
	if err != nil {
		return err
	}
	packed := filepath.Join(mirror, e.host, "coder-persistence", "coder-persistence", filepath.Base(archive))
	// An engine takes a version with a suffix only when it is asked for.
	version := fmt.Sprintf("terraform {\n  required_providers {\n    coder-persistence = {\n"+
		"      source  = \"coder-persistence/coder-persistence\"\n      version = %q\n    }\n  }\n}\n", dist.Version)
	example, err := os.ReadFile(filepath.Join(root, "examples", "quickstart", "main.tf"))
	if err != nil {
		return err
	}
	for _, folder := range []string{dir, filepath.Dir(packed)} {
		if err := os.MkdirAll(folder, 0o750); err != nil {
			return err
		}
	}
	if err := toolchain.WriteMirrorConfig(filepath.Join(work, e.name+".tfrc"), mirror); err != nil {
		return err
	}
	for path, text := range map[string]string{
		packed:                        string(content),
		filepath.Join(dir, "main.tf"): string(example),
		filepath.Join(dir, "version_override.tf"): version,
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return err
		}
	}
	// A person's own settings have no say in it.
	env := slices.DeleteFunc(os.Environ(), func(entry string) bool { return strings.HasPrefix(entry, "TF_") })
	env = append(env, "TF_CLI_CONFIG_FILE="+filepath.Join(work, e.name+".tfrc"), "CHECKPOINT_DISABLE=1")
	for _, args := range [][]string{{"init", "-input=false", "-no-color"}, {"plan", "-input=false", "-no-color"}} {
		if _, err := output(ctx, dir, env, e.path, args...); err != nil {
			return err
		}
	}
	return nil
}

// output returns what a command writes to its standard output. Both streams
// are in the error.
func output(ctx context.Context, dir string, env []string, name string, args ...string) (string, error) {
	command := exec.CommandContext(ctx, name, args...)
	var stdout, stderr bytes.Buffer
	command.Dir, command.Env, command.Stdout, command.Stderr = dir, env, &stdout, &stderr
	if err := command.Run(); err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s%s", filepath.Base(name), strings.Join(args, " "), err, stdout.String(), stderr.String())
	}
	return stdout.String(), nil
}
