package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/benchreport"
)

// What the scripts may cost.
const (
	startGoal  = 150.0  // milliseconds before agentapi is executed
	saverGoal  = 0.1    // percent of a core
	memoryGoal = 5120.0 // KiB
	stopGoal   = 0.15   // of the peer's time
)

// goal is one figure with what it may be.
type goal struct {
	what  string
	got   float64
	limit float64
	unit  string
}

func (g goal) met() bool { return g.got <= g.limit }

func (g goal) row() []string {
	verdict := "met"
	if !g.met() {
		verdict = "**missed**"
	}
	return []string{g.what, amount(g.got, g.unit), "≤ " + amount(g.limit, g.unit), verdict}
}

// goals judges medians: a single slow run on a shared machine proves nothing.
func (f *findings) goals() []goal {
	var list []goal
	for _, a := range f.agents {
		list = append(list,
			goal{a.agent.name + ": first start, until agentapi is executed", benchreport.Median(a.rounds.ours.first.agentAPI), startGoal, "ms"},
			goal{a.agent.name + ": resume, until agentapi is executed", benchreport.Median(a.rounds.ours.again.agentAPI), startGoal, "ms"},
			goal{a.agent.name + ": stop, of the stock stop's time", ratio(a.rounds.ours.stop, a.rounds.peer.stop), stopGoal, "×"},
		)
	}
	if r := f.running; r != nil {
		byDefault := r.of(saveIntervals[1])
		list = append(list,
			goal{"While it runs: processor time, of one core", r.share(byDefault.ours), saverGoal, "%"},
			goal{"While it runs: resident memory of all our processes (RSS, largest sample)", slices.Max(byDefault.rss), memoryGoal, "KiB"},
		)
	}
	return list
}

// ratio compares two medians.
func ratio(ours, peer []float64) float64 {
	return benchreport.Median(ours) / benchreport.Median(peer)
}

// failed returns an error that names the goals that were missed.
func failed(goals []goal) error {
	var missed []string
	for _, g := range goals {
		if !g.met() {
			missed = append(missed, fmt.Sprintf("%s: %s, more than %s", g.what, amount(g.got, g.unit), amount(g.limit, g.unit)))
		}
	}
	if missed == nil {
		return nil
	}
	return fmt.Errorf("missed:\n  %s", strings.Join(missed, "\n  "))
}

// amount writes a number with as many digits as it is worth.
func amount(n float64, unit string) string {
	switch unit {
	case "ms":
		if n >= 1000 {
			return fmt.Sprintf("%.2f s", n/1000)
		}
		return fmt.Sprintf("%.0f ms", n)
	case "KiB":
		return fmt.Sprintf("%.0f KiB", n)
	case "%":
		return fmt.Sprintf("%.3f %%", n)
	case "×":
		return fmt.Sprintf("%.3g ×", n)
	}
	return fmt.Sprintf("%g %s", n, unit)
}
