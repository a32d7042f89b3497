package toolchain

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

var (
	goTool = Tool{
		Name: "prog", Kind: KindGo, Version: "v1.0.0", Module: "example.com/prog", Package: "./cmd/prog",
		Sum: "h1:good=", LDFlags: "-X main.version=1", Check: &Check{Args: []string{"version"}, Line: "prog 1.0.0"},
	}
	npmTool = Tool{
		Name: "agent", Kind: KindNPM, Version: "2.0.0", Package: "@example/agent", NPMBinary: "agent-linux",
		Integrity: map[string]string{"@example/agent": "sha512-good", "@example/agent-linux-x64": "sha512-part"},
	}
	debianTool = Tool{Name: "checker", Kind: KindDebian, Package: "checker-pkg"}
	pathTool   = Tool{Name: "engine", Kind: KindPath}
)

// fake stands in for the go, npm and apt-get commands.
type fake struct {
	*Toolchain
	mu        sync.Mutex
	calls     []string
	onPath    map[string]bool
	sum       string
	printed   string
	integrity string
	failApt   int
}

func newFake(t *testing.T) *fake {
	t.Helper()
	f := &fake{
		sum: goTool.Sum, printed: " prog 1.0.0\nsome notice\n", integrity: "sha512-good",
		onPath: map[string]bool{"npm": true, "apt-get": true},
	}
	f.Toolchain = &Toolchain{
		Pins:  Pins{Tools: []Tool{goTool, npmTool, debianTool, pathTool, {Name: "npm", Kind: KindDebian, Package: "npm"}}},
		Cache: t.TempDir(), Log: t.Output(), run: f.serve,
		lookPath: func(file string) (string, error) {
			if f.onPath[file] {
				return "/usr/bin/" + file, nil
			}
			return "", errors.New("not found")
		},
	}
	return f
}

func (f *fake) serve(_ context.Context, c command) ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	line := filepath.Base(c.name) + " " + strings.Join(c.args, " ")
	f.calls = append(f.calls, line)
	switch {
	case strings.HasPrefix(line, "go mod download"):
		return fmt.Appendf(nil, `{"Dir":"/mod/prog","Sum":%q}`, f.sum), nil
	case strings.HasPrefix(line, "go build"):
		return nil, os.WriteFile(c.args[slices.Index(c.args, "-o")+1], []byte("program"), 0o600)
	case strings.HasPrefix(line, "npm install"):
		lock := fmt.Sprintf(`{"packages":{"node_modules/@example/agent":{"version":"2.0.0","integrity":%q}}}`, f.integrity)
		bin := filepath.Join(c.dir, "node_modules", ".bin")
		return nil, errors.Join(
			os.WriteFile(filepath.Join(c.dir, "package-lock.json"), []byte(lock), 0o600),
			os.MkdirAll(bin, 0o700),
			os.WriteFile(filepath.Join(bin, "agent-linux"), nil, 0o600))
	case strings.HasPrefix(line, "apt-get"):
		if f.failApt > 0 {
			f.failApt--
			return nil, errors.New("no package lists")
		}
		if name := strings.TrimSuffix(c.args[len(c.args)-1], "-pkg"); name != "update" {
			f.onPath[name] = true
		}
		return nil, nil
	default:
		return []byte(f.printed), nil
	}
}

func TestInstallGo(t *testing.T) {
	f := newFake(t)
	if _, err := f.Path("prog"); !errors.Is(err, ErrNotInstalled) ||
		!strings.Contains(err.Error(), "make tools") ||
		!strings.Contains(err.Error(), "toolchain install prog@v1.0.0") {
		t.Errorf("Path of a missing tool must name the commands that install it; got %v", err)
	}
	for range 2 { // The second time nothing is called.
		if err := f.Install(t.Context(), "prog"); err != nil {
			t.Fatal(err)
		}
	}
	if len(f.calls) != 3 || !strings.HasPrefix(f.calls[1], "go build -C /mod/prog -trimpath") ||
		!strings.Contains(f.calls[1], "-ldflags -X main.version=1") || f.calls[2] != "prog version" {
		t.Errorf("want download, build in the module's folder, check; got %q", f.calls)
	}
	want := filepath.Join(f.Cache, "tools", "prog", "v1.0.0", "bin", "prog")
	if got, err := f.Path("prog@v1.0.0"); err != nil || got != want {
		t.Errorf("Path = %q, %v; want %q", got, err, want)
	}
	f.Pins.Tools[0].Sum = "h1:moved="
	if _, err := f.Path("prog"); !errors.Is(err, ErrNotInstalled) {
		t.Errorf("a changed pin must make the tool count as missing; got %v", err)
	}
}

