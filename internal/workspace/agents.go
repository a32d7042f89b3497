package workspace

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
)

// agentSetup is what an agent needs to start without a dialog and to talk to
// the model server.
type agentSetup struct {
	// program is the name scripts call it by.
	program string
	// files are the first-run files, by their path below the home.
	files func(workdir, url string) map[string]string
	env   func(url string) map[string]string
}

type object = map[string]any

func asJSON(value any) string {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		panic(err) // the values are ours
	}
	return string(text)
}

// Agents lists the slugs of the agents that [Workspace.Install] knows.
func Agents() []string { return slices.Sorted(maps.Keys(agentSetups)) }

// Install makes an agent ready to use: its program is on PATH under the name
// that scripts use, the files are written that keep first-run dialogs away, and
// the environment sends it to the model server at url. The variables are set in
// the workspace and returned as well.
//
// The agent goes by its slug in the catalog. A program that is a script for
// node brings node along from the caller's PATH.
func (w *Workspace) Install(agent, program, url string) (map[string]string, error) {
	setup, ok := agentSetups[agent]
	if !ok {
		return nil, fmt.Errorf("no workspace setup for agent %q; there is one for %s", agent, strings.Join(Agents(), ", "))
	}
	if err := w.Link(setup.program, program); err != nil {
		return nil, err
	}
	if needsNode(program) {
		if err := w.LinkFromPath("node"); err != nil {
			return nil, fmt.Errorf("%s needs node: %w", setup.program, err)
		}
	}
	if setup.files != nil {
		for name, content := range setup.files(w.Workdir, url) {
			if err := w.WriteFile(name, content); err != nil {
				return nil, err
			}
		}
	}
	env := setup.env(url)
	for name, value := range env {
		w.Setenv(name, value)
	}
	return env, nil
}

// needsNode reports whether a program is a script for node.
func needsNode(program string) bool {
	file, err := os.Open(program)
	if err != nil {
		return false
	}
	defer func() { _ = file.Close() }()
	head := make([]byte, 128)
	n, err := io.ReadFull(file, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return false
	}
	first, _, _ := bytes.Cut(head[:n], []byte("\n"))
	return bytes.HasPrefix(first, []byte("#!")) && bytes.Contains(first, []byte("node"))
}
