package script_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/script"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/session"
)

// readyAgents are the agents that a start script is offered for.
func readyAgents(t *testing.T) []catalog.Agent {
	t.Helper()
	ready := slices.DeleteFunc(catalog.Default().Agents(), func(a catalog.Agent) bool {
		return a.Session == nil || !a.Session.ScriptReady
	})
	if len(ready) == 0 {
		t.Fatal("no agent has a start script, so there is nothing to test")
	}
	return ready
}

// options are those of an agent whose template sets nothing else.
func options(tb testing.TB, agent *catalog.Agent) script.Options {
	tb.Helper()
	return plan(tb, script.Options{
		Agent:            agent,
		Name:             agent.Slug,
		Home:             "/home/coder",
		Workdir:          "/home/coder",
		DataDir:          "/home/coder/.coder-modules/coder-persistence/" + agent.Slug,
		Port:             3284,
		AgentAPIVersion:  "v0.12.2",
		StatePersistence: true,
		Resume:           "preferred",
		OnResumeFailure:  "fresh",
		SaveInterval:     30,
		ShutdownBudget:   50,
	})
}

// plan completes o with the plan that follows from it.
func plan(tb testing.TB, o script.Options) script.Options {
	tb.Helper()
	p, err := session.New(o.Agent, o.Name, o.Home, o.Workdir)
	if err != nil {
		tb.Fatal(err)
	}
	o.Plan = p
	return o
}

func render(t *testing.T, renderer func(script.Options) (string, error), o script.Options) string {
	t.Helper()
	text, err := renderer(o)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// runBash runs text in an empty directory under the given locale and returns
// what it prints. It fails when the script fails or leaves a file behind.
func runBash(t *testing.T, locale, text string) []byte {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Fatalf("bash is needed to test scripts (apt-get install bash): %v", err)
	}
	dir := t.TempDir()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	// From standard input, because an argument may not be as long.
	cmd := exec.CommandContext(ctx, bash, "--noprofile", "--norc", "-s")
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "LC_ALL=" + locale}
	cmd.Stdin = strings.NewReader(text)
	var out, complaints bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaints
	if err := cmd.Run(); err != nil {
		t.Fatalf("bash: %v\n%s", err, complaints.String())
	}
	if complaints.Len() > 0 {
		t.Errorf("bash complains: %s", complaints.String())
	}
	left, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(left) > 0 {
		t.Errorf("a value was run as code: it made %q", left[0].Name())
	}
	return out.Bytes()
}

// values is the part of a rendered script that holds the template's values.
func values(t *testing.T, text string) string {
	t.Helper()
	head, _, found := strings.Cut(text, "\n# --- small tools ---")
	if !found {
		t.Fatal(`the script has no line "# --- small tools ---", where its values are expected to end`)
	}
	return head + "\n"
}

// function cuts the definition of one function out of a rendered script.
func function(t *testing.T, text, name string) string {
	t.Helper()
	_, body, found := strings.Cut(text, "\n"+name+"() {\n")
	body, _, ended := strings.Cut(body, "\n}\n")
	if !found || !ended {
		t.Fatalf("the script has no function %s", name)
	}
	return name + "() {\n" + body + "\n}\n"
}
