package scripttest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/agentstandin"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/modelserver"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/persistence"
)

// imitation stands for a CLI that cannot be had, and how a person would use it beside us.
type imitation struct {
	args []string
	// other is a shell command that holds another conversation with $1.
	other string
	// elsewhere is true when the CLI keeps one conversation for each directory:
	// the other one is then held in a directory whose name begins alike.
	elsewhere bool
	// typed is true when AgentAPI types the task.
	typed bool
}

var imitations = map[string]imitation{
	"sourcegraph-amp": {
		args: []string{"--dangerously-allow-all"}, typed: true,
		other: `t=$(amp threads new) && printf '%s\n' "$1" | amp threads continue "${t##*/}"`,
	},
	"amazon-q":   {args: []string{"--trust-all-tools"}, elsewhere: true, other: `q chat -- "$1" </dev/null`},
	"kiro-cli":   {args: []string{"--trust-all-tools"}, other: `kiro-cli chat -- "$1" </dev/null`},
	"cursor-cli": {args: []string{"--force"}, other: `cursor-agent --resume "$(cursor-agent create-chat)" -- "$1" </dev/null`},
	"aider":      {args: []string{"--no-auto-commits"}, elsewhere: true, typed: true, other: `printf '%s\n' "$1" | aider`},
}

// prepare gives the stand-in its server and its arguments.
func (s imitation) prepare(t *testing.T, agent string, change func(*persistence.Request)) *fixture {
	t.Helper()
	f := newFixture(t, agent, nil)
	f.Setenv(agentstandin.ServerVariable, filepath.Join(f.Dir, "server"))
	f.render(agent, func(r *persistence.Request) {
		r.Prompt, r.Args, r.Port = argumentPrompt, s.args, nextPort.Add(1)
		if change != nil {
			change(r)
		}
	})
	return f
}

// talk holds another conversation by hand.
func (s imitation) talk(f *fixture) {
	f.t.Helper()
	cmd := exec.CommandContext(f.context(), "bash", "-c", s.other, "talk", otherMessage)
	cmd.Dir, cmd.Env = f.Workdir, f.Environ(nil)
	if s.elsewhere {
		cmd.Dir = f.Workdir + "-2"
		f.must(os.MkdirAll(cmd.Dir, 0o755))
	}
	if output, err := cmd.CombinedOutput(); err != nil {
		f.t.Fatalf("%v: %v\n%s", cmd.Args, err, output)
	}
	if len(f.model.Asked(otherMessage)) == 0 {
		f.t.Fatal("the other conversation never reached the model")
	}
}

// TestAgentsStandIn takes the agents whose CLIs cannot be had through the same
// life as TestLifecycle, with stand-ins that keep their sessions as the real
// ones are documented to.
func TestAgentsStandIn(t *testing.T) {
	for agent, s := range imitations {
		t.Run(agent, func(t *testing.T) {
			t.Parallel()
			f := s.prepare(t, agent, nil)
			s.talk(f)
			f.start()
			f.asked(argumentPrompt)
			f.must(f.run.WaitStable(f.context()))
			f.carries(f.say(firstMessage), argumentPrompt, modelserver.ReplyPrefix(1))
			f.waitLogged("will be resumed")
			if result := f.stop(); !strings.Contains(result.Output, "the chat is saved: ") {
				t.Errorf("the shutdown script does not say what it saved:\n%s", result.Output)
			}
			s.talk(f)

			f.start()
			f.carries(f.say(secondMessage), argumentPrompt, firstMessage, modelserver.ReplyPrefix(2))
			f.kill()

			f.start()
			request := f.say(thirdMessage)
			f.carries(request, argumentPrompt, firstMessage, secondMessage, modelserver.ReplyPrefix(3))
			if request.Carries(modelserver.RoleUser, otherMessage) {
				t.Error("another conversation was resumed")
			}
			f.stop()
			if got := len(f.model.Asked(argumentPrompt)); got != 1 {
				t.Errorf("the task was given %d times, want once", got)
			}
			if sent := f.state().Contains("user", argumentPrompt); sent != s.typed {
				t.Errorf("AgentAPI typed the task: %v, want %v", sent, s.typed)
			}
		})
	}
}

// TestAgentsHandOver: a CLI that keeps one conversation for each directory was
// used there by hand before. It is taken up, and the task is given once.
func TestAgentsHandOver(t *testing.T) {
	for _, agent := range []string{"amazon-q", "aider"} {
		t.Run(agent, func(t *testing.T) {
			t.Parallel()
			s := imitations[agent]
			s.elsewhere = false
			f := s.prepare(t, agent, nil)
			s.talk(f)
			f.start()
			f.carries(f.asked(argumentPrompt), otherMessage)
			f.must(f.run.WaitStable(f.context()))
			f.kill()
			f.start()
			f.carries(f.say(firstMessage), otherMessage, argumentPrompt)
			if got := len(f.model.Asked(argumentPrompt)); got != 1 {
				t.Errorf("the task was given %d times, want once", got)
			}
		})
	}
}

// TestAgentsInterruptedTask: the machine dies while the agent is at its first
// task, which AgentAPI typed. It is not typed again.
func TestAgentsInterruptedTask(t *testing.T) {
	for _, agent := range []string{"sourcegraph-amp", "aider"} {
		t.Run(agent, func(t *testing.T) {
			t.Parallel()
			s := imitations[agent]
			f := s.prepare(t, agent, nil)
			release := f.model.Hold()
			defer release()
			f.start()
			f.asked(argumentPrompt)
			if agent == "aider" {
				release() // its history file shows a question with the answer
			}
			f.waitLogged("will be resumed")
			f.kill()
			release()
			f.start()
			f.say(firstMessage)
			if got := len(f.model.Asked(argumentPrompt)); got != 1 {
				t.Errorf("the task was given %d times, want once", got)
			}
		})
	}
}

// TestAgentsRepository: Aider keeps its history at the top of the repository,
// above the working directory.
func TestAgentsRepository(t *testing.T) {
	s := imitations["aider"]
	f := s.prepare(t, "aider", nil)
	f.must(os.Mkdir(filepath.Join(f.Home, ".git"), 0o755))
	f.start()
	f.asked(argumentPrompt)
	f.must(f.run.WaitStable(f.context()))
	f.waitLogged("on disk and will be resumed")
	f.kill()
	f.start()
	f.carries(f.say(firstMessage), argumentPrompt)
}

// TestAgentsNotLoggedIn: without an identifier from the CLI nothing is started,
// and the log says why.
func TestAgentsNotLoggedIn(t *testing.T) {
	f := imitations["sourcegraph-amp"].prepare(t, "sourcegraph-amp", nil)
	f.Setenv(agentstandin.ServerVariable, "/proc/nowhere")
	f.launch()
	if _, err := f.run.WaitGone(time.Minute); err != nil {
		t.Fatal(err)
	}
	f.logged("'amp threads new' printed no session identifier. Is amp logged in?")
	f.Setenv(agentstandin.ServerVariable, filepath.Join(f.Dir, "server"))
	f.start()
	f.asked(argumentPrompt)
}
