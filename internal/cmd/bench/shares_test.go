package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/pprof/profile"
)

// sampled is a CPU profile in which each stack, innermost function first, was
// met for so many nanoseconds.
func sampled(stacks map[string]int64) *profile.Profile {
	p := &profile.Profile{SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}}}
	for stack, nanoseconds := range stacks {
		sample := &profile.Sample{Value: []int64{1, nanoseconds}}
		for _, name := range strings.Split(stack, " ") {
			f := &profile.Function{ID: uint64(len(p.Function) + 1), Name: name}
			l := &profile.Location{ID: uint64(len(p.Location) + 1), Line: []profile.Line{{Function: f}}}
			p.Function, p.Location = append(p.Function, f), append(p.Location, l)
			sample.Location = append(sample.Location, l)
		}
		p.Sample = append(p.Sample, sample)
	}
	return p
}

func TestShareTable(t *testing.T) {
	const our = "github.com/coder-persistence/terraform-provider-coder-persistence/internal/"
	p := sampled(map[string]int64{
		"runtime.memmove text/template.walk " + our + "script.render " + our + "persistence.Resolve " + our + "provider.plan google.golang.org/grpc.serve": 3e9,
		our + "persistence.run " + our + "provider.plan google.golang.org/grpc.serve":                                                                      2e9,
		"tftypes.marshal " + our + "provider.plan google.golang.org/grpc.serve":                                                                            1e9,
		"runtime.scan runtime.gcBgMarkWorker":       1e9,
		"crypto/ecdsa.Sign crypto/tls.handshake":    1e9,
		"syscall.write google.golang.org/grpc.send": 1e9,
		"runtime.mcall": 1e9,
	})
	file := filepath.Join(t.TempDir(), "p")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Write(f); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	table, err := shareTable(file, providerRules)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []string{
		"| ours: rendering scripts | 3.00 | 30 % |",
		"| ours: checks, paths, catalog | 2.00 | 20 % |",
		"| values from and to MessagePack (terraform-plugin-go) | 1.00 | 10 % |",
		"| garbage collection | 1.00 | 10 % |",
		"| certificates and TLS (go-plugin) | 1.00 | 10 % |",
		"| gRPC, protocol buffers, logging of calls | 1.00 | 10 % |",
		"| " + everythingElse + " | 1.00 | 10 % |",
		"| all | 10.00 | 100 % |",
	} {
		if !strings.Contains(table, row+"\n") {
			t.Errorf("%s is missing in\n%s", row, table)
		}
	}
}

func TestShareTableOfNothing(t *testing.T) {
	if _, err := shareTable(filepath.Join(t.TempDir(), "missing"), nil); err == nil {
		t.Error("a profile that is missing is no error")
	}
}
