package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/benchreport"
)

// benchedPackages are the packages with benchmarks of Go code.
var benchedPackages = []string{"./internal/size", "./internal/catalog", "./internal/script", "./internal/persistence", "./internal/provider"}

// operation is what the rounds of one Go benchmark printed.
type operation struct {
	name                        string
	nanoseconds, bytes, objects []float64
}

// goBenchmarks runs the benchmarks of Go code and returns a table of medians.
func goBenchmarks(ctx context.Context, root string, runs int) (string, error) {
	args := append([]string{"test", "-run", "^$", "-bench", ".", "-benchmem", "-count", strconv.Itoa(runs)}, benchedPackages...)
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = root
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	operations := parseGoBenchmarks(out)
	if len(operations) == 0 {
		return "", fmt.Errorf("no benchmark ran:\n%s", out)
	}
	rows := [][]string{{"operation", "µs", "bytes allocated", "allocations"}}
	for _, o := range operations {
		rows = append(rows, []string{
			"`" + o.name + "`", fmt.Sprintf("%.1f", benchreport.Median(o.nanoseconds)/1000),
			fmt.Sprintf("%.0f", benchreport.Median(o.bytes)), fmt.Sprintf("%.0f", benchreport.Median(o.objects)),
		})
	}
	return benchreport.Table(rows), nil
}

var (
	goPackage   = regexp.MustCompile(`^pkg: \S*/internal/(\S+)$`)
	goBenchmark = regexp.MustCompile(`^Benchmark(\S+?)(?:-\d+)?\s+\d+\s+([\d.]+) ns/op.*?\s([\d.]+) B/op\s+([\d.]+) allocs/op$`)
)

// parseGoBenchmarks reads the output of "go test -bench", and keeps its order.
func parseGoBenchmarks(output []byte) []*operation {
	var all []*operation
	byName := map[string]*operation{}
	pkg := ""
	for line := range bytes.Lines(output) {
		line = bytes.TrimSpace(line)
		if m := goPackage.FindSubmatch(line); m != nil {
			pkg = string(m[1])
		}
		m := goBenchmark.FindSubmatch(line)
		if m == nil {
			continue
		}
		name := pkg + ": " + string(m[1])
		if byName[name] == nil {
			byName[name] = &operation{name: name}
			all = append(all, byName[name])
		}
		for i, to := range []*[]float64{&byName[name].nanoseconds, &byName[name].bytes, &byName[name].objects} {
			if number, err := strconv.ParseFloat(string(m[2+i]), 64); err == nil {
				*to = append(*to, number)
			}
		}
	}
	return all
}