func TestInstallGoRefuses(t *testing.T) {
	tests := map[string]struct {
		change func(*fake)
		want   []string
	}{
		"another checksum": {func(f *fake) { f.sum = "h1:evil=" }, []string{"h1:good=", "h1:evil="}},
		"another version":  {func(f *fake) { f.printed = "prog 1.0.0-dev\n" }, []string{`"prog 1.0.0"`, `"prog 1.0.0-dev"`}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			f := newFake(t)
			test.change(f)
			err := f.Install(t.Context(), "prog")
			for _, want := range test.want {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("want an error with %s; got %v", want, err)
				}
			}
			left, globErr := filepath.Glob(filepath.Join(f.Cache, "tools", "prog", ".v1*"))
			if globErr != nil || len(left) > 0 {
				t.Errorf("a failed installation left %q, %v", left, globErr)
			}
			if _, err := f.Path("prog"); !errors.Is(err, ErrNotInstalled) {
				t.Errorf("a failed installation must not count; got %v", err)
			}
		})
	}
}

func TestConcurrentInstallsBuildOnce(t *testing.T) {
	f := newFake(t)
	var failures atomic.Int32
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			if err := f.Install(t.Context(), "prog"); err != nil {
				failures.Add(1)
			}
		})
	}
	group.Wait()
	if failures.Load() != 0 || len(f.calls) != 3 {
		t.Errorf("%d installations failed, and the calls were %q; want one download, build and check",
			failures.Load(), f.calls)
	}
}

func TestInstallNPM(t *testing.T) {
	f := newFake(t)
	if err := f.Install(t.Context(), "agent"); err != nil {
		t.Fatal(err)
	}
	path, err := f.Path("agent")
	if err != nil {
		t.Fatal(err)
	}
	if target, err := os.Readlink(path); err != nil || target != "../node_modules/.bin/agent-linux" {
		t.Errorf("%s links to %q, %v; want the relative path of the npm executable", path, target, err)
	}
	manifest, err := os.ReadFile(filepath.Join(filepath.Dir(path), "..", "package.json"))
	if err != nil || !strings.Contains(string(manifest), `"@example/agent": "2.0.0"`) {
		t.Errorf("package.json must name the exact version; got %s, %v", manifest, err)
	}
	if len(f.calls) != 2 || !strings.Contains(f.calls[0], "--package-lock-only") {
		t.Errorf("want the checksums resolved before any script runs; got %q", f.calls)
	}

	f = newFake(t)
	f.integrity = "sha512-evil"
	err = f.Install(t.Context(), "agent")
	if err == nil || !strings.Contains(err.Error(), "sha512-good") || !strings.Contains(err.Error(), "sha512-evil") {
		t.Errorf("want an error that names both checksums; got %v", err)
	}
	if len(f.calls) != 1 {
		t.Errorf("a package with another checksum must not be installed; got %q", f.calls)
	}

	f = newFake(t)
	f.onPath["npm"], f.uid = false, 1000
	if err := f.Install(t.Context(), "agent"); err == nil || !strings.Contains(err.Error(), "sudo apt-get install -y") {
		t.Errorf("without npm, want the command that installs it; got %v", err)
	}
}

func TestInstallDebian(t *testing.T) {
	f := newFake(t)
	f.failApt = 1
	if err := f.Install(t.Context(), "checker"); err != nil {
		t.Fatal(err)
	}
	if len(f.calls) != 3 || !strings.HasSuffix(f.calls[1], " update") {
		t.Errorf("want install, update, install; got %q", f.calls)
	}
	if path, err := f.Path("checker"); err != nil || path != "/usr/bin/checker" {
		t.Errorf("Path = %q, %v", path, err)
	}

	f = newFake(t)
	f.onPath["apt-get"] = false
	if err := f.Install(t.Context(), "checker"); err == nil || !strings.Contains(err.Error(), "no Debian system") {
		t.Errorf("without apt-get, want an error that says so; got %v", err)
	}
}

func TestPathToolIsNeverInstalled(t *testing.T) {
	f := newFake(t)
	err := f.Install(t.Context(), "engine")
	if !errors.Is(err, ErrNotInstalled) || !strings.Contains(err.Error(), "PATH only") || len(f.calls) != 0 {
		t.Errorf("want an error and no command; got %v, %q", err, f.calls)
	}
}

// recorder is a [TB] that remembers why a test failed.
type recorder struct{ reason string }

func (r *recorder) Helper()           {}
func (r *recorder) Fatal(args ...any) { r.reason = fmt.Sprint(args...) }

func TestRequirePathFails(t *testing.T) {
	t.Setenv(CacheEnv, t.TempDir())
	var r recorder
	RequirePath(&r, "agentapi")
	if !strings.Contains(r.reason, "make tools") {
		t.Errorf("want a failure that names the command; got %q", r.reason)
	}
}

func TestGoEnv(t *testing.T) {
	got := goEnv([]string{"PATH=/bin", "GOFLAGS=-mod=mod", "GOWORK=/x", "GOOS=plan9", "GOOSE=kept"})
	want := []string{"PATH=/bin", "GOOSE=kept", "CGO_ENABLED=0", "GOWORK=off", "GOFLAGS=-mod=readonly", "GOOS=", "GOARCH="}
	if !slices.Equal(got, want) {
		t.Errorf("goEnv = %q; want %q", got, want)
	}
}
