// Command modelserver runs the loopback model server of package modelserver
// by hand. It prints its address and serves until it is interrupted.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/modelserver"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:0", "loopback address to listen on; port 0 picks a free one")
	log := flag.String("log", "", "file to append every model request to, as lines of JSON")
	flag.Parse()
	if err := run(*addr, *log); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(addr, log string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	server := modelserver.New(modelserver.Options{LogPath: log})
	if err := server.Start(addr); err != nil {
		return err
	}
	fmt.Println(server.URL())
	<-ctx.Done()
	return server.Close()
}
