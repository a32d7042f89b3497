package toolchain

import (
	"context"
	"fmt"
	"os"
)

// installDebian makes sure that a program is on PATH. It installs the Debian
// package that holds it when this process may, and says how to do it otherwise.
func (tc *Toolchain) installDebian(ctx context.Context, tool Tool) error {
	if path, err := tc.lookPath(tool.executable()); err == nil {
		tc.logf("%s: %s", tool, path)
		return nil
	}
	install := []string{"install", "-y", "--no-install-recommends", tool.Package}
	if _, err := tc.lookPath("apt-get"); err != nil {
		return fmt.Errorf("%s is not on PATH, and this is no Debian system: install it with your own package manager", tool)
	}
	if tc.uid != 0 {
		return fmt.Errorf("%s is not on PATH: run \"sudo apt-get install -y --no-install-recommends %s\"",
			tool, tool.Package)
	}
	tc.logf("%s: installing the Debian package %s …", tool, tool.Package)
	if err := tc.aptGet(ctx, install...); err != nil {
		// A fresh machine has no package lists yet, and an old one has stale ones.
		if err := tc.aptGet(ctx, "update"); err != nil {
			return err
		}
		if err := tc.aptGet(ctx, install...); err != nil {
			return err
		}
	}
	path, err := tc.lookPath(tool.executable())
	if err != nil {
		return fmt.Errorf("the Debian package %s is installed, but %s is still not on PATH: %w",
			tool.Package, tool.executable(), err)
	}
	tc.logf("%s: %s", tool, path)
	return nil
}

func (tc *Toolchain) aptGet(ctx context.Context, args ...string) error {
	_, err := tc.run(ctx, command{
		env:  append(os.Environ(), "DEBIAN_FRONTEND=noninteractive"),
		name: "apt-get",
		// Another installation may hold the lock for a while.
		args: append([]string{"-q", "-o", "DPkg::Lock::Timeout=120"}, args...),
	})
	return err
}
