// Command benchscripts measures what the rendered scripts cost inside a
// workspace: the time before agentapi runs, the processes that takes, the stop,
// and what stays while the agent runs. Beside them, in the same rounds, it
// measures the flow of a template without this provider.
//
// It uses the pinned agentapi and agents against a model server on loopback,
// in a network namespace of its own, and writes the section "scripts" of
// BENCHMARKS.md. It ends with status 1 when a goal is missed.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/benchreport"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/toolchain"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/workspace"
)

// settings are the command's flags.
type settings struct {
	agent     string
	runs      int
	window    time.Duration
	printOnly bool
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench-scripts:", err)
		os.Exit(1)
	}
}

func run() error {
	var s settings
	flag.StringVar(&s.agent, "agent", "", "measure this agent alone, by its slug")
	flag.IntVar(&s.runs, "runs", 7, "how many times each start and each stop is measured")
	flag.DurationVar(&s.window, "window", 3*time.Minute, "how long the running agent is looked at; 0 leaves that out")
	flag.BoolVar(&s.printOnly, "print", false, "print the section instead of writing it into "+benchreport.File)
	flag.Parse()
	if err := workspace.Isolate(); err != nil {
		return fmt.Errorf("agentapi listens on all interfaces, so it is measured in a network namespace of its own: %w", err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()

	found, err := measure(ctx, s)
	if err != nil {
		return err
	}
	text := found.markdown()
	if s.printOnly {
		fmt.Println(text)
	} else {
		root, err := toolchain.RepoRoot(".")
		if err != nil {
			return err
		}
		if err := benchreport.Write(root, "scripts", text); err != nil {
			return err
		}
	}
	return failed(found.goals())
}

// measure takes all measurements, the quick ones first.
func measure(ctx context.Context, s settings) (*findings, error) {
	found := &findings{runs: s.runs, load: benchreport.Load()}
	for _, agent := range agents {
		if s.agent != "" && s.agent != agent.slug {
			continue
		}
		m, err := newMeasurer(agent)
		if err != nil {
			return nil, err
		}
		found.agentAPIVersion = m.agentAPIVersion
		if err := found.addAgent(ctx, m, s); err != nil {
			return nil, fmt.Errorf("%s: %w", agent.slug, err)
		}
	}
	if found.agents == nil {
		return nil, fmt.Errorf("no agent %q is measured here", s.agent)
	}
	return found, nil
}

// addAgent measures one agent. What stays while it runs is the same for all of
// them, so it is looked at for the first alone.
func (f *findings) addAgent(ctx context.Context, m *measurer, s settings) error {
	a := agentFindings{agent: m.agent, version: m.version}
	var err error
	if a.rounds, err = m.rounds(ctx, s.runs); err != nil {
		return err
	}
	if a.trace, err = m.trace(ctx); err != nil {
		return err
	}
	f.agents = append(f.agents, a)
	if len(f.agents) == 1 && s.window > 0 {
		f.running, err = m.watchRunning(ctx, s.window)
	}
	return err
}

// progress tells the person who waits.
func progress(format string, args ...any) {
	fmt.Fprintf(os.Stderr, strings.TrimSuffix(format, "\n")+"\n", args...)
}
