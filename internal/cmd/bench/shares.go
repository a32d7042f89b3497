package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/google/pprof/profile"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/benchreport"
)

// rule gives the samples of a profile a name: those with a function, anywhere
// on the stack, whose name contains one of the texts. The first rule that
// fits counts.
type rule struct {
	name     string
	contains []string
}

const everythingElse = "everything else, the Go runtime included"

var engineRules = []rule{
	{"garbage collection", []string{"runtime.gcBgMarkWorker", "runtime.bgsweep", "runtime.gcAssistAlloc"}},
	{"writing the plan for people", []string{"/internal/command/views.", "/internal/command/jsonformat", "/internal/command/jsonplan"}},
	{"talking to providers: gRPC and MessagePack", []string{"/internal/plugin6.", "/internal/plugin.", "google.golang.org/grpc", "hashicorp/go-plugin"}},
	{"keeping and encoding states and changes", []string{").writeResourceInstanceState", ").writeChange", "/internal/states", "/internal/plans."}},
	{"evaluating the configuration", []string{").EvaluateBlock", "/internal/lang.", "/hcl/v2"}},
	{"checking plans, building and walking the graph", []string{"/internal/tofu.", "/internal/dag.", "/internal/plans/objchange"}},
}

var providerRules = []rule{
	{"garbage collection", []string{"runtime.gcBgMarkWorker", "runtime.bgsweep", "runtime.gcAssistAlloc"}},
	{"ours: rendering scripts", []string{"/internal/script."}},
	{"ours: checks, paths, catalog", []string{"/internal/persistence.", "/internal/session.", "/internal/catalog.", "/internal/storage.", "/internal/size."}},
	{"values from and to MessagePack (terraform-plugin-go)", []string{"/internal/provider.", "terraform-plugin-go/tftypes", "terraform-plugin-go/tfprotov6.", "/msgpack/"}},
	{"schema and configuration (terraform-plugin-framework)", []string{"terraform-plugin-framework"}},
	{"certificates and TLS (go-plugin)", []string{"crypto/tls", "go-plugin.generateCert", "crypto/x509"}},
	{"gRPC, protocol buffers, logging of calls", []string{"google.golang.org/", "terraform-plugin-go/", "hashicorp/go-plugin", "terraform-plugin-log"}},
}

// shareTable reads a CPU profile and adds up its samples by the rules.
func shareTable(file string, rules []rule) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	p, err := profile.Parse(f)
	if err != nil {
		return "", err
	}
	seconds := shares(p, rules)
	total := 0.0
	for _, s := range seconds {
		total += s
	}
	if total == 0 {
		return "", fmt.Errorf("%s has no samples", file)
	}
	rows := [][]string{{"CPU of the plan", "seconds", "share"}}
	for _, name := range append(names(rules), everythingElse) {
		rows = append(rows, []string{name, fmt.Sprintf("%.2f", seconds[name]), fmt.Sprintf("%.0f %%", 100*seconds[name]/total)})
	}
	return benchreport.Table(append(rows, []string{"all", fmt.Sprintf("%.2f", total), "100 %"})), nil
}

func names(rules []rule) []string {
	all := make([]string, len(rules))
	for i := range rules {
		all[i] = rules[i].name
	}
	return all
}

// shares are the seconds of CPU by the name of the rule that fits.
func shares(p *profile.Profile, rules []rule) map[string]float64 {
	seconds := map[string]float64{}
	for _, sample := range p.Sample {
		// The last value of a CPU profile is nanoseconds.
		seconds[ruleOf(sample, rules)] += float64(sample.Value[len(sample.Value)-1]) / 1e9
	}
	return seconds
}

func ruleOf(sample *profile.Sample, rules []rule) string {
	for i := range rules {
		for _, location := range sample.Location {
			for _, line := range location.Line {
				name := line.Function.Name
				if slices.ContainsFunc(rules[i].contains, func(part string) bool { return strings.Contains(name, part) }) {
					return rules[i].name
				}
			}
		}
	}
	return everythingElse
}
