package scripttest

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/modelserver"
	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/workspace"
)

// Two agents, and two workspaces, never share a session.

const secondTask = "Please list the largest files, biggest first."

// TestTwoAgentsInOneDirectory runs two agents of one kind in one directory, one
// with a task and one without. After a kill each is in its own session.
func TestTwoAgentsInOneDirectory(t *testing.T) {
	t.Parallel()
	for _, agent := range []string{"auggie", "codex"} {
		t.Run(agent, func(t *testing.T) {
			t.Parallel()
			one := newFixture(t, agent)
			two := one.sibling("second", withPrompt(""))
			two.start()
			one.launch()
			one.asked(prompt)
			two.say(firstMessage)
			one.say(secondMessage)
			one.kill()

			two.start()
			one.start()
			request := one.say(thirdMessage)
			one.carries(request, prompt, secondMessage)
			one.lacks(request, firstMessage)
			request = two.say(fourthMessage)
			two.carries(request, firstMessage)
			two.lacks(request, prompt, secondMessage, thirdMessage)
			one.given(prompt, 1)
		})
	}
}

// TestSecondAgentGetsItsTask: the second of two agents of one kind begins after
// the first has a session in the same directory.
func TestSecondAgentGetsItsTask(t *testing.T) {
	t.Parallel()
	one := newFixture(t, "codex")
	one.startTask()
	two := one.sibling("second", withPrompt(secondTask))
	two.launch()
	two.lacks(two.asked(secondTask), prompt)
	two.must(two.run.WaitStable(two.context()))
	one.stopAgent()
	two.stop()
	two.start()
	two.carries(two.say(firstMessage), secondTask)
	one.start()
	one.carries(one.say(secondMessage), prompt)
	one.given(prompt, 1)
	one.given(secondTask, 1)
}

// TestSessionOfAPerson: a person works with the same CLI in the same directory,
// before the agent has a session and while it has one.
func TestSessionOfAPerson(t *testing.T) {
	t.Parallel()
	for _, agent := range []string{"auggie", "codex"} {
		t.Run(agent, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, agent, withPrompt(""))
			f.start()
			x := f.inTerminal(f.program())
			x.asks(otherMessage)
			f.waitWritten(modelserver.ReplyPrefix(1))
			f.lacks(f.say(firstMessage), otherMessage)
			f.waitSaved(firstMessage)
			f.kill()
			f.start()
			request := f.say(secondMessage)
			f.carries(request, firstMessage)
			f.lacks(request, otherMessage)
			f.personTalks()
			f.stop()
			f.start()
			request = f.say(thirdMessage)
			f.carries(request, firstMessage, secondMessage)
			f.lacks(request, otherMessage)
		})
	}
}

// TestSessionOfAnotherDirectory: the files of a CLI do not tell the directory,
// and a person used it in another one.
func TestSessionOfAnotherDirectory(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "kiro-cli", withPrompt(""))
	f.start()
	cmd := exec.CommandContext(f.context(), "bash", "-c", `kiro-cli chat -- "$1" </dev/null`, "person", otherMessage)
	cmd.Dir, cmd.Env = f.Home, f.Environ(nil)
	if output, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	f.say(firstMessage)
	f.stop()
	f.start()
	request := f.say(secondMessage)
	f.carries(request, firstMessage)
	f.lacks(request, otherMessage)
}

// cleanup runs the clean-up script.
func (f *fixture) cleanup(arguments string) workspace.Result {
	f.t.Helper()
	path := filepath.Join(f.LogDir, f.result.Name+"-cleanup.sh")
	f.must(os.WriteFile(path, []byte(f.result.CleanupScript), 0o700))
	result := f.script("exec bash \"$SCRIPT\" "+arguments, map[string]string{"SCRIPT": path})
	if result.ExitCode != 0 {
		f.t.Errorf("the clean-up ended with status %d:\n%s", result.ExitCode, result.Output)
	}
	return result
}

// age makes everything below a directory look untouched for a year.
func (f *fixture) age(dir string) {
	f.t.Helper()
	year := time.Now().AddDate(-1, 0, 0)
	f.must(filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.Type()&fs.ModeSymlink != 0 {
			return err
		}
		return os.Chtimes(path, year, year)
	}))
}

// TestCleanupSparesSessionsInUse: the clean-up of one of two agents of a kind
// deletes old sessions, and neither its own current one, which began with the
// CLI's own command, nor its sibling's.
func TestCleanupSparesSessionsInUse(t *testing.T) {
	t.Parallel()
	for _, agent := range []string{"claude-code", "codex"} {
		t.Run(agent, func(t *testing.T) {
			t.Parallel()
			one := newFixture(t, agent, retention(30))
			one.startTask()
			one.clear()
			one.say(firstMessage)
			two := one.sibling("second", retention(30), withPrompt(""), withDataDir(filepath.Join(one.Home, "elsewhere")))
			two.start()
			two.say(secondMessage)
			one.stopAgent()
			two.stop()
			one.personTalks()
			one.age(filepath.Join(one.Home, strings.SplitN(sessionFiles[agent], "/", 2)[0]))
			before := len(one.stores())
			one.cleanup("")
			if after := len(one.stores()); after != before {
				t.Errorf("a clean-up that was only to tell deleted %d sessions", before-after)
			}
			one.cleanup("--apply")
			if after := len(one.stores()); after >= before {
				t.Errorf("%d of %d sessions are left; the old one of a person should be gone", after, before)
			}
			two.start()
			two.carries(two.say(thirdMessage), secondMessage)
			one.start()
			one.carries(one.say(fourthMessage), firstMessage)
		})
	}
}

