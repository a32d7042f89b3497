// Command standin is a stand-in for the provider its file name ends with:
// terraform-provider-docker or terraform-provider-kubernetes. It is for the
// tests of the examples only.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"

	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/standin"
)

func main() {
	name := strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
	constructor, err := standin.New(strings.TrimPrefix(name, "terraform-provider-"))
	if err == nil {
		err = providerserver.Serve(context.Background(), constructor,
			providerserver.ServeOpts{Address: "registry.terraform.io/stand-in/" + name})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "standin:", err)
		os.Exit(1)
	}
}
