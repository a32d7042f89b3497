package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/benchreport"
)

// findings are all that was measured.
type findings struct {
	runs            int
	load            float64 // of the machine, before
	agentAPIVersion string
	agents          []agentFindings
	running         *runningFindings // nil when it was left out
}

// agentFindings are those of one agent.
type agentFindings struct {
	agent   agent
	version string
	rounds  rounds
	trace   traces
}

// topCalls is how many system calls the table shows.
const topCalls = 12

func (f *findings) markdown() string {
	parts := []string{f.heading(), "### Goals", f.goalTable()}
	parts = append(parts, "### Starts and stops beside the stock flow", f.howTimed())
	for _, a := range f.agents {
		parts = append(parts, a.agent.name+":", a.timeTable())
	}
	parts = append(parts, "### Processes and system calls before agentapi", howTraced)
	for _, a := range f.agents {
		parts = append(parts, a.agent.name+":", a.processTable())
	}
	first := f.agents[0]
	parts = append(parts, "System calls of "+first.agent.name+"'s starts, the most frequent ones:", first.callTable())
	if f.running != nil {
		parts = append(parts, "### While the agent runs", f.running.howWatched(first.agent), f.running.table())
	}
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return wrap(strings.Join(parts, "\n\n"))
}

func (f *findings) heading() string {
	versions := []string{"agentapi " + f.agentAPIVersion}
	for _, a := range f.agents {
		versions = append(versions, a.agent.name+" "+a.version)
	}
	return fmt.Sprintf("%s. Load average before: %.2f. %s.", benchreport.Machine(), f.load, strings.Join(versions, ", "))
}

func (f *findings) goalTable() string {
	rows := [][]string{{"What", "Measured", "Goal", ""}}
	for _, g := range f.goals() {
		rows = append(rows, g.row())
	}
	return benchreport.Table(rows)
}

func (f *findings) howTimed() string {
	return fmt.Sprintf("Medians of %d rounds, with the lowest and the highest in brackets. In each round ours and the stock flow take turns in new "+
		"workspaces: a first start, one question and its answer, a stop, a second start. One round before them is not counted, so that the disk is warm. "+
		"The scripts run as a plain `coder_script` does, and nothing traces them. A start is timed from before the script is executed. “Until agentapi is "+
		"executed” ends in a wrapper named `agentapi` that notes the time when it is asked for `server` and then turns into the real one; the start of the "+
		"wrapper itself is counted in. The stock flow is `nohup agentapi server … &` and a poll of its port; each of its starts begins a new conversation. "+
		"Its stop is a signal to save, a second's pause, a look at the messages, a signal to end, and a look each second whether it has.", f.runs)
}

func (a *agentFindings) timeTable() string {
	rows := [][]string{{"", "Ours", "Stock", "Ratio"}}
	add := func(what string, ours, peer []float64) {
		rows = append(rows, []string{what, spread(ours), spread(peer), amount(ratio(ours, peer), "×")})
	}
	ours, peer := &a.rounds.ours, &a.rounds.peer
	add("First start, until agentapi is executed", ours.first.agentAPI, peer.first.agentAPI)
	add("First start, until the script has ended", ours.first.returned, peer.first.returned)
	add("First start, until the agent takes messages", ours.first.ready, peer.first.ready)
	add("Second start, until agentapi is executed", ours.again.agentAPI, peer.again.agentAPI)
	add("Second start, until the script has ended", ours.again.returned, peer.again.returned)
	add("Second start, until the agent takes messages", ours.again.ready, peer.again.ready)
	add("Stop", ours.stop, peer.stop)
	return benchreport.Table(rows)
}

// spread writes a median with the lowest and the highest value.
func spread(values []float64) string {
	return fmt.Sprintf("%s (%s to %s)", amount(benchreport.Median(values), "ms"), amount(slices.Min(values), "ms"), amount(slices.Max(values), "ms"))
}

const howTraced = "Counted in one start of each kind with `strace -f`, from the script's first line until agentapi is executed as a server; that " +
	"slows it down, so nothing here is timed. Threads are no processes. The wait of the script's foreground for agentapi is part of it."

func (a *agentFindings) processTable() string {
	rows := [][]string{{"", "First start", "Resume", "Stock"}}
	all := []*trace{a.trace.first, a.trace.again, a.trace.peer}
	add := func(what string, of func(*trace) int) {
		row := []string{what}
		for _, t := range all {
			row = append(row, fmt.Sprint(of(t)))
		}
		rows = append(rows, row)
	}
	add("Processes made (fork)", (*trace).forkCount)
	add("Programs executed (execve)", (*trace).execCount)
	programs := map[string]int{}
	for _, t := range all {
		for program, n := range t.execs {
			programs[program] += n
		}
	}
	for _, program := range slices.Sorted(maps.Keys(programs)) {
		add("… `"+program+"`", func(t *trace) int { return t.execs[program] })
	}
	return benchreport.Table(rows)
}

