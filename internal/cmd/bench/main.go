// Command bench measures what this provider costs in a plan, beside the
// coder/coder provider and the engine's own terraform_data in the same run,
// with Terraform and OpenTofu. It writes medians and ratios into BENCHMARKS.md.
//
// With -profile it says where the time of one plan goes instead.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/benchreport"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/toolchain"
)

func main() {
	if len(os.Args) == 4 && os.Args[1] == wrapCommand {
		exit(wrap(os.Args[2], os.Args[3]))
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	exit(measure(ctx))
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench failed:", err)
		os.Exit(1)
	}
}

// options are the command line's.
type options struct {
	runs, count int
	growth      []int
	engines     []string
	profile     string
	write       bool
}

func parseOptions() (options, error) {
	var o options
	var growth, engines string
	flag.IntVar(&o.runs, "runs", 5, "rounds of each measurement")
	flag.IntVar(&o.count, "count", 1000, "resources in a large configuration")
	flag.StringVar(&growth, "growth", "100,1000,5000", "numbers of resources whose plans are compared, or none")
	flag.StringVar(&engines, "engines", "terraform,tofu", "the engines")
	flag.StringVar(&o.profile, "profile", "", "keep CPU profiles of one plan in this folder, and measure nothing else")
	flag.BoolVar(&o.write, "write", true, "write "+benchreport.File+"; otherwise print")
	flag.Parse()
	o.engines = strings.Split(engines, ",")
	if growth == "" {
		return o, nil
	}
	for _, text := range strings.Split(growth, ",") {
		count, err := strconv.Atoi(text)
		if err != nil {
			return o, fmt.Errorf("-growth: %w", err)
		}
		o.growth = append(o.growth, count)
	}
	return o, nil
}

func measure(ctx context.Context) error {
	o, err := parseOptions()
	if err != nil {
		return err
	}
	root, err := toolchain.RepoRoot(".")
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "coder-persistence-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if o.profile != "" {
		return profilePlan(ctx, root, dir, o)
	}
	b, err := prepare(ctx, root, dir, o)
	if err != nil {
		return err
	}
	load := benchreport.Load()
	if err := b.run(ctx, dir); err != nil {
		return err
	}
	operations, err := goBenchmarks(ctx, root, b.runs)
	if err != nil {
		return err
	}
	text := b.report(load) + "\n### Operations\n\nGo benchmarks of single operations, and of the calls that engines make, without gRPC.\n\n" + operations
	if !o.write {
		_, err := fmt.Fprint(os.Stdout, text)
		return err
	}
	return benchreport.Write(root, "plan", text)
}

// prepare builds the providers and finds the engines.
func prepare(ctx context.Context, root, dir string, o options) (*bench, error) {
	tc, err := toolchain.Open(os.Stderr)
	if err != nil {
		return nil, err
	}
	b := &bench{
		log: os.Stderr, runs: o.runs, count: o.count, growth: o.growth, record: filepath.Join(dir, "usage"),
		samples: map[point][]sample{}, used: map[point][]usage{}, starts: map[string][]started{}, sizes: map[string]float64{},
	}
	our, err := buildOurs(ctx, root, dir)
	if err != nil {
		return nil, err
	}
	their, err := findTheirs(tc)
	if err != nil {
		return nil, err
	}
	for _, m := range []struct {
		variant variant
		name    string
		engines *[]*engine
	}{{plainProviders, "plain", &b.engines}, {wrappedProviders, "wrapped", &b.wrapped}} {
		mirror := filepath.Join(dir, m.name, "mirror")
		if err := writeMirror(mirror, m.variant, b.record, our, their); err != nil {
			return nil, err
		}
		for _, name := range o.engines {
			e, err := findEngine(ctx, tc, name, filepath.Join(dir, m.name), mirror)
			if err != nil {
				return nil, err
			}
			if e == nil {
				b.sayf("Terraform is not on PATH: the plans are measured with OpenTofu alone.")
				continue
			}
			*m.engines = append(*m.engines, e)
		}
	}
	if len(b.engines) == 0 {
		return nil, errors.New("there is no engine")
	}
	b.subjects = newSubjects(our, their, "")
	one, err := b.engines[0].workspace(ctx, b.subject(ours), 1)
	if err != nil {
		return nil, err
	}
	rendered, err := b.engines[0].rendered(ctx, one)
	if err != nil {
		return nil, err
	}
	b.subjects = newSubjects(our, their, rendered)
	return b, nil
}
