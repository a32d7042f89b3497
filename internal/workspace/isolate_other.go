//go:build !linux

package workspace

import (
	"fmt"
	"runtime"
)

func isolate() error {
	return fmt.Errorf("%w: network namespaces need Linux, this is %s", ErrNotIsolated, runtime.GOOS)
}

func isolated() error { return isolate() }
