package scripttest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/modelserver"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/persistence"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/workspace"
)

// What is said to the agents.
const (
	firstMessage  = "What was the first thing I asked you?"
	secondMessage = "And what did I ask after that?"
	thirdMessage  = "Are you still the same agent?"
)

// TestLifecycle takes every agent through start, talk, stop, start, talk, kill,
// start, talk, stop, with arguments and a task that begins with a dash. After
// each start the model must be told of everything before, and nothing of another
// session in the same directory; the task must have been given once.
func TestLifecycle(t *testing.T) {
	for _, agent := range realAgents {
		t.Run(agent, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, agent, nil)
			other := filepath.Join(f.Home, "other")
			f.must(os.Mkdir(other, 0o755))
			f.render(agent, func(r *persistence.Request) {
				r.Prompt, r.Args, r.Port = argumentPrompt, extraArgs(agent, other), nextPort.Add(1)
			})
			begin := time.Now()
			took := func(what string) {
				t.Logf("%s: %.1f s", what, time.Since(begin).Seconds())
				begin = time.Now()
			}
			f.start()
			f.asked(argumentPrompt)
			f.must(f.run.WaitStable(f.context()))
			took("cold start")
			f.carries(f.say(firstMessage), argumentPrompt, modelserver.ReplyPrefix(1))
			took("message")
			f.waitLogged("on disk and will be resumed")
			took("session found")

			result := f.shutdown()
			t.Logf("stop: %.2f s", result.Duration.Seconds())
			f.nothingLeft()
			if result.Duration > 2*time.Second {
				t.Errorf("the stop took %v, more than 2 s", result.Duration)
			}
			if !strings.Contains(result.Output, "the chat is saved: 1 user messages") {
				t.Errorf("the shutdown script does not say what it saved:\n%s", result.Output)
			}
			state := f.state()
			if !state.Contains(workspace.RoleUser, firstMessage) || !state.Contains(workspace.RoleAgent, modelserver.ReplyPrefix(2)) {
				t.Errorf("the state file lacks a turn: %+v", state.Messages)
			}
			begin = time.Now()
			f.otherSession(agent)
			took("another session by hand")

			f.start()
			took("warm start")
			f.carries(f.say(secondMessage), argumentPrompt, modelserver.ReplyPrefix(1), firstMessage, modelserver.ReplyPrefix(2))
			f.kill()

			f.start()
			request := f.say(thirdMessage)
			f.carries(request, argumentPrompt, modelserver.ReplyPrefix(1), firstMessage, modelserver.ReplyPrefix(2), secondMessage, modelserver.ReplyPrefix(3))
			if request.Carries(modelserver.RoleUser, otherMessage) {
				t.Errorf("the session of another start was resumed")
			}
			f.stop()
			if got := len(f.model.Asked(argumentPrompt)); got != 1 {
				t.Errorf("the task was given %d times, want once", got)
			}
			for _, message := range []string{firstMessage, thirdMessage} {
				if !f.state().Contains(workspace.RoleUser, message) {
					t.Errorf("the chat lacks %q", message)
				}
			}
		})
	}
}

// TestPlainCoderScript uses the scripts without the agentapi module: the start
// script goes to the background and returns once agentapi answers.
func TestPlainCoderScript(t *testing.T) {
	f := newFixture(t, "goose", nil)
	client := workspace.NewClient(port)
	start := func() workspace.Result {
		result, err := f.RunPlain(f.context(), f.result.StartScript, nil)
		f.must(err)
		if result.ExitCode != 0 || result.OutputLeftOpen {
			t.Fatalf("start: status %d, output left open: %v\n%s", result.ExitCode, result.OutputLeftOpen, result.Output)
		}
		return result
	}
	if result := start(); !strings.Contains(result.Output, "Goose is up on port 3284") {
		t.Errorf("the script does not say that the agent is up:\n%s", result.Output)
	}
	f.must(client.WaitStable(f.context()))
	f.asked(prompt)

	// A second run finds the agent running and leaves it alone.
	before := len(f.Find("agentapi"))
	start()
	time.Sleep(time.Second)
	if after := len(f.Find("agentapi")); before != 1 || after != 1 {
		t.Errorf("agentapi ran %d times before and %d times after a second start, want once", before, after)
	}
	f.stop()
	start()
	f.must(client.WaitStable(f.context()))
	f.must(client.Send(f.context(), firstMessage))
	f.carries(f.asked(firstMessage), prompt, modelserver.ReplyPrefix(1))
	f.promptSent(1)
}

// TestPermissions: what the script writes is private, what the agent's
// programs write in the project is not.
func TestPermissions(t *testing.T) {
	f := newFixture(t, "goose", nil)
	f.start()
	for _, name := range []string{"", "state", "logs", "state/agentapi.pid", "state/session"} {
		info, err := os.Stat(filepath.Join(f.result.DataDir, name))
		f.must(err)
		if info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %v, which others can use", name, info.Mode())
		}
	}
	status, err := os.ReadFile(filepath.Join("/proc", itoa(f.run.AgentAPI()), "status"))
	f.must(err)
	if !strings.Contains(string(status), "Umask:\t0022") {
		t.Errorf("agentapi does not run with the user's umask:\n%s", status)
	}
}

// TestVersionGate: an agentapi without state persistence still resumes the
// agent, is never sent SIGUSR1, and the log says what is missing.
func TestVersionGate(t *testing.T) {
	f := newFixture(t, "goose", func(r *persistence.Request) { r.AgentAPIVersion = "latest" })
	f.useAgentAPI("agentapi@v0.11.8")
	f.start()
	f.asked(prompt)
	f.logged("older than 0.12.0")
	time.Sleep(3 * time.Second) // several save intervals
	if f.run.AgentAPI() == 0 {
		t.Fatal("agentapi 0.11.8 did not survive the save interval")
	}
	result := f.stop()
	if !strings.Contains(result.Output, "has ended") || result.Duration > 2*time.Second {
		t.Errorf("agentapi 0.11.8 was not stopped cleanly in 2 s (%v):\n%s", result.Duration, result.Output)
	}
	f.start()
	f.carries(f.say(firstMessage), prompt, modelserver.ReplyPrefix(1))
	f.promptSent(1)
}
