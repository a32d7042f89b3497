package provider

import (
	"os"
	"runtime/debug"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"

	_ "github.com/coder-persistence/terraform-provider-coder-persistence/internal/wire" // smaller buffers
)

// Serve runs the provider, in the given version, until the engine that started
// the program ends it. A managed one waits for an engine to attach instead, so
// that a debugger such as delve can start it.
func Serve(version string, managed bool) error {
	if err := quietSDK(); err != nil {
		return err
	}
	collectLess()
	var options []tf6server.ServeOpt
	if managed {
		options = append(options, tf6server.WithManagedDebug())
	}
	return tf6server.Serve("registry.terraform.io/coder-persistence/coder-persistence", NewServer(version), options...)
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
