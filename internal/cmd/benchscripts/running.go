package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/persistence"
)

// saveIntervals are the save intervals that are looked at side by side: never,
// the default, and as often as can be.
var saveIntervals = []int64{0, persistence.DefaultStateSaveInterval, 1}

// talkEvery is how often something is said meanwhile, so that there is
// something to save at each default interval.
const talkEvery = 20 * time.Second

// sampleEvery is how often the processes' memory is looked at.
const sampleEvery = 250 * time.Millisecond

// runningFindings are what stays while an agent runs.
type runningFindings struct {
	window time.Duration
	sites  []*runningSite
}

// of returns the findings at one save interval.
func (r *runningFindings) of(interval int64) *runningSite {
	for _, s := range r.sites {
		if s.interval == interval {
			return s
		}
	}
	return nil
}

// runningSite is one workspace with its save interval.
type runningSite struct {
	*site
	interval int64
	// cpuTimes are those within the window, and before those at its begin.
	cpuTimes
	before cpuTimes
	// rss and pss are samples of what our processes hold together, in KiB, and
	// processes of how many there are.
	rss, pss, processes []float64
}

// cpuTimes are processor times: of what our script left running, and of agentapi.
type cpuTimes struct{ ours, agentAPI time.Duration }

// share is a processor time as percent of one core.
func (r *runningFindings) share(spent time.Duration) float64 {
	return 100 * spent.Seconds() / r.window.Seconds()
}

// watchRunning starts one workspace for each save interval, side by side, and
// looks for the given time at what runs in them.
func (m *measurer) watchRunning(ctx context.Context, window time.Duration) (found *runningFindings, err error) {
	found = &runningFindings{}
	defer func() {
		for _, s := range found.sites {
			err = errors.Join(err, s.close())
		}
	}()
	for i, interval := range saveIntervals {
		s, err := m.newSite(firstPort+i, interval)
		if err != nil {
			return found, err
		}
		found.sites = append(found.sites, &runningSite{site: s, interval: interval})
		if err := s.settle(ctx); err != nil {
			return found, fmt.Errorf("save interval %d: %w", interval, err)
		}
	}
	progress("%s: looking at what runs for %s", m.agent.name, window)
	err = found.watch(ctx, window)
	return found, err
}

// settle starts the agent and waits until its session is known to be on disk:
// the script then only waits and saves.
func (s *site) settle(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	result, err := s.RunPlain(ctx, s.result.StartScript, nil)
	if err != nil {
		return err
	}
	if result.ExitCode != 0 {
		return fmt.Errorf("the start script ended with status %d:\n%s", result.ExitCode, result.Output)
	}
	if err := s.talk(ctx, "Is anybody there?"); err != nil {
		return err
	}
	established := filepath.Join(s.result.DataDir, "state", "session-established")
	for {
		if _, err := os.Stat(established); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the session was not found on disk: %w", ctx.Err())
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// watch samples memory within the window, and processor times at its ends.
func (r *runningFindings) watch(ctx context.Context, window time.Duration) error {
	begin := time.Now()
	for _, s := range r.sites {
		var err error
		if s.before, err = s.spent(); err != nil {
			return err
		}
	}
	nextTalk := begin
	for n := 1; time.Since(begin) < window; {
		if !time.Now().Before(nextTalk) {
			nextTalk = nextTalk.Add(talkEvery)
			if err := r.talkAll(ctx, fmt.Sprintf("Question %d of the day?", n)); err != nil {
				return err
			}
			n++
		}
		for _, s := range r.sites {
			s.sampleMemory()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(sampleEvery):
		}
	}
	for _, s := range r.sites {
		after, err := s.spent()
		if err != nil {
			return err
		}
		s.cpuTimes = cpuTimes{after.ours - s.before.ours, after.agentAPI - s.before.agentAPI}
	}
	r.window = time.Since(begin)
	return nil
}

func (r *runningFindings) talkAll(ctx context.Context, text string) error {
	for _, s := range r.sites {
		if err := s.talk(ctx, text); err != nil {
			return err
		}
	}
	return nil
}

// spent reads the processor times so far.
func (s *runningSite) spent() (cpuTimes, error) {
	var t cpuTimes
	agentAPI, ours := split(s.Processes())
	if agentAPI == 0 || len(ours) == 0 {
		return t, errors.New("agentapi, or the script beside it, does not run")
	}
	var err error
	if t.agentAPI, _, err = cpuTime(agentAPI); err != nil {
		return t, err
	}
	for _, p := range ours {
		own, children, err := cpuTime(p.PID)
		if errors.Is(err, os.ErrNotExist) {
			continue // it has ended, and its parent has its time
		}
		if err != nil {
			return t, err
		}
		t.ours += own + children
	}
	return t, nil
}

// sampleMemory adds a sample of what our processes hold.
func (s *runningSite) sampleMemory() {
	var total memory
	count := 0
	_, ours := split(s.Processes())
	for _, p := range ours {
		// One that has just ended holds nothing.
		if m, err := memoryOf(p.PID); err == nil {
			total.rss += m.rss
			total.pss += m.pss
			count++
		}
	}
	s.rss = append(s.rss, float64(total.rss))
	s.pss = append(s.pss, float64(total.pss))
	s.processes = append(s.processes, float64(count))
}
