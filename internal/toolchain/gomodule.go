package toolchain

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// goModule is the part of the output of "go mod download -json" that is needed.
type goModule struct {
	Dir   string
	Sum   string
	Error string
}

// buildGo downloads the tool's module, compares its checksum with the pin and
// builds the tool inside the module's own folder, where its replace lines count.
func (tc *Toolchain) buildGo(ctx context.Context, tool Tool, dir string) error {
	module, err := tc.downloadGo(ctx, tool, dir)
	if err != nil {
		return err
	}
	if module.Sum != tool.Sum {
		return fmt.Errorf("checksum of %s@%s: expected %s, as pinned in %s; downloaded %s",
			tool.Module, tool.Version, tool.Sum, PinsFile, module.Sum)
	}
	args := []string{"build", "-C", module.Dir, "-trimpath", "-buildvcs=false"}
	if tool.LDFlags != "" {
		args = append(args, "-ldflags", tool.LDFlags)
	}
	args = append(args, "-o", tc.binary(dir, tool), tool.Package)
	_, err = tc.run(ctx, command{env: goEnv(os.Environ()), name: "go", args: args})
	return err
}

func (tc *Toolchain) downloadGo(ctx context.Context, tool Tool, dir string) (goModule, error) {
	output, err := tc.run(ctx, command{
		dir: dir, // Outside any module, so that no go.sum is written to.
		env: goEnv(os.Environ()), name: "go",
		args: []string{"mod", "download", "-json", tool.Module + "@" + tool.Version},
	})
	if err != nil {
		return goModule{}, err
	}
	var module goModule
	if err := json.Unmarshal(output, &module); err != nil {
		return goModule{}, fmt.Errorf("reading the output of go mod download: %w", err)
	}
	if module.Error != "" || !filepath.IsAbs(module.Dir) {
		return goModule{}, fmt.Errorf("go mod download %s@%s: expected a folder; given %q, %s",
			tool.Module, tool.Version, module.Dir, module.Error)
	}
	return module, nil
}

// goEnv returns the environment for a build that must come out the same on every
// machine: for this machine, without C, and untouched by the caller's own flags,
// workspace or module file.
func goEnv(environ []string) []string {
	ours := []string{"CGO_ENABLED=0", "GOWORK=off", "GOFLAGS=-mod=readonly", "GOOS=", "GOARCH="}
	env := slices.DeleteFunc(slices.Clone(environ), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return slices.ContainsFunc(ours, func(our string) bool { return strings.HasPrefix(our, name+"=") })
	})
	return append(env, ours...)
}
