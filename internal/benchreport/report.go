// Package benchreport writes measurements into BENCHMARKS.md: each command
// that measures owns one section of it.
package benchreport

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// File is the name of the report at the root of the repository.
const File = "BENCHMARKS.md"

// Write replaces the text of a section in the report below root. The section
// must be there already, between "<!-- begin NAME -->" and "<!-- end NAME -->".
func Write(root, section, text string) error {
	file := filepath.Join(root, File)
	old, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	updated, err := replace(string(old), section, text)
	if err != nil {
		return fmt.Errorf("%s: %w", File, err)
	}
	return os.WriteFile(file, []byte(updated), 0o644) //nolint:gosec // a document that everybody may read
}

func replace(document, section, text string) (string, error) {
	begin, end := "<!-- begin "+section+" -->\n", "<!-- end "+section+" -->"
	before, rest, found := strings.Cut(document, begin)
	if !found {
		return "", fmt.Errorf("the line %q is missing", strings.TrimSpace(begin))
	}
	_, after, found := strings.Cut(rest, end)
	if !found {
		return "", fmt.Errorf("the line %q is missing", end)
	}
	return before + begin + "\n" + strings.TrimSpace(text) + "\n\n" + end + after, nil
}

// Table is a Markdown table whose first row holds the titles. The first column
// is text; the others are numbers, set to the right.
func Table(rows [][]string) string {
	var b strings.Builder
	for i, row := range rows {
		fmt.Fprintf(&b, "| %s |\n", strings.Join(row, " | "))
		if i == 0 {
			b.WriteString("|---" + strings.Repeat("|---:", len(row)-1) + "|\n")
		}
	}
	return b.String()
}

// Median returns the middle of the values, and 0 for none.
func Median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}

// Spread is how far the values lie apart: the largest through the smallest. It
// is 0 for none.
func Spread(values []float64) float64 {
	if len(values) == 0 || slices.Min(values) == 0 {
		return 0
	}
	return slices.Max(values) / slices.Min(values)
}

// Machine describes this machine: processor, cores, memory, system and Go.
func Machine() string {
	processor := "unknown processor"
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		if m := regexp.MustCompile(`(?m)^model name\s*:\s*(.+)$`).FindSubmatch(text); m != nil {
			processor = string(bytes.TrimSpace(m[1]))
		}
	}
	memory := ""
	if text, err := os.ReadFile("/proc/meminfo"); err == nil {
		if m := regexp.MustCompile(`(?m)^MemTotal:\s*(\d+) kB$`).FindSubmatch(text); m != nil {
			if kib, err := strconv.ParseFloat(string(m[1]), 64); err == nil {
				memory = fmt.Sprintf(", %.0f GiB", kib/(1<<20))
			}
		}
	}
	return fmt.Sprintf("%s, %d cores%s, %s/%s, %s", processor, runtime.NumCPU(), memory, runtime.GOOS, runtime.GOARCH, runtime.Version())
}

// Load is the load average of the last minute, -1 where it cannot be had.
func Load() float64 {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return -1
	}
	load, err := strconv.ParseFloat(strings.Fields(string(text))[0], 64)
	if err != nil {
		return -1
	}
	return load
}
