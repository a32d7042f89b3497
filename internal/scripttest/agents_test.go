package scripttest

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/modelserver"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/persistence"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/toolchain"
)

// programs are the pinned CLIs, by agent.
var programs = map[string]string{
	"claude-code": "claude", "codex": "codex", "copilot": "copilot", "opencode": "opencode",
	"auggie": "auggie", "goose": "goose", "gemini": "gemini",
}

// realAgents are the agents of the pinned CLIs, the slowest first: two run at a
// time.
var realAgents = []string{"opencode", "auggie", "copilot", "gemini", "codex", "claude-code", "goose"}

// program returns the path of an agent's program: the pinned CLI, or the test's
// own, which turns into a stand-in when it is called by the CLI's name.
func program(t *testing.T, agent string) string {
	t.Helper()
	if name, ok := programs[agent]; ok {
		return toolchain.RequirePath(t, name)
	}
	t.Logf("a stand-in for the CLI of %s, which cannot be had here", agent)
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// argumentPrompt is a task that would be an option if it stood in the wrong place.
const argumentPrompt = "--count the files of this project, please"

// extraArgs are harmless arguments, ending, where the CLI has such, in an
// option that takes any number of values and would swallow what follows it.
func extraArgs(agent, directory string) []string {
	return map[string][]string{
		"claude-code": {"--verbose", "--add-dir", directory},
		"codex":       {"-c", "model_verbosity=low", "--add-dir", directory},
		"copilot":     {"--disable-builtin-mcps", "--add-dir", directory},
		"opencode":    {"--log-level", "ERROR", "--cors", "http://127.0.0.1"},
		"auggie":      {"--no-update-terminal-title", "--add-workspace", directory},
		"goose":       {"--max-turns", "5"},
		"gemini":      {"--approval-mode", "plan", "--include-directories", directory},
	}[agent]
}

// headless are the arguments that make a session of the CLI beside ours.
func headless(agent, message string) []string {
	return map[string][]string{
		"claude-code": {"-p", message},
		"codex":       {"exec", "--skip-git-repo-check", message},
		"copilot":     {"-p", message, "--allow-all-tools"},
		"opencode":    {"run", message},
		"auggie":      {"-p", message},
		"goose":       {"run", "--text", message},
		"gemini":      {"-p", message},
	}[agent]
}

// otherMessage is said in the other session.
const otherMessage = "Something quite different."

// otherSession holds a conversation with the same CLI in the same directory,
// as a person would by hand.
func (f *fixture) otherSession(agent string) {
	f.t.Helper()
	ctx, cancel := context.WithTimeout(f.context(), 60*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(f.Bin, programs[agent]), headless(agent, otherMessage)...)
	cmd.Dir, cmd.Env = f.Workdir, f.Environ(nil)
	if output, err := cmd.CombinedOutput(); err != nil {
		f.t.Fatalf("%v: %v\n%s", cmd.Args, err, output)
	}
	if len(f.model.Asked(otherMessage)) == 0 {
		f.t.Fatalf("%v never asked the model", cmd.Args)
	}
}

// withoutPrompt leaves the task out.
func withoutPrompt(r *persistence.Request) { r.Prompt, r.Port = "", nextPort.Add(1) }

// nothingLeft waits until no process of the workspace runs any more: after a
// stop neither the agent nor a helper of its own may go on.
func (f *fixture) nothingLeft() {
	f.t.Helper()
	for deadline := time.Now().Add(10 * time.Second); len(f.Processes()) > 0; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			for _, p := range f.Processes() {
				f.t.Errorf("still running after the stop: %d %q", p.PID, p.Args)
			}
			return
		}
	}
}

// TestAgentsLateIdentifier: the CLI chooses the identifier and shows it with the
// first message, long after the start. The machine dies right after the answer,
// before the script has looked again.
func TestAgentsLateIdentifier(t *testing.T) {
	for _, agent := range []string{"opencode", "auggie", "codex"} {
		t.Run(agent, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, agent, withoutPrompt)
			f.otherSession(agent)
			f.start()
			time.Sleep(12 * time.Second)
			if _, err := os.Stat(f.statePath("session")); err == nil {
				t.Error("a session was found before anything was said")
			}
			f.say(firstMessage)
			f.kill()
			f.otherSession(agent)
			f.start()
			f.carries(f.say(secondMessage), firstMessage, modelserver.ReplyPrefix(1))
		})
	}
}
