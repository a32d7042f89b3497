// Command demo shows the provider at work on real programs: it builds the
// provider, applies the quickstart example with Terraform or OpenTofu, then
// starts, stops and resumes agents with the rendered scripts under the real
// agentapi, against a model server on loopback.
//
// It ends with status 1 when anything is not as it should be.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/toolchain"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/workspace"
)

// agents are the ones the demo brings back.
var agents = []string{"goose", "claude-code"}

// programs are the pinned CLIs of the agents.
var programs = map[string]string{"goose": "goose", "claude-code": "claude"}

// runCommand is the argument of the second half, which runs isolated.
const runCommand = "run-isolated"

// run is what the first half hands to the second, as JSON in a file.
type run struct {
	Agent          string `json:"agent"`
	Dir            string `json:"dir"`
	Program        string `json:"program"`
	AgentAPI       string `json:"agentapi"`
	StartScript    string `json:"start_script"`
	ShutdownScript string `json:"shutdown_script"`
	ModuleDir      string `json:"module_dir"`
	DataDir        string `json:"data_dir"`
}

func main() {
	if err := start(); err != nil {
		fmt.Fprintln(os.Stderr, "demo failed:", err)
		os.Exit(1)
	}
}

func start() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if len(os.Args) == 3 && os.Args[1] == runCommand {
		return runIsolated(ctx, os.Args[2])
	}
	return demo(ctx)
}

func demo(ctx context.Context) error {
	begin := time.Now()
	root, err := toolchain.RepoRoot(".")
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "coder-persistence-demo-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()

	engine, err := prepareEngine(ctx, root, dir)
	if err != nil {
		return err
	}
	agentAPI, err := tool(ctx, "agentapi")
	if err != nil {
		return err
	}
	for _, agent := range agents {
		r := run{Agent: agent, Dir: filepath.Join(dir, agent), AgentAPI: agentAPI}
		if r.Program, err = tool(ctx, programs[agent]); err != nil {
			return err
		}
		if err := engine.apply(ctx, &r); err != nil {
			return err
		}
		if runtime.GOOS != "linux" {
			fmt.Println("\nThe scripts are run on Linux only: agentapi listens on all interfaces, and here it cannot be given a network of its own. The plan above is what the demo can show.")
			return nil
		}
		if err := isolate(ctx, r); err != nil {
			return err
		}
	}
	fmt.Printf("\nDone in %.0f s: each agent came back with its conversation, after a stop and after a kill.\n", time.Since(begin).Seconds())
	return nil
}

// tool installs a pinned tool and returns its path.
func tool(ctx context.Context, name string) (string, error) {
	tc, err := toolchain.Open(os.Stderr)
	if err != nil {
		return "", err
	}
	if path, err := tc.Path(name); err == nil {
		return path, nil
	}
	fmt.Printf("Installing %s …\n", name)
	if err := tc.Install(ctx, name); err != nil {
		return "", err
	}
	return tc.Path(name)
}

// isolate runs the second half as a process that can take a network namespace.
func isolate(ctx context.Context, r run) error {
	if err := os.MkdirAll(r.Dir, 0o750); err != nil {
		return err
	}
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	file := filepath.Join(r.Dir, "run.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, self, runCommand, file)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", r.Agent, err)
	}
	return nil
}

