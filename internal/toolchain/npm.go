package toolchain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// npmLock is the part of package-lock.json that is needed.
type npmLock struct {
	Packages map[string]struct {
		Version   string `json:"version"`
		Integrity string `json:"integrity"`
	} `json:"packages"`
}

// installNPM installs one npm package into dir and links its executable under the
// name that the tool has here.
func (tc *Toolchain) installNPM(ctx context.Context, tool Tool, dir string) error {
	if err := tc.ensureNPM(ctx); err != nil {
		return err
	}
	manifest, err := json.MarshalIndent(map[string]any{
		"private":      true,
		"dependencies": map[string]string{tool.Package: tool.Version},
	}, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "package.json"), manifest, 0o600); err != nil {
		return err
	}
	// Resolve first and compare the checksums before any install script has run.
	for _, step := range [][]string{{"--package-lock-only"}, {"--ignore-scripts=false"}} {
		args := append([]string{"install", "--no-fund", "--no-audit", "--loglevel=error"}, step...)
		if _, err := tc.run(ctx, command{dir: dir, name: "npm", args: args}); err != nil {
			return err
		}
		lock, err := os.ReadFile(filepath.Join(dir, "package-lock.json"))
		if err != nil {
			return fmt.Errorf("npm install left no lock file: %w", err)
		}
		if err := verifyNPM(tool, lock); err != nil {
			return err
		}
	}
	name := tool.NPMBinary
	if name == "" {
		name = tool.Name
	}
	target := filepath.Join("..", "node_modules", ".bin", name)
	if _, err := os.Stat(filepath.Join(dir, "bin", target)); err != nil {
		return fmt.Errorf("%s has no executable %q: %w", tool.Package, name, err)
	}
	// Relative, because the folder is moved once it is complete.
	return os.Symlink(target, tc.binary(dir, tool))
}

// verifyNPM compares a lock file with the pinned checksums. Platform packages
// that are pinned, but not part of the lock file, are none of its business.
func verifyNPM(tool Tool, lockFile []byte) error {
	var lock npmLock
	if err := json.Unmarshal(lockFile, &lock); err != nil {
		return fmt.Errorf("reading package-lock.json: %w", err)
	}
	var problems []error
	for _, name := range slices.Sorted(maps.Keys(tool.Integrity)) {
		entry, found := lock.Packages["node_modules/"+name]
		if !found && name != tool.Package {
			continue
		}
		if want := tool.Integrity[name]; entry.Integrity != want {
			problems = append(problems, fmt.Errorf("integrity of %s %s: expected %s, as pinned in %s; downloaded %q",
				name, entry.Version, want, PinsFile, entry.Integrity))
		}
	}
	return errors.Join(problems...)
}

// ensureNPM installs npm where that is possible without asking.
func (tc *Toolchain) ensureNPM(ctx context.Context) error {
	if _, err := tc.lookPath("npm"); err == nil {
		return nil
	}
	tool, err := tc.Pins.Find("npm")
	if err != nil {
		return err
	}
	return tc.installDebian(ctx, tool)
}
