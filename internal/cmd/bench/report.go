package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/benchreport"
)

// report is everything that was measured, as Markdown.
func (b *bench) report(load float64) string {
	var t strings.Builder
	fmt.Fprintf(&t, "Machine: %s; load average at the start %.2f. Medians of %d rounds, by turns.\n\n", benchreport.Machine(), load, b.runs)
	fmt.Fprintf(&t, "Versions: %s; coder/coder v%s, built with the same flags.\n\n", b.engineVersions(), b.subject(theirs).provider.version)
	fmt.Fprintf(&t, "\"Ours\" is one `coder_agent_persistence`, which renders %d bytes of scripts. It is compared with one `coder_script` that holds two lines, and with one that holds the same %d bytes; `terraform_data` is part of the engine and the floor. CPU is the engine's and its providers' together.\n\n",
		b.scriptBytes(), b.scriptBytes())
	t.WriteString("### Goals\n\n" + b.goals())
	for _, e := range b.engines {
		fmt.Fprintf(&t, "\n### %s\n\n%s", e.version, b.planTable(e))
	}
	fmt.Fprintf(&t, "\n### Providers alone\n\nThe highest peak of a plan's provider processes, and their CPU together; up to three rounds.\n\n%s", b.providerTable())
	if len(b.growth) > 1 {
		t.WriteString("\n### Growth\n\n" + b.growthTable())
	}
	return t.String()
}

func (b *bench) engineVersions() string {
	versions := make([]string, len(b.engines))
	for i, e := range b.engines {
		versions[i] = e.version
	}
	return strings.Join(versions, ", ")
}

func (b *bench) scriptBytes() int { return len(b.subject(theirSame).texts["rendered.sh"]) }

func (b *bench) cpu(e *engine, sc scenario, key string, count int) float64 {
	return median(b.samples[point{e.name, sc.key, key, count}], func(s sample) float64 { return s.cpu })
}

func (b *bench) wall(e *engine, sc scenario, key string, count int) float64 {
	return median(b.samples[point{e.name, sc.key, key, count}], func(s sample) float64 { return s.wall })
}

func (b *bench) peak(e *engine, sc scenario, key string) float64 {
	return median(b.used[point{e.name, sc.key, key, b.count}], func(u usage) float64 { return u.PeakRSS })
}

func median[T any](items []T, value func(T) float64) float64 {
	values := make([]float64, len(items))
	for i, item := range items {
		values[i] = value(item)
	}
	return benchreport.Median(values)
}

// goals compares with a coder_script of two lines, which is the hardest peer,
// and with one that holds the same text.
func (b *bench) goals() string {
	rows := [][]string{{"goal", "limit", "through two lines", "through our text", "reached"}}
	row := func(what string, limit, short, same float64) {
		reached := "yes"
		switch {
		case short <= limit:
		case same > 0 && same <= limit:
			reached = "with equal text"
		default:
			reached = "no"
		}
		rows = append(rows, []string{what, twoDigits(limit), twoDigits(short), twoDigits(same), reached})
	}
	for _, e := range b.engines {
		through := func(value func(*engine, scenario, string, int) float64, sc scenario, count int) (short, same float64) {
			our := value(e, sc, ours, count)
			return our / value(e, sc, theirs, count), our / value(e, sc, theirSame, count)
		}
		add := func(what string, limit float64, value func(*engine, scenario, string, int) float64, sc scenario, count int) {
			short, same := through(value, sc, count)
			row(fmt.Sprintf("%s: %s", e.name, what), limit, short, same)
		}
		add("plan of 1, CPU", 0.9, b.cpu, newPlan, 1)
		add("plan of 1, wall", 0.9, b.wall, newPlan, 1)
		add(fmt.Sprintf("plan of %d, CPU", b.count), 1, b.cpu, newPlan, b.count)
		add(fmt.Sprintf("plan of %d as Coder's provisioner runs it, CPU", b.count), 1, b.cpu, provisionerPlan, b.count)
		add(fmt.Sprintf("second plan of %d, CPU", b.count), 1, b.cpu, secondPlan, b.count)
		add(fmt.Sprintf("refresh of %d, CPU", b.count), 1, b.cpu, refresh, b.count)
	}
	for _, sc := range []scenario{newPlan, secondPlan} {
		e := b.wrapped[0]
		our := b.peak(e, sc, ours)
		row(fmt.Sprintf("%s of %d, peak memory of the provider", sc.title, b.count), 0.8, our/b.peak(e, sc, theirs), our/b.peak(e, sc, theirSame))
	}
	answers := func(s started) float64 { return s.answers }
	row("process start to the first answer", 0.8, median(b.starts[ours], answers)/median(b.starts[theirs], answers), 0)
	return benchreport.Table(rows) + fmt.Sprintf("\nThe stripped program has %.1f MB (limit 20; coder/coder %.1f MB). Growth is judged below.\n", b.sizes[ours], b.sizes[theirs])
}

