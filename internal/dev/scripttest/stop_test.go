package scripttest

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/workspace"
)

// A stop lets the agent finish writing, within the budget, and always ends
// within it.

// drip is a server that answers each connection with a byte of a header every
// 200 ms and never comes to an end.
type drip struct {
	net.Listener
	port int
}

func newDrip(t testing.TB) *drip {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	d := &drip{listener, listener.Addr().(*net.TCPAddr).Port}
	t.Cleanup(func() { _ = d.Close() })
	go func() {
		for {
			connection, err := d.Accept()
			if err != nil {
				return
			}
			go dripTo(connection)
		}
	}()
	return d
}

func dripTo(connection net.Conn) {
	defer func() { _ = connection.Close() }()
	if _, err := connection.Write([]byte("HTTP/1.0 200 OK\r\n")); err != nil {
		return
	}
	for i := 0; ; i++ {
		line := fmt.Sprintf("X-%d: 1\r\n", i)
		for _, b := range []byte(line) {
			if _, err := connection.Write([]byte{b}); err != nil {
				return
			}
			time.Sleep(200 * time.Millisecond)
		}
	}
}

// smallBudget is the shortest grace period that is not refused, and what of it
// the shutdown script has, with some slack for a busy machine.
const (
	smallGracePeriod = 60
	smallBudget      = 50*time.Second + time.Minute
)

// TestDrippingServer: a server on the resource's port answers without end. The
// stop ends within its budget, and the agent's chat is saved.
func TestDrippingServer(t *testing.T) {
	t.Parallel()
	server := newDrip(t)
	f := newFake(t, gracePeriod(smallGracePeriod), resourcePort(server.port))
	f.start() // the module has another port
	f.tell(firstMessage)
	result := f.stopAgent()
	if result.Duration > smallBudget {
		t.Errorf("the stop took %v", result.Duration)
	}
	if !f.saved(firstMessage) || len(f.Find("agentapi")) > 0 {
		t.Errorf("the chat is saved: %v; still running: %v", f.saved(firstMessage), f.Find("agentapi"))
	}
}

// TestFrozenAgentAPI: an agentapi that answers nothing is killed when the time
// is over, and what it had saved is kept.
func TestFrozenAgentAPI(t *testing.T) {
	t.Parallel()
	f := newFake(t, gracePeriod(smallGracePeriod))
	f.start()
	f.tell(firstMessage)
	f.waitSaved(firstMessage)
	f.must(f.Signal(f.run.AgentAPI(), syscall.SIGSTOP))
	result := f.stopAgent()
	if result.Duration > smallBudget {
		t.Errorf("the stop took %v", result.Duration)
	}
	if !f.saved(firstMessage) || len(f.Find("agentapi")) > 0 {
		t.Errorf("the chat is saved: %v; still running: %v", f.saved(firstMessage), f.Find("agentapi"))
	}
	f.must(f.Halt())
	f.start()
	f.chat(firstMessage)
}

// TestSlowEnd: an agent needs longer to write its session than agentapi waits
// for it. The stop has the time.
func TestSlowEnd(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.behave("slow-end=8")
	f.start()
	f.tell(firstMessage)
	f.stop()
	if !strings.Contains(f.turns(), "ended well") {
		t.Errorf("the agent did not finish:\n%s", f.turns())
	}
	if !f.saved(firstMessage) {
		t.Error("the chat is not saved")
	}
	f.behave("")
	f.start()
	f.chat(firstMessage)
	f.began(1)
}

// TestEndHook: a hook that Claude Code runs at its end takes some seconds.
func TestEndHook(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "claude-code")
	done := filepath.Join(f.Home, "hook-done")
	f.must(f.WriteFile(".claude/settings.json", fmt.Sprintf(
		`{"hooks":{"SessionEnd":[{"hooks":[{"type":"command","command":"sleep 3; touch %s","timeout":30}]}]}}`, done)))
	f.Setenv("CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS", "20000")
	f.startTask()
	f.stop()
	if _, err := os.Stat(done); err != nil {
		t.Errorf("the hook did not finish: %v", err)
	}
	f.start()
	f.carries(f.say(firstMessage), prompt)
}

