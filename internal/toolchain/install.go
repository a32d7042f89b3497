package toolchain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// stampFile, in the folder of an installed tool, holds the pin it was installed
// from. A pin that has changed since makes the tool count as missing.
const stampFile = "installed.json"

// Install makes the named tools available, one after the other. Those that are
// there already cost nothing.
func (tc *Toolchain) Install(ctx context.Context, names ...string) error {
	tools := make([]Tool, 0, len(names))
	for _, name := range names {
		tool, err := tc.Pins.Find(name)
		if err != nil {
			return err
		}
		tools = append(tools, tool)
	}
	for _, tool := range tools {
		if err := tc.install(ctx, tool); err != nil {
			return fmt.Errorf("installing %s: %w", tool, err)
		}
	}
	return nil
}

func (tc *Toolchain) install(ctx context.Context, tool Tool) error {
	switch tool.Kind {
	case KindPath:
		path, err := tc.Path(tool.Name)
		if err == nil {
			tc.logf("%s: %s", tool, path)
		}
		return err
	case KindDebian:
		return tc.installDebian(ctx, tool)
	default:
		return tc.installCached(ctx, tool)
	}
}

// installCached fills a new folder and moves it into place in one step, so that
// an interrupted installation leaves nothing that looks complete.
func (tc *Toolchain) installCached(ctx context.Context, tool Tool) (err error) {
	final := tc.dir(tool)
	if tc.isInstalled(tool) {
		tc.logf("%s: %s", tool, tc.binary(final, tool))
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(final), 0o750); err != nil {
		return err
	}
	unlock, err := lockFile(final + ".lock")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	if tc.isInstalled(tool) { // Another process was faster.
		tc.logf("%s: %s", tool, tc.binary(final, tool))
		return nil
	}

	tc.logf("%s: installing …", tool)
	started := time.Now()
	staging, err := os.MkdirTemp(filepath.Dir(final), "."+tool.Version+"-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(staging)) }()
	if err := os.Mkdir(filepath.Join(staging, "bin"), 0o750); err != nil {
		return err
	}
	fill := tc.buildGo
	if tool.Kind == KindNPM {
		fill = tc.installNPM
	}
	if err := fill(ctx, tool, staging); err != nil {
		return err
	}
	if err := tc.check(ctx, tool, staging); err != nil {
		return err
	}
	stamp, err := tool.stamp()
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(staging, stampFile), stamp, 0o600); err != nil {
		return err
	}
	if err := os.RemoveAll(final); err != nil { // What an older pin left.
		return err
	}
	if err := os.Rename(staging, final); err != nil {
		return err
	}
	tc.logf("%s: %s (%s)", tool, tc.binary(final, tool), time.Since(started).Round(time.Second))
	return nil
}

// check runs the tool once and looks for the line that its pin promises.
func (tc *Toolchain) check(ctx context.Context, tool Tool, dir string) error {
	if tool.Check == nil {
		return nil
	}
	// Not in the system's temporary folder, which Codex refuses as a home.
	home, err := os.MkdirTemp(tc.Cache, ".home-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(home) }() // Best effort: it holds nothing of worth.
	output, err := tc.run(ctx, command{
		// The user's own settings must not decide whether an installation is good.
		env:  []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")},
		name: tc.binary(dir, tool), args: tool.Check.Args,
	})
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(output)) {
		if strings.TrimSpace(line) == tool.Check.Line {
			return nil
		}
	}
	return fmt.Errorf("%s %s: expected a line %q; given %q",
		tool.executable(), strings.Join(tool.Check.Args, " "), tool.Check.Line, strings.TrimSpace(string(output)))
}

func (tc *Toolchain) isInstalled(tool Tool) bool {
	dir := tc.dir(tool)
	want, err := tool.stamp()
	if err != nil {
		return false
	}
	have, err := os.ReadFile(filepath.Join(dir, stampFile))
	if err != nil || !slices.Equal(have, want) {
		return false
	}
	info, err := os.Stat(tc.binary(dir, tool))
	return err == nil && info.Mode().IsRegular()
}

func (t Tool) stamp() ([]byte, error) {
	return json.MarshalIndent(t, "", "  ")
}

func (tc *Toolchain) logf(format string, args ...any) {
	_, _ = fmt.Fprintf(tc.Log, format+"\n", args...) // Nowhere to report a broken log to.
}
