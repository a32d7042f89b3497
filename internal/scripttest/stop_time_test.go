package scripttest

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/workspace"
)

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
exec 3<>/dev/tcp/127.0.0.1/3284
printf 'GET /messages HTTP/1.0\r\nHost: localhost\r\n\r\n' >&3
cat <&3 >"$HOME/peer/messages"
kill -TERM "$pid"
while kill -0 "$pid" 2>/dev/null; do sleep 1; done
`
)

// TestStopTime measures both stops in the same run, with the chat saved by
// each. "go test -v -run TestStopTime" prints the ratio.
func TestStopTime(t *testing.T) {
	commands := map[string]string{"goose": "goose session --name peer"}
	for agent, command := range commands {
		f := newFixture(t, agent, nil)
		ours, peer := time.Hour, time.Hour
		for round := range 2 {
			text := fmt.Sprintf("Question %d for you.", round)
			f.start()
			f.say(text)
			result := f.shutdown()
			if result.ExitCode != 0 || !strings.Contains(result.Output, "the chat is saved") {
				t.Fatalf("our stop did not save:\n%s", result.Output)
			}
			ours = min(ours, result.Duration)
			f.must(f.Halt())

			run, err := f.RunStart(f.context(), workspace.Module{Script: fmt.Sprintf(peerStart, agent, command), Dir: "peer", Port: port})
			f.must(err)
			f.run = run
			f.must(run.WaitStable(f.context()))
			f.say("The peer's " + text)
			result, err = f.RunStop(f.context(), peerStop, nil)
			f.must(err)
			if state, err := workspace.ReadState(filepath.Join(f.Home, "peer", "state.json")); err != nil || !state.Contains(workspace.RoleUser, text) {
				t.Fatalf("the peer's stop did not save: %v\n%s", err, result.Output)
			}
			peer = min(peer, result.Duration)
			f.must(f.Halt())
			command = "goose session --resume --name peer"
		}
		ratio := ours.Seconds() / peer.Seconds()
		t.Logf("%s: ours %.2f s, peer %.2f s, ratio %.3f (at most %.2f)", agent, ours.Seconds(), peer.Seconds(), ratio, stopRatio)
		if ratio > stopRatio {
			t.Errorf("%s: our stop takes %.3f of the peer's time, more than %.2f", agent, ratio, stopRatio)
		}
	}
}
