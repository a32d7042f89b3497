package script_test

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/script"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/toolchain"
)

// The golden files show what a changed template does to the scripts. After a
// change that is meant, "go test ./internal/script -update" writes them anew.
var update = flag.Bool("update", false, "write the golden files instead of comparing with them")

const goldenDir = "testdata/golden"

// goldenLines is the longest golden file; a longer script is kept in several.
const goldenLines = 380

// goldens renders every script the golden files hold, by file name.
func goldens(t *testing.T) map[string]string {
	t.Helper()
	scripts := map[string]string{}
	for _, agent := range readyAgents(t) {
		base := options(t, &agent)
		full := base
		full.Name = "reviewer"
		full.Home = "/root"
		full.Workdir = "/srv/it's a project"
		full.DataDir = "/data/agents/reviewer"
		full.Prompt = "Fix the \"failing\" test.\nThen say $(date), it's done."
		full.Args = []string{"--model", "big one", ""}
		full.Command = "/opt/agent/bin/agent"
		full.Port = 4000
		full.AgentAPIVersion = "v0.12.1"
		full.StatePersistence = false
		full.Resume = "required"
		full.OnResumeFailure = "fail"
		full.SaveInterval = 0
		full.ShutdownBudget = 5
		full.SnapshotForTaskID = "5d1b8f3e-4c0a-4d52-9a57-5f7e7f6f2b11"
		terminal := base
		terminal.Launcher = script.LauncherTerminal
		scripts[filepath.Join(agent.Slug, "terminal-start.sh")] = render(t, script.Start, terminal)
		cleanup := full
		cleanup.RetentionDays = 90
		scripts[filepath.Join(agent.Slug, "cleanup.sh")] = render(t, script.Cleanup, cleanup)
		for label, o := range map[string]script.Options{"default": base, "full": plan(t, full)} {
			scripts[filepath.Join(agent.Slug, label+"-start.sh")] = render(t, script.Start, o)
			scripts[filepath.Join(agent.Slug, label+"-shutdown.sh")] = render(t, script.Shutdown, o)
		}
	}
	return scripts
}

// sections cuts a script before its section headings into as few parts as keep
// to goldenLines, and names the parts after the script: start.sh, or
// start-1.sh, start-2.sh and so on.
func sections(name, text string) map[string]string {
	const heading = "\n# --- "
	var parts []string
	for i, section := range strings.Split(text, heading) {
		if i > 0 {
			section = heading[1:] + section
		}
		if rest := strings.Count(text, heading); i < rest {
			section += "\n"
		}
		if last := len(parts) - 1; last >= 0 && strings.Count(parts[last]+section, "\n") <= goldenLines {
			parts[last] += section
		} else {
			parts = append(parts, section)
		}
	}
	if len(parts) == 1 {
		return map[string]string{name: text}
	}
	named := map[string]string{}
	for i, part := range parts {
		named[fmt.Sprintf("%s-%d.sh", strings.TrimSuffix(name, ".sh"), i+1)] = part
	}
	return named
}

