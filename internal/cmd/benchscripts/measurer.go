package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/modelserver"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/persistence"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/toolchain"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/workspace"
)

// firstPort is free: the network namespace holds nothing else.
const firstPort = 3284

// agent is an agent that is measured.
type agent struct {
	slug, name string
	// program is the agent's name among the pinned tools.
	program string
	// agentAPIType and command are how a template without us starts it.
	agentAPIType, command string
}

var agents = []agent{
	{"goose", "Goose", "goose", "goose", "goose session"},
	{"claude-code", "Claude Code", "claude", "claude", "claude"},
}

// measurer measures one agent.
type measurer struct {
	agent           agent
	program         string // path
	version         string
	agentAPI        string // path
	agentAPIVersion string
}

func newMeasurer(a agent) (*measurer, error) {
	m := &measurer{agent: a}
	var err error
	if m.program, m.version, err = pinned(a.program); err != nil {
		return nil, err
	}
	m.agentAPI, m.agentAPIVersion, err = pinned("agentapi")
	return m, err
}

// pinned returns the path and the version of a tool.
func pinned(name string) (path, version string, err error) {
	tc, err := toolchain.Open(os.Stderr)
	if err != nil {
		return "", "", err
	}
	tool, err := tc.Pins.Find(name)
	if err != nil {
		return "", "", err
	}
	path, err = tc.Path(name)
	return path, strings.TrimPrefix(tool.Version, "v"), err
}

// site is a new workspace with one agent in it.
type site struct {
	*workspace.Workspace
	*workspace.Client
	model  *modelserver.Server
	result *persistence.Result
	// stamp is the file in which agentapi's wrapper leaves the time.
	stamp string
}

// newSite makes a workspace with the agent and agentapi, and renders the
// scripts for it.
func (m *measurer) newSite(port int, saveInterval int64) (*site, error) {
	w, err := workspace.New("")
	if err != nil {
		return nil, err
	}
	s := &site{Workspace: w, Client: workspace.NewClient(port), model: modelserver.New(modelserver.Options{})}
	s.stamp = filepath.Join(w.LogDir, "agentapi-began")
	if err := s.model.Start("127.0.0.1:0"); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	if err := s.furnish(m, port, saveInterval); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

func (s *site) furnish(m *measurer, port int, saveInterval int64) error {
	if err := s.Link("agentapi", m.agentAPI); err != nil {
		return err
	}
	if _, err := s.Install(m.agent.slug, m.program, s.model.URL()); err != nil {
		return err
	}
	result, findings := persistence.Resolve(persistence.Request{
		Agent:                    m.agent.slug,
		Home:                     s.Home,
		Workdir:                  s.Workdir,
		Launcher:                 persistence.DefaultLauncher,
		MountStrategy:            persistence.DefaultMountStrategy,
		Port:                     int64(port),
		AgentAPIVersion:          persistence.DefaultAgentAPIVersion,
		StatePersistence:         true,
		StateSaveIntervalSeconds: saveInterval,
		Resume:                   persistence.DefaultResume,
		OnResumeFailure:          persistence.DefaultOnResumeFailure,
		GracePeriodSeconds:       persistence.DefaultGracePeriodSeconds,
	})
	for _, finding := range findings {
		if finding.Severity == persistence.Error {
			return fmt.Errorf("%s: %s", finding.Summary, finding.Detail)
		}
	}
	s.result = result
	return nil
}

func (s *site) close() error {
	return errors.Join(s.Close(), s.model.Close())
}

// wrapAgentAPI puts a wrapper in the place of agentapi that notes the time at
// which the server was asked for and then turns into the real one.
func (s *site) wrapAgentAPI(m *measurer) error {
	const wrapper = "#!/bin/bash\n[[ ${1-} != server ]] || printf '%%s\\n' \"$EPOCHREALTIME\" >'%s'\nexec '%s' \"$@\"\n"
	file := filepath.Join(s.Bin, "agentapi")
	if err := os.Remove(file); err != nil {
		return err
	}
	return os.WriteFile(file, fmt.Appendf(nil, wrapper, s.stamp, m.agentAPI), 0o700) //nolint:gosec // it is run
}

// stampTime reads what the wrapper left.
func (s *site) stampTime() (time.Time, error) {
	text, err := os.ReadFile(s.stamp)
	if err != nil {
		return time.Time{}, fmt.Errorf("agentapi was never started: %w", err)
	}
	return parseEpoch(strings.TrimSpace(string(text)))
}

// parseEpoch reads bash's EPOCHREALTIME: seconds and microseconds, with the
// locale's decimal sign between them.
func parseEpoch(text string) (time.Time, error) {
	at := strings.IndexAny(text, ".,")
	if at < 0 || len(text)-at != 7 {
		return time.Time{}, fmt.Errorf("%q is no time", text)
	}
	micro, err := strconv.ParseInt(text[:at]+text[at+1:], 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("%q is no time", text)
	}
	return time.UnixMicro(micro), nil
}

// talk says something, so that there is a chat to save, and waits for the answer.
func (s *site) talk(ctx context.Context, text string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if err := s.Send(ctx, text); err != nil {
		return err
	}
	for len(s.model.Asked(text)) == 0 {
		select {
		case <-ctx.Done():
			return fmt.Errorf("the model was never asked %q: %w", text, ctx.Err())
		case <-time.After(20 * time.Millisecond):
		}
	}
	requests := s.model.Asked(text)
	_, err := s.WaitReply(ctx, requests[len(requests)-1].Reply)
	return err
}
