package codertest

import (
	"fmt"
	"os"
	"sync"
	"text/tabwriter"
	"time"
)

type row struct {
	name, seen string
	time       time.Duration
}

var (
	rowsMu sync.Mutex
	rows   []row
)

// record adds a row to the table that the suite ends with.
func record(name, seen string, took time.Duration) {
	rowsMu.Lock()
	defer rowsMu.Unlock()
	rows = append(rows, row{name, seen, took})
	// Seen by those who run the tests with -v, or look into the results.
	_, _ = fmt.Fprintf(os.Stdout, "%s: %s (%.1f s)\n", name, seen, took.Seconds()) // Only for whoever watches.
}

// writeTable writes the table to a file, or to standard output without one.
func writeTable(file string) error {
	w := os.Stdout
	if file != "" {
		var err error
		if w, err = os.Create(file); err != nil {
			return err
		}
		defer func() { _ = w.Close() }() // Flush reports what counts.
	}
	rowsMu.Lock()
	defer rowsMu.Unlock()
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "case\tseen\ttime") // Flush reports it.
	for _, r := range rows {
		_, _ = fmt.Fprintf(table, "%s\t%s\t%.1f s\n", r.name, r.seen, r.time.Seconds())
	}
	return table.Flush()
}
