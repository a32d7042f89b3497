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
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/toolchain"
)

// traces are what the system did for both kinds of start.
type traces struct{ first, again, peer *trace }

// trace runs our starts and the peer's under strace, which slows them down a
// lot: what is counted here is not timed.
func (m *measurer) trace(ctx context.Context) (t traces, err error) {
	s, err := m.newSite(firstPort, persistence.DefaultStateSaveInterval)
	if err != nil {
		return t, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	if t.first, err = s.traceStart(ctx, s.result.StartScript); err != nil {
		return t, err
	}
	// What was traced has ended with its trace; a session to resume needs a chat.
	if err := s.settle(ctx); err != nil {
		return t, err
	}
	if err := s.Halt(); err != nil {
		return t, err
	}
	if t.again, err = s.traceStart(ctx, s.result.StartScript); err != nil {
		return t, err
	}
	if err := s.Halt(); err != nil {
		return t, err
	}
	t.peer, err = s.traceStart(ctx, peerFlow(m.agent).start)
	progress("%s: traced", m.agent.name)
	return t, err
}

// traceStart runs a start script under strace until the agent takes messages.
func (s *site) traceStart(ctx context.Context, script string) (*trace, error) {
	strace, err := toolchain.Path("strace")
	if err != nil {
		return nil, err
	}
	file := filepath.Join(s.LogDir, "trace")
	first, rest, _ := strings.Cut(script, "\n")
	// A coder_script is run by the words of its first line.
	script = fmt.Sprintf("#!%s -f -s 512 -o %s %s\n%s", strace, file, strings.TrimPrefix(first, "#!"), rest)
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	running, stop := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		// strace stays as long as the agent does; it is told to let go.
		_, _ = s.RunPlain(running, script, nil)
	}()
	err = s.WaitStable(ctx)
	stop()
	<-done
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return parseTrace(string(text))
}
