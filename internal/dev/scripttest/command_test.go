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

// TestStatus: a login shell finds the command, and it reports what is there.
func TestStatus(t *testing.T) {
	t.Parallel()
	f := newFake(t, withPrompt(prompt))
	f.start()
	f.waitFor("the session to be on disk", func() bool { return f.status()["resumes"] == "yes" })
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
	talk := func(text string) string {
		f.start()
		f.tell(text)
		f.waitFor("the session to be on disk", func() bool { return f.status()["resumes"] == "yes" })
		session := f.status()["session"]
		f.stop()
		return session
	}
	first := talk("one")
	f.ask("sessions new")
	second := talk("two")
	if first == second {
		t.Fatalf("sessions new did not begin another session than %s", first)
	}
	if list := f.ask("sessions"); !strings.Contains(list, first) || !strings.Contains(list, second) {
		t.Errorf("sessions lacks %s or %s:\n%s", first, second, list)
	}
	f.ask("sessions use " + first)
	if third := talk("three"); third != first {
		t.Errorf("the start took up %s, not %s", third, first)
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
