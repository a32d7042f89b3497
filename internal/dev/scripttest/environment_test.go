package scripttest

import (
	"encoding/base64"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/workspace"
	"github.com/coder-persistence/terraform-provider-persistence/internal/script"
)

// What a workspace, an image or a person brings along.

// TestOddNames: the home, the working directory and the prompt have blanks,
// quotes, dollar signs and characters that are not ASCII.
func TestOddNames(t *testing.T) {
	t.Parallel()
	const (
		place = `it's a "place" 返事 & é\n; *`
		odd   = `$(date) ~ ${HOME} ` + place
	)
	f := newFakeAt(t, filepath.Join(t.TempDir(), place), withPrompt(odd))
	f.render(withPrompt(odd), inDirectory(filepath.Join(f.Workdir, place)))
	f.start()
	f.tell(firstMessage)
	f.took(odd, 1)
	if directory, err := os.Readlink(filepath.Join("/proc", itoa(f.agents()[0].PID), "cwd")); err != nil || directory != filepath.Join(f.Workdir, place) {
		t.Errorf("the agent works in %q, %v", directory, err)
	}
	f.stop()
	f.start()
	f.chat(firstMessage)
	f.tell(secondMessage)
	f.waitSaved(secondMessage)
	f.kill()
	f.start()
	f.chat(firstMessage, secondMessage)
	f.began(2)
	f.took(odd, 1)
}

// TestLargestPrompt: the longest start script arrives whole both ways, as a
// coder_script and from within the script of the agentapi module, which holds it in
// base64 beside 17 KiB of its own, passes it on in a variable and runs a file.
func TestLargestPrompt(t *testing.T) {
	t.Parallel()
	const characters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#%&'()*+,-./:;<=>?@[]^_`{|}~"
	source := rand.New(rand.NewPCG(1, 2))
	text := make([]byte, 80_000)
	for i := range text {
		text[i] = characters[source.IntN(len(characters))]
	}
	for name, module := range map[string]bool{"script": false, "module": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFake(t)
			// What random text needs in the script, packed, is in proportion to its length.
			length, task := 40_000, ""
			for range 3 {
				task = string(text[:length])
				f.render(withPrompt(task))
				length += (script.MaxBytes - 100 - len(f.result.StartScript)) * 9 / 10
			}
			if n := len(f.result.StartScript); n < script.MaxBytes-1000 {
				t.Fatalf("the script has %d bytes, want almost %d", n, script.MaxBytes)
			}
			start := f.result.StartScript
			if module {
				start = "#!/bin/bash\n# " + strings.Repeat("m", 17<<10) + "\nexport START=\"$(echo -n '" +
					base64.StdEncoding.EncodeToString([]byte(start)) + "' | base64 -d)\"\n" +
					`echo -n "$START" >start.sh && chmod +x start.sh && ./start.sh`
			}
			f.isUp(f.script(start, nil))
			f.took(task, 1)
		})
	}
}

// TestFailuresAreReported: whatever goes wrong before or in the agent ends the
// start with an error that says what to do.
func TestFailuresAreReported(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.behave("exit=7")
	f.refused("this agent ends with status 7")
	if result := f.plain(); result.ExitCode == 0 || !strings.Contains(result.Output, "this agent ends with status 7") {
		t.Errorf("the plain start ended with status %d:\n%s", result.ExitCode, result.Output)
	}
	f.behave("")
	for program, text := range map[string]string{fakeName: fakeName + " is not on PATH", "agentapi": "agentapi is not on PATH"} {
		link := filepath.Join(f.Bin, program)
		f.must(os.Rename(link, link+".away"))
		f.refused(text)
		if result := f.plain(); result.ExitCode == 0 || !strings.Contains(result.Output, text) {
			t.Errorf("without %s the plain start ended with status %d:\n%s", program, result.ExitCode, result.Output)
		}
		f.must(os.Rename(link+".away", link))
	}
	f.start()
}

// TestWrongHome: under another home the sessions would be written where no
// volume is. The script refuses and says what to write, also when nothing can be
// written to the template's home, as for another user.
func TestWrongHome(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.Setenv("HOME", f.Dir)
	for _, step := range []string{"writable", "read-only"} {
		if step == "read-only" {
			f.readOnly(f.Home)
		}
		for _, result := range []workspace.Result{f.foreground(), f.plain()} {
			if result.ExitCode == 0 || !strings.Contains(result.Output, `home = "`+f.Dir+`"`) || strings.Contains(result.Output, "disk") {
				t.Errorf("%s: status %d:\n%s", step, result.ExitCode, result.Output)
			}
		}
	}
}

