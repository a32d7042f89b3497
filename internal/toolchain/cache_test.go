package toolchain

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCacheDir(t *testing.T) {
	t.Run("the environment decides", func(t *testing.T) {
		want := filepath.Join(t.TempDir(), "new")
		t.Setenv(CacheEnv, want)
		if got, err := CacheDir(t.TempDir()); err != nil || got != want {
			t.Errorf("CacheDir = %q, %v; want %q", got, err, want)
		}
	})
	t.Run("a relative path is refused", func(t *testing.T) {
		t.Setenv(CacheEnv, "cache")
		if _, err := CacheDir(t.TempDir()); err == nil || !strings.Contains(err.Error(), `given "cache"`) {
			t.Errorf("want an error that names the path; got %v", err)
		}
	})
	t.Run("the user's cache folder outlives the clone", func(t *testing.T) {
		base := t.TempDir()
		t.Setenv(CacheEnv, "")
		t.Setenv("XDG_CACHE_HOME", base)
		t.Setenv("HOME", base) // Where the cache folder is not XDG's.
		got, err := CacheDir(t.TempDir())
		if err != nil || !strings.HasPrefix(got, base) || filepath.Base(got) != cacheName {
			t.Errorf("CacheDir = %q, %v; want %s below %s", got, err, cacheName, base)
		}
	})
	t.Run("without one the clone is used", func(t *testing.T) {
		occupied := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(occupied, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		root := t.TempDir()
		t.Setenv(CacheEnv, "")
		t.Setenv("XDG_CACHE_HOME", occupied)
		t.Setenv("HOME", occupied)
		want := filepath.Join(root, ".cache")
		if got, err := CacheDir(root); err != nil || got != want {
			t.Errorf("CacheDir = %q, %v; want %q", got, err, want)
		}
	})
}

func TestRepoRoot(t *testing.T) {
	root := t.TempDir()
	inner := filepath.Join(root, "tools", "deep")
	if err := os.MkdirAll(inner, 0o700); err != nil {
		t.Fatal(err)
	}
	for file, module := range map[string]string{"go.mod": modulePath, "tools/go.mod": modulePath + "/tools"} {
		if err := os.WriteFile(filepath.Join(root, file), []byte("module "+module+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := RepoRoot(inner); err != nil || got != root {
		t.Errorf("RepoRoot = %q, %v; want %q, past the go.mod of another module", got, err, root)
	}
	if _, err := RepoRoot(t.TempDir()); err == nil {
		t.Error("RepoRoot outside a clone must fail")
	}
}