// TestStubbornAgent: an agent that ignores the interrupt is ended in time.
func TestStubbornAgent(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.behave("ignore-interrupt")
	f.start()
	f.tell(firstMessage)
	result := f.stopAgent()
	f.nothingLeft()
	if result.Duration > smallBudget {
		t.Errorf("the stop took %v", result.Duration)
	}
	if !f.saved(firstMessage) {
		t.Error("the chat is not saved")
	}
}

// hangingCurl puts a curl on PATH that hangs, and returns a file that it makes
// once it has been called.
func (f *fixture) hangingCurl() string {
	f.t.Helper()
	called, curl := filepath.Join(f.LogDir, "curl-called"), filepath.Join(f.LogDir, "curl")
	f.must(os.WriteFile(curl, fmt.Appendf(nil, "#!/bin/bash\n: >'%s'\nexec sleep 3000\n", called), 0o700))
	f.must(f.Link("curl", curl))
	return called
}

// killedStop runs the shutdown script and kills it while it posts a snapshot.
func (f *fake) killedStop() {
	f.t.Helper()
	called := f.hangingCurl()
	before := map[int]bool{}
	for _, p := range f.Processes() {
		before[p.PID] = true
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = f.RunPlain(f.context(), f.result.ShutdownScript, nil)
	}()
	f.waitFor("the stop to post a snapshot", func() bool { _, err := os.Stat(called); return err == nil })
	for _, p := range f.Processes() {
		if !before[p.PID] {
			_ = f.Kill9(p.PID)
		}
	}
	<-ended
	f.must(os.Remove(called))
}

// TestKilledStop: the shutdown script is killed half-way. The agent it left
// running is healthy: it comes back after a crash, and a start says that it is
// up.
func TestKilledStop(t *testing.T) {
	t.Parallel()
	f := newFake(t, forTask(taskID))
	f.Setenv("CODER_AGENT_URL", "http://127.0.0.1:9")
	f.Setenv("CODER_AGENT_TOKEN", agentToken)
	f.isUp(f.plain())
	f.tell(firstMessage)
	f.waitSaved(firstMessage)
	f.killedStop()
	if servers := f.Find("agentapi"); len(servers) == 1 {
		f.must(f.Kill9(servers[0].PID))
		f.waitFor("agentapi to come back after a crash", func() bool {
			after := f.Find("agentapi")
			return len(after) == 1 && after[0].PID != servers[0].PID
		})
	}
	result := f.plain()
	f.isUp(result)
	if strings.Contains(result.Output+f.log(), "waiting for it") {
		t.Error("the start waited for the killed stop")
	}
	f.chat(firstMessage)
	f.tell(secondMessage)
	f.waitSaved(secondMessage)
}

// TestManyStops: the module's stop script, ours, and ours again, at once and
// one after the other; with nothing running, and before the first start.
func TestManyStops(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	stop := f.result.ShutdownScript
	f.stopAgent()
	for round := range 3 {
		f.start()
		f.tell(fmt.Sprintf("Question %d.", round))
		for i, result := range f.atOnce(nil, stop, stop, stop, stop) {
			if result.ExitCode != 0 || strings.Contains(result.Output, "disk full") {
				t.Errorf("stop %d of four ended with status %d:\n%s", i+1, result.ExitCode, result.Output)
			}
		}
		f.nothingLeft()
		f.stopAgent()
		if !f.saved(fmt.Sprintf("Question %d.", round)) {
			t.Errorf("round %d: the chat is not saved", round)
		}
	}
	f.start()
	f.chat("Question 0.", "Question 1.", "Question 2.")
	f.began(3)
}

