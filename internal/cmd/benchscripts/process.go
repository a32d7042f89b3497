package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/workspace"
)

// tick is the unit of processor time in /proc, which Linux fixes at 1/100 s.
const tick = 10 * time.Millisecond

// parseStat returns the processor time of a process from its /proc/PID/stat:
// its own, and that of its children that have ended and were waited for.
func parseStat(stat string) (own, children time.Duration, err error) {
	// The program's name stands in brackets and may hold anything.
	fields := strings.Fields(stat[strings.LastIndexByte(stat, ')')+1:])
	if len(fields) < 15 {
		return 0, 0, fmt.Errorf("%q is no /proc/PID/stat", stat)
	}
	var ticks [4]int64 // utime, stime, cutime, cstime
	for i := range ticks {
		if ticks[i], err = strconv.ParseInt(fields[11+i], 10, 64); err != nil {
			return 0, 0, fmt.Errorf("%q is no /proc/PID/stat: %w", stat, err)
		}
	}
	return time.Duration(ticks[0]+ticks[1]) * tick, time.Duration(ticks[2]+ticks[3]) * tick, nil
}

// cpuTime reads the processor time of a process from /proc.
func cpuTime(pid int) (own, children time.Duration, err error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, 0, err
	}
	return parseStat(string(text))
}

// memory is what processes hold, in KiB. In RSS a page that several processes
// share counts for each of them; in PSS they divide it among them.
type memory struct{ rss, pss int64 }

// parseRollup reads /proc/PID/smaps_rollup.
func parseRollup(text string) (memory, error) {
	var m memory
	found := 0
	scanner := bufio.NewScanner(strings.NewReader(text))
	for scanner.Scan() {
		fields := strings.Fields(scanner.Text())
		if len(fields) != 3 || fields[2] != "kB" {
			continue
		}
		var into *int64
		switch fields[0] {
		case "Rss:":
			into = &m.rss
		case "Pss:":
			into = &m.pss
		default:
			continue
		}
		n, err := strconv.ParseInt(fields[1], 10, 64)
		if err != nil {
			return m, err
		}
		*into = n
		found++
	}
	if found != 2 {
		return m, errors.New("smaps_rollup lacks Rss or Pss")
	}
	return m, scanner.Err()
}

func memoryOf(pid int) (memory, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if err != nil {
		return memory{}, err
	}
	return parseRollup(string(text))
}

// split divides a workspace's processes into agentapi with everything below it,
// and the rest, which is what our script left running.
func split(all []workspace.Process) (agentAPI int, ours []workspace.Process) {
	below := map[int]bool{}
	for _, p := range all {
		if p.Name() == "agentapi" {
			below[p.PID] = true
			agentAPI = p.PID
		}
	}
	// A process can be listed before its parent.
	for grown := true; grown; {
		grown = false
		for _, p := range all {
			if below[p.Parent] && !below[p.PID] {
				below[p.PID], grown = true, true
			}
		}
	}
	for _, p := range all {
		if !below[p.PID] {
			ours = append(ours, p)
		}
	}
	return agentAPI, ours
}
