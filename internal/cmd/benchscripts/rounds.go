package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/persistence"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/workspace"
)

// flow is a way to start and stop an agent: ours, or that of a template
// without us.
type flow struct {
	start, stop string
	// began and resumed are what the scripts must have logged, "" for nothing.
	began, resumed, stopped string
	// log is the start script's log, below the home.
	log string
	// state is the chat that the stop must have saved, below the home.
	state string
}

// peerStart is the shortest script that does what a template without us does:
// agentapi in the background, and a poll until it answers.
const peerStart = `#!/usr/bin/env bash
mkdir -p "$HOME/peer"
cd "$HOME/project"
nohup agentapi server --type %[1]s --port %[3]d --pid-file "$HOME/peer/pid" --state-file "$HOME/peer/state.json" -- \
  %[2]s </dev/null >>"$HOME/peer/log" 2>&1 &
until (exec 3<>/dev/tcp/127.0.0.1/%[3]d) 2>/dev/null; do sleep 0.1; done
`

// peerStop is what the registry's agentapi module does on a stop, without the
// post of the snapshot.
const peerStop = `#!/usr/bin/env bash
pid=$(<"$HOME/peer/pid")
kill -USR1 "$pid"
sleep 1
exec 3<>/dev/tcp/127.0.0.1/%d
printf 'GET /messages HTTP/1.0\r\nHost: localhost\r\n\r\n' >&3
cat <&3 >"$HOME/peer/messages"
kill -TERM "$pid"
while kill -0 "$pid" 2>/dev/null; do sleep 1; done
`

func peerFlow(a agent) flow {
	return flow{
		start: fmt.Sprintf(peerStart, a.agentAPIType, a.command, firstPort),
		stop:  fmt.Sprintf(peerStop, firstPort),
		state: filepath.Join("peer", "state.json"),
	}
}

func ourFlow(s *site) flow {
	below := func(name string) string {
		return strings.TrimPrefix(filepath.Join(s.result.DataDir, name), s.Home)
	}
	return flow{
		start: s.result.StartScript, stop: s.result.ShutdownScript,
		began: "starting a new one", resumed: "resuming the session", stopped: "the chat is saved",
		log: below("logs/start.log"), state: below("state/agentapi-state.json"),
	}
}

// startTimes are how long a start took until agentapi was executed, until the
// script had ended, and until the agent took messages; in milliseconds.
type startTimes struct{ agentAPI, returned, ready []float64 }

func (t *startTimes) add(agentAPI, returned, ready time.Duration) {
	t.agentAPI = append(t.agentAPI, milliseconds(agentAPI))
	t.returned = append(t.returned, milliseconds(returned))
	t.ready = append(t.ready, milliseconds(ready))
}

// times are what a flow took.
type times struct {
	first, again startTimes
	stop         []float64 // milliseconds
}

// rounds are the measurements of both flows.
type rounds struct{ ours, peer times }

// rounds measures both flows side by side, taking turns at being first. A round
// before them, which is not counted, warms the disk's cache.
func (m *measurer) rounds(ctx context.Context, runs int) (rounds, error) {
	var r, warmUp rounds
	for i := range runs + 1 {
		into := &r
		if i == 0 {
			into = &warmUp
		}
		pair := []func() error{
			func() error { return m.round(ctx, &into.ours, ourFlow) },
			func() error { return m.round(ctx, &into.peer, func(*site) flow { return peerFlow(m.agent) }) },
		}
		for j := range pair {
			if err := pair[(i+j)%2](); err != nil {
				return r, fmt.Errorf("round %d: %w", i, err)
			}
		}
		progress("%s: round %d of %d", m.agent.name, i, runs)
	}
	return r, nil
}

// round measures one flow in a new workspace: a first start, a stop after one
// question, and another start.
func (m *measurer) round(ctx context.Context, t *times, choose func(*site) flow) (err error) {
	s, err := m.newSite(firstPort, persistence.DefaultStateSaveInterval)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	if err := s.wrapAgentAPI(m); err != nil {
		return err
	}
	f := choose(s)
	if err := s.timeStart(ctx, &t.first, f, f.began); err != nil {
		return fmt.Errorf("first start: %w", err)
	}
	const question = "What is measured here?"
	if err := s.talk(ctx, question); err != nil {
		return err
	}
	took, err := s.timeStop(ctx, f, question)
	if err != nil {
		return err
	}
	t.stop = append(t.stop, milliseconds(took))
	if err := s.Halt(); err != nil {
		return err
	}
	if err := s.timeStart(ctx, &t.again, f, f.resumed); err != nil {
		return fmt.Errorf("second start: %w", err)
	}
	return nil
}

// timeStart runs the start script as a coder_script.
func (s *site) timeStart(ctx context.Context, t *startTimes, f flow, logged string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	begin := time.Now()
	result, err := s.RunPlain(ctx, f.start, nil)
	if err != nil {
		return err
	}
	if result.ExitCode != 0 {
		return fmt.Errorf("the start script ended with status %d:\n%s", result.ExitCode, result.Output)
	}
	if err := s.WaitStable(ctx); err != nil {
		return err
	}
	ready := time.Since(begin)
	began, err := s.stampTime()
	if err != nil {
		return err
	}
	if err := s.expectLogged(f, logged); err != nil {
		return err
	}
	t.add(began.Sub(begin), result.Duration, ready)
	return os.Remove(s.stamp)
}

// expectLogged fails unless the start was the one that is to be measured.
func (s *site) expectLogged(f flow, text string) error {
	if text == "" {
		return nil
	}
	log, err := os.ReadFile(filepath.Join(s.Home, f.log))
	if err != nil {
		return err
	}
	if !strings.Contains(string(log), text) {
		return fmt.Errorf("the log lacks %q:\n%s", text, log)
	}
	return nil
}

// timeStop runs the stop script and checks that it saved the question.
func (s *site) timeStop(ctx context.Context, f flow, question string) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	result, err := s.RunStop(ctx, f.stop, nil)
	if err != nil {
		return 0, err
	}
	if result.ExitCode != 0 || !strings.Contains(result.Output, f.stopped) {
		return 0, fmt.Errorf("the stop ended with status %d:\n%s", result.ExitCode, result.Output)
	}
	state, err := workspace.ReadState(filepath.Join(s.Home, f.state))
	if err != nil {
		return 0, err
	}
	if !state.Contains(workspace.RoleUser, question) {
		return 0, fmt.Errorf("the stop did not save the question:\n%s", result.Output)
	}
	return result.Duration, nil
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
