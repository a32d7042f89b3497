package toolchain

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// Toolchain installs and finds pinned tools.
type Toolchain struct {
	// Pins are the tools it knows.
	Pins Pins
	// Cache is the folder it keeps them in.
	Cache string
	// Log receives what it does and what the programs it calls print.
	Log io.Writer

	// The rest is replaced in tests.
	run      runner
	lookPath func(file string) (string, error)
	uid      int
}

// Open returns the toolchain of the repository around the working directory.
// What it does is written to log.
func Open(log io.Writer) (*Toolchain, error) {
	root, err := RepoRoot(".")
	if err != nil {
		return nil, err
	}
	pins, err := LoadPins(root)
	if err != nil {
		return nil, err
	}
	cache, err := CacheDir(root)
	if err != nil {
		return nil, err
	}
	return &Toolchain{
		Pins: pins, Cache: cache, Log: log,
		run: runCommand, lookPath: exec.LookPath, uid: os.Getuid(),
	}, nil
}

// ErrNotInstalled is what [Toolchain.Path] and [Path] wrap when a tool is
// pinned, but not there.
var ErrNotInstalled = errors.New("not installed")

// Path returns the absolute path of an installed tool. Its error says which
// command installs the tool.
func (tc *Toolchain) Path(name string) (string, error) {
	tool, err := tc.Pins.Find(name)
	if err != nil {
		return "", err
	}
	switch tool.Kind {
	case KindPath:
		path, err := tc.lookPath(tool.executable())
		if err != nil {
			return "", fmt.Errorf("%s is %w: it is taken from PATH only, never downloaded; "+
				"install it by hand, or use tofu instead", tool, ErrNotInstalled)
		}
		return filepath.Abs(path)
	case KindDebian:
		path, err := tc.lookPath(tool.executable())
		if err != nil {
			return "", notInstalled(tool, "PATH")
		}
		return filepath.Abs(path)
	default:
		if !tc.isInstalled(tool) {
			return "", notInstalled(tool, tc.dir(tool))
		}
		return tc.binary(tc.dir(tool), tool), nil
	}
}

func notInstalled(tool Tool, place string) error {
	return fmt.Errorf("%s is %w (looked in %s): run \"go run ./internal/cmd/toolchain install %s\"; "+
		"\"make tools\" installs everything that make test needs", tool, ErrNotInstalled, place, tool)
}

// Path returns the absolute path of a tool installed for the repository around
// the working directory. Its error says which command installs the tool.
func Path(name string) (string, error) {
	tc, err := Open(io.Discard)
	if err != nil {
		return "", err
	}
	return tc.Path(name)
}

// TB is the part of testing.TB that [RequirePath] needs.
type TB interface {
	Helper()
	Fatal(args ...any)
}

// RequirePath is [Path] for tests. A tool that is missing fails the test instead
// of skipping it: a run that left out the real programs must not look green.
func RequirePath(t TB, name string) string {
	t.Helper()
	path, err := Path(name)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// dir returns the folder of one version of a tool.
func (tc *Toolchain) dir(tool Tool) string {
	return filepath.Join(tc.Cache, "tools", tool.Name, tool.Version)
}

// binary returns the executable inside a tool's folder. It has a folder of its
// own, so that a test can put exactly one tool on PATH.
func (tc *Toolchain) binary(dir string, tool Tool) string {
	name := tool.executable()
	if runtime.GOOS == "windows" && tool.Kind == KindGo {
		name += ".exe"
	}
	return filepath.Join(dir, "bin", name)
}