// TestCleanupStaysInside: a directory among the sessions is a link to another
// place. Nothing there is the agent's.
func TestCleanupStaysInside(t *testing.T) {
	t.Parallel()
	for agent, below := range map[string]string{"claude-code": ".claude/projects", "codex": ".codex/sessions/2020"} {
		t.Run(agent, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, agent, retention(30))
			f.startTask()
			f.stop()
			outside := filepath.Join(f.Dir, "archive")
			var files []string
			for _, name := range []string{"01/rollout-2020-01-01T00-00-00-0198f2f0-0000-7000-8000-000000000000.jsonl", "0198f2f0-0000-7000-8000-000000000000.jsonl"} {
				path := filepath.Join(outside, name)
				f.must(os.MkdirAll(filepath.Dir(path), 0o755))
				f.must(os.WriteFile(path, []byte("{}\n"), 0o600))
				files = append(files, path)
			}
			f.age(outside)
			f.must(os.MkdirAll(filepath.Join(f.Home, below), 0o755))
			f.must(os.Symlink(outside, filepath.Join(f.Home, below, "01")))
			f.cleanup("--apply")
			for _, file := range files {
				if _, err := os.Stat(file); err != nil {
					t.Errorf("the clean-up deleted a file outside the agent's directory: %v", err)
				}
			}
		})
	}
}

// stockScript starts Claude Code as version 4.8 of its registry module does:
// with its own fixed session, and the chat in its own directory.
const stockScript = `#!/usr/bin/env bash
mkdir -p "$HOME/.claude-module"
exec agentapi server --type claude --port "$2" --state-file "$HOME/.claude-module/agentapi-state.json" -- \
  claude --session-id cd32e253-ca16-4fd3-9825-d837e74ae3c2 -- '%s' </dev/null >>"$HOME/.claude-module/log" 2>&1
`

// stockTask is what the registry module was given.
const stockTask = "Please describe this project."

// stockRun leaves what a workspace has whose template used the registry module.
func (f *fixture) stockRun(directory string) {
	f.t.Helper()
	run, err := f.RunStart(f.context(), workspace.Module{
		Script: fmt.Sprintf(stockScript, stockTask), Dir: ".claude-module", Port: f.port, Folder: directory,
	})
	f.must(err)
	f.run = run
	f.asked(stockTask)
	f.must(run.WaitStable(f.context()))
	f.say(firstMessage)
	f.must(f.Signal(run.AgentAPI(), syscall.SIGTERM))
	if _, err := run.WaitGone(patience); err != nil {
		f.t.Fatal(err)
	}
	f.must(f.Halt())
}

// TestAdoption changes a template from the agent's registry module to our
// scripts: the conversation and the chat go on, once, and the module's own
// directory stays as it was.
func TestAdoption(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "claude-code", withPrompt(stockTask))
	f.stockRun(f.Workdir)
	old := filepath.Join(f.Home, ".claude-module", "agentapi-state.json")
	before, err := os.ReadFile(old)
	f.must(err)

	f.start()
	f.carries(f.say(secondMessage), stockTask, modelserver.ReplyPrefix(1), firstMessage)
	f.stop()
	for _, message := range []string{firstMessage, secondMessage} {
		if !f.saved(message) {
			t.Errorf("the chat lacks %q", message)
		}
	}
	if after, err := os.ReadFile(old); err != nil || !bytes.Equal(after, before) {
		t.Errorf("the module's own state file has changed: %v", err)
	}
	f.start()
	f.carries(f.say(thirdMessage), stockTask, firstMessage, secondMessage)
	f.given(stockTask, 1)
}

// TestAdoptionFromAnotherDirectory: the module worked in another directory, so
// its session cannot be resumed here. The task is given, in a new session.
func TestAdoptionFromAnotherDirectory(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "claude-code")
	// Below the one that Claude Code trusts: in another it asks first.
	other := filepath.Join(f.Workdir, "other")
	f.must(os.Mkdir(other, 0o755))
	f.stockRun(other)
	f.start()
	f.lacks(f.asked(prompt), stockTask)
	f.must(f.run.WaitStable(f.context()))
	f.stop()
	f.start()
	f.carries(f.say(secondMessage), prompt)
	f.given(prompt, 1)
}