// callTable sets what the shells and their small programs do apart from what
// they ask agentapi and the agent.
func (a *agentFindings) callTable() string {
	asked := func(program string) bool { return program == "agentapi" || program == a.agent.program }
	own := func(program string) bool { return !asked(program) }
	rows := [][]string{{"", "First start", "… failed", "Resume", "… failed", "Stock"}}
	first, firstFailed := a.trace.first.callsOf(own)
	again, againFailed := a.trace.again.callsOf(own)
	peer, _ := a.trace.peer.callsOf(own)
	for _, name := range top(first, topCalls) {
		rows = append(rows, numbers("`"+name+"`", first[name], firstFailed[name], again[name], againFailed[name], peer[name]))
	}
	rows = append(rows, numbers("All of the scripts", sum(first), sum(firstFailed), sum(again), sum(againFailed), sum(peer)))
	first, firstFailed = a.trace.first.callsOf(asked)
	again, againFailed = a.trace.again.callsOf(asked)
	peer, _ = a.trace.peer.callsOf(asked)
	rows = append(rows, numbers("`agentapi` and `"+a.agent.program+"`, asked by them", sum(first), sum(firstFailed), sum(again), sum(againFailed), sum(peer)))
	return benchreport.Table(rows)
}

func numbers(title string, values ...int) []string {
	row := []string{title}
	for _, n := range values {
		row = append(row, fmt.Sprint(n))
	}
	return row
}

func (r *runningFindings) howWatched(a agent) string {
	return fmt.Sprintf("%d workspaces with %s side by side for %.0f s, alike but for `state_save_interval_seconds`. Every %.0f s each is asked a question, so "+
		"that there is something to save. “Ours” is every process of the workspace but agentapi and what runs below it: what our script leaves running. Its "+
		"processor time is read from `/proc/PID/stat` at both ends, with that of the children that have ended in between. Its memory, from `smaps_rollup`, is "+
		"the sum over its processes, looked at every %d ms. The goal is judged by RSS, which counts shared pages in full. AgentAPI's own time is mostly the "+
		"watching of the agent's terminal; what a save costs it can only be seen in the differences between the columns.",
		len(r.sites), a.name, r.window.Seconds(), talkEvery.Seconds(), sampleEvery.Milliseconds())
}

func (r *runningFindings) table() string {
	titles := []string{""}
	for _, s := range r.sites {
		title := fmt.Sprintf("Saves every %d s", s.interval)
		if s.interval == 0 {
			title = "No saves"
		}
		titles = append(titles, title)
	}
	rows := [][]string{titles}
	add := func(what string, of func(*runningSite) string) {
		row := []string{what}
		for _, s := range r.sites {
			row = append(row, of(s))
		}
		rows = append(rows, row)
	}
	add("Ours: processor time", func(s *runningSite) string { return fmt.Sprintf("%.2f s", s.ours.Seconds()) })
	add("Ours: share of one core", func(s *runningSite) string { return amount(r.share(s.ours), "%") })
	add("agentapi: share of one core", func(s *runningSite) string { return amount(r.share(s.agentAPI), "%") })
	add("Ours: processes, median (largest)", func(s *runningSite) string {
		return fmt.Sprintf("%.0f (%.0f)", benchreport.Median(s.processes), slices.Max(s.processes))
	})
	add("Ours: RSS in KiB, median (largest)", func(s *runningSite) string { return kibibytes(s.rss) })
	add("Ours: PSS in KiB, median (largest)", func(s *runningSite) string { return kibibytes(s.pss) })
	return benchreport.Table(rows)
}

func kibibytes(samples []float64) string {
	return fmt.Sprintf("%.0f (%.0f)", benchreport.Median(samples), slices.Max(samples))
}

// wrap breaks long lines of text at blanks; tables stay as they are.
func wrap(text string) string {
	const width = 118
	var lines []string
	for _, line := range strings.Split(text, "\n") {
		for !strings.HasPrefix(line, "|") && len([]rune(line)) > width {
			at := strings.LastIndexByte(string([]rune(line)[:width+1]), ' ')
			if at < 0 {
				break
			}
			lines = append(lines, line[:at])
			line = line[at+1:]
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}
