package script_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"crypto/sha512"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// installation runs the install step in a home of its own.
type installation struct {
	t        *testing.T
	home     string
	path     string // PATH before the start script
	settings []string
	wrapper  []string // a command that runs bash with the program as its last argument
}

func newInstallation(t *testing.T) *installation {
	t.Helper()
	return &installation{t: t, home: t.TempDir(), path: os.Getenv("PATH")}
}

// onlyPrograms makes these programs the only ones on PATH.
func (i *installation) onlyPrograms(names string) {
	i.t.Helper()
	i.path = i.t.TempDir()
	for _, name := range strings.Fields(names) {
		program, err := exec.LookPath(name)
		if err != nil {
			i.t.Fatalf("%v; install it first", err)
		}
		if err := os.Symlink(program, filepath.Join(i.path, name)); err != nil {
			i.t.Fatal(err)
		}
	}
}

// pin sets what is to be installed: a version, and where it comes from.
func (i *installation) pin(version, url, checksum string) {
	i.settings = append(i.settings,
		"install_title='Test Agent "+version+"'", "install_program=test-agent", "install_version="+version,
		"install_downloads=(amd64 '"+url+"' '"+checksum+"' arm64 '"+url+"' '"+checksum+"')")
}

func (i *installation) run(commands string) (string, error) {
	i.t.Helper()
	source, err := filepath.Abs("program/install.sh")
	if err != nil {
		i.t.Fatal(err)
	}
	program := `set -Eeuo pipefail
log() { printf '%s\n' "$*"; }
warn() { printf 'WARNING: %s\n' "$*"; }
die() { printf 'ERROR: %s\n' "$*"; exit 1; }
pause() { :; }
has() { command -v "$1" >/dev/null; }
json_text() { local text=${1//\\/\\\\}; printf '%s' "${text//\"/\\\"}"; }
install=true install_package= install_registry=https://npm.example.com install_env=() install_without_node='Claude Code, Goose'
agentapi_version= agentapi_downloads=() install_stall_seconds=1 agent_names=(test-agent) title='Test Agent' first_run=accept args=()
home=$HOME workdir=$HOME/project
` + strings.Join(i.settings, "\n") + "\nsource " + source + "\n" + commands
	command := []string{"bash", "-c", program}
	if i.wrapper != nil {
		command = append(slices.Clone(i.wrapper), program)
	}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env = []string{"HOME=" + i.home, "PATH=" + i.path}
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// must installs and returns what the agent then says when it is started.
func (i *installation) must() string {
	i.t.Helper()
	out, err := i.run("install_missing\ntest-agent")
	if err != nil {
		i.t.Fatalf("%v\n%s", err, out)
	}
	return out
}

func (i *installation) fails(want string) {
	i.t.Helper()
	out, err := i.run("install_missing\ntest-agent")
	if err == nil || !strings.Contains(out, want) {
		i.t.Errorf("expected an error with %q, got %v:\n%s", want, err, out)
	}
}

// leftovers are files of a download that was not finished.
func (i *installation) leftovers() []string {
	i.t.Helper()
	found, err := filepath.Glob(filepath.Join(i.home, ".local/share/coder-persistence/*/.incoming.*"))
	if err != nil {
		i.t.Fatal(err)
	}
	return found
}

func agentScript(version string) []byte {
	return []byte("#!/bin/sh\necho test-agent " + version + "\n")
}

func archive(t *testing.T, name string, content []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	zipped := gzip.NewWriter(&out)
	files := tar.NewWriter(zipped)
	if err := files.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(content))}); err != nil {
		t.Fatal(err)
	}
	if _, err := files.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := files.Close(); err != nil {
		t.Fatal(err)
	}
	if err := zipped.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func serve(t *testing.T, content []byte) (url, checksum string) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(content) }))
	t.Cleanup(server.Close)
	return server.URL + "/agent.tgz", fmt.Sprintf("sha512 %x", sha512.Sum512(content))
}