// TestAdoptionByOneAgent: of two agents one takes the module's session over, and
// the other gets its task.
func TestAdoptionByOneAgent(t *testing.T) {
	t.Parallel()
	one := newFixture(t, "claude-code")
	one.stockRun(one.Workdir)
	two := one.sibling("second", withPrompt(secondTask))
	one.start()
	one.carries(one.say(secondMessage), stockTask, firstMessage)
	two.start()
	two.lacks(two.asked(secondTask), stockTask)
	two.must(two.run.WaitStable(two.context()))
	two.lacks(two.say(thirdMessage), stockTask, secondMessage)
	one.given(secondTask, 1)
}

// anotherWorkspace is another workspace with the same home directory, on a
// network volume for example. It runs on another machine.
func (f *fixture) anotherWorkspace() *fixture {
	f.t.Helper()
	other := newWorkspace(f.t, "")
	other.agent, other.catalog, other.model = f.agent, f.catalog, f.model
	a := agentOf(f.t, f.agent)
	_, err := a.Install(other.Workspace, f.model.URL)
	other.must(err)
	other.Home, other.Workdir = f.Home, f.Workdir
	other.Setenv("HOME", f.Home)
	other.Setenv("CODER_WORKSPACE_ID", "0b0e9f0a-6a5e-4f6b-9d4e-0c9a7f2d2222")
	other.Setenv("CODER_WORKSPACE_NAME", "another")
	other.Setenv("CODER_AGENT_TOKEN", "another")
	other.render(f.changes...)
	return other
}

// TestTwoWorkspacesAtOnce: both find a new home. Each gets files, a session and
// the task of its own.
func TestTwoWorkspacesAtOnce(t *testing.T) {
	t.Parallel()
	f := newFake(t, withPrompt(prompt))
	slow := filepath.Join(f.LogDir, "mkdir") // as on a network file system
	f.must(os.WriteFile(slow, []byte("#!/bin/bash\nsleep 0.5\nexec /bin/mkdir \"$@\"\n"), 0o700))
	f.must(f.Link("mkdir", slow))
	one, two := filepath.Join(f.LogDir, "one.sh"), filepath.Join(f.LogDir, "two.sh")
	f.must(os.WriteFile(one, []byte(f.result.StartScript), 0o700))
	f.render(withPrompt(secondTask), resourcePort(int(nextPort.Add(1))))
	f.must(os.WriteFile(two, []byte(f.result.StartScript), 0o700))
	// The second machine does not see the first one's processes.
	ended := filepath.Join(f.LogDir, "ended")
	first := f.atOnce(nil, "export CODER_WORKSPACE_ID=aaaa; exec bash "+one,
		"export CODER_WORKSPACE_ID=bbbb; unshare --pid --fork --mount-proc bash -c 'bash "+two+"; echo $? >"+ended+"; exec sleep 3000' >/dev/null 2>&1 &")[0]
	var second []byte
	f.waitFor("the second start", func() bool {
		second, _ = os.ReadFile(ended)
		return len(second) > 0
	})
	if first.ExitCode != 0 || string(second) != "0\n" {
		t.Fatalf("the first start ended with %d, the second with %s%s\n%s", first.ExitCode, second, first.Output, f.log())
	}
	f.waitFor("both sessions", func() bool {
		return strings.Contains(f.turns(), "user: "+prompt) && strings.Contains(f.turns(), "user: "+secondTask)
	})
	sessions, err := filepath.Glob(f.dataPath("state*/session"))
	f.must(err)
	if len(sessions) != 2 {
		t.Fatalf("two workspaces have the sessions %v:\n%s", sessions, f.log())
	}
	f.took(prompt, 1)
	f.took(secondTask, 1)
	if strings.Count(f.turns(), "began: --new") != 2 {
		t.Errorf("two workspaces share a session:\n%s", f.turns())
	}
}

// TestRenamedWorkspace: a workspace keeps its session under another name.
func TestRenamedWorkspace(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "goose")
	f.startTask()
	f.say(firstMessage)
	f.stop()
	f.Setenv("CODER_WORKSPACE_NAME", "renamed")
	f.start()
	f.carries(f.say(secondMessage), prompt, firstMessage)
	f.given(prompt, 1)
}

// TestTwoWorkspacesOnOneHome: each has its own session and gets its own task,
// with the same template.
func TestTwoWorkspacesOnOneHome(t *testing.T) {
	t.Parallel()
	for _, agent := range []string{"claude-code", "codex", "goose"} {
		t.Run(agent, func(t *testing.T) {
			t.Parallel()
			one := newFixture(t, agent)
			one.startTask()
			one.say(firstMessage)
			one.stop()
			two := one.anotherWorkspace()
			two.start()
			two.waitFor("the other workspace's task", func() bool { return two.times(prompt) == 2 })
			two.must(two.run.WaitStable(two.context()))
			two.lacks(two.say(secondMessage), firstMessage)
			two.stop()
			one.start()
			request := one.say(thirdMessage)
			one.carries(request, prompt, firstMessage)
			one.lacks(request, secondMessage)
			one.stop()
			two.start()
			request = two.say(fourthMessage)
			two.carries(request, prompt, secondMessage)
			two.lacks(request, firstMessage, thirdMessage)
			one.given(prompt, 2)
		})
	}
}
