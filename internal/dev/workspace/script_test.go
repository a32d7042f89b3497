package workspace_test

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/workspace"
)

func TestRunPlain(t *testing.T) {
	for name, tc := range map[string]struct {
		script, output string
		code           int
	}{
		"shebang with words": {"#!/usr/bin/env bash\necho \"$BASH_VERSINFO\" | grep -c .\n", "1\n", 0},
		"another shell":      {"#!/bin/sh\ncase ${SHELLOPTS-posix} in *posix*) echo posix ;; *) echo bash ;; esac", "posix\n", 0},
		"no shebang is bash": {"[[ -n $BASH_VERSION ]] && echo bash", "bash\n", 0},
		"no file":            {"#!/bin/bash\necho \"$0\"", "/bin/bash\n", 0},
		"home":               {"[ \"$PWD\" = \"$HOME\" ] && echo home", "home\n", 0},
		"both outputs":       {"echo out; echo err >&2", "out\nerr\n", 0},
		"exit code":          {"exit 3", "", 3},
		"extra variable":     {"echo \"$EXTRA\"", "$not expanded\n", 0},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorkspace(t)
			result, err := w.RunPlain(t.Context(), tc.script, map[string]string{"EXTRA": "$not expanded"})
			if err != nil || result.Output != tc.output || result.ExitCode != tc.code || result.OutputLeftOpen || result.Duration <= 0 {
				t.Errorf("result = %+v, %v; want %q and exit code %d", result, err, tc.output, tc.code)
			}
		})
	}
}

func TestRunPlainEndsWithItsContext(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for len(w.Find("sleep")) == 0 {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	result, err := w.RunPlain(ctx, `trap 'echo hung up; exit 1' HUP; sleep 300 & wait`, nil)
	if !errors.Is(err, context.Canceled) || !strings.Contains(result.Output, "hung up") {
		t.Errorf("result = %+v, %v", result, err)
	}
}

func TestRunPlainNoticesOutputLeftOpen(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t)
	result, err := w.RunPlain(t.Context(), "echo started; sleep 300 &", nil)
	if err != nil || !result.OutputLeftOpen || result.Output != "started\n" {
		t.Errorf("result = %+v, %v", result, err)
	}
}

// waitFor polls for something that a script does in the background.
func waitFor(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("no %s after a minute", what)
		}
	}
}

func TestRunStartIsLikeTheModule(t *testing.T) {
	requireIsolation(t)
	w := newWorkspace(t)
	const script = `#!/bin/bash
echo "arguments $*"
echo "folder $PWD"
env | grep -E '^(AGENTAPI|LANG|LC_ALL|MINE)' | sort
[ -t 0 ] && echo terminal
echo ready
exec sleep 300
`
	r, err := w.RunStart(t.Context(), workspace.Module{
		Script: script, Dir: ".some-module", Port: 4321, StatePersistence: true, Env: map[string]string{"MINE": "1"},
	})
	if err != nil {
		t.Fatal(err)
	}
	waitFor(t, "last line", func() bool { return strings.Contains(r.LogText(), "ready\n") })
	dir := filepath.Join(w.Home, ".some-module")
	for _, want := range []string{
		"arguments true 4321", "folder " + w.Workdir, "AGENTAPI_ALLOWED_HOSTS=*", "AGENTAPI_CHAT_BASE_PATH=",
		"AGENTAPI_BOUNDARY_PREFIX=", "AGENTAPI_PID_FILE=" + dir + "/agentapi.pid", "AGENTAPI_STATE_FILE=" + dir + "/agentapi-state.json",
		"AGENTAPI_SAVE_STATE=true", "AGENTAPI_LOAD_STATE=true", "LC_ALL=en_US.UTF-8", "MINE=1",
	} {
		if !strings.Contains(r.LogText(), want+"\n") {
			t.Errorf("log lacks %q:\n%s", want, r.LogText())
		}
	}
	if r.LogTail(1) != "ready" {
		t.Errorf("last line = %q", r.LogTail(1))
	}
	waitFor(t, "sleep", func() bool { return len(w.Find("sleep")) == 1 })
	if p := w.Find("sleep")[0]; p.PID != r.PID || !p.IgnoresInterrupt || !p.IgnoresHangup {
		t.Errorf("process = %+v, want %d with SIGINT and SIGHUP ignored", p, r.PID)
	}
	if r.AgentAPI() != 0 {
		t.Error("an AgentAPI was found where none runs")
	}
	if err := w.Kill9(r.PID); err != nil {
		t.Fatal(err)
	}
	if _, err := r.WaitGone(time.Minute); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := r.WaitStable(ctx); err == nil || ctx.Err() != nil || !strings.Contains(err.Error(), "ready") {
		t.Errorf("waiting for a script that ended: %v; want an early end with the log", err)
	}
}

