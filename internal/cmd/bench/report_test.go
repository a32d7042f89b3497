package main

import (
	"strings"
	"testing"
)

// measured is a bench whose engine has used the given CPU for each subject in
// every scenario.
func measured(cpu map[string]float64, growth map[int]float64) *bench {
	b := &bench{
		runs: 5, count: 1000, growth: []int{100, 1000, 5000},
		subjects: newSubjects(&packaged{version: "0.0.1"}, &packaged{version: "2.19.0"}, "rendered"),
		engines:  []*engine{{name: "tofu", version: "OpenTofu v1"}},
		samples:  map[point][]sample{}, used: map[point][]usage{}, sizes: map[string]float64{ours: 18.7, theirs: 19.5},
		starts: map[string][]started{ours: {{0.010, 0.016}}, theirs: {{0.010, 0.020}}},
	}
	b.wrapped = b.engines
	for key, seconds := range cpu {
		for _, sc := range []scenario{newPlan, provisionerPlan, secondPlan, refresh} {
			for _, count := range []int{1, 1000} {
				b.samples[point{"tofu", sc.key, key, count}] = []sample{{wall: seconds / 2, cpu: seconds}, {wall: 99, cpu: 99}, {wall: 0, cpu: 0}}
			}
			b.used[point{"tofu", sc.key, key, 1000}] = []usage{{CPU: seconds, PeakRSS: 10 * seconds}}
		}
		for count, factor := range growth {
			b.samples[point{"tofu", growthKey, key, count}] = []sample{{cpu: factor * seconds}}
		}
	}
	return b
}

func TestReport(t *testing.T) {
	b := measured(map[string]float64{ours: 3, theirs: 2, theirSame: 4, floor: 1, floorSame: 2}, map[int]float64{100: 1, 1000: 10, 5000: 60})
	text := b.report(0.5)
	for _, row := range []string{
		"| tofu: plan of 1, CPU | 0.90 | 1.50 | 0.75 | with equal text |",
		"| tofu: second plan of 1000, CPU | 1.00 | 1.50 | 0.75 | with equal text |",
		"| process start to the first answer | 0.80 | 0.80 | – | yes |",
		"| refresh of 1000, CPU | 3.00 | 2.00 | 4.00 | 1.00 | 2.00 |",
		"| tofu: plan of 1000, peak memory in MiB | 30 | 20 | 40 |",
		// 27 s for 900 resources, then 150 s for 4000.
		"| tofu | 3.00 | 30.00 | 180.00 | 30.00 | 37.50 | 1.25 |",
		"18.7 MB",
		"holds the same 8 bytes",
	} {
		if !strings.Contains(text, row) {
			t.Errorf("%s is missing in\n%s", row, text)
		}
	}
	slow := measured(map[string]float64{ours: 5, theirs: 2, theirSame: 4, floor: 1, floorSame: 2}, nil)
	if row := "| tofu: refresh of 1000, CPU | 1.00 | 2.50 | 1.25 | no |"; !strings.Contains(slow.goals(), row) {
		t.Errorf("%s is missing in\n%s", row, slow.goals())
	}
}
