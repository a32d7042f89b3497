package provider

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
)

// TestAccPlanTime plans all agents' data sources together and one alone: most
// of the time must be the engine's own. It runs beside no other test of this
// package, and has up to five tries, for what else the machine may be doing.
func TestAccPlanTime(t *testing.T) {
	if os.Getenv(resource.EnvTfAcc) == "" {
		t.Skip("TF_ACC is not set: acceptance tests run by \"make acceptance\"")
	}
	const limit, plans, tries = 1.3, 5, 5
	slugs := catalog.Default().Slugs()
	engine := newPlanner(t)
	one, all := engine.workspace(t, slugs[:1]), engine.workspace(t, slugs)
	engine.plan(t, one) // fills the caches of the machine
	var ratios []string
	for range tries {
		var ones, alls []time.Duration
		for range plans { // by turns, so that both meet the same machine
			ones = append(ones, engine.plan(t, one))
			alls = append(alls, engine.plan(t, all))
		}
		ratio := float64(median(alls)) / float64(median(ones))
		ratios = append(ratios, fmt.Sprintf("%.2f (%v for %d, %v for one)", ratio, median(alls), len(slugs), median(ones)))
		if ratio <= limit {
			t.Log(ratios)
			return
		}
	}
	t.Errorf("the plan of all data sources takes more than %.1f times that of one: %v", limit, ratios)
}

func median(durations []time.Duration) time.Duration {
	return slices.Sorted(slices.Values(durations))[len(durations)/2].Round(time.Millisecond)
}

// planner runs an engine with a provider of its own.
type planner struct{ engine, config string }

func newPlanner(t *testing.T) planner {
	t.Helper()
	engine := os.Getenv("TF_ACC_TERRAFORM_PATH")
	if engine == "" {
		var err error
		if engine, err = exec.LookPath("terraform"); err != nil {
			t.Fatalf("%v; run \"make acceptance\", which finds an engine", err)
		}
	}
	dir := t.TempDir()
	binary := filepath.Join(dir, "terraform-provider-coder-persistence")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", binary, "../..").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	config := filepath.Join(dir, "engine.tfrc")
	text := fmt.Sprintf("provider_installation {\n  dev_overrides {\n    \"coder-persistence/coder-persistence\" = %q\n  }\n}\n", dir)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return planner{engine, config}
}

func (p planner) workspace(t *testing.T, slugs []string) string {
	t.Helper()
	dir := t.TempDir()
	text := strings.Builder{}
	text.WriteString(requirement)
	for _, slug := range slugs {
		text.WriteString(block("data", slug, fmt.Sprintf("agent = %q", slug)))
	}
	if err := os.WriteFile(filepath.Join(dir, "main.tf"), []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

func (p planner) plan(t *testing.T, dir string) time.Duration {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), p.engine, "plan", "-input=false", "-no-color")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "TF_CLI_CONFIG_FILE="+p.config, "CHECKPOINT_DISABLE=1", "TF_IN_AUTOMATION=1")
	begin := time.Now()
	out, err := cmd.CombinedOutput()
	took := time.Since(begin)
	if err != nil {
		t.Fatalf("%s plan: %v\n%s", p.engine, err, out)
	}
	return took
}
