// Command release builds a release of this provider without publishing it,
// checks the files of a release, and takes its notes from the changelog.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/release"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/toolchain"
)

const usage = `Usage:
  go run ./internal/cmd/release snapshot        build every archive into dist/, sign it with a key made for it, check it
  go run ./internal/cmd/release check DIR       check the files in DIR, which GoReleaser has written
  go run ./internal/cmd/release notes VERSION   print the section of CHANGELOG.md
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	root, err := toolchain.RepoRoot(".")
	if err != nil {
		return err
	}
	switch {
	case len(args) == 1 && args[0] == "snapshot":
		return snapshot(ctx, root, out)
	case len(args) == 2 && args[0] == "check":
		dist, err := check(args[1], root)
		if err == nil {
			_, err = fmt.Fprintf(out, "version %s: %d archives, checksums, manifest\n", dist.Version, len(release.Platforms))
		}
		return err
	case len(args) == 2 && args[0] == "notes":
		changelog, err := os.ReadFile(filepath.Join(root, "CHANGELOG.md"))
		if err != nil {
			return err
		}
		notes, err := release.Notes(string(changelog), args[1])
		if err == nil {
			_, err = io.WriteString(out, notes)
		}
		return err
	default:
		return fmt.Errorf("expected snapshot, check DIR or notes VERSION; given %q\n\n%s", args, usage)
	}
}

func check(dir, root string) (release.Dist, error) {
	dist, err := release.Open(dir)
	if err == nil {
		err = dist.Check(root)
	}
	return dist, err
}
