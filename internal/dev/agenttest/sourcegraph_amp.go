package agenttest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/toolchain"
	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/workspace"
)

func init() {
	register(Agent{
		Slug:    "sourcegraph-amp",
		Program: "amp",
		Version: "0.0.1790142911-g7618fb",
		NPM:     "@ampcode/cli-linux-x64",
		File:    "@ampcode/cli-linux-x64/amp",
		Fake:    amp,
		Args:    func(string) []string { return []string{"--dangerously-allow-all"} },
		Talk:    `t=$(amp threads new) && printf '%s\n' "$1" | amp threads continue "${t##*/}"`,
		Probe:   probeAmp,
	})
}

// ampThread is the thread of the stand-in for Amp's server.
const ampThread = "T-01234567-89ab-4cde-8f01-23456789abcd"

// serveAmp answers the requests that the CLI makes before a turn. The turns
// themselves go through actors behind a WebSocket, which it does not have.
func serveAmp() (map[string]string, error) {
	url, err := serve(func(w http.ResponseWriter, r *http.Request) {
		result := any(object{})
		switch _, method, _ := strings.Cut(r.URL.RequestURI(), "/api/"); method {
		case "thread-actors":
			writeJSON(w, object{"threadId": ampThread, "wsToken": "token", "ownerUserId": "user_1", "userId": "user_1", "poolName": "default",
				"threadVersion": 0})
			return
		case "user-actor-credentials":
			writeJSON(w, object{"userId": "user_1", "wsToken": "token", "poolName": "default"})
			return
		case "internal?getUserInfo":
			result = object{"id": "user_1", "email": "coder@example.com", "username": "coder", "features": []string{}}
		case "internal?getThreadTail":
			thread := object{"id": ampThread, "v": 1, "created": 1795299153604, "agentMode": "medium", "messages": []any{}}
			result = object{"thread": object{"data": thread}, "messages": []any{}, "hasMoreBefore": false}
		case "internal?getThreadInitialTranscriptPage":
			result = object{"messages": []any{}, "hasMoreBefore": false}
		case "internal?listAgentModes":
			result = []any{}
		case "internal?loadPlugins":
			result = object{"plugins": []any{}}
		case "internal?loadSkills":
			result = object{"skills": []any{}}
		}
		writeJSON(w, object{"ok": true, "result": result})
	})
	return map[string]string{"AMP_URL": url, "RIVET_ENDPOINT": url, "AMP_API_KEY": apiKey}, err
}

// probeAmp makes a thread with the real program and opens it under agentapi.
func probeAmp(ctx context.Context, w *workspace.Workspace) error {
	env, err := serveAmp()
	if err != nil {
		return err
	}
	program, err := toolchain.Path("amp")
	if err != nil {
		return err
	}
	newThread := exec.CommandContext(ctx, program, "threads", "new")
	newThread.Dir, newThread.Env = w.Workdir, w.Environ(env)
	output, err := newThread.CombinedOutput()
	thread := regexp.MustCompile(`T-[0-9a-f-]{36}`).FindString(string(output))
	if err != nil || thread != ampThread {
		return fmt.Errorf("amp threads new: %w, %q", err, output)
	}
	agentAPI, err := toolchain.Path("agentapi")
	if err != nil {
		return err
	}
	const port = 3999
	open := exec.CommandContext(ctx, agentAPI, "server", "--type", "amp", "--port", fmt.Sprint(port), "--", program, "threads", "continue", thread)
	open.Dir, open.Env = w.Workdir, w.Environ(env)
	if err := open.Start(); err != nil {
		return err
	}
	stable := workspace.NewClient(port).WaitStable(ctx)
	_ = open.Process.Kill() // its agent ends with its terminal
	_ = open.Wait()
	if stable != nil {
		return fmt.Errorf("amp threads continue: %w", stable)
	}
	left, err := filepath.Glob(filepath.Join(w.Home, ".local/share/amp/last-threads/*"))
	if err == nil && len(left) == 0 {
		err = errors.New("amp threads continue noted no thread in ~/.local/share/amp/last-threads")
	}
	return err
}

// amp: threads live on the vendor's servers. It takes no prompt.
func amp(args []string, out io.Writer) (*Conversation, error) {
	server := os.Getenv(serverVariable)
	if len(args) < 2 || args[0] != "threads" {
		return nil, fmt.Errorf("usage: amp threads new|continue, not %q", args)
	}
	switch args[1] {
	case "new":
		id := "T-" + newUUID()
		_, _ = fmt.Fprintf(out, "https://ampcode.com/threads/%s\n", id)
		return nil, errors.Join(os.MkdirAll(server, 0o700), os.WriteFile(filepath.Join(server, id), nil, 0o600))
	case "continue":
		_, thread, err := options(args[2:], nil)
		if len(args) > 3 {
			_, _, err = options(args[3:], map[string]bool{"--dangerously-allow-all": false})
			thread = args[2]
		}
		if err != nil {
			return nil, err
		}
		file := filepath.Join(server, thread)
		if _, err := os.Stat(file); err != nil {
			return nil, fmt.Errorf("thread %s not found", thread)
		}
		line := strings.Repeat("─", 26)
		box := "\n╭" + line + "╮\n╰" + line + "╯\n"
		return &Conversation{store: jsonLines(file), box: box}, nil
	}
	return nil, fmt.Errorf("unknown command %q", args[1])
}
