package scripttest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/modelserver"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/workspace"
)

// stockScript starts Claude Code as version 4.8 of its registry module does:
// with its own fixed session, and the chat in its own directory.
const stockScript = `#!/usr/bin/env bash
mkdir -p "$HOME/.claude-module"
exec agentapi server --type claude --port "$2" --state-file "$HOME/.claude-module/agentapi-state.json" -- \
  claude --session-id cd32e253-ca16-4fd3-9825-d837e74ae3c2 -- '%s' </dev/null >>"$HOME/.claude-module/log" 2>&1
`

// TestAdoption changes a template from the agent's registry module to our
// scripts: the conversation and the chat go on, once, and the module's own
// directory stays as it was.
func TestAdoption(t *testing.T) {
	f := newFixture(t, "claude-code", nil)
	run, err := f.RunStart(f.context(), workspace.Module{Script: fmt.Sprintf(stockScript, prompt), Dir: ".claude-module", Port: port})
	f.must(err)
	f.run = run
	f.must(run.WaitStable(f.context()))
	f.asked(prompt)
	f.must(run.WaitStable(f.context()))
	f.say(firstMessage)
	f.must(f.Signal(run.AgentAPI(), syscall.SIGTERM))
	if _, err := run.WaitGone(10 * time.Second); err != nil {
		t.Fatal(err)
	}
	f.must(f.Halt())
	old := filepath.Join(f.Home, ".claude-module", "agentapi-state.json")
	before, err := os.ReadFile(old)
	f.must(err)

	f.start()
	f.logged("took over the chat")
	f.logged("took over the session")
	f.carries(f.say(secondMessage), prompt, modelserver.ReplyPrefix(1), firstMessage)
	f.stop()
	for _, message := range []string{firstMessage, secondMessage} {
		if !f.state().Contains(workspace.RoleUser, message) {
			t.Errorf("the chat lacks %q", message)
		}
	}
	if after, err := os.ReadFile(old); err != nil || !bytes.Equal(after, before) {
		t.Errorf("the module's own state file has changed: %v", err)
	}

	// Later starts leave the old directory alone.
	f.start()
	f.carries(f.say(thirdMessage), prompt, firstMessage, secondMessage)
	if _, err := os.Stat(f.statePath("adopted")); err != nil {
		t.Error(err)
	}
	f.promptSent(1)
}
