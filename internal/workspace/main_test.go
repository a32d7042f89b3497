package workspace_test

import (
	"testing"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/workspace"
)

func TestMain(m *testing.M) { workspace.Main(m) }
