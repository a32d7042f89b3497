// Command doctables writes the tables of the documentation that follow from
// the catalog. Run it in the repository's root before "make generate".
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/doctables"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/toolchain"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "doctables:", err)
		os.Exit(1)
	}
}

func run() error {
	root, err := toolchain.RepoRoot(".")
	if err != nil {
		return err
	}
	for _, file := range doctables.Files {
		changed, err := doctables.FillFile(filepath.Join(root, file))
		if err != nil {
			return err
		}
		if changed {
			fmt.Println("wrote", file)
		}
	}
	return nil
}
