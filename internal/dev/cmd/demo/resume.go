package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/agenttest"
	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/modelserver"
	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/toolchain"
	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/workspace"
)

// What is said to the agent, in order.
const (
	taskPrompt    = "Please count the files of this project."
	firstMessage  = "What was the first thing I asked you?"
	secondMessage = "And what did I ask after that?"
	thirdMessage  = "Are you still the same agent?"
)

// stopLimit is how long a stop may take.
const stopLimit = 30 * time.Second

// port is free: the network namespace holds nothing else.
const port = 3284

// session is one agent between its first start and its last stop.
type session struct {
	agent, dir, dataDir, moduleDir, startScript, shutdownScript string

	workspace *workspace.Workspace
	model     *modelserver.Server
	running   *workspace.Running
	said      []string // what the model must be told of, oldest first
}

// showResume starts the agent, talks to it, stops it, starts it again, kills
// it, starts it once more, and checks after each start that the model is told
// of everything before.
func (s *session) showResume(ctx context.Context) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	agent, err := agenttest.Find(s.agent)
	if err != nil {
		return err
	}
	agentAPI, err := toolchain.Path("agentapi")
	if err != nil {
		return err
	}
	if s.model, err = modelserver.Start("127.0.0.1"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.model.Close()) }()
	if s.workspace, err = workspace.New(s.dir); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.workspace.Close()) }()
	if err := s.workspace.Link("agentapi", agentAPI); err != nil {
		return err
	}
	if _, err := agent.Install(s.workspace, s.model.URL); err != nil {
		return err
	}
	for _, step := range []func(context.Context) error{
		s.start, s.expectPrompt, s.say(firstMessage), s.stop, s.checkState,
		s.start, s.say(secondMessage), s.kill,
		s.start, s.say(thirdMessage), s.stop,
	} {
		if err := step(ctx); err != nil {
			return fmt.Errorf("%w\n--- start script's log ---\n%s", err, s.log())
		}
	}
	return s.checkPromptOnce()
}

func (s *session) log() string {
	if s.running == nil {
		return ""
	}
	return s.running.LogTail(30)
}

// show prints what a script said, but for the locale that this machine lacks.
func (s *session) show(log string) {
	for line := range strings.Lines(strings.ReplaceAll(log, s.workspace.Home, "~")) {
		if !strings.Contains(line, "locale") {
			printf("  | %s\n", strings.TrimSpace(line))
		}
	}
}

func (s *session) start(ctx context.Context) error {
	begin := time.Now()
	running, err := s.workspace.RunStart(ctx, workspace.Module{
		Script: s.startScript, Dir: s.moduleDir, Port: port, StatePersistence: true,
		StateFile: filepath.Join(s.dataDir, "state", "agentapi-state.json"),
		PIDFile:   filepath.Join(s.dataDir, "state", "agentapi.pid"),
	})
	if err != nil {
		return err
	}
	s.running = running
	if err := running.WaitStable(ctx); err != nil {
		return err
	}
	s.show(running.LogText())
	printf("  started; ready after %.1f s\n", time.Since(begin).Seconds())
	return nil
}

func (s *session) expectPrompt(ctx context.Context) error {
	if err := s.waitAsked(ctx, taskPrompt); err != nil {
		return err
	}
	s.said = append(s.said, taskPrompt, modelserver.ReplyPrefix(1))
	printf("  the model was given the task: %q\n", taskPrompt)
	return s.running.WaitStable(ctx)
}

// say sends a message and checks that the model is told of everything before.
func (s *session) say(text string) func(context.Context) error {
	return func(ctx context.Context) error {
		if err := s.running.Send(ctx, text); err != nil {
			return err
		}
		if err := s.waitAsked(ctx, text); err != nil {
			return err
		}
		requests := s.model.Asked(text)
		last := requests[len(requests)-1]
		for _, earlier := range s.said {
			if !last.Carries(modelserver.RoleUser, earlier) && !last.Carries(modelserver.RoleAssistant, earlier) {
				return fmt.Errorf("the model was asked %q without being told of %q: the conversation is lost", text, earlier)
			}
		}
		printf("  said %q; the model's request carried all %d earlier turns\n", text, len(s.said))
		s.said = append(s.said, text, modelserver.ReplyPrefix(len(s.said)/2+1))
		if _, err := s.running.WaitReply(ctx, modelserver.ReplyPrefix(len(s.said)/2)); err != nil {
			return err
		}
		return nil
	}
}

func (s *session) waitAsked(ctx context.Context, text string) error {
	for {
		if len(s.model.Asked(text)) > 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the model was never asked %q: %w", text, ctx.Err())
		case <-time.After(50 * time.Millisecond):
		}
	}
}

func (s *session) stop(ctx context.Context) error {
	result, err := s.workspace.RunPlain(ctx, s.shutdownScript, nil)
	if err != nil {
		return err
	}
	s.show(result.Output)
	if result.ExitCode != 0 {
		return fmt.Errorf("the shutdown script ended with status %d", result.ExitCode)
	}
	if result.Duration > stopLimit {
		return fmt.Errorf("the stop took %.2f s, more than %.0f s", result.Duration.Seconds(), stopLimit.Seconds())
	}
	printf("  stopped in %.2f s\n", result.Duration.Seconds())
	if _, err := s.running.WaitGone(5 * time.Second); err != nil {
		return err
	}
	return s.workspace.Halt()
}

// kill ends everything as a node failure would.
func (s *session) kill(context.Context) error {
	printf("  killed everything (SIGKILL)\n")
	return s.workspace.Halt()
}

// checkState looks for both turns of the chat in agentapi's state file.
func (s *session) checkState(context.Context) error {
	state, err := workspace.ReadState(filepath.Join(s.dataDir, "state", "agentapi-state.json"))
	if err != nil {
		return err
	}
	if !state.Contains(workspace.RoleUser, firstMessage) || !state.Contains(workspace.RoleAgent, modelserver.ReplyPrefix(2)) {
		return fmt.Errorf("the state file lacks a turn: %+v", state.Messages)
	}
	printf("  the state file holds %d messages, the question and its answer among them\n", len(state.Messages))
	return nil
}

// checkPromptOnce makes sure that no start but the first gave the task.
func (s *session) checkPromptOnce() error {
	if n := len(s.model.Asked(taskPrompt)); n != 1 {
		return fmt.Errorf("the model was given the task %d times", n)
	}
	requests := s.model.Conversation()
	if n := requests[len(requests)-1].Count(modelserver.RoleUser, taskPrompt); n != 1 {
		return fmt.Errorf("the conversation holds the task %d times", n)
	}
	printf("  the task was given once in %d requests\n", len(requests))
	return nil
}
