package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// scenario is one command of an engine.
type scenario struct {
	key, title string
	args       []string
	applied    bool // needs resources that are there already
}

var (
	newPlan = scenario{"plan", "plan", []string{"plan", "-no-color", "-input=false"}, false}
	// The arguments are those of Coder's provisioner (coder/coder,
	// provisioner/terraform/executor.go).
	provisionerPlan = scenario{"provisioner", "plan as Coder's provisioner runs it", []string{"plan", "-no-color", "-input=false", "-json", "-refresh=true", "-out=plan.bin"}, false}
	secondPlan      = scenario{"second", "second plan", []string{"plan", "-no-color", "-input=false", "-detailed-exitcode"}, true}
	refresh         = scenario{"refresh", "refresh", []string{"plan", "-no-color", "-input=false", "-refresh-only"}, true}
)

// growthKey marks the plans that are compared by their number of resources.
const growthKey = "growth"

// point is one measured configuration.
type point struct {
	engine, scenario, subject string
	count                     int
}

// bench holds what is measured and what was found.
type bench struct {
	log      io.Writer
	runs     int
	count    int
	growth   []int
	subjects []subject
	engines  []*engine // with plain providers
	wrapped  []*engine // with providers that note what they use
	record   string    // where they do

	samples map[point][]sample
	used    map[point][]usage
	starts  map[string][]started // by the subject's key
	sizes   map[string]float64   // MB, by the subject's key
}

func (b *bench) sayf(format string, values ...any) {
	_, _ = fmt.Fprintf(b.log, format+"\n", values...)
}

func (b *bench) subject(key string) *subject {
	for i := range b.subjects {
		if b.subjects[i].key == key {
			return &b.subjects[i]
		}
	}
	return nil
}

func (b *bench) keys() []string {
	keys := make([]string, len(b.subjects))
	for i := range b.subjects {
		keys[i] = b.subjects[i].key
	}
	return keys
}

// measure runs the scenarios by turns: what else the machine does meets all
// subjects alike. Each round begins with another one.
func (b *bench) measure(ctx context.Context, e *engine, count, runs int, keys []string, scenarios ...scenario) error {
	dirs := map[string]string{}
	for _, key := range keys {
		var err error
		if dirs[key], err = e.workspace(ctx, b.subject(key), count); err != nil {
			return err
		}
		if !scenarios[0].applied {
			continue
		}
		if err := e.makeState(ctx, b.subject(key), count); err != nil {
			return err
		}
	}
	for _, sc := range scenarios {
		b.sayf("%s: %s of %d, %d rounds", e.name, sc.title, count, runs)
		for round := range runs {
			for i := range keys {
				key := keys[(i+round)%len(keys)]
				s, err := e.run(ctx, dirs[key], sc.args...)
				if err != nil {
					return err
				}
				at := point{e.name, sc.key, key, count}
				b.samples[at] = append(b.samples[at], s)
			}
		}
	}
	return nil
}

// measureGrowth plans different numbers of our resource by turns.
func (b *bench) measureGrowth(ctx context.Context, e *engine) error {
	b.sayf("%s: plans of %v, %d rounds", e.name, b.growth, b.runs)
	for range b.runs {
		for _, count := range b.growth {
			dir, err := e.workspace(ctx, b.subject(ours), count)
			if err != nil {
				return err
			}
			if err := os.RemoveAll(filepath.Join(dir, "terraform.tfstate")); err != nil {
				return err
			}
			s, err := e.run(ctx, dir, newPlan.args...)
			if err != nil {
				return err
			}
			at := point{e.name, growthKey, ours, count}
			b.samples[at] = append(b.samples[at], s)
		}
	}
	return nil
}

// measureProviders is measure for the processes of the providers alone.
func (b *bench) measureProviders(ctx context.Context, e *engine, keys []string, scenarios ...scenario) error {
	for _, key := range keys {
		if _, err := e.workspace(ctx, b.subject(key), b.count); err != nil {
			return err
		}
		if scenarios[0].applied {
			if err := e.makeState(ctx, b.subject(key), b.count); err != nil {
				return err
			}
		}
		if err := os.RemoveAll(b.record); err != nil { // what that used
			return err
		}
	}
	rounds := min(b.runs, 3) // peaks hardly differ
	for _, sc := range scenarios {
		b.sayf("%s: the providers' own share of a %s of %d, %d rounds", e.name, sc.title, b.count, rounds)
		for range rounds {
			for _, key := range keys {
				if _, err := e.run(ctx, filepath.Join(e.dir, fmt.Sprintf("%s-%d", key, b.count)), sc.args...); err != nil {
					return err
				}
				used, err := readUsage(b.record)
				if err != nil {
					return err
				}
				at := point{e.name, sc.key, key, b.count}
				b.used[at] = append(b.used[at], used)
			}
		}
	}
	return nil
}

// measureStarts starts each provider by turns.
func (b *bench) measureStarts(ctx context.Context, sockets string) error {
	runs := 4 * b.runs
	b.sayf("starts of the providers' processes, %d rounds", runs)
	for range runs {
		for _, key := range []string{ours, theirs} {
			took, err := startProvider(ctx, b.subject(key).provider, sockets)
			if err != nil {
				return err
			}
			b.starts[key] = append(b.starts[key], took)
		}
	}
	for _, key := range []string{ours, theirs} {
		size, err := megabytes(b.subject(key).provider.binary)
		if err != nil {
			return err
		}
		b.sizes[key] = size
	}
	return nil
}

// run measures everything.
func (b *bench) run(ctx context.Context, sockets string) error {
	if err := b.measureStarts(ctx, sockets); err != nil {
		return err
	}
	for _, e := range b.engines {
		for _, step := range []func() error{
			func() error { return b.measure(ctx, e, 1, 3*b.runs, b.keys(), newPlan, provisionerPlan) },
			func() error { return b.measure(ctx, e, b.count, b.runs, b.keys(), newPlan, provisionerPlan) },
			func() error {
				return b.measure(ctx, e, b.count, b.runs, []string{ours, theirs, theirSame}, secondPlan, refresh)
			},
		} {
			if err := step(); err != nil {
				return err
			}
		}
		if err := b.measureGrowth(ctx, e); err != nil {
			return err
		}
	}
	for _, e := range b.wrapped[:1] { // a provider does not know which engine it serves
		keys := []string{ours, theirs, theirSame}
		if err := b.measureProviders(ctx, e, keys, newPlan); err != nil {
			return err
		}
		if err := b.measureProviders(ctx, e, keys, secondPlan); err != nil {
			return err
		}
	}
	return nil
}
