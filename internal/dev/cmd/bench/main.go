// Command bench measures what plans cost with 1, 4 and 20 agents, beside the
// registry's agentapi module, and writes BENCHMARKS.md.
//
// Each round plans every template once, in turn and in the other order the next
// time, so that what else the machine does hits all of them alike. A ratio
// compares two plans of one round; the tables give the medians.
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/toolchain"
)

const registryModule = "coder/agentapi 2.4.0"

var counts = []int{1, 4, 20}

// subjects are the templates, the baseline first.
var subjects = []struct{ template, title string }{
	{"registry", "`" + registryModule + "`"},
	{"resource", "`coder_agent_persistence`, three scripts, an app"},
	{"module", "`modules/agent`"},
}

// scripts are the scripts of an agent.
var scripts = []string{"start", "stop", "cleanup"}

// writeRegistryModule gives the baseline's module the inputs of the released
// module, and scripts of the given sizes.
func writeRegistryModule(root, dir string, sizes map[string]int) error {
	text, err := os.ReadFile(filepath.Join(root, "internal", "dev", "registrymodules", "interfaces.json"))
	if err != nil {
		return err
	}
	var modules map[string]struct {
		Inputs map[string]struct {
			Type    string
			Default *string
		}
	}
	if err := json.Unmarshal(text, &modules); err != nil {
		return err
	}
	var inputs strings.Builder
	for name, input := range modules[registryModule].Inputs {
		fmt.Fprintf(&inputs, "variable %q {\n  type = %s\n", name, input.Type)
		if input.Default != nil {
			fmt.Fprintf(&inputs, "  default = %s\n", *input.Default)
		}
		inputs.WriteString("}\n")
	}
	if err := os.WriteFile(filepath.Join(dir, "variables.tf"), []byte(inputs.String()), 0o600); err != nil {
		return err
	}
	const line = "echo ${START} | base64 -d >\"$HOME/start.sh\"\n"
	for _, name := range scripts {
		script := strings.Repeat(line, sizes[name]/len(line)+1)
		if err := os.WriteFile(filepath.Join(dir, name+".sh"), []byte(script), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// engine runs Terraform or OpenTofu.
type engine struct {
	path string
	env  []string
}

// run returns the processor time of a command, plugins included, and its output.
func (e engine) run(dir string, args ...string) (time.Duration, string, error) {
	cmd := exec.Command(e.path, args...)
	cmd.Dir, cmd.Env = dir, e.env
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		return 0, "", fmt.Errorf("%s %s: %w\n%s", filepath.Base(e.path), strings.Join(args, " "), err, out.String())
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), out.String(), nil
}

// newEngine builds the provider of this checkout for the engine at hand.
func newEngine(root, dir string) (engine, error) {
	path, err := toolchain.Engine()
	if err != nil {
		return engine{}, err
	}
	coder, err := toolchain.Path("terraform-provider-coder")
	if err != nil {
		return engine{}, err
	}
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", filepath.Join(dir, "bin", "terraform-provider-persistence"), ".")
	build.Dir, build.Env = root, append(os.Environ(), "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		return engine{}, fmt.Errorf("go build: %w\n%s", err, out)
	}
	config := fmt.Sprintf("provider_installation {\n  dev_overrides {\n    \"coder/coder\" = %q\n"+
		"    \"coder-persistence/persistence\" = %q\n  }\n  direct {}\n}\n",
		filepath.Dir(coder), filepath.Join(dir, "bin"))
	file := filepath.Join(dir, "cli.tfrc")
	env := append(os.Environ(), "TF_CLI_CONFIG_FILE="+file, "CHECKPOINT_DISABLE=1", "TF_IN_AUTOMATION=1")
	return engine{path, env}, os.WriteFile(file, []byte(config), 0o600)
}

// prepare writes a template for some agents to dir, each agent with blocks of its
// own and each call of a module with a copy of its own, as "init" installs them.
// Without sizes the baseline cannot be prepared.
func (e engine) prepare(root, dir, template string, agents int, sizes map[string]int) error {
	from := filepath.Join(root, "internal", "dev", "cmd", "bench", "templates", template)
	module := filepath.Join(from, "module") // of the baseline
	if template == "module" {
		module = filepath.Join(root, "modules", "agent")
	}
	text, err := os.ReadFile(filepath.Join(from, "main.tf"))
	if err != nil {
		return err
	}
	agent, err := os.ReadFile(filepath.Join(from, "agent.tf"))
	if err != nil {
		return err
	}
	for i := range agents {
		name := fmt.Sprintf("agent-%d", i)
		text = append(text, strings.NewReplacer("NAME", name, "PORT", fmt.Sprint(3300+i)).Replace(string(agent))...)
		if template == "resource" {
			continue
		}
		if err := os.CopyFS(filepath.Join(dir, name), os.DirFS(module)); err != nil {
			return err
		}
		if template == "registry" {
			if err := writeRegistryModule(root, filepath.Join(dir, name), sizes); err != nil {
				return err
			}
		}
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "main.tf"), text, 0o600); err != nil {
		return err
	}
	_, _, err = e.run(dir, "get", "-no-color")
	return err
}

// scriptSizes are the bytes of an agent's scripts.
func (e engine) scriptSizes(root, dir string) (map[string]int, error) {
	if err := e.prepare(root, dir, "resource", 1, nil); err != nil {
		return nil, err
	}
	if _, _, err := e.run(dir, "apply", "-auto-approve", "-no-color", "-input=false"); err != nil {
		return nil, err
	}
	_, text, err := e.run(dir, "show", "-json")
	if err != nil {
		return nil, err
	}
	var state struct {
		Values struct {
			RootModule struct {
				Resources []struct {
					Type, Name string
					Values     struct{ Script string }
				}
			} `json:"root_module"`
		}
	}
	if err := json.Unmarshal([]byte(text[max(0, strings.Index(text, "{")):]), &state); err != nil {
		return nil, err
	}
	sizes := map[string]int{}
	for _, r := range state.Values.RootModule.Resources {
		if r.Type == "coder_script" {
			_, script, _ := strings.Cut(r.Name, "agent-0-")
			sizes[script] = len(r.Values.Script)
		}
	}
	return sizes, nil
}

// plan is a template that is planned once in each round.
type plan struct {
	dir    string
	second bool
	took   []time.Duration
}

func (e engine) measure(p *plan) error {
	took, text, err := e.run(p.dir, "plan", "-no-color", "-input=false")
	if err == nil && p.second && !strings.Contains(text, "No changes") {
		err = fmt.Errorf("a second plan has changes:\n%s", text)
	}
	p.took = append(p.took, took)
	return err
}

func main() {
	limit := flag.Duration("time", 210*time.Second, "begin no further round after this time")
	rounds := flag.Int("rounds", 15, "the most rounds")
	flag.Parse()
	if err := bench(*limit, *rounds, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func bench(limit time.Duration, rounds int, out io.Writer) (err error) {
	begin := time.Now()
	root, err := toolchain.RepoRoot(".")
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "bench-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	e, err := newEngine(root, dir)
	if err != nil {
		return err
	}
	sizes, err := e.scriptSizes(root, filepath.Join(dir, "sizes"))
	if err != nil {
		return err
	}
	var plans []plan // all subjects for each count, for first plans and then for second ones
	for _, second := range []bool{false, true} {
		for _, n := range counts {
			for _, s := range subjects {
				p := plan{dir: filepath.Join(dir, fmt.Sprint(s.template, n, second)), second: second}
				if err := e.prepare(root, p.dir, s.template, n, sizes); err != nil {
					return err
				}
				if second {
					if _, _, err := e.run(p.dir, "apply", "-auto-approve", "-no-color", "-input=false"); err != nil {
						return err
					}
				}
				plans = append(plans, p)
			}
		}
	}
	for round := 0; round < rounds && (round == 0 || time.Since(begin) < limit); round++ {
		for i := range plans {
			if round%2 == 1 {
				i = len(plans) - 1 - i
			}
			if err := e.measure(&plans[i]); err != nil {
				return err
			}
		}
		_, _ = fmt.Fprintf(out, "round %d done after %s\n", round+1, time.Since(begin).Round(time.Second))
	}
	_, version, err := e.run(dir, "version")
	if err != nil {
		return err
	}
	text := report(plans, sizes, strings.SplitN(version, "\n", 2)[0])
	return os.WriteFile(filepath.Join(root, "BENCHMARKS.md"), []byte(text), 0o644)
}

func report(plans []plan, sizes map[string]int, version string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `# Benchmarks

Written by %[1]smake bench%[1]s on %[2]s: %[3]s on %[4]s/%[5]s, %[6]d cores, %[7]d rounds.

The baseline is a module with the %[8]d bytes of scripts of an agent of ours (start %[9]d, stop %[10]d, clean-up %[11]d) in three
%[1]scoder_script%[1]s, a %[1]scoder_app%[1]s and the inputs of %[1]s%[12]s%[1]s. It holds no logic, so what a row costs
beyond it is what the checks, the rendering and the provider's process cost. Each agent has blocks of its own, and each call of
a module its own copy, as terraform init installs it. Seconds are processor time of the engine and all providers, the median of
the rounds. A ratio is the median of the rounds' ratios to the baseline, with the smallest and the largest.
`, "`", time.Now().UTC().Format(time.DateOnly), version, runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), len(plans[0].took),
		sizes["start"]+sizes["stop"]+sizes["cleanup"], sizes["start"], sizes["stop"], sizes["cleanup"], registryModule)
	for second, title := range []string{"First plan", "Second plan, without changes"} {
		fmt.Fprintf(&b, "\n## %s\n\n| Template | Agents | Seconds | Ratio |\n| --- | --- | --- | --- |\n", title)
		for i := range subjects {
			for j, n := range counts {
				at := (second*len(counts) + j) * len(subjects)
				ratio := "1"
				if i > 0 {
					ratios := make([]float64, len(plans[at].took))
					for round := range ratios {
						ratios[round] = float64(plans[at+i].took[round]) / float64(plans[at].took[round])
					}
					ratio = fmt.Sprintf("%.2f (%.2f to %.2f)", median(ratios), slices.Min(ratios), slices.Max(ratios))
				}
				fmt.Fprintf(&b, "| %s | %d | %.2f | %s |\n", subjects[i].title, n, median(plans[at+i].took).Seconds(), ratio)
			}
		}
	}
	b.WriteString("\nThe Go benchmarks are compared with benchstat; see [CONTRIBUTING.md](CONTRIBUTING.md).\n")
	return b.String()
}

func median[T cmp.Ordered](values []T) T {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
