// Command demo shows the provider at work on real programs: it applies the
// quickstart example with Terraform or OpenTofu, then starts, stops, kills and
// resumes agents with the rendered scripts under the real agentapi, against a
// model server on loopback. Run it with "make demo".
//
// It exits with status 1 when anything is not as it should be. With -svg FILE it
// also draws what it printed.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/toolchain"
	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/workspace"
)

// out is standard output, and the picture's text when one is drawn.
var out io.Writer = os.Stdout

func printf(format string, args ...any) { _, _ = fmt.Fprintf(out, format, args...) }

func main() {
	if err := start(); err != nil {
		fmt.Fprintln(os.Stderr, "demo failed:", err)
		os.Exit(1)
	}
}

func start() error {
	picture := flag.String("svg", "", "draw the output into this file")
	flag.Parse()
	agents := flag.Args()
	if len(agents) == 0 {
		agents = []string{"goose", "claude-code"}
	}
	if err := workspace.Isolate(); err != nil {
		return fmt.Errorf("agentapi listens on all interfaces, so the demo runs in a network namespace of its own: %w", err)
	}
	var text bytes.Buffer
	out = io.MultiWriter(os.Stdout, &text)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := demo(ctx, agents); err != nil || *picture == "" {
		return err
	}
	return os.WriteFile(*picture, []byte(svg(text.String())), 0o644)
}

func demo(ctx context.Context, agents []string) (err error) {
	begin := time.Now()
	dir, err := os.MkdirTemp("", "demo-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	engine, err := newEngine(dir)
	if err != nil {
		return err
	}
	if err := engine.refuse(ctx); err != nil {
		return err
	}
	for _, agent := range agents {
		s, err := engine.apply(ctx, agent, filepath.Join(dir, agent))
		if err != nil {
			return err
		}
		if err := s.showResume(ctx); err != nil {
			return fmt.Errorf("%s: %w", agent, err)
		}
	}
	printf("\nEach agent came back with its conversation, after a stop and after a kill (%.0f s).\n", time.Since(begin).Seconds())
	return nil
}

// engine is Terraform or OpenTofu, with the provider that "make build" built and
// a copy of the quickstart example.
type engine struct {
	path, example string
	env           []string
}

func newEngine(dir string) (*engine, error) {
	root, err := toolchain.RepoRoot(".")
	if err != nil {
		return nil, err
	}
	path, err := toolchain.Engine()
	if err != nil {
		return nil, err
	}
	config := fmt.Sprintf("provider_installation {\n  dev_overrides {\n    \"coder-persistence/persistence\" = %q\n  }\n}\n", filepath.Join(root, "bin"))
	e := &engine{path: path, example: filepath.Join(dir, "quickstart")}
	e.env = append(os.Environ(), "TF_CLI_CONFIG_FILE="+filepath.Join(dir, "cli.tfrc"), "CHECKPOINT_DISABLE=1", "TF_IN_AUTOMATION=1")
	return e, errors.Join(
		os.WriteFile(filepath.Join(dir, "cli.tfrc"), []byte(config), 0o600),
		os.CopyFS(e.example, os.DirFS(filepath.Join(root, "examples", "quickstart"))))
}

// run runs the engine and returns what it printed.
func (e *engine) run(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, e.path, args...)
	cmd.Dir, cmd.Env = e.example, e.env
	output, err := cmd.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%s %s: %w\n%s", filepath.Base(e.path), args[0], err, output)
	}
	return string(output), err
}

// refuse shows a plan that fails: with a volume that is too small.
func (e *engine) refuse(ctx context.Context) error {
	printf("$ %s plan -var volume_size=1Mi\n", filepath.Base(e.path))
	output, err := e.run(ctx, "plan", "-no-color", "-input=false", "-var", "volume_size=1Mi")
	_, diagnostic, found := strings.Cut(output, "Error: ")
	if err == nil || !found {
		return fmt.Errorf("a plan with a volume of 1 MiB did not fail:\n%s", output)
	}
	diagnostic, _, _ = strings.Cut(diagnostic, "Error: ")
	printf("Error: %s\n", strings.TrimRight(diagnostic, "\n "))
	return nil
}

// apply applies the example for an agent and returns what it rendered.
func (e *engine) apply(ctx context.Context, agent, dir string) (*session, error) {
	// The last agent's state would turn this into an update.
	if err := os.RemoveAll(filepath.Join(e.example, "terraform.tfstate")); err != nil {
		return nil, err
	}
	printf("\n$ %s apply -var agent=%s\n", filepath.Base(e.path), agent)
	output, err := e.run(ctx, "apply", "-auto-approve", "-no-color", "-input=false",
		"-var", "agent="+agent, "-var", "home="+filepath.Join(dir, "home", "coder"), "-var", "prompt="+taskPrompt)
	if err != nil {
		return nil, err
	}
	_, applied, _ := strings.Cut(output, "\nApply complete!")
	applied, _, _ = strings.Cut(applied, "\n")
	printf("Apply complete!%s\n", applied)
	// The warning about dev_overrides comes on standard error.
	cmd := exec.CommandContext(ctx, e.path, "output", "-json")
	cmd.Dir, cmd.Env = e.example, e.env
	text, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	var outputs struct {
		Start    struct{ Value string } `json:"start_script"`
		Shutdown struct{ Value string } `json:"shutdown_script"`
		Summary  struct {
			Value struct {
				DataDir string `json:"data_dir"`
				Module  struct {
					Dir string `json:"module_dir_name"`
				} `json:"module"`
			} `json:"value"`
		} `json:"summary"`
	}
	if err := json.Unmarshal(text, &outputs); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, text)
	}
	return &session{
		agent: agent, dir: dir, startScript: outputs.Start.Value, shutdownScript: outputs.Shutdown.Value,
		dataDir: outputs.Summary.Value.DataDir, moduleDir: outputs.Summary.Value.Module.Dir,
	}, nil
}

// svg draws text as a terminal.
func svg(text string) string {
	const lineHeight, width = 17, 124
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="%d" font-family="monospace" font-size="13">`+"\n", (len(lines)+2)*lineHeight)
	b.WriteString(`<rect width="100%" height="100%" rx="8" fill="#1e1e2e"/>` + "\n")
	escape := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
	for i, line := range lines {
		if characters := []rune(line); len(characters) > width {
			line = string(characters[:width]) + "…"
		}
		color := "#cdd6f4"
		switch {
		case strings.HasPrefix(line, "$ "):
			color = "#a6e3a1"
		case strings.HasPrefix(line, "Error: "):
			color = "#f38ba8"
		case strings.HasPrefix(line, "  | "):
			color = "#9399b2"
		}
		fmt.Fprintf(&b, `<text x="16" y="%d" fill="%s" xml:space="preserve">%s</text>`+"\n", (i+2)*lineHeight, color, escape.Replace(line))
	}
	return b.String() + "</svg>\n"
}