// TestUnrelatedProcess: a stop must not signal the process that has the number
// in a PID file unless it is this agentapi.
func TestUnrelatedProcess(t *testing.T) {
	t.Parallel()
	other := newFake(t)
	other.start()
	f := newFake(t)
	f.start()
	f.stop()
	for what, pid := range map[string]int{
		"another program": f.sleeper("sleep"), "a program called agentapi": f.sleeper("/usr/bin/agentapi"), "another agentapi": other.run.AgentAPI(),
	} {
		for _, file := range []string{"agentapi.pid", "agentapi-legacy.pid"} {
			f.must(os.WriteFile(f.dataPath("state/"+file), fmt.Appendln(nil, pid, "12345"), 0o600))
			f.stopAgent()
			if !workspace.Alive(pid) {
				t.Errorf("the stop ended %s, whose number was in %s", what, file)
			}
			_ = os.Remove(f.dataPath("state/" + file))
		}
	}
}

// TestModuleStopScript: the registry's agentapi module signals, without proof,
// whatever process its PID file names. The path that we give it names none.
func TestModuleStopScript(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.start()
	f.tell(firstMessage)
	text, err := os.ReadFile(f.dataPath("state/module.pid"))
	if err == nil && strings.TrimSpace(string(text)) != "" {
		t.Errorf("the module would signal process %s", text)
	}
	f.stop()
}

// TestDefaultSignals: under "nohup … &" SIGINT and SIGHUP are ignored. AgentAPI
// and the agent must not inherit that, or no agent ends in time.
func TestDefaultSignals(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.start()
	for _, p := range append(f.Find("agentapi"), f.agents()...) {
		if p.IgnoresInterrupt || p.IgnoresHangup {
			t.Errorf("%s ignores SIGINT: %v, SIGHUP: %v", p.Name(), p.IgnoresInterrupt, p.IgnoresHangup)
		}
	}
}

// longChat writes a state file of n messages, as agentapi does, and returns its
// size.
func (f *fixture) longChat(n int) int64 {
	f.t.Helper()
	state := workspace.State{Version: 1, Messages: make([]workspace.StateMessage, n)}
	for i := range state.Messages {
		role := []string{workspace.RoleAgent, workspace.RoleUser}[i%2]
		state.Messages[i] = workspace.StateMessage{
			ID: i, Role: role, Time: time.Unix(1760000000+int64(i), 0).UTC(),
			Text: fmt.Sprintf("%s %d: %s", role, i, strings.Repeat("what was said, \"quoted\", in 中文 too; ", 11)),
		}
	}
	text, err := json.Marshal(state)
	f.must(err)
	file := f.dataPath("state/agentapi-state.json")
	f.must(os.MkdirAll(filepath.Dir(file), 0o700))
	f.must(os.WriteFile(file, append(text, '\n'), 0o600))
	return int64(len(text))
}

// TestLongChat: what the scripts do themselves is linear in the length of the
// chat. A quiet machine takes less than 3 s before it starts agentapi, and less
// than 5 s for a stop; a busy one has twenty times as long.
func TestLongChat(t *testing.T) {
	coder := newCoderServer(t)
	f := newFake(t, forTask(taskID), saveEvery(0))
	f.Setenv("CODER_AGENT_URL", coder.URL+"/")
	f.Setenv("CODER_AGENT_TOKEN", agentToken)
	f.start()
	f.tell(firstMessage)
	f.stop()
	for _, path := range []string{f.dataPath("state/agentapi-state.json"), f.dataPath("state/agentapi-state.json") + ".backup"} {
		_ = os.Remove(path)
	}
	coder.take()
	const messages = 100_000
	size := f.longChat(messages)
	begin := time.Now()
	f.launch()
	f.waitFor("agentapi", func() bool { return f.server() != 0 })
	started := time.Since(begin)
	f.must(f.client().WaitStable(f.context()))
	f.must(f.client().Send(f.context(), secondMessage))
	f.waitFor("the answer", func() bool { return strings.Contains(f.turns(), "answer to: "+secondMessage) })
	f.must(f.client().WaitStable(f.context()))
	result := f.stop()
	t.Logf("%d messages, %.1f MB: start %.1f s, stop %.1f s", messages, float64(size)/1e6, started.Seconds(), result.Duration.Seconds())
	if started > time.Minute || result.Duration > 2*time.Minute {
		t.Errorf("the start took %v before it ran agentapi, the stop took %v", started, result.Duration)
	}
	if state := f.state(); len(state.Messages) < messages+2 || !state.Contains(workspace.RoleUser, secondMessage) {
		t.Errorf("the state file has %d messages", len(state.Messages))
	}
	if bodies := coder.take(); len(bodies) != 1 || !strings.Contains(string(bodies[0]), secondMessage) {
		t.Errorf("%d snapshots were posted, want one with the last message", len(bodies))
	}
}

