package script_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog/agents"
	"github.com/coder-persistence/terraform-provider-persistence/internal/script"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// readyAgents are the agents that a start script is offered for.
func readyAgents(tb testing.TB) []catalog.Agent {
	tb.Helper()
	var ready []catalog.Agent
	for _, agent := range agents.Default().Agents() {
		if agent.Session != nil && agent.Session.ScriptReady {
			ready = append(ready, agent)
		}
	}
	if len(ready) == 0 {
		tb.Fatal("no agent has a start script, so there is nothing to test")
	}
	return ready
}

func lookup(tb testing.TB, name string) *catalog.Agent {
	tb.Helper()
	agent, err := agents.Default().Lookup(name)
	if err != nil {
		tb.Fatal(err)
	}
	return agent
}

// options are those of an agent whose template sets nothing else.
func options(agent *catalog.Agent) script.Options {
	return script.Options{
		Agent:            agent,
		Name:             agent.Slug,
		Home:             "/home/coder",
		Workdir:          "/home/coder",
		DataDir:          "/home/coder/.coder-modules/coder-persistence/" + agent.Slug,
		Port:             3284,
		AgentAPIVersion:  "v" + catalog.AgentAPIRecommended,
		StatePersistence: true,
		Resume:           true,
		OnLostSession:    "fresh",
		SaveInterval:     30,
		ShutdownBudget:   290,
	}
}

func render(tb testing.TB, renderer func(script.Options) (string, error), o script.Options) string {
	tb.Helper()
	text, err := renderer(o)
	if err != nil {
		tb.Fatal(err)
	}
	return text
}

// settings is the part of a start script that depends on the template.
func settings(tb testing.TB, o script.Options) string {
	tb.Helper()
	text := render(tb, script.Start, o)
	i := strings.LastIndex(text, "\n# --- end of the settings")
	if i < 0 {
		tb.Fatal("the script has no end of its settings")
	}
	return text[:i+1]
}

// TestSettings compares the settings of each agent, and of a template that sets
// everything, with those in testdata/golden; -update writes them.
func TestSettings(t *testing.T) {
	got := map[string]string{}
	for _, agent := range readyAgents(t) {
		got[agent.Slug] = settings(t, options(&agent))
	}
	full := options(lookup(t, "claude-code"))
	full.Name, full.Home, full.Workdir, full.DataDir = "reviewer", "/root", "/srv/it's a project", "/data/agents/reviewer"
	full.Prompt = "Fix the \"failing\" test.\nThen say $(date), it's done."
	full.Args, full.Command, full.Port = []string{"--model", "big one", ""}, "/opt/agent/bin/agent", 4000
	full.StatePersistence, full.Resume, full.OnLostSession, full.SaveInterval, full.ShutdownBudget = false, false, "fail", 0, 5
	full.SnapshotForTaskID, full.RetentionDays = "5d1b8f3e-4c0a-4d52-9a57-5f7e7f6f2b11", 90
	full.Directories = map[string]string{"CLAUDE_CONFIG_DIR": "/data/claude"}
	full.Install, full.AcceptFirstRun = &script.Install{Registry: "https://npm.example.com"}, true
	got["everything"] = settings(t, full)
	terminal := options(lookup(t, "goose"))
	terminal.Launcher = script.LauncherTerminal
	got["terminal"] = settings(t, terminal)

	for name, text := range got {
		path := filepath.Join("testdata", "golden", name+".sh")
		if *update {
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil || text != string(want) {
			t.Errorf("%s differs (%v); run: go test ./internal/script -run TestSettings -update, and read the difference", path, err)
		}
	}
	files, err := filepath.Glob("testdata/golden/*.sh")
	if err != nil || len(files) != len(got) {
		t.Errorf("%d golden files for %d settings (%v)", len(files), len(got), err)
	}
}

// unpack returns the program that a start script carries.
func unpack(t *testing.T, text string) string {
	t.Helper()
	packed := regexp.MustCompile(`(?m)^packed=([A-Za-z0-9+/=]+)$`).FindStringSubmatch(text)
	if packed == nil {
		t.Fatal("the script has no packed program")
	}
	zipped, err := base64.StdEncoding.DecodeString(packed[1])
	if err != nil {
		t.Fatal(err)
	}
	reader, err := gzip.NewReader(bytes.NewReader(zipped))
	if err != nil {
		t.Fatal(err)
	}
	program, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	return string(program)
}

// guards are the settings, one of which a function of the program asks before it
// calls into a part that is not always packed.
var guards = map[string]string{
	"find_session_file": "$store_kind", "find_session_record": "$store_kind",
	"follow_session": "$follow_kind", "current_by_process": "$follow_kind", "follow_current": "$follow_kind",
	"follow_by_process": "$follow_kind", "follow_by_content": "$follow_kind", "ask_agent": "$id_kind|${#follow_command", "list_sessions": "${sessions_command",
	"catch_up": "$follows_new", "note_known_sessions": "$follows_new",
	"clear_stale_locks": "$lock_glob", "adopt_old_directory": "$old_directory", "type_task": "$typed_task",
	"install_missing": "$install", "accept_first_run": "$first_run", "post_snapshot": "$task_id", "clean_up": "retention_days",
	"run_in_terminal": "$launcher", "install_for_terminal": "$launcher",
}

// TestEveryCallHasItsFunction: a part that is left out is called nowhere, but
// behind a setting that says it is there.
func TestEveryCallHasItsFunction(t *testing.T) {
	defined := func(program string) map[string]bool {
		functions := map[string]bool{}
		for _, match := range regexp.MustCompile(`(?m)^([a-z_]+)\(\) [({]`).FindAllStringSubmatch(program, -1) {
			functions[match[1]] = true
		}
		return functions
	}
	all := defined(script.Program())
	for _, agent := range readyAgents(t) {
		o := options(&agent)
		program := unpack(t, render(t, script.Start, o))
		packed := defined(program)
		before := ""
		for line := range strings.Lines(program) {
			before += line
			if strings.HasPrefix(line, "}") {
				before = ""
			}
			for _, word := range regexp.MustCompile(`[a-z_]+`).FindAllString(line, -1) {
				asked := func(setting string) bool { return setting != "" && strings.Contains(before, setting) }
				if all[word] && !packed[word] && !slices.ContainsFunc(strings.Split(guards[word], "|"), asked) {
					t.Errorf("%s: %s is not packed, and this line calls it without asking %q: %s", agent.Slug, word, guards[word], line)
				}
			}
		}
	}
}

// TestPackedProgramIsTheRepositorys unpacks what a start script carries.
func TestPackedProgramIsTheRepositorys(t *testing.T) {
	o := options(lookup(t, "goose"))
	o.Install, o.SnapshotForTaskID, o.RetentionDays = &script.Install{}, "a-task", 30
	text := render(t, script.Start, o)
	got := unpack(t, text)
	rest := script.Program()
	for line := range strings.Lines(got) {
		_, after, found := strings.Cut("\n"+rest, "\n"+line)
		if !found {
			t.Fatalf("the packed program has a line that program/*.sh lacks there: %s", line)
		}
		rest = after
	}
	files, err := filepath.Glob("program/*.sh")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		part, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(script.Program(), string(part)) {
			t.Errorf("%s is not part of the program", file)
		}
	}
	if again := render(t, script.Start, o); again != text {
		t.Error("the same options gave two scripts")
	}
}

