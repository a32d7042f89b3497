package workspace_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/workspace"
)

func newWorkspace(t *testing.T) *workspace.Workspace {
	t.Helper()
	w, err := workspace.New(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

func TestEnvironHoldsNothingOfOurs(t *testing.T) {
	t.Setenv("HTTP_PROXY", "http://127.0.0.1:9")
	t.Setenv("ANTHROPIC_API_KEY", "a real one")
	w := newWorkspace(t)
	w.Setenv("SET", "yes")
	w.Setenv("UNSET", "yes")
	w.Unsetenv("UNSET")
	env := w.Environ(map[string]string{"SET": "otherwise", "EXTRA": ""})
	for _, want := range []string{"HOME=" + w.Home, "SET=otherwise", "EXTRA=", "TMPDIR=" + w.Tmp} {
		if !slices.Contains(env, want) {
			t.Errorf("environment lacks %s: %q", want, env)
		}
	}
	for _, entry := range env {
		for _, unwanted := range []string{"HTTP_PROXY=", "ANTHROPIC_API_KEY=", "UNSET="} {
			if strings.HasPrefix(entry, unwanted) {
				t.Errorf("environment has %s", entry)
			}
		}
	}
}

func TestLink(t *testing.T) {
	w := newWorkspace(t)
	for i, answer := range []string{"one", "two"} {
		target := filepath.Join(t.TempDir(), "some-file")
		if err := os.WriteFile(target, []byte("#!/bin/sh\necho "+answer+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := w.Link("tool", target); err != nil {
			t.Fatal(err)
		}
		result, err := w.RunPlain(t.Context(), "tool", nil)
		if err != nil || result.Output != answer+"\n" {
			t.Errorf("program %d: %q, %v", i+1, result.Output, err)
		}
	}
	if err := w.Link("tool", filepath.Join(t.TempDir(), "missing")); err == nil {
		t.Error("a link to nothing was made")
	}
}

func TestHaltKeepsTheHomeOnly(t *testing.T) {
	w := newWorkspace(t)
	if _, err := w.RunPlain(t.Context(), `echo kept >~/file; echo gone >"$TMPDIR/file"; sleep 300 >/dev/null 2>&1 &`, nil); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "sleep", func() bool { return len(w.Find("sleep")) == 1 })
	left := w.Find("sleep")
	if err := w.Halt(); err != nil {
		t.Fatal(err)
	}
	if workspace.Alive(left[0].PID) {
		t.Error("a process survived the stop")
	}
	if _, err := os.Stat(filepath.Join(w.Home, "file")); err != nil {
		t.Error(err)
	}
	if entries, err := os.ReadDir(w.Tmp); err != nil || len(entries) > 0 {
		t.Errorf("TMPDIR after the stop: %v, %v", entries, err)
	}
}

func TestCloseRemovesItsTemporaryDirectory(t *testing.T) {
	w, err := workspace.New("")
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(w.Dir); !os.IsNotExist(err) {
		t.Errorf("%s is still there: %v", w.Dir, err)
	}
}

func TestSignalRefusesStrangers(t *testing.T) {
	w, other := newWorkspace(t), newWorkspace(t)
	if err := w.Signal(os.Getpid(), syscall.Signal(0)); err == nil {
		t.Error("this very process was taken for one of the workspace")
	}
	if _, err := other.RunPlain(t.Context(), "sleep 300 >/dev/null 2>&1 &", nil); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "sleep", func() bool { return len(other.Find("sleep")) == 1 })
	sleeper := other.Find("sleep")
	if err := w.Kill9(sleeper[0].PID); err == nil {
		t.Error("a process of another workspace was killed")
	}
	if err := w.KillAll(); err != nil {
		t.Error(err)
	}
	if !workspace.Alive(sleeper[0].PID) {
		t.Error("KillAll reached into another workspace")
	}
}

func TestReadState(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state.json")
	if _, err := workspace.ReadState(path); err == nil {
		t.Error("a missing file was read")
	}
	const saved = `{"version":1,"messages":[{"id":0,"role":"agent","message":"reply 1 to: hi","time":"2026-01-02T03:04:05Z"}],` +
		`"initial_prompt":"","initial_prompt_sent":false}`
	if err := os.WriteFile(path, []byte(saved), 0o600); err != nil {
		t.Fatal(err)
	}
	state, err := workspace.ReadState(path)
	if err != nil || state.Version != 1 || !state.Contains(workspace.RoleAgent, "reply 1") || state.Contains(workspace.RoleUser, "reply 1") {
		t.Errorf("state = %+v, %v", state, err)
	}
	if err := os.WriteFile(path, []byte(`{"version":1,"mess`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := workspace.ReadState(path); err == nil {
		t.Error("a damaged file was read")
	}
}
