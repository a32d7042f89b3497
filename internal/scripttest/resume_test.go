package scripttest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/modelserver"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/persistence"
)

// loseSessions removes what Goose keeps its sessions in, as a lost volume does.
func (f *fixture) loseSessions() {
	f.t.Helper()
	f.must(os.RemoveAll(filepath.Join(f.Home, ".local", "share", "goose")))
}

// firstRun starts the agent, waits until it was given its task and is known to
// be resumable, and stops it.
func (f *fixture) firstRun() {
	f.t.Helper()
	f.start()
	f.asked(prompt)
	f.must(f.run.WaitStable(f.context()))
	f.waitLogged("on disk and will be resumed")
	f.stop()
}

// waitLogged waits until the start script has written text.
func (f *fixture) waitLogged(text string) {
	f.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !strings.Contains(f.log(), text); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			f.t.Fatalf("the log lacks %q:\n%s", text, f.log())
		}
	}
}

// refuses launches the agent and expects the start script to give up.
func (f *fixture) refuses(text string) {
	f.t.Helper()
	f.launch()
	if _, err := f.run.WaitGone(30 * time.Second); err != nil {
		f.t.Fatal(err)
	}
	f.logged("ERROR: ")
	f.logged(text)
	if agents := f.Find("agentapi"); len(agents) > 0 {
		f.t.Errorf("agentapi runs all the same: %v", agents)
	}
}

// TestLostSession loses the session between two starts: what then happens is
// what the template says, and the lost identifier is written down.
func TestLostSession(t *testing.T) {
	f := newFixture(t, "goose", func(r *persistence.Request) { r.Resume = persistence.ResumeRequired })
	f.firstRun()
	f.loseSessions()
	f.refuses(`resume = "required"`)

	f.render("goose", func(r *persistence.Request) { r.OnResumeFailure = persistence.OnResumeFailureFail })
	f.refuses(`on_resume_failure = "fail"`)
	if _, err := os.Stat(f.statePath("sessions-given-up")); err == nil {
		t.Error("a refused start gave the session up")
	}

	f.render("goose", nil)
	f.start()
	f.logged("gone from disk; starting a new one")
	if request := f.say(firstMessage); request.Carries(modelserver.RoleUser, prompt) {
		t.Errorf("on_resume_failure = %q gave the task again", persistence.OnResumeFailureFresh)
	}
	f.promptSent(1)
	given, err := os.ReadFile(f.statePath("sessions-given-up"))
	f.must(err)
	if !strings.Contains(string(given), f.result.SessionID) {
		t.Errorf("sessions-given-up lacks %q: %s", f.result.SessionID, given)
	}
	f.stop()

	// The new session is resumed like any other.
	f.start()
	f.carries(f.say(secondMessage), firstMessage)
	f.stop()

	f.loseSessions()
	f.render("goose", func(r *persistence.Request) { r.OnResumeFailure = persistence.OnResumeFailureResendPrompt })
	f.start()
	f.must(f.run.WaitStable(f.context()))
	f.promptSent(2)
	f.stop()
}

// TestResumeNever begins anew at each start, with the task and an empty chat.
func TestResumeNever(t *testing.T) {
	f := newFixture(t, "goose", func(r *persistence.Request) { r.Resume = persistence.ResumeNever })
	for n := 1; n <= 2; n++ {
		f.start()
		f.must(f.run.WaitStable(f.context()))
		f.promptSent(n)
		if messages, err := f.run.Messages(f.context()); err != nil || len(messages) > 1 {
			t.Errorf("start %d shows an old chat: %v %v", n, messages, err)
		}
		f.say([]string{"", firstMessage, secondMessage}[n])
		f.stop()
	}
}

// TestChangedWorkdir: a session belongs to its directory. Another directory
// begins a new one with the task, and the old one is left alone.
func TestChangedWorkdir(t *testing.T) {
	f := newFixture(t, "goose", nil)
	f.firstRun()
	f.render("goose", func(r *persistence.Request) { r.Workdir = filepath.Join(f.Home, "other project") })
	f.start()
	f.logged("the working directory was")
	f.must(f.run.WaitStable(f.context()))
	f.promptSent(2)
	f.carries(f.say(firstMessage), prompt)
	f.stop()
	f.start()
	f.carries(f.say(secondMessage), firstMessage)
}

// TestWrongHome: under another home the sessions would be written where no
// volume is, so the script refuses and says what to write.
func TestWrongHome(t *testing.T) {
	f := newFixture(t, "goose", nil)
	f.Setenv("HOME", f.Dir)
	result, err := f.RunPlain(f.context(), f.result.StartScript, nil)
	f.must(err)
	if result.ExitCode == 0 || !strings.Contains(result.Output, `home = "`+f.Dir+`"`) {
		t.Errorf("status %d:\n%s", result.ExitCode, result.Output)
	}
}

// TestBoundary: the wrapper that the agentapi module asks for is put before the
// agent's command.
func TestBoundary(t *testing.T) {
	f := newFixture(t, "goose", nil)
	f.Setenv("BOUNDARY_TEST", "no")
	f.boundary = "env BOUNDARY_TEST=yes"
	f.start()
	agents := f.Find("goose")
	if len(agents) == 0 {
		t.Fatal("goose does not run")
	}
	environ, err := os.ReadFile(filepath.Join("/proc", itoa(agents[0].PID), "environ"))
	f.must(err)
	if !strings.Contains(string(environ), "BOUNDARY_TEST=yes") {
		t.Errorf("goose runs without the wrapper %q", f.boundary)
	}
}

// TestResumeFailsAsTheLogBeginsAnew lets a resume end at once in the start that
// puts a long log of agentapi aside: why it ended stands in the new one.
func TestResumeFailsAsTheLogBeginsAnew(t *testing.T) {
	s := newStandIn(t, func(r *persistence.Request) { r.OnResumeFailure = persistence.OnResumeFailureFail })
	s.start()
	s.say("Hello.")
	s.waitLogged("on disk and will be resumed")
	s.stop()
	s.must(os.Truncate(filepath.Join(s.result.DataDir, "logs", "agentapi.log"), 10_000_000))
	s.behave("exit=3")
	s.refused("could not be resumed")
}
