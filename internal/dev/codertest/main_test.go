package codertest

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/workspace"
)

//go:embed testdata
var testdata embed.FS

// The server that all cases share, its owner, and the organization.
var (
	server       *Server
	admin        *Client
	organization string
)

func TestMain(m *testing.M) {
	if err := workspace.Isolate(); err != nil {
		fmt.Fprintln(os.Stderr, "codertest:", err)
		os.Exit(1)
	}
	os.Exit(runAll(m))
}

func runAll(m *testing.M) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	begin := time.Now()
	var err error
	if server, err = Start(ctx); err == nil {
		if admin, err = server.FirstUser(ctx); err == nil {
			organization, err = admin.Organization(ctx)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "codertest: starting Coder:", err)
		return 1
	}
	record("server", "Postgres, Coder and "+server.Engine+" start", time.Since(begin))
	// An interrupted run ends here too: the tests' waits do not outlive ctx, and
	// whatever still runs dies with the namespace.
	ended := make(chan int, 1)
	go func() { ended <- m.Run() }()
	code := 1
	select {
	case code = <-ended:
	case <-ctx.Done():
		fmt.Fprintln(os.Stderr, "codertest: interrupted")
	}
	if err := server.Close(); err != nil {
		fmt.Fprintln(os.Stderr, "codertest: stopping Coder:", err)
		code = 1
	}
	if err := writeTable(os.Getenv("CODER_TABLE")); err != nil {
		fmt.Fprintln(os.Stderr, "codertest: writing the table:", err)
		code = 1
	}
	return code
}

// files returns a template of testdata.
func files(name string) fs.FS {
	template := fstest.MapFS{}
	for _, file := range []string{"common.tf", name + ".tf"} {
		text, err := testdata.ReadFile("testdata/" + file)
		if err != nil {
			panic(err) // embedded
		}
		template[file] = &fstest.MapFile{Data: text}
	}
	return template
}