// TestBoundary: the wrapper that the agentapi module asks for is put before the
// agent's command.
func TestBoundary(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.Setenv("BOUNDARY_TEST", "no")
	f.boundary = "env BOUNDARY_TEST=yes"
	f.start()
	environ, err := os.ReadFile(filepath.Join("/proc", itoa(f.agents()[0].PID), "environ"))
	f.must(err)
	if !strings.Contains(string(environ), "BOUNDARY_TEST=yes") {
		t.Errorf("the agent runs without the wrapper %q", f.boundary)
	}
}

// TestVariables: what a template or a person sets for another purpose makes
// bash or agentapi behave in another way. The agent starts, and its chat is
// saved.
func TestVariables(t *testing.T) {
	t.Parallel()
	for name, value := range map[string]string{
		"AGENTAPI_EXPERIMENTAL_ACP": "true",
		"AGENTAPI_PRINT_OPENAPI":    "true",
		"POSIXLY_CORRECT":           "1",
		"SHELLOPTS":                 "posix",
		"BASH_ENV":                  "prints",
		"CDPATH":                    "/:/usr",
		"GREP_OPTIONS":              "--color=always",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFake(t)
			if name == "BASH_ENV" {
				value = filepath.Join(f.Home, "bash_env")
				f.must(f.WriteFile("bash_env", "echo 'a word from BASH_ENV'\necho 'and a warning' >&2\n"))
			}
			f.Setenv(name, value)
			f.Setenv("LC_ALL", "C.UTF-8")
			result := f.plain()
			f.isUp(result)
			if strings.Contains(result.Output+f.log(), "locale") {
				t.Errorf("the script says something about the locale, which is there:\n%s", result.Output)
			}
			f.tell(firstMessage)
			f.stop()
			if !f.saved(firstMessage) {
				t.Error("the chat is not saved")
			}
			f.start()
			f.chat(firstMessage)
			f.began(1)
		})
	}
}

// TestMissingLocale: the module sets a locale that need not exist, and what
// programs say of that must not become the first message of the chat.
func TestMissingLocale(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.start() // under LC_ALL=en_US.UTF-8
	messages, err := f.client().Messages(f.context())
	f.must(err)
	if strings.Contains(messages[0].Content, "locale") {
		t.Errorf("the chat begins with %q", messages[0].Content)
	}
}

// TestProxy: a proxy is set, without exceptions. It is never asked for this
// machine.
func TestProxy(t *testing.T) {
	t.Parallel()
	f, coder := newTask(t)
	var asked atomic.Int64
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		w.WriteHeader(http.StatusBadGateway)
	}))
	t.Cleanup(proxy.Close)
	for _, name := range []string{"http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "all_proxy"} {
		f.Setenv(name, proxy.URL)
	}
	f.isUp(f.plain())
	f.tell(firstMessage)
	f.stop()
	if n := len(coder.take()); n != 1 || asked.Load() != 0 {
		t.Errorf("%d snapshots were posted, and the proxy was asked %d times", n, asked.Load())
	}
}

// TestSecrets: nothing that is in the environment alone reaches a log, a file or
// a command line, whatever curl's own settings say.
func TestSecrets(t *testing.T) {
	t.Parallel()
	const secret = "a-secret-that-must-not-be-seen"
	f, coder := newTask(t)
	f.Setenv("ANTHROPIC_API_KEY", secret)
	f.must(f.WriteFile(".curlrc", "verbose\ntrace-ascii = \""+filepath.Join(f.LogDir, "curl-trace")+"\"\n"))
	// A curl that leaves its command line behind.
	curl := filepath.Join(f.LogDir, "curl")
	f.must(os.WriteFile(curl, []byte("#!/bin/bash\nprintf '%s\\n' \"$@\" >\"$CURL_ARGUMENTS\"\nexec /usr/bin/curl \"$@\"\n"), 0o700))
	f.must(f.Link("curl", curl))
	f.Setenv("CURL_ARGUMENTS", filepath.Join(f.LogDir, "curl-arguments"))
	f.start()
	f.tell(firstMessage)
	f.stop()
	if n := len(coder.take()); n != 1 {
		t.Errorf("%d snapshots were posted, want one", n)
	}
	f.behave("exit=3")
	f.refused("status 3")

	for _, output := range f.outputs {
		if strings.Contains(output, secret) || strings.Contains(output, agentToken) {
			t.Errorf("a script wrote a secret:\n%s", output)
		}
	}
	for _, dir := range []string{f.Home, f.LogDir, f.Tmp} {
		f.must(filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || !entry.Type().IsRegular() {
				return err
			}
			text, err := os.ReadFile(path)
			if strings.Contains(string(text), secret) || strings.Contains(string(text), agentToken) {
				t.Errorf("%s has a secret in it", path)
			}
			return err
		}))
	}
}