// stopRatio is the most our stop may take of the time that the peer takes.
const stopRatio = 0.15

// peerStart and peerStop start and stop agentapi the plain way: in the
// background under nohup, and with a signal to save, a second's pause, a look
// at the messages, a signal to end, and a look each second whether it has.
const (
	peerStart = `#!/usr/bin/env bash
mkdir -p "$HOME/peer"
exec agentapi server --type %[1]s --port "$2" --pid-file "$HOME/peer/pid" --state-file "$HOME/peer/state.json" -- \
  %[2]s </dev/null >>"$HOME/peer/log" 2>&1
`
	peerStop = `#!/usr/bin/env bash
pid=$(<"$HOME/peer/pid")
kill -USR1 "$pid"
sleep 1
exec 3<>"/dev/tcp/127.0.0.1/$PEER_PORT"
printf 'GET /messages HTTP/1.0\r\nHost: localhost\r\n\r\n' >&3
cat <&3 >"$HOME/peer/messages"
kill -TERM "$pid"
while kill -0 "$pid" 2>/dev/null; do sleep 1; done
`
)

// TestStopTime measures both stops in the same run, with the chat saved by
// each. "go test -v -run TestStopTime" prints the ratio. The peer mostly sleeps, and
// on a busy machine only ours takes longer, so a poor ratio is measured again.
func TestStopTime(t *testing.T) {
	f := newFixture(t, "goose")
	f.Setenv("PEER_PORT", itoa(f.port))
	ours, peer, ratio := time.Hour, time.Hour, 1.0
	command := "goose session --name peer"
	for round := 0; round < 2 || ratio > stopRatio && round < 8; round++ {
		text := fmt.Sprintf("Question %d for you.", round)
		f.start()
		f.say(text)
		result := f.stop()
		if !f.saved(text) {
			t.Fatalf("our stop did not save:\n%s", result.Output)
		}
		ours = min(ours, result.Duration)

		run, err := f.RunStart(f.context(), workspace.Module{Script: fmt.Sprintf(peerStart, f.agent, command), Dir: "peer", Port: f.port})
		f.must(err)
		f.run = run
		f.must(run.WaitStable(f.context()))
		f.say("The peer's " + text)
		result = f.script(peerStop, nil)
		if state, err := workspace.ReadState(filepath.Join(f.Home, "peer", "state.json")); err != nil || !state.Contains(workspace.RoleUser, text) {
			t.Fatalf("the peer's stop did not save: %v\n%s", err, result.Output)
		}
		peer = min(peer, result.Duration)
		f.must(f.Halt())
		command = "goose session --resume --name peer"
		ratio = ours.Seconds() / peer.Seconds()
	}
	t.Logf("ours %.2f s, peer %.2f s, ratio %.3f (at most %.2f)", ours.Seconds(), peer.Seconds(), ratio, stopRatio)
	if ratio > stopRatio {
		t.Errorf("our stop takes %.3f of the peer's time, more than %.2f", ratio, stopRatio)
	}
}
