// Command toolchain installs and finds the programs that the tests and the demo
// need, as pinned in tools/pins.json.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"text/tabwriter"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/toolchain"
)

const usage = `Usage:
  go run ./internal/cmd/toolchain install NAME...   install the named tools
  go run ./internal/cmd/toolchain path NAME         print where a tool is
  go run ./internal/cmd/toolchain list              list the pinned tools

NAME is a name from tools/pins.json, with or without a version:
agentapi, agentapi@v0.11.8, tofu, claude, shellcheck, …

Tools are kept below $CODER_PERSISTENCE_CACHE, else in the user's cache folder.
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "toolchain:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("toolchain", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() { _, _ = fmt.Fprint(stderr, usage) }
	if err := flags.Parse(args); err != nil {
		return err
	}
	tc, err := toolchain.Open(stderr)
	if err != nil {
		return err
	}
	switch verb, names := flags.Arg(0), flags.Args(); {
	case verb == "install" && len(names) > 1:
		return tc.Install(ctx, names[1:]...)
	case verb == "path" && len(names) == 2:
		path, err := tc.Path(names[1])
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(stdout, path)
		return err
	case verb == "list" && len(names) == 1:
		return list(tc, stdout)
	default:
		return fmt.Errorf("expected \"install NAME...\", \"path NAME\" or \"list\"; given %q\n\n%s", args, usage)
	}
}

func list(tc *toolchain.Toolchain, stdout io.Writer) error {
	table := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', 0)
	for _, tool := range tc.Pins.Tools {
		path, err := tc.Path(tool.String())
		if err != nil {
			path = "-"
		}
		if _, err := fmt.Fprintf(table, "%s\t%s\t%s\n", tool, tool.Kind, path); err != nil {
			return err
		}
	}
	return table.Flush()
}