func runIsolated(ctx context.Context, file string) error {
	if err := workspace.Isolate(); err != nil {
		return fmt.Errorf("agentapi listens on all interfaces, so the demo runs it in a network namespace of its own: %w", err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var r run
	if err := json.Unmarshal(text, &r); err != nil {
		return err
	}
	return r.showResume(ctx)
}

// engine is Terraform or OpenTofu with the provider installed.
type engine struct {
	path    string
	name    string
	example string
	env     []string
}

// prepareEngine builds the provider, puts it in a file system mirror and finds
// an engine to use it.
func prepareEngine(ctx context.Context, root, dir string) (*engine, error) {
	e := &engine{name: "terraform", example: filepath.Join(dir, "quickstart")}
	path, err := exec.LookPath("terraform")
	if err != nil {
		e.name = "tofu"
		if path, err = exec.LookPath("tofu"); err != nil {
			if path, err = tool(ctx, "tofu"); err != nil {
				return nil, err
			}
		}
	}
	e.path = path

	fmt.Println("Building the provider …")
	const version = "0.0.1"
	mirror := filepath.Join(dir, "mirror")
	binary := toolchain.MirroredProvider(mirror, toolchain.RegistryHosts[e.name], "coder-persistence", "coder-persistence", version)
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags", "-s -w -X main.version="+version, "-o", binary, ".")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build the provider: %w\n%s", err, out)
	}
	if err := os.CopyFS(e.example, os.DirFS(filepath.Join(root, "examples", "quickstart"))); err != nil {
		return nil, err
	}
	config := filepath.Join(dir, "cli.tfrc")
	if err := toolchain.WriteMirrorConfig(config, mirror); err != nil {
		return nil, err
	}
	e.env = append(os.Environ(), "TF_CLI_CONFIG_FILE="+config, "CHECKPOINT_DISABLE=1", "TF_IN_AUTOMATION=1")
	out, err := e.output(ctx, "init", "-no-color", "-input=false")
	if err != nil {
		return nil, fmt.Errorf("%s init: %w\n%s", e.name, err, out)
	}
	version1, err := e.output(ctx, "version")
	if err != nil {
		return nil, err
	}
	fmt.Printf("Using %s.\n", strings.SplitN(version1, "\n", 2)[0])
	return e, nil
}

func (e *engine) output(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, e.path, args...)
	cmd.Dir, cmd.Env = e.example, e.env
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	return out.String(), err
}

// apply applies the quickstart example for r's agent, prints the plan and what
// a person wants to see, and fills in r's scripts.
func (e *engine) apply(ctx context.Context, r *run) error {
	fmt.Printf("\n== %s: %s apply of examples/quickstart ==\n", r.Agent, e.name)
	home := filepath.Join(r.Dir, "home", "coder")
	// The last agent's state would turn this plan into an update.
	if err := os.RemoveAll(filepath.Join(e.example, "terraform.tfstate")); err != nil {
		return err
	}
	vars := []string{"-no-color", "-input=false", "-var", "agent=" + r.Agent, "-var", "home=" + home, "-var", "prompt=" + taskPrompt}
	plan, err := e.output(ctx, append([]string{"plan"}, vars...)...)
	if err != nil {
		return fmt.Errorf("%s plan: %w\n%s", e.name, err, plan)
	}
	fmt.Println(withoutScripts(plan))
	out, err := e.output(ctx, append([]string{"apply", "-auto-approve"}, vars...)...)
	if err != nil {
		return fmt.Errorf("%s apply: %w\n%s", e.name, err, out)
	}
	text, err := e.output(ctx, "output", "-json")
	if err != nil {
		return fmt.Errorf("%s output: %w\n%s", e.name, err, text)
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
	if err := json.Unmarshal([]byte(text), &outputs); err != nil {
		return fmt.Errorf("read the outputs: %w\n%s", err, text)
	}
	r.StartScript, r.ShutdownScript = outputs.Start.Value, outputs.Shutdown.Value
	r.DataDir, r.ModuleDir = outputs.Summary.Value.DataDir, outputs.Summary.Value.Module.Dir
	fmt.Printf("Rendered: a start script of %d lines and a shutdown script of %d lines.\n",
		strings.Count(r.StartScript, "\n"), strings.Count(r.ShutdownScript, "\n"))
	return nil
}

// withoutScripts leaves the lines of the rendered scripts out of a plan.
func withoutScripts(plan string) string {
	var kept []string
	inScript := false
	for _, line := range strings.Split(plan, "\n") {
		trimmed := strings.TrimSpace(line)
		switch {
		case strings.HasSuffix(trimmed, "<<-EOT"):
			kept = append(kept, line+" … EOT")
			inScript = true
		case inScript && trimmed == "EOT":
			inScript = false
		case !inScript:
			kept = append(kept, line)
		}
	}
	return strings.TrimSpace(strings.Join(kept, "\n"))
}
