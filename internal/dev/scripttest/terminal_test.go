package scripttest

import (
	"bytes"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/modelserver"
)

// terminal is a program that runs in a terminal of its own.
type terminal struct {
	f    *fixture
	cmd  *exec.Cmd
	keys io.WriteCloser

	mu     sync.Mutex
	screen bytes.Buffer
}

// Write takes what the terminal shows.
func (x *terminal) Write(p []byte) (int, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.screen.Write(p)
}

func (x *terminal) shown() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.screen.String()
}

// inTerminal runs a command line in a terminal that "script" of util-linux
// makes, in the agent's working directory.
func (f *fixture) inTerminal(command string) *terminal {
	f.t.Helper()
	path, err := exec.LookPath("script")
	if err != nil {
		f.t.Fatalf("the program script makes the terminal for this test; install util-linux (Debian: bsdutils): %v", err)
	}
	x := &terminal{f: f, cmd: exec.CommandContext(f.context(), path, "--quiet", "--return", "--command", "stty rows 40 cols 120; "+command, "/dev/null")}
	x.cmd.Dir, x.cmd.Env = f.Workdir, f.Environ(map[string]string{"TERM": "xterm-256color"})
	x.cmd.Stdout, x.cmd.Stderr = x, x
	x.keys, err = x.cmd.StdinPipe()
	f.must(err)
	f.must(x.cmd.Start())
	return x
}

// asks types a message until the model is asked it: a program that is still
// busy drops what is typed.
func (x *terminal) asks(text string) modelserver.Request {
	x.f.t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		if requests := x.f.model.Asked(text); len(requests) > 0 {
			return requests[len(requests)-1]
		}
		x.types(text)
		x.types("\r")
		for i := 0; i < 100 && len(x.f.model.Asked(text)) == 0; i++ {
			time.Sleep(100 * time.Millisecond)
		}
	}
	x.f.t.Fatalf("the model was never asked %q; the terminal shows:\n%s", text, x.shown())
	return modelserver.Request{}
}

// types sends keys, with the pause a person makes.
func (x *terminal) types(keys string) {
	x.f.t.Helper()
	time.Sleep(300 * time.Millisecond)
	if _, err := io.WriteString(x.keys, keys); err != nil {
		x.f.t.Fatalf("%v; the terminal shows:\n%s", err, x.shown())
	}
}

// ends types the agent's command for the end, until the program has ended, and
// returns its status.
func (x *terminal) ends(command string) error {
	x.f.t.Helper()
	done := make(chan error, 1)
	go func() { done <- x.cmd.Wait() }()
	for range 20 {
		_, _ = io.WriteString(x.keys, command)
		time.Sleep(300 * time.Millisecond)
		_, _ = io.WriteString(x.keys, "\r")
		select {
		case err := <-done:
			return err
		case <-time.After(5 * time.Second):
		}
	}
	x.f.t.Fatalf("the agent does not end; the terminal shows:\n%s", x.shown())
	return nil
}

// notText are blanks and the sequences that place and color words.
var notText = regexp.MustCompile(`\x1b(\[[0-9;?>]*[A-Za-z]|\][^\x07]*\x07|[78=>])|\s`)

// shows waits until the terminal has shown the words of text in a row.
func (x *terminal) shows(text string) {
	x.f.t.Helper()
	want := notText.ReplaceAllString(text, "")
	for deadline := time.Now().Add(patience); !strings.Contains(notText.ReplaceAllString(x.shown(), ""), want); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			x.f.t.Fatalf("the terminal never shows %q, but:\n%s", text, x.shown())
		}
	}
}

// command is the path of the agent's own command.
func (f *fixture) command() string {
	return filepath.Join(f.Home, ".local", "bin", "coder-agent-"+f.result.Name)
}

// installCommand runs the start script without a terminal, which installs the
// command, and returns the command's path.
func (f *fixture) installCommand() string {
	f.t.Helper()
	if result := f.plain(); result.ExitCode != 0 || !strings.Contains(result.Output, "coder-agent-"+f.result.Name) {
		f.t.Fatalf("status %d:\n%s", result.ExitCode, result.Output)
	}
	return f.command()
}

// inCommand is the process id of the agent that the command runs, 0 for none.
func (f *fixture) inCommand() int {
	for _, p := range f.Find(f.program()) {
		if len(p.Args) < 3 || p.Args[2] != "list" {
			return p.PID
		}
	}
	return 0
}

// TestTerminal uses the launcher "terminal": without a terminal the script
// installs a command; in one the command runs the agent, and brings it back the
// next time. AgentAPI is not needed.
func TestTerminal(t *testing.T) {
	t.Parallel()
	for _, agent := range []string{"claude-code", "goose"} {
		t.Run(agent, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, agent, inTerminal)
			f.must(f.Link("agentapi", "/bin/false"))
			command := f.installCommand()
			x := f.inTerminal(command)
			f.asked(prompt)
			x.shows(modelserver.ReplyPrefix(1))
			f.carries(x.asks(firstMessage), prompt, modelserver.ReplyPrefix(1))
			x.shows(modelserver.ReplyPrefix(2))
			if err := x.ends("/exit"); err != nil {
				t.Errorf("the agent's own end: %v\n%s", err, x.shown())
			}
			f.personTalks()

			x = f.inTerminal(command)
			f.carries(x.asks(secondMessage), prompt, firstMessage, modelserver.ReplyPrefix(2))
			f.waitWritten(secondMessage)

			// A second terminal leaves the running agent alone.
			second := f.inTerminal(command)
			if err := second.cmd.Wait(); err != nil {
				t.Errorf("the second start: %v\n%s", err, second.shown())
			}
			f.kill() // the terminal is closed with the machine

			x = f.inTerminal(command)
			f.carries(x.asks(thirdMessage), prompt, firstMessage, secondMessage)
			if err := x.ends("/exit"); err != nil {
				t.Errorf("the agent's own end: %v\n%s", err, x.shown())
			}
			f.given(prompt, 1)
		})
	}
}

// TestStopInATerminal: a stop asks the agent in the terminal to end, and lets it
// finish writing.
func TestStopInATerminal(t *testing.T) {
	t.Parallel()
	f := newFake(t, inTerminal)
	f.behave("slow-end=2")
	command := f.installCommand()
	x := f.inTerminal(command)
	x.shows("> ")
	x.types("hello\r")
	x.shows("answer to: hello")
	f.stop()
	if turns := f.turns(); !strings.Contains(turns, "ended well") {
		t.Errorf("the agent was killed before it had written:\n%s", turns)
	}
}

// TestNewConversationInATerminal: there is no chat, and the task is not the last
// thing that was said.
func TestNewConversationInATerminal(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "codex", inTerminal)
	command := f.installCommand()
	x := f.inTerminal(command)
	f.asked(prompt)
	f.waitWritten(modelserver.ReplyPrefix(1))
	first := f.sessionOnDisk()
	x.types("/new")
	x.types("\r")
	f.lacks(x.asks(firstMessage), prompt)
	f.waitFor("the other session", func() bool { return f.status()["session"] != first })
	_ = x.ends("/quit")
	x = f.inTerminal(command)
	request := x.asks(secondMessage)
	f.carries(request, firstMessage)
	f.lacks(request, prompt)
}