func TestInstallsAnArchiveOnce(t *testing.T) {
	t.Parallel()
	var requests atomic.Int64
	content := archive(t, "package/bin/test-agent", agentScript("1.0.0"))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		requests.Add(1)
		_, _ = w.Write(content)
	}))
	defer server.Close()
	i := newInstallation(t)
	i.pin("1.0.0", server.URL, fmt.Sprintf("sha512 %x", sha512.Sum512(content)))
	for range 2 {
		if out := i.must(); !strings.Contains(out, "test-agent 1.0.0") {
			t.Errorf("got:\n%s", out)
		}
	}
	if requests.Load() != 1 {
		t.Errorf("expected one download, got %d", requests.Load())
	}
	if target, err := os.Readlink(filepath.Join(i.home, ".local/bin/test-agent")); err != nil || !strings.HasSuffix(target, "/1.0.0/bin/test-agent") {
		t.Errorf("~/.local/bin/test-agent points to %q, %v", target, err)
	}
}

func TestInstallsAProgramThatIsNoArchive(t *testing.T) {
	t.Parallel()
	i := newInstallation(t)
	content := agentScript("1.0.0")
	url, _ := serve(t, content)
	i.pin("1.0.0", url, fmt.Sprintf("sha256 %x", sha256.Sum256(content)))
	if out := i.must(); !strings.Contains(out, "test-agent 1.0.0") {
		t.Errorf("got:\n%s", out)
	}
}

func TestInstallsWithWget(t *testing.T) {
	t.Parallel()
	i := newInstallation(t)
	i.onlyPrograms("bash wget tar gzip uname readlink mkdir mktemp mv rm ln find head od chmod timeout sha512sum sh grep tail")
	i.pin("1.0.0", "", "")
	url, checksum := serve(t, archive(t, "package/test-agent", agentScript("1.0.0")))
	i.pin("1.0.0", url, checksum)
	if out := i.must(); !strings.Contains(out, "test-agent 1.0.0") {
		t.Errorf("got:\n%s", out)
	}
	missing := httptest.NewServer(http.NotFoundHandler())
	defer missing.Close()
	i.pin("2.0.0", missing.URL, "")
	if out := i.must(); !strings.Contains(out, "404 Not Found. Keeping 1.0.0.") {
		t.Errorf("got:\n%s", out)
	}
}

func TestKeepsAProgramThatIsOnPath(t *testing.T) {
	t.Parallel()
	i := newInstallation(t)
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "test-agent"), agentScript("0.9.0"), 0o700); err != nil {
		t.Fatal(err)
	}
	i.path = bin + ":" + i.path
	i.pin("1.0.0", "http://127.0.0.1:1/", "")
	if out := i.must(); !strings.Contains(out, "using "+bin+"/test-agent") || !strings.Contains(out, "test-agent 0.9.0") {
		t.Errorf("got:\n%s", out)
	}
}

func TestKeepsTheUsersOwnProgram(t *testing.T) {
	t.Parallel()
	i := newInstallation(t)
	bin := filepath.Join(i.home, ".local", "bin")
	if err := os.MkdirAll(bin, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(bin, "test-agent"), agentScript("0.9.0"), 0o700); err != nil {
		t.Fatal(err)
	}
	i.pin("1.0.0", "http://127.0.0.1:1/", "")
	if out, err := i.run("install_missing"); err != nil || !strings.Contains(out, "using "+bin+"/test-agent") {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestAFailedDownloadKeepsTheOldVersion changes the pin, and the new version
// cannot be installed. Without an old version the same fault is an error.
func TestAFailedDownloadKeepsTheOldVersion(t *testing.T) {
	t.Parallel()
	whole := archive(t, "package/test-agent", append(agentScript("2.0.0"), bytes.Repeat([]byte("# padding\n"), 100_000)...))
	checksum := fmt.Sprintf("sha512 %x", sha512.Sum512(whole))
	faults := map[string]struct {
		handle   http.HandlerFunc
		checksum string
		want     string
	}{
		"not found":   {http.NotFound, checksum, "404"},
		"cut off":     {cutOff(whole), checksum, "cannot download"},
		"stalls":      {stall(whole), checksum, "cannot download"},
		"checksum":    {func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(whole) }, "sha512 00", "wrong checksum"},
		"empty":       {func(http.ResponseWriter, *http.Request) {}, checksum, "wrong checksum"},
		"no program":  {func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(archive(t, "other", whole)) }, "", "does not hold a file named test-agent"},
		"half a file": {func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(whole[:len(whole)/2]) }, "", "cannot unpack the download"},
		"does not run": {func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write(archive(t, "test-agent", []byte("#!/bin/sh\necho 'no such instruction' >&2\nexit 132\n")))
		}, "", "does not run here: no such instruction"},
		"a page in place of a file": {func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>Log in first</html>")) }, "", "does not run here"},
	}
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(fault.handle)
			defer server.Close()

			fresh := newInstallation(t)
			fresh.pin("2.0.0", server.URL, fault.checksum)
			fresh.fails("ERROR: cannot install Test Agent 2.0.0: ")
			fresh.fails(fault.want)
			if left := fresh.leftovers(); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}

			old := newInstallation(t)
			old.pin("1.0.0", first(serve(t, archive(t, "package/test-agent", agentScript("1.0.0")))), "")
			old.must()
			old.pin("2.0.0", server.URL, fault.checksum)
			out := old.must()
			if !strings.Contains(out, "Keeping 1.0.0.") || !strings.Contains(out, fault.want) || !strings.HasSuffix(out, "test-agent 1.0.0\n") {
				t.Errorf("got:\n%s", out)
			}

			// The next start tries again.
			url, sum := serve(t, whole)
			old.pin("2.0.0", url, sum)
			if out := old.must(); !strings.HasSuffix(out, "test-agent 2.0.0\n") {
				t.Errorf("got:\n%s", out)
			}
		})
	}
}