func TestGoldenScripts(t *testing.T) {
	parts := map[string]string{}
	for name, text := range goldens(t) {
		cut := sections(name, text)
		whole := ""
		for _, part := range slices.Sorted(maps.Keys(cut)) {
			whole += cut[part]
		}
		if whole != text {
			t.Fatalf("%s: its golden files together are not the script", name)
		}
		maps.Copy(parts, cut)
	}
	if *update {
		writeGoldens(t, parts)
	}
	for name, text := range parts {
		want, err := os.ReadFile(filepath.Join(goldenDir, name))
		if err != nil {
			t.Errorf("%v; write it with: go test ./internal/script -update", err)
			continue
		}
		if text != string(want) {
			t.Errorf("%s: the script differs from its golden file: %s\nIf that is meant: go test ./internal/script -update", name, firstDifference(text, string(want)))
		}
	}
	files, err := filepath.Glob(filepath.Join(goldenDir, "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		name, err := filepath.Rel(goldenDir, file)
		if err != nil {
			t.Fatal(err)
		}
		if _, rendered := parts[name]; !rendered {
			t.Errorf("%s belongs to no script any more; remove it with: go test ./internal/script -update", name)
		}
	}
}

func writeGoldens(t *testing.T, parts map[string]string) {
	t.Helper()
	if err := os.RemoveAll(goldenDir); err != nil {
		t.Fatal(err)
	}
	for name, text := range parts {
		name = filepath.Join(goldenDir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// firstDifference shows the first line in which two texts differ.
func firstDifference(got, want string) string {
	gotLines, wantLines := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range gotLines {
		if i >= len(wantLines) {
			return "it has more lines"
		}
		if gotLines[i] != wantLines[i] {
			return "line " + gotLines[i] + "\n  golden: " + wantLines[i]
		}
	}
	return "it has fewer lines"
}

func TestShellcheck(t *testing.T) {
	shellcheck := toolchain.RequirePath(t, "shellcheck")
	for name, text := range goldens(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // it takes a second for each script
			// All checks but those of taste: braces around plain variables, and
			// remarks about set -e inside conditions, where it is never relied on.
			cmd := exec.CommandContext(t.Context(), shellcheck, "--norc", "-s", "bash", "-o", "all", "-e", "SC2250,SC2312,SC2310,SC2311", "-")
			cmd.Stdin = strings.NewReader(text)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("shellcheck: %v\n%s", err, out)
			}
		})
	}
}

func TestScriptsParse(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Fatalf("bash is needed to test scripts (apt-get install bash): %v", err)
	}
	for name, text := range goldens(t) {
		if _, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), name); err != nil {
			t.Error(err)
		}
		cmd := exec.CommandContext(t.Context(), bash, "-n")
		cmd.Stdin = strings.NewReader(text)
		if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s: bash -n: %v\n%s", name, err, out)
		}
	}
}

func TestScriptsAreWellFormed(t *testing.T) {
	for name, text := range goldens(t) {
		if !strings.HasPrefix(text, "#!/usr/bin/env bash\n") {
			t.Errorf("%s does not begin with its interpreter", name)
		}
		if !strings.Contains(text, "\nset -Eeuo pipefail\n") {
			t.Errorf("%s does not stop at errors", name)
		}
		if !strings.HasSuffix(text, "\n") || strings.HasSuffix(text, "\n\n") {
			t.Errorf("%s does not end with one newline", name)
		}
		// A prompt of 90,000 bytes must fit in beside the script.
		if len(text) > script.MaxBytes-90_000 {
			t.Errorf("%s has %d bytes, which leaves less than 90,000 for a prompt", name, len(text))
		}
		for _, bad := range []string{"<no value>", "{{", "\r", "set -x", "sudo ", " /tmp", "eval "} {
			if i := strings.Index(text, bad); i >= 0 {
				t.Errorf("%s holds %q: …%q…", name, bad, text[max(0, i-30):min(len(text), i+30)])
			}
		}
		for i, line := range strings.Split(text, "\n") {
			if strings.TrimRight(line, " \t") != line {
				t.Errorf("%s: line %d ends with a blank", name, i+1)
			}
		}
	}
}

func TestScriptsAreStable(t *testing.T) {
	first := goldens(t)
	for range 10 {
		for name, text := range goldens(t) {
			if text != first[name] {
				t.Fatalf("%s: two renderings of the same options differ", name)
			}
		}
	}
}

// TestScriptsHoldOnlyTheirOwnValues catches a value of one rendering that
// reaches another.
func TestScriptsHoldOnlyTheirOwnValues(t *testing.T) {
	agents := readyAgents(t)
	done := make(chan string)
	for i := range 20 {
		go func() {
			o := options(t, &agents[i%len(agents)])
			o.Prompt = strings.Repeat("p", i) + "."
			text, err := script.Start(o)
			if err != nil || !strings.Contains(text, "\nprompt="+strings.Repeat("p", i)+".\n") || bytes.Count([]byte(text), []byte("\nprompt=")) != 1 {
				done <- "the prompt of rendering is not its own"
				return
			}
			done <- ""
		}()
	}
	for range 20 {
		if problem := <-done; problem != "" {
			t.Error(problem)
		}
	}
}
