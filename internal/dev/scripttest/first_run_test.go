package scripttest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/coder-persistence/terraform-provider-persistence/internal/persistence"
)

// TestFirstRunIsAccepted starts agents in a home without any file of theirs: the
// program writes what the catalog has, and the agent takes its task.
func TestFirstRunIsAccepted(t *testing.T) {
	t.Parallel()
	// The variables by which an agent finds the model server without a file.
	variables := map[string]func(url string) map[string]string{
		"claude-code": func(string) map[string]string { return nil },
		"codex": func(url string) map[string]string {
			return map[string]string{"OPENAI_API_KEY": "loopback", "OPENAI_BASE_URL": url + "/v1"}
		},
		"copilot": func(string) map[string]string { return nil },
		"gemini":  func(string) map[string]string { return nil },
	}
	for agent, environment := range variables {
		t.Run(agent, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, agent, func(r *persistence.Request) {
				r.AcceptFirstRun = true
				if agent == "codex" { // its own default model is none of the model server's
					r.Args = []string{"-c", "model=loopback"}
				}
			})
			for name := range agentOf(t, agent).Files(f.Workdir, f.model.URL) {
				f.must(os.Remove(filepath.Join(f.Home, name)))
			}
			for name, value := range environment(f.model.URL) {
				f.Setenv(name, value)
			}
			f.startTask()
			f.given(prompt, 1)
		})
	}
}
