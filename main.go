// Command terraform-provider-coder-persistence is the Terraform provider that
// brings AI coding agents in Coder workspaces back with the conversation they
// had before the workspace stopped.
package main

import (
	"context"
	"flag"
	"log"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/provider"
)

// version is set by the release with -ldflags "-X main.version=1.2.3".
var version = "dev"

func main() {
	debug := flag.Bool("debug", false, "serve for a debugger such as delve")
	flag.Parse()

	err := providerserver.Serve(context.Background(), provider.New(version), providerserver.ServeOpts{
		Address:         "registry.terraform.io/coder-persistence/coder-persistence",
		Debug:           *debug,
		ProtocolVersion: 6,
	})
	if err != nil {
		log.Fatal(err)
	}
}
