package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
)

// wrapCommand runs a provider in its place and notes what it used. Engines
// start one provider after another, so each adds a line.
const wrapCommand = "wrap-provider"

// usage is what one provider process used.
type usage struct {
	CPU     float64 `json:"cpu_seconds"`
	PeakRSS float64 `json:"peak_rss_mib"`
}

func wrap(program, record string) error {
	cmd := exec.Command(program)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	runErr := cmd.Run()
	if runErr != nil && !errors.As(runErr, new(*exec.ExitError)) {
		return runErr
	}
	used, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return errors.New("this system does not say what a process used")
	}
	line, err := json.Marshal(usage{
		CPU:     (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds(),
		PeakRSS: float64(used.Maxrss) / 1024,
	})
	if err != nil {
		return err
	}
	file, err := os.OpenFile(record, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(file, "%s\n", line)
	return errors.Join(err, file.Close(), runErr)
}

// readUsage adds up the CPU of a plan's provider processes and takes the
// highest peak, then forgets them.
func readUsage(record string) (usage, error) {
	file, err := os.Open(record)
	if err != nil {
		return usage{}, err
	}
	var total usage
	for decoder := json.NewDecoder(file); decoder.More(); {
		var one usage
		if err := decoder.Decode(&one); err != nil {
			return usage{}, errors.Join(err, file.Close())
		}
		total.CPU += one.CPU
		total.PeakRSS = max(total.PeakRSS, one.PeakRSS)
	}
	return total, errors.Join(file.Close(), os.Remove(record))
}
