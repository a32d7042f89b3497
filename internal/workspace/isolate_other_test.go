//go:build !linux

package workspace_test

import (
	"errors"
	"testing"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/workspace"
)

func TestIsolateElsewhere(t *testing.T) {
	if err := workspace.Isolate(); !errors.Is(err, workspace.ErrNotIsolated) {
		t.Errorf("Isolate() = %v", err)
	}
}