func TestRunStartFindsAgentAPIBelowTheScript(t *testing.T) {
	requireIsolation(t)
	w := newWorkspace(t)
	r, err := w.RunStart(t.Context(), workspace.Module{Dir: "m", Port: 4321, Script: "#!/bin/bash\n(exec -a agentapi sleep 300) &\nwait\n"})
	if err != nil {
		t.Fatal(err)
	}
	waitFor(t, "agentapi", func() bool { return r.AgentAPI() != 0 })
	if r.AgentAPI() == r.PID {
		t.Error("the script itself was taken for AgentAPI")
	}
}

// fakeAgentAPI answers like AgentAPI, for the client's own tests.
type fakeAgentAPI struct {
	mu      sync.Mutex
	refuse  int // messages to refuse before one is taken
	sent    []string
	settled bool
}

func (f *fakeAgentAPI) start(t *testing.T) *workspace.Client {
	t.Helper()
	mux := http.NewServeMux()
	answer := func(w http.ResponseWriter, status int, value any) {
		w.WriteHeader(status)
		if err := json.NewEncoder(w).Encode(value); err != nil {
			t.Error(err)
		}
	}
	mux.HandleFunc("GET /status", func(w http.ResponseWriter, _ *http.Request) {
		f.mu.Lock()
		defer f.mu.Unlock()
		status := workspace.StatusRunning
		if f.settled {
			status = workspace.StatusStable
		}
		f.settled = true
		answer(w, http.StatusOK, map[string]string{"status": status})
	})
	mux.HandleFunc("GET /messages", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, http.StatusOK, map[string]any{"messages": []workspace.Message{
			{Role: workspace.RoleUser, Content: "hi"}, {ID: 1, Role: workspace.RoleAgent, Content: "reply 1 to: hi"},
		}})
	})
	mux.HandleFunc("POST /message", func(w http.ResponseWriter, req *http.Request) {
		f.mu.Lock()
		defer f.mu.Unlock()
		var message struct{ Type, Content string }
		if err := json.NewDecoder(req.Body).Decode(&message); err != nil {
			t.Error(err)
		}
		switch {
		case message.Content == "":
			answer(w, http.StatusUnprocessableEntity, map[string]string{"detail": "empty"})
		case f.refuse > 0:
			f.refuse--
			answer(w, http.StatusInternalServerError, map[string]string{"detail": "message can only be sent when the agent is waiting for user input"})
		default:
			f.sent = append(f.sent, message.Type+": "+message.Content)
			answer(w, http.StatusOK, map[string]bool{"ok": true})
		}
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: mux, ReadHeaderTimeout: time.Minute}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	return workspace.NewClient(listener.Addr().(*net.TCPAddr).Port)
}

func TestClient(t *testing.T) {
	t.Setenv("HTTP_PROXY", "http://127.0.0.1:9")
	fake := &fakeAgentAPI{refuse: 2}
	client := fake.start(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := client.WaitListening(ctx); err != nil {
		t.Error(err)
	}
	if err := client.WaitStable(ctx); err != nil {
		t.Error(err)
	}
	if err := client.Send(ctx, "hi"); err != nil {
		t.Error(err)
	}
	if len(fake.sent) != 1 || fake.sent[0] != "user: hi" {
		t.Errorf("sent = %q", fake.sent)
	}
	if reply, err := client.WaitReply(ctx, "reply 1"); err != nil || reply.Content != "reply 1 to: hi" {
		t.Errorf("reply = %+v, %v", reply, err)
	}
	// A refusal for another reason is final.
	if err := client.Send(ctx, ""); err == nil || ctx.Err() != nil {
		t.Errorf("sending nothing: %v", err)
	}
	short, cancelShort := context.WithTimeout(ctx, 2*time.Second)
	defer cancelShort()
	if _, err := client.WaitReply(short, "reply 2"); !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "reply 1 to: hi") {
		t.Errorf("waiting for a reply that does not come: %v; want to see the last one", err)
	}
	client.Check = func() error { return errors.New("it ended") }
	if _, err := client.WaitReply(ctx, "reply 2"); err == nil || !strings.Contains(err.Error(), "it ended") {
		t.Errorf("waiting for an agent that ended: %v", err)
	}
}
