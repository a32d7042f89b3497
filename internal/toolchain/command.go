package toolchain

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"
)

// command is a program to run. Standard input is empty, so that nothing can wait
// for an answer in CI.
type command struct {
	dir  string
	env  []string // nil means the environment of this process.
	name string
	args []string
}

// runner runs a command and returns its standard output. What a command that went
// well says on standard error is dropped: it is progress, at length. When it fails,
// all it said is part of the error.
type runner func(ctx context.Context, c command) ([]byte, error)

func runCommand(ctx context.Context, c command) ([]byte, error) {
	cmd := exec.CommandContext(ctx, c.name, c.args...)
	cmd.Dir, cmd.Env = c.dir, c.env
	var stdout, stderr bytes.Buffer
	cmd.Stdout = &stdout
	cmd.Stderr = &stderr
	err := cmd.Run()
	if err != nil {
		detail := strings.TrimSpace(stderr.String() + "\n" + stdout.String())
		return stdout.Bytes(), fmt.Errorf("%s %s: %w\n%s", c.name, strings.Join(c.args, " "), err, detail)
	}
	return stdout.Bytes(), nil
}
