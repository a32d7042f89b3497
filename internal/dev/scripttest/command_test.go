package scripttest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// ask runs coder-agent-NAME as a person types it, in a login shell, and
// returns what it prints.
func (f *fixture) ask(words string) string {
	f.t.Helper()
	result := f.script(`exec bash -l -c 'coder-agent-`+filepath.Base(f.result.DataDir)+` `+words+`'`, nil)
	if result.ExitCode != 0 {
		f.t.Fatalf("%s: status %d\n%s", words, result.ExitCode, result.Output)
	}
	return result.Output
}

// status is what "status --json" reports.
func (f *fixture) status() map[string]string {
	f.t.Helper()
	facts := map[string]string{}
	text := f.ask("status --json")
	if err := json.Unmarshal([]byte(text), &facts); err != nil {
		f.t.Fatalf("status --json prints no JSON: %v\n%s", err, text)
	}
	return facts
}

// sessionOnDisk waits until a start would resume the session, and returns it.
func (f *fixture) sessionOnDisk() string {
	f.t.Helper()
	f.waitFor("the session to be on disk", func() bool { return f.status()["resumes"] == "yes" })
	return f.status()["session"]
}

// talkAndStop starts the agent, says something, stops it, and returns the session.
func (f *fake) talkAndStop(text string) string {
	f.t.Helper()
	f.start()
	f.tell(text)
	session := f.sessionOnDisk()
	f.stop()
	return session
}

// TestStatus: a login shell finds the command, and it reports what is there.
func TestStatus(t *testing.T) {
	t.Parallel()
	f := newFake(t, withPrompt(prompt))
	f.start()
	f.sessionOnDisk()
	running := f.status()
	if running["running"] != "true" || running["pid"] != itoa(f.run.AgentAPI()) || running["port"] != itoa(f.port) {
		t.Errorf("the agent runs as process %d on port %d, but status reports %v", f.run.AgentAPI(), f.port, running)
	}
	if info, err := os.Stat(running["session_data"]); err != nil || info.Size() == 0 {
		t.Errorf("the session is not where status reports it: %v", running)
	}
	if text := f.ask("status"); !strings.Contains(text, running["session"]) {
		t.Errorf("status does not name the session %s:\n%s", running["session"], text)
	}
	f.stop()
	stopped := f.status()
	if stopped["running"] != "false" || stopped["resumes"] != "yes" || stopped["session"] != running["session"] {
		t.Errorf("after the stop status reports %v", stopped)
	}
	f.ask("sessions new")
	if left := f.status(); left["resumes"] != "no" {
		t.Errorf("after sessions new status reports %v", left)
	}
	f.ask("sessions use " + running["session"])
	f.must(os.Remove(running["session_data"]))
	if lost := f.status(); lost["resumes"] != "no" {
		t.Errorf("without its file the session would be resumed: %v", lost)
	}
}

// TestSessionTakenUpAgain: a person goes back to a session that was left, and
// begins a new one.
func TestSessionTakenUpAgain(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	first := f.talkAndStop("one")
	f.ask("sessions new")
	second := f.talkAndStop("two")
	if first == second {
		t.Fatalf("sessions new did not begin another session than %s", first)
	}
	if list := f.ask("sessions"); !strings.Contains(list, first) || !strings.Contains(list, second) {
		t.Errorf("sessions lacks %s or %s:\n%s", first, second, list)
	}
	f.ask("sessions use " + first)
	if third := f.talkAndStop("three"); third != first {
		t.Errorf("the start took up %s, not %s", third, first)
	}
}

// TestSessionChosenByHand: the CLI chooses the identifiers itself, and the last
// message is in the session that was left.
func TestSessionChosenByHand(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "codex")
	f.startTask()
	first := f.sessionOnDisk()
	f.stop()
	f.ask("sessions new")
	f.start()
	f.lacks(f.say(firstMessage), prompt)
	f.waitFor("the other session", func() bool { s := f.status(); return s["session"] != first && s["resumes"] == "yes" })
	f.stop()
	f.ask("sessions use " + first)
	f.start()
	request := f.say(secondMessage)
	f.carries(request, prompt)
	f.lacks(request, firstMessage)
}

// TestSessionThatCannotBeChosen: the agent does not have it, or another one
// uses it. The start says so and keeps the session it has.
func TestSessionThatCannotBeChosen(t *testing.T) {
	t.Parallel()
	one := newFake(t, withPrompt(prompt), lostResends)
	two := one.neighbor("second", withPrompt(""))
	two.start()
	two.tell(firstMessage)
	two.sessionOnDisk()
	one.start()
	one.tell(secondMessage)
	session := one.status()["session"]
	for _, id := range []string{"no-such-session", two.status()["session"]} {
		one.stopAgent()
		one.ask("sessions use " + id)
		one.start()
		if got := one.status()["session"]; got != session || !strings.Contains(one.log(), "the session "+id+" is not in") {
			t.Errorf("the start took up %s instead of %s:\n%s", got, session, one.log())
		}
	}
	one.took(prompt, 1)
}

// TestStatusInALinkedDirectory: agents file a session under the real path.
func TestStatusInALinkedDirectory(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "goose")
	link := filepath.Join(f.Home, "link")
	f.must(os.Symlink(f.Workdir, link))
	f.render(inDirectory(link))
	f.startTask()
	f.stop()
	if s := f.status(); s["resumes"] != "yes" {
		t.Errorf("status reports %v", s)
	}
	broken := filepath.Join(f.LogDir, "broken")
	f.must(os.WriteFile(broken, []byte("#!/bin/bash\nprintf '\\e[31merror:\\e[0m database is locked\\n' >&2\nexit 1\n"), 0o700))
	f.must(f.Link("goose", broken))
	if s := f.status(); s["resumes"] != "unknown" || !strings.Contains(s["reason"], "database is locked") {
		t.Errorf("with a broken program status reports %v", s)
	}
}

// TestSourceIsTheProgram: people read what runs.
func TestSourceIsTheProgram(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.start()
	if text := f.ask("source"); !strings.Contains(text, "\nfind_session() {\n") || !strings.HasSuffix(text, "# end of program\n") {
		t.Errorf("source prints something else:\n%.500s", text)
	}
}
