// Command terraform-provider-coder-persistence is the Terraform provider that
// brings AI coding agents in Coder workspaces back with the conversation they
// had before the workspace stopped.
package main

import (
	"flag"
	"log"
	"os"
	"runtime/debug"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/provider"
	_ "github.com/coder-persistence/terraform-provider-coder-persistence/internal/wire" // smaller buffers
)

// version is set by the release with -ldflags "-X main.version=1.2.3".
var version = "dev"

func main() {
	managed := flag.Bool("debug", false, "serve for a debugger such as delve")
	flag.Parse()
	if err := quietSDK(); err != nil {
		log.Fatal(err)
	}

	collectLess()
	var options []tf6server.ServeOpt
	if *managed {
		options = append(options, tf6server.WithManagedDebug())
	}
	err := tf6server.Serve("registry.terraform.io/coder-persistence/coder-persistence", provider.NewServer(version), options...)
	if err != nil {
		log.Fatal(err)
	}
}

// quietSDK turns off the logs of the SDK unless some log is asked for. By
// default it logs each step of each call, and the engine parses and drops
// these lines: a third of the time of a plan with a dozen data sources.
func quietSDK() error {
	for _, variable := range os.Environ() {
		if name, value, _ := strings.Cut(variable, "="); strings.HasPrefix(name, "TF_LOG") && value != "" {
			return nil
		}
	}
	return os.Setenv("TF_LOG_SDK", "off")
}

// collectLess lets the heap grow to 8 MB before the first garbage collection,
// and to three times what is in use after that: a small plan then needs none.
// The variable GOGC has the last word.
func collectLess() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200)
	}
}
