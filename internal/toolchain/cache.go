package toolchain

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// CacheEnv names the environment variable that moves the cache.
const CacheEnv = "CODER_PERSISTENCE_CACHE"

// cacheName is the folder of this project below the user's cache folder.
const cacheName = "terraform-provider-coder-persistence"

// modulePath tells the root module from tools/, which has its own go.mod.
const modulePath = "github.com/coder-persistence/terraform-provider-coder-persistence"

// CacheDir returns the folder that installed tools are kept in: $CODER_PERSISTENCE_CACHE,
// else one below the user's cache folder, which outlives a clone, else .cache
// below root, which git ignores.
func CacheDir(root string) (string, error) {
	if dir := os.Getenv(CacheEnv); dir != "" {
		// A relative path would mean another folder in each test's directory.
		if !filepath.IsAbs(dir) {
			return "", fmt.Errorf("%s must be an absolute path; given %q", CacheEnv, dir)
		}
		return dir, ensureWritable(dir)
	}
	if base, err := os.UserCacheDir(); err == nil {
		dir := filepath.Join(base, cacheName)
		if ensureWritable(dir) == nil {
			return dir, nil
		}
	}
	dir := filepath.Join(root, ".cache")
	return dir, ensureWritable(dir)
}

// ensureWritable creates dir and proves that files can be made in it.
func ensureWritable(dir string) error {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return fmt.Errorf("creating the tool cache (set %s to keep it elsewhere): %w", CacheEnv, err)
	}
	probe, err := os.CreateTemp(dir, ".writable-*")
	if err != nil {
		return fmt.Errorf("writing to the tool cache (set %s to keep it elsewhere): %w", CacheEnv, err)
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// RepoRoot returns the root of this repository: the nearest folder at or above
// dir whose go.mod declares this project's module.
func RepoRoot(dir string) (string, error) {
	start, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("looking for the root of the repository: %w", err)
	}
	for current := start; ; {
		if declaresModule(filepath.Join(current, "go.mod")) {
			return current, nil
		}
		parent := filepath.Dir(current)
		if parent == current {
			return "", fmt.Errorf("no go.mod of %s at or above %s; run this inside a clone of the repository",
				modulePath, start)
		}
		current = parent
	}
}

func declaresModule(goMod string) bool {
	file, err := os.Open(goMod)
	if err != nil {
		return false
	}
	defer func() { _ = file.Close() }() // Opened for reading only.
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		if fields := strings.Fields(lines.Text()); len(fields) == 2 && fields[0] == "module" {
			return fields[1] == modulePath
		}
	}
	return false
}
