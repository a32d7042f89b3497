// Command terraform-provider-coder-persistence is the Terraform provider that
// brings AI coding agents in Coder workspaces back with the conversation they
// had before the workspace stopped.
package main

import (
	"flag"
	"log"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/provider"
)

// version is set by the release with -ldflags "-X main.version=1.2.3".
var version = "dev"

func main() {
	managed := flag.Bool("debug", false, "serve for a debugger such as delve")
	flag.Parse()
	if err := provider.Serve(version, *managed); err != nil {
		log.Fatal(err)
	}
}