// TestSizes: a plan shows these scripts, and a state keeps them.
func TestSizes(t *testing.T) {
	for _, agent := range readyAgents(t) {
		if got := len(render(t, script.Start, options(&agent))); got > 25_000 {
			t.Errorf("%s: the start script has %d bytes, more than 25 kB", agent.Slug, got)
		}
		if got := len(render(t, script.Shutdown, options(&agent))); got > 1_000 {
			t.Errorf("%s: the shutdown script has %d bytes, more than 1 kB", agent.Slug, got)
		}
	}
}

// TestStubWithoutProgram: a stop or a clean-up where nothing was ever started.
func TestStubWithoutProgram(t *testing.T) {
	o := options(lookup(t, "goose"))
	o.DataDir = t.TempDir()
	for name, renderer := range map[string]func(script.Options) (string, error){"shutdown": script.Shutdown, "cleanup": script.Cleanup} {
		out, err := exec.Command("bash", "-c", render(t, renderer, o)).CombinedOutput()
		if err != nil || strings.Count(string(out), "\n") != 1 {
			t.Errorf("%s: %v, want one line and status 0:\n%s", name, err, out)
		}
	}
}

// TestTruncatedProgram: a stub falls back on the copy, and says so when there is
// none.
func TestTruncatedProgram(t *testing.T) {
	o := options(lookup(t, "goose"))
	o.DataDir = t.TempDir()
	bin := filepath.Join(o.DataDir, "bin")
	write := func(name, text string) {
		if err := os.MkdirAll(bin, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(bin, name), []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	write("coder-agent-goose", "echo half of a prog")
	stop := render(t, script.Shutdown, o)
	out, err := exec.Command("bash", "-c", stop).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "is not whole") {
		t.Errorf("without a copy: %v\n%s", err, out)
	}
	write("copy", "echo the copy did: \"$1\"\n# end of program\n")
	out, err = exec.Command("bash", "-c", stop).CombinedOutput()
	if err != nil || string(out) != "the copy did: stop\n" {
		t.Errorf("with a copy: %v\n%s", err, out)
	}
}

// TestMetadataScripts run in any POSIX shell, also before the first start.
func TestMetadataScripts(t *testing.T) {
	o := options(lookup(t, "goose"))
	o.Name, o.DataDir = "it's mine", t.TempDir()
	for _, item := range script.Metadata(o) {
		out, err := exec.Command("sh", "-c", item.Script).CombinedOutput()
		if err != nil || string(out) != "never\n" {
			t.Errorf("%s: %v: %q", item.Key, err, out)
		}
	}
}