func first(text, _ string) string { return text }

func cutOff(content []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", fmt.Sprint(len(content)))
		_, _ = w.Write(content[:len(content)/2])
		panic(http.ErrAbortHandler)
	}
}

func stall(content []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", fmt.Sprint(len(content)))
		_, _ = w.Write(content[:1])
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	}
}

// TestTriesABrokenDownloadAgain: two connections are lost with 412,345 bytes
// still to come, which is no status of a server that refuses.
func TestTriesABrokenDownloadAgain(t *testing.T) {
	t.Parallel()
	content := append(agentScript("1.0.0"), "exit\n"...)
	content = append(content, bytes.Repeat([]byte("#"), 412_345-len(content))...)
	for _, downloader := range []string{"curl", "wget"} {
		t.Run(downloader, func(t *testing.T) {
			var requests atomic.Int64
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				switch n := requests.Add(1); {
				case strings.HasSuffix(r.URL.Path, "/refused"):
					w.WriteHeader(http.StatusForbidden)
				case n <= 2:
					w.Header().Set("Content-Length", fmt.Sprint(len(content)))
					_ = http.NewResponseController(w).Flush()
					panic(http.ErrAbortHandler)
				default:
					_, _ = w.Write(content)
				}
			}))
			defer server.Close()
			i := newInstallation(t)
			i.onlyPrograms("bash uname readlink mkdir mktemp mv rm ln find head od chmod timeout sh grep tail " + downloader)
			i.pin("1.0.0", server.URL, "")
			if out := i.must(); strings.Count(out, "trying again") != 2 {
				t.Errorf("got:\n%s", out)
			}
			requests.Store(0)
			i.pin("2.0.0", server.URL+"/refused", "")
			if out := i.must(); requests.Load() != 1 || !strings.Contains(out, "Keeping 1.0.0.") {
				t.Errorf("%d requests:\n%s", requests.Load(), out)
			}
		})
	}
}

// TestWaitsForASlowDownload sends a file in pieces for longer than a download may stand still.
func TestWaitsForASlowDownload(t *testing.T) {
	t.Parallel()
	// Random enough for gzip to leave it long.
	padding := make([]byte, 40_000)
	for i := range padding {
		sum := sha256.Sum256([]byte{byte(i), byte(i >> 8)})
		padding[i] = sum[0]
	}
	content := archive(t, "test-agent", append(append(agentScript("1.0.0"), "exit\n"...), padding...))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", fmt.Sprint(len(content)))
		for piece := range 10 {
			_, _ = w.Write(content[piece*len(content)/10 : (piece+1)*len(content)/10])
			_ = http.NewResponseController(w).Flush()
			time.Sleep(300 * time.Millisecond)
		}
	}))
	defer server.Close()
	i := newInstallation(t)
	i.pin("1.0.0", server.URL, fmt.Sprintf("sha512 %x", sha512.Sum512(content)))
	if out := i.must(); !strings.HasSuffix(out, "test-agent 1.0.0\n") {
		t.Errorf("got:\n%s", out)
	}
}

