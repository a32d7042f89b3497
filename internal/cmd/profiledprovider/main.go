// Command profiledprovider is the provider with a CPU profile of each of its
// processes: "make profile" puts it in the provider's place.
package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"runtime/pprof"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/provider"
)

// directory is the environment variable that names where the profiles go.
const directory = "CODER_PERSISTENCE_PROFILES"

func main() {
	if err := serve(); err != nil {
		log.Fatal(err)
	}
}

func serve() error {
	file, err := os.Create(filepath.Join(os.Getenv(directory), fmt.Sprintf("provider-%d.pprof", os.Getpid())))
	if err != nil {
		return err
	}
	if err := pprof.StartCPUProfile(file); err != nil {
		return err
	}
	err = provider.Serve("profiled", false)
	pprof.StopCPUProfile()
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	return err
}