// TestPermissions: what the script writes is private, what the agent's programs
// write in the project is not.
func TestPermissions(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.start()
	f.tell(firstMessage)
	f.waitSaved(firstMessage)
	for _, name := range []string{"", "state", "logs"} {
		info, err := os.Stat(f.dataPath(name))
		f.must(err)
		if info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %v, which others can use", name, info.Mode())
		}
	}
	status, err := os.ReadFile(filepath.Join("/proc", itoa(f.run.AgentAPI()), "status"))
	f.must(err)
	if !strings.Contains(string(status), "Umask:\t0022") {
		t.Errorf("agentapi does not run with the user's umask:\n%s", status)
	}
}

// TestLogIsNotShared: the registry's coder-utils module writes what a script
// says through tee, to start.log in the directory for logs that it is given.
func TestLogIsNotShared(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	path := filepath.Join(f.LogDir, "start.sh")
	f.must(os.WriteFile(path, []byte(f.result.StartScript), 0o700))
	f.must(os.MkdirAll(f.dataPath("logs"), 0o700))
	wrapped := fmt.Sprintf("set -o pipefail; '%s' 2>&1 | tee '%s'", path, f.dataPath("logs/start.log"))
	for _, message := range []string{firstMessage, secondMessage} {
		f.isUp(f.script(wrapped, nil))
		f.tell(message)
		f.waitSaved(message)
		text, err := os.ReadFile(f.dataPath("logs/start.log"))
		f.must(err)
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		for i, line := range lines {
			if !strings.HasPrefix(line, "20") && !strings.HasPrefix(line, "  ") || slices.Contains(lines[:i], line) {
				t.Errorf("a torn or doubled line in the module's log: %q\n%s", line, text)
			}
		}
		f.stop()
	}
}

// slimPath is a directory with the programs of a slim image alone: coreutils
// bash, grep, gzip and sed. There is no awk, jq, curl, flock, ps or python.
func (f *fixture) slimPath() string {
	f.t.Helper()
	list, err := exec.CommandContext(f.context(), "dpkg", "-L", "coreutils").Output()
	if err != nil {
		f.t.Fatalf("this test asks dpkg which programs coreutils has: %v. Run it on Debian or Ubuntu.", err)
	}
	dir := filepath.Join(f.Dir, "slim")
	f.must(os.Mkdir(dir, 0o755))
	for path := range strings.FieldsSeq(string(list)) {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && strings.HasSuffix(filepath.Dir(path), "/bin") {
			f.must(os.Symlink(path, filepath.Join(dir, filepath.Base(path))))
		}
	}
	for _, name := range []string{"bash", "grep", "gzip", "sed"} {
		path, err := exec.LookPath(name)
		f.must(err)
		f.must(os.Symlink(path, filepath.Join(dir, name)))
	}
	return dir
}

// TestSlimImage: PATH has coreutils, bash, gzip, agentapi and the agent.
func TestSlimImage(t *testing.T) {
	t.Parallel()
	f := newFake(t, withPrompt(prompt), forTask(taskID))
	f.Setenv("PATH", f.Bin+":"+f.slimPath())
	f.Setenv("CODER_AGENT_URL", "http://127.0.0.1:9")
	f.Setenv("CODER_AGENT_TOKEN", agentToken)
	f.start()
	f.tell(firstMessage)
	f.stop()
	if !f.saved(firstMessage) {
		t.Error("the chat is not saved")
	}
	f.start()
	f.chat(firstMessage)
	f.tell(secondMessage)
	f.waitSaved(secondMessage)
	f.kill()
	f.isUp(f.plain())
	f.chat(firstMessage, secondMessage)
	f.began(2)
	f.took(prompt, 1)
}
