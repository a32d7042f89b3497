package main

import (
	"strings"
	"testing"
	"time"
)

func TestGoals(t *testing.T) {
	running := &runningFindings{window: 100 * time.Second, sites: []*runningSite{
		{interval: 0, cpuTimes: cpuTimes{ours: 9 * time.Second}, rss: []float64{9000}},
		{interval: 30, cpuTimes: cpuTimes{ours: 200 * time.Millisecond}, rss: []float64{3000, 5000, 4000}},
	}}
	f := findings{running: running, agents: []agentFindings{{agent: agents[0], rounds: rounds{
		ours: times{stop: []float64{100, 300, 200}, first: startTimes{agentAPI: []float64{10, 500, 140}}, again: startTimes{agentAPI: []float64{151}}},
		peer: times{stop: []float64{2000}},
	}}}}
	want := []struct {
		got float64
		met bool
	}{{140, true}, {151, false}, {0.1, true}, {0.2, false}, {5000, true}}
	goals := f.goals()
	if len(goals) != len(want) {
		t.Fatalf("%d goals, want %d", len(goals), len(want))
	}
	for i, w := range want {
		if goals[i].got != w.got || goals[i].met() != w.met {
			t.Errorf("%s: %g, met: %v; want %g, %v", goals[i].what, goals[i].got, goals[i].met(), w.got, w.met)
		}
		if missed := strings.Contains(goals[i].row()[3], "missed"); missed == w.met {
			t.Errorf("%s: the table says %q", goals[i].what, goals[i].row()[3])
		}
	}
	err := failed(goals)
	if err == nil || !strings.Contains(err.Error(), goals[1].what) || strings.Contains(err.Error(), goals[0].what) {
		t.Errorf("the error is %v", err)
	}
	if err := failed(goals[:1]); err != nil {
		t.Errorf("nothing was missed, but: %v", err)
	}
}

func TestAmount(t *testing.T) {
	for _, c := range []struct {
		n    float64
		unit string
		want string
	}{
		{88.4, "ms", "88 ms"},
		{2016, "ms", "2.02 s"},
		{4096.4, "KiB", "4096 KiB"},
		{0.0421, "%", "0.042 %"},
		{0.0619, "×", "0.0619 ×"},
	} {
		if got := amount(c.n, c.unit); got != c.want {
			t.Errorf("%g %s: got %q, want %q", c.n, c.unit, got, c.want)
		}
	}
}

func TestSpread(t *testing.T) {
	if got, want := spread([]float64{90, 70, 1200}), "90 ms (70 ms to 1.20 s)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestWrap(t *testing.T) {
	row := "| " + strings.Repeat("cell ", 40) + "|"
	text := strings.TrimSpace(strings.Repeat("wörd ", 60))
	got := wrap(text + "\n" + row + "\nshort")
	lines := strings.Split(got, "\n")
	for _, line := range lines[:len(lines)-2] {
		if n := len([]rune(line)); n > 118 {
			t.Errorf("a line has %d characters", n)
		}
	}
	if lines[len(lines)-2] != row {
		t.Error("a table's row was broken")
	}
	if strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(text+" "+row+" short"), " ") {
		t.Error("words were lost")
	}
	if long := strings.Repeat("x", 200); wrap(long) != long {
		t.Error("a word was broken")
	}
}
