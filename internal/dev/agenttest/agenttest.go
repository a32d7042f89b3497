// Package agenttest says how tests get and use each agent of the catalog, one
// file per agent: the program in its version, or a fake where none is to be
// had, what it needs to start without a dialog and to talk to the loopback
// model server, and how a person uses it by hand.
//
// A file registers its agent; nothing else has to know that it exists. The
// tools' agents.txt, package.json and lock file follow from this package.
package agenttest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog/agents"
	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/toolchain"
	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/workspace"
)

// Agent is what tests know about an agent of the catalog.
type Agent struct {
	Slug string
	// Program is the name of its program, as scripts call it.
	Program string

	// Version is the real program's exact version; "" when there is none.
	Version string
	// NPM is the npm package that has the program, and File the program's path
	// below node_modules.
	NPM, File string
	// Go is the main package of a Go module, for a program that is built.
	Go *GoProgram
	// Fake imitates a program that cannot be had; see [Conversation].
	Fake func(args []string, out io.Writer) (*Conversation, error)

	// Files are the first-run files, by their path below the home.
	Files func(workdir, url string) map[string]string
	// Env sends the program to the model server at url.
	Env func(url string) map[string]string
	// Serve, when set, starts a stand-in for the vendor's server, which answers
	// until the test program ends, and returns the variables that name it.
	Serve func() (env map[string]string, err error)
	// Args are harmless arguments that end, where the program has one, in an
	// option that takes any number of values and would swallow what follows.
	Args func(directory string) []string
	// Talk is a shell command in which a person says $1 in a session of their own.
	Talk string
	// TalkElsewhere is true when the program keeps one conversation for each
	// directory: that session is then held in another one.
	TalkElsewhere bool
	// Clear is what a user types to begin a new conversation; "" when the
	// program then stays in the same session, or has no such command.
	Clear string
	// Probe takes the real program of an agent that is otherwise tested with a
	// fake as far as it goes without its vendor's servers. Version, NPM and File
	// then say which program that is.
	Probe func(ctx context.Context, w *workspace.Workspace) error
}

// GoProgram is the main package of a Go module.
type GoProgram struct {
	Module, Package string
	Sum             string // of the module, as go.sum writes it
	LDFlags         string
}

// registered are the agents of this package's files, by slug.
var registered = map[string]Agent{}

// register adds an agent. Each file calls it from init.
func register(a Agent) {
	if _, twice := registered[a.Slug]; twice {
		panic("agenttest: two files for " + a.Slug)
	}
	registered[a.Slug] = a
}

// All returns the test of every agent in the order of the catalog. The error
// names what is missing.
func All() ([]Agent, error) {
	var all []Agent
	var missing []error
	for _, slug := range agents.Default().Slugs() {
		a, err := Find(slug)
		if err != nil {
			missing = append(missing, err)
			continue
		}
		all = append(all, a)
	}
	return all, errors.Join(missing...)
}

// Find returns the test of one agent.
func Find(slug string) (Agent, error) {
	a, ok := registered[slug]
	if !ok {
		return Agent{}, fmt.Errorf("no test for agent %q: add a file for it to internal/dev/agenttest", slug)
	}
	return a, nil
}

// Real reports whether tests run the real program.
func (a *Agent) Real() bool { return a.Fake == nil }

// Path returns the path of the agent's program. A fake is the test's own
// program, which turns into it when it is called by its name; see [Main].
func (a *Agent) Path() (string, error) {
	if a.Real() {
		return toolchain.Path(a.Program)
	}
	return os.Executable()
}

// Install makes the agent ready to use in a workspace: its program is on PATH,
// the files are written that keep first-run dialogs away, and the environment
// sends it to the model server at url. The variables are set in the workspace
// and returned as well.
func (a *Agent) Install(w *workspace.Workspace, url string) (map[string]string, error) {
	program, err := a.Path()
	if err != nil {
		return nil, err
	}
	if err := w.Link(a.Program, program); err != nil {
		return nil, err
	}
	if needsNode(program) {
		if err := w.LinkFromPath("node"); err != nil {
			return nil, fmt.Errorf("%s needs node: %w", a.Program, err)
		}
	}
	if a.Files != nil {
		for name, content := range a.Files(w.Workdir, url) {
			if err := w.WriteFile(name, content); err != nil {
				return nil, err
			}
		}
	}
	env := map[string]string{}
	if a.Env != nil {
		env = a.Env(url)
	}
	if a.Serve != nil {
		more, err := a.Serve()
		if err != nil {
			return nil, err
		}
		maps.Copy(env, more)
	}
	if !a.Real() {
		env[modelVariable], env[serverVariable] = url, filepath.Join(w.Dir, "server")
	}
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

// Pins returns the content of tools/agents.txt and tools/package.json.
func Pins() (list, manifest string, err error) {
	all, err := All()
	if err != nil {
		return "", "", err
	}
	slices.SortFunc(all, func(a, b Agent) int { return cmp.Compare(a.Program, b.Program) })
	packages := map[string]string{}
	var lines strings.Builder
	for _, a := range all {
		switch {
		case a.NPM != "":
			packages[a.NPM] = a.Version
			fmt.Fprintf(&lines, "%s npm %s\n", a.Program, a.File)
		case a.Go != nil:
			line := fmt.Sprintf("%s go v%s %s %s %s %s", a.Program, a.Version, a.Go.Module, a.Go.Package, a.Go.Sum, a.Go.LDFlags)
			fmt.Fprintln(&lines, strings.TrimSpace(line))
		}
	}
	text, err := json.MarshalIndent(struct {
		Private      bool              `json:"private"`
		Dependencies map[string]string `json:"dependencies"`
	}{true, packages}, "", "  ")
	return lines.String(), string(text) + "\n", err
}

// apiKey stands where agents insist on one. Claude Code wants to be shown the
// end of it beforehand, hence its length.
const apiKey = "loopback-placeholder-0123456789"

// model is the model's name wherever an agent lets us choose it.
const model = "loopback"

type object = map[string]any

func asJSON(value any) string {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		panic(err) // the values are ours
	}
	return string(text)
}
