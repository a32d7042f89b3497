package workspace_test

import (
	"testing"

	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/workspace"
)

func TestMain(m *testing.M) { workspace.Main(m) }