// TestEachAgentRunsTheVersionItPins starts two agents of one kind in turn: the
// link for people names one version, PATH names that of the agent.
func TestEachAgentRunsTheVersionItPins(t *testing.T) {
	t.Parallel()
	i := newInstallation(t)
	for _, version := range []string{"1.0.0", "2.0.0", "1.0.0", "2.0.0"} {
		url, _ := serve(t, archive(t, "package/test-agent", agentScript(version)))
		i.pin(version, url, "")
		out, err := i.run("install_missing\n[[ :$PATH: == *:\"$home/.local/bin\":* ]] || PATH=$home/.local/bin:$PATH\ntest-agent")
		if err != nil || !strings.HasSuffix(out, "test-agent "+version+"\n") {
			t.Errorf("%v\n%s", err, out)
		}
	}
}

// TestTwoStartsInstallAtOnce: of agents with one home, also of workspaces that
// number their processes alike.
func TestTwoStartsInstallAtOnce(t *testing.T) {
	t.Parallel()
	i := newInstallation(t)
	i.wrapper = []string{"unshare", "--pid", "--fork", "--map-root-user", "bash", "-c"}
	url, checksum := serve(t, archive(t, "package/test-agent", agentScript("1.0.0")))
	i.pin("1.0.0", url, checksum)
	done := make(chan string)
	for range 4 {
		go func() {
			out, err := i.run("install_missing\ntest-agent")
			if err != nil {
				out += err.Error()
			}
			done <- out
		}()
	}
	for range 4 {
		if out := <-done; !strings.HasSuffix(out, "test-agent 1.0.0\n") {
			t.Errorf("got:\n%s", out)
		}
	}
	if left := i.leftovers(); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestAReadOnlyHomeKeepsWhatIsInstalled(t *testing.T) {
	t.Parallel()
	// A mount, because a test that runs as root is not bound by modes.
	readOnly := []string{"unshare", "--mount", "--map-root-user", "bash", "-c",
		`mount --bind "$HOME" "$HOME" && mount -o remount,bind,ro "$HOME" && exec bash -c "$0"`}
	i := newInstallation(t)
	i.wrapper = readOnly
	if out, err := i.run("! touch ~/probe"); err != nil {
		t.Fatalf("%v: %s\nrun the tests as root, or allow unprivileged user namespaces", err, out)
	}
	i.wrapper = nil
	url, _ := serve(t, archive(t, "package/test-agent", agentScript("1.0.0")))
	i.pin("1.0.0", url, "")
	i.must()
	i.wrapper = readOnly
	if out := i.must(); out != "test-agent 1.0.0\n" {
		t.Errorf("got:\n%s", out)
	}
	i.pin("2.0.0", url, "")
	if out := i.must(); !strings.Contains(out, "Read-only file system. Keeping 1.0.0.") {
		t.Errorf("got:\n%s", out)
	}
	fresh := newInstallation(t)
	fresh.wrapper = readOnly
	fresh.pin("1.0.0", url, "")
	fresh.fails("cannot create a directory in " + fresh.home + "/.local/share/coder-persistence/test-agent: ")
}

func TestMissingToolsAreNamed(t *testing.T) {
	t.Parallel()
	i := newInstallation(t)
	i.onlyPrograms("bash uname readlink mkdir mktemp rm find")
	i.pin("1.0.0", "http://127.0.0.1:1/", "")
	i.fails("curl or wget must be on PATH to download it")
	i.settings = append(i.settings, "install_package=@test/agent")
	i.fails("it needs node and npm, which are not on PATH. Add them to the image, or choose an agent that needs neither: Claude Code, Goose")
	i.settings = append(i.settings, "install_downloads=()")
	i.fails("no download for ")
}

// firstRun adds files of the agent, six words each.
func (i *installation) firstRun(words ...string) {
	i.t.Helper()
	quoted := make([]string, len(words))
	for n, word := range words {
		quoted[n] = "'" + word + "'"
	}
	i.settings = append(i.settings, "first_run_files=("+strings.Join(quoted, " ")+")")
}

func TestFirstRunFilesAreWrittenOnce(t *testing.T) {
	t.Parallel()
	i := newInstallation(t)
	i.firstRun(
		"", "", "", ".agent.json", "", `{"trusted": {"{workdir}": true}, "key": "{$AGENT_KEY:tail}", "url": "{$AGENT_URL:-https://example.com}", "other": {}}`,
		"AGENT_DIR", "sub", ".config/agent", "settings.json", "", `{}`,
		"", "", "", "with-key", "AGENT_KEY", "key",
		"", "", "", "with-flag", "--yes", "flag")
	const start = `AGENT_KEY=0123456789abcdefghijklmnop workdir='/home/a "b"'
accept_first_run`
	out, err := i.run(start)
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for name, want := range map[string]string{
		".agent.json":                 `{"trusted": {"/home/a \"b\"": true}, "key": "6789abcdefghijklmnop", "url": "https://example.com", "other": {}}`,
		".config/agent/settings.json": "{}",
		"with-key":                    "key",
		"with-flag":                   "",
	} {
		got, _ := os.ReadFile(filepath.Join(i.home, name))
		if strings.TrimSpace(string(got)) != want {
			t.Errorf("%s holds %q, expected %q", name, got, want)
		}
	}
	// A file of the user is never replaced, one in a moved directory is its own.
	if err := os.WriteFile(filepath.Join(i.home, ".agent.json"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err = i.run("args=(--yes) AGENT_DIR=$HOME/moved\n" + start)
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for name, want := range map[string]string{".agent.json": "mine", "moved/sub/settings.json": "{}\n", "with-flag": "flag\n"} {
		if got, _ := os.ReadFile(filepath.Join(i.home, name)); string(got) != want {
			t.Errorf("%s holds %q, expected %q", name, got, want)
		}
	}
}

func TestFirstRunFilesNeedConsent(t *testing.T) {
	t.Parallel()
	i := newInstallation(t)
	i.firstRun("", "", "", ".agent.json", "", "{}")
	if out, err := i.run("first_run=\naccept_first_run"); err != nil || out != "" {
		t.Errorf("%v\n%s", err, out)
	}
	if _, err := os.Stat(filepath.Join(i.home, ".agent.json")); err == nil {
		t.Error("the file was written without consent")
	}
}

// TestInstallsAnNPMPackage runs the real npm on a package that node runs.
func TestInstallsAnNPMPackage(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"node", "npm"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Fatalf("%v; install Node.js 20 or later", err)
		}
	}
	pack := func(version string) []byte {
		var out bytes.Buffer
		zipped := gzip.NewWriter(&out)
		files := tar.NewWriter(zipped)
		for name, content := range map[string]string{
			"package/package.json": `{"name": "@test/agent", "version": "` + version + `", "bin": {"test-agent": "cli.js"}}`,
			"package/cli.js":       "#!/usr/bin/env node\nconsole.log('test-agent " + version + "')\n",
		} {
			if err := files.WriteHeader(&tar.Header{Name: name, Mode: 0o755, Size: int64(len(content))}); err != nil {
				t.Fatal(err)
			}
			if _, err := files.Write([]byte(content)); err != nil {
				t.Fatal(err)
			}
		}
		if err := files.Close(); err != nil {
			t.Fatal(err)
		}
		if err := zipped.Close(); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	i := newInstallation(t)
	i.settings = append(i.settings, "install_package=@test/agent")
	for _, version := range []string{"1.0.0", "2.0.0"} {
		url, checksum := serve(t, pack(version))
		i.pin(version, url, checksum)
		if out := i.must(); !strings.HasSuffix(out, "test-agent "+version+"\n") {
			t.Errorf("got:\n%s", out)
		}
	}
	url, _ := serve(t, []byte("this is no package"))
	i.pin("3.0.0", url, "")
	if out := i.must(); !strings.Contains(out, "npm could not install @test/agent") || !strings.HasSuffix(out, "test-agent 2.0.0\n") {
		t.Errorf("got:\n%s", out)
	}
}