// twoDigits writes a ratio or seconds with two digits, a dash for what was not measured.
func twoDigits(value float64) string {
	if value == 0 {
		return "–"
	}
	return fmt.Sprintf("%.2f", value)
}

func (b *bench) planTable(e *engine) string {
	titles := []string{"seconds"}
	for i := range b.subjects {
		titles = append(titles, b.subjects[i].title)
	}
	rows := [][]string{titles}
	for _, line := range []struct {
		sc    scenario
		count int
	}{{newPlan, 1}, {provisionerPlan, 1}, {newPlan, b.count}, {provisionerPlan, b.count}, {secondPlan, b.count}, {refresh, b.count}} {
		cpu := []string{fmt.Sprintf("%s of %d, CPU", line.sc.title, line.count)}
		wall := []string{fmt.Sprintf("%s of %d, wall", line.sc.title, line.count)}
		for _, key := range b.keys() {
			cpu = append(cpu, twoDigits(b.cpu(e, line.sc, key, line.count)))
			wall = append(wall, twoDigits(b.wall(e, line.sc, key, line.count)))
		}
		rows = append(rows, cpu, wall)
	}
	return benchreport.Table(rows)
}

// providerTable is what the providers' processes use themselves.
func (b *bench) providerTable() string {
	rows := [][]string{{"", "`coder_agent_persistence`", "`coder_script`, two lines", "`coder_script`, our text"}}
	for _, e := range b.wrapped[:1] {
		for _, sc := range []scenario{newPlan, secondPlan} {
			cpu := []string{fmt.Sprintf("%s: %s of %d, CPU in seconds", e.name, sc.title, b.count)}
			peak := []string{fmt.Sprintf("%s: %s of %d, peak memory in MiB", e.name, sc.title, b.count)}
			for _, key := range []string{ours, theirs, theirSame} {
				used := b.used[point{e.name, sc.key, key, b.count}]
				cpu = append(cpu, fmt.Sprintf("%.2f", median(used, func(u usage) float64 { return u.CPU })))
				peak = append(peak, fmt.Sprintf("%.0f", b.peak(e, sc, key)))
			}
			rows = append(rows, cpu, peak)
		}
	}
	for _, line := range []struct {
		title string
		value func(started) float64
	}{
		{"process start until it listens, ms", func(s started) float64 { return s.listens }},
		{"process start until the first answer, ms", func(s started) float64 { return s.answers }},
	} {
		rows = append(rows, []string{line.title, fmt.Sprintf("%.0f", 1000*median(b.starts[ours], line.value)), fmt.Sprintf("%.0f", 1000*median(b.starts[theirs], line.value)), ""})
	}
	return benchreport.Table(rows)
}

// growthTable compares what one more resource costs between the smaller counts
// with what it costs between the larger ones: 1.00 is linear.
func (b *bench) growthTable() string {
	counts := slices.Sorted(slices.Values(b.growth))
	titles := []string{"CPU seconds of a plan"}
	for _, count := range counts {
		titles = append(titles, fmt.Sprint(count))
	}
	last := len(counts) - 1
	titles = append(titles, fmt.Sprintf("per resource up to %d, ms", counts[last-1]), "beyond it, ms", "beyond through before")
	rows := [][]string{titles}
	for _, e := range b.engines {
		cells := []string{e.name}
		cpus := make([]float64, len(counts))
		for i, count := range counts {
			cpus[i] = b.cpu(e, scenario{key: growthKey}, ours, count)
			cells = append(cells, fmt.Sprintf("%.2f", cpus[i]))
		}
		before := (cpus[last-1] - cpus[0]) / float64(counts[last-1]-counts[0])
		beyond := (cpus[last] - cpus[last-1]) / float64(counts[last]-counts[last-1])
		rows = append(rows, append(cells, fmt.Sprintf("%.2f", 1000*before), fmt.Sprintf("%.2f", 1000*beyond), twoDigits(beyond/before)))
	}
	return benchreport.Table(rows)
}
