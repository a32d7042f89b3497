package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/toolchain"
)

// packaged is a provider as engines install it.
type packaged struct {
	namespace, name, version string
	binary                   string // absolute path
	protocol                 int    // major version of the plugin protocol
}

func (p *packaged) source() string { return p.namespace + "/" + p.name }

// variant says what a mirror holds in a provider's place.
type variant int

const (
	plainProviders    variant = iota
	wrappedProviders          // each notes what it uses
	profiledProviders         // ours writes CPU profiles
)

// buildOurs builds the provider as a release does.
func buildOurs(ctx context.Context, root, dir string) (*packaged, error) {
	const version = "0.0.1"
	p := &packaged{namespace: "coder-persistence", name: "coder-persistence", version: version, protocol: 6, binary: filepath.Join(dir, "ours")}
	return p, goBuild(ctx, root, p.binary, ".", "-s -w -X main.version="+version)
}

func goBuild(ctx context.Context, root, binary, pkg, ldflags string) error {
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags", ldflags, "-o", binary, pkg)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go build %s: %w\n%s", pkg, err, out)
	}
	return nil
}

// findTheirs finds the coder/coder provider, which is built with the same flags.
func findTheirs(tc *toolchain.Toolchain) (*packaged, error) {
	const name = "terraform-provider-coder"
	tool, err := tc.Pins.Find(name)
	if err != nil {
		return nil, err
	}
	binary, err := tc.Path(name)
	if err != nil {
		return nil, err
	}
	return &packaged{namespace: "coder", name: "coder", version: tool.Version[1:], protocol: 5, binary: binary}, nil
}

// writeMirror lays out a file system mirror with the providers.
func writeMirror(mirror string, v variant, record string, providers ...*packaged) error {
	for _, host := range toolchain.RegistryHosts {
		for _, p := range providers {
			to := toolchain.MirroredProvider(mirror, host, p.namespace, p.name, p.version)
			if err := os.MkdirAll(filepath.Dir(to), 0o750); err != nil {
				return err
			}
			if v == wrappedProviders {
				self, err := os.Executable()
				if err != nil {
					return err
				}
				text := fmt.Sprintf("#!/bin/sh\nexec '%s' %s '%s' '%s'\n", self, wrapCommand, p.binary, record)
				if err := os.WriteFile(to, []byte(text), 0o700); err != nil { //nolint:gosec // a program
					return err
				}
				continue
			}
			if err := copyProgram(p.binary, to); err != nil {
				return err
			}
		}
	}
	return nil
}

func copyProgram(from, to string) error {
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, content, 0o700) //nolint:gosec // a program
}

// megabytes is the size of a file in MB, powers of 1000.
func megabytes(file string) (float64, error) {
	info, err := os.Stat(file)
	if err != nil {
		return 0, err
	}
	return float64(info.Size()) / 1e6, nil
}
