package modelserver_test

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/modelserver"
)

func start(t *testing.T, options modelserver.Options) *modelserver.Server {
	t.Helper()
	server := modelserver.New(options)
	if err := server.Start("127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	return server
}

// post sends a request and returns the status and the whole answer.
func post(t *testing.T, server *modelserver.Server, path, body string) (int, string) {
	t.Helper()
	response, err := http.Post(server.URL()+path, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(answer)
}

func TestStartRefusesAnythingButLoopback(t *testing.T) {
	t.Parallel()
	for _, addr := range []string{":0", "0.0.0.0:0", "[::]:0", "192.0.2.1:0", "localhost:0", "127.0.0.1", ""} {
		server := modelserver.New(modelserver.Options{})
		if err := server.Start(addr); err == nil {
			t.Errorf("Start(%q) listened on %s", addr, server.URL())
			_ = server.Close()
		}
		if url := server.URL(); url != "" {
			t.Errorf("URL after a refused Start(%q) = %q", addr, url)
		}
	}
}

func TestStartTwice(t *testing.T) {
	t.Parallel()
	server := start(t, modelserver.Options{})
	if err := server.Start("127.0.0.1:0"); err == nil {
		t.Error("a second Start was accepted")
	}
}

func TestBodyIsBounded(t *testing.T) {
	t.Parallel()
	server := start(t, modelserver.Options{MaxBody: 64})
	status, _ := post(t, server, "/v1/messages", `{"messages":"`+strings.Repeat("x", 64)+`"}`)
	if status != http.StatusRequestEntityTooLarge {
		t.Errorf("status = %d, want %d", status, http.StatusRequestEntityTooLarge)
	}
	if n := len(server.Requests()); n != 0 {
		t.Errorf("%d requests recorded, want none", n)
	}
}

func TestMalformedRequests(t *testing.T) {
	t.Parallel()
	server := start(t, modelserver.Options{})
	for _, path := range []string{"/v1/messages", "/v1/responses", "/v1/chat/completions", "/v1beta/models/m:generateContent"} {
		if status, _ := post(t, server, path, `{`); status != http.StatusBadRequest {
			t.Errorf("POST %s with broken JSON: status = %d, want 400", path, status)
		}
	}
	if status, _ := post(t, server, "/v1beta/models/m:unknownCall", `{}`); status != http.StatusNotFound {
		t.Errorf("an unknown Gemini call: status = %d, want 404", status)
	}
	if status, _ := post(t, server, "/nothing", `{}`); status != http.StatusNotFound {
		t.Errorf("an unknown path: status = %d, want 404", status)
	}
}

func TestModels(t *testing.T) {
	t.Parallel()
	server := start(t, modelserver.Options{})
	response, err := http.Get(server.URL() + "/v1/models")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var list struct{ Data []struct{ ID string } }
	if err := json.NewDecoder(response.Body).Decode(&list); err != nil {
		t.Fatal(err)
	}
	if len(list.Data) != 1 || list.Data[0].ID == "" {
		t.Errorf("models = %+v", list)
	}
}

func TestLog(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "requests.jsonl")
	server := start(t, modelserver.Options{LogPath: path})
	const body = `{"model":"m","tools":[{}],"messages":[{"role":"user","content":"hello"}]}`
	post(t, server, "/v1/messages", body)
	post(t, server, "/v1/chat/completions", body)

	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var logged []modelserver.Request
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var r modelserver.Request
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		logged = append(logged, r)
	}
	if len(logged) != 2 || logged[0].API != modelserver.AnthropicMessages || logged[1].API != modelserver.OpenAIChat {
		t.Fatalf("logged = %+v", logged)
	}
	r := logged[1]
	if r.Seq != 2 || r.Time.IsZero() || r.Path != "/v1/chat/completions" || string(r.Body) != body || !r.Carries(modelserver.RoleUser, "hello") {
		t.Errorf("second line = %+v", r)
	}
}

func TestLogThatCannotBeOpened(t *testing.T) {
	t.Parallel()
	server := modelserver.New(modelserver.Options{LogPath: filepath.Join(t.TempDir(), "missing", "log")})
	if err := server.Start("127.0.0.1:0"); err == nil {
		t.Error("Start succeeded without its log")
		_ = server.Close()
	}
}

func TestQueries(t *testing.T) {
	t.Parallel()
	server := start(t, modelserver.Options{})
	post(t, server, "/v1/messages", `{"messages":[{"role":"user","content":"name this: fix the bug"}]}`)
	post(t, server, "/v1/messages", `{"tools":[{}],"messages":[{"role":"user","content":"fix the bug"}]}`)
	post(t, server, "/v1/messages", `{"tools":[{}],"system":"be brief","messages":[
		{"role":"user","content":"fix the bug"},
		{"role":"assistant","content":"reply 1 to: fix the bug"},
		{"role":"user","content":"and test it"}]}`)

	if n := len(server.Requests()); n != 3 {
		t.Errorf("%d requests, want 3", n)
	}
	conversation := server.Conversation()
	if len(conversation) != 2 {
		t.Fatalf("%d conversation requests, want 2: the first names the session", len(conversation))
	}
	if n := len(server.Asked("fix the bug")); n != 1 {
		t.Errorf("asked %d times to fix the bug, want 1", n)
	}
	second := conversation[1]
	if !second.Carries(modelserver.RoleAssistant, modelserver.ReplyText(1, "fix the bug")) || second.Count(modelserver.RoleUser, "fix the bug") != 1 {
		t.Errorf("the second request lost its first turn: %+v", second.Turns)
	}
	if second.Reply != modelserver.ReplyText(2, "and test it") {
		t.Errorf("second reply = %q", second.Reply)
	}
	if turns := second.Conversation(); len(turns) != 3 || turns[0].Role != modelserver.RoleUser {
		t.Errorf("conversation of the second request = %+v", turns)
	}
	if last := second.LastUser(); last != "and test it" {
		t.Errorf("last user turn = %q", last)
	}
}

func TestHold(t *testing.T) {
	t.Parallel()
	server := start(t, modelserver.Options{})
	release := server.Hold()
	answered := make(chan struct{})
	go func() {
		defer close(answered)
		post(t, server, "/v1/messages", `{"tools":[{}],"messages":[{"role":"user","content":"wait"}]}`)
	}()
	for deadline := time.Now().Add(5 * time.Second); len(server.Asked("wait")) == 0; {
		if time.Now().After(deadline) {
			t.Fatal("the held request was not recorded")
		}
		time.Sleep(time.Millisecond)
	}
	// Helper requests are answered meanwhile.
	post(t, server, "/v1/messages", `{"messages":[{"role":"user","content":"title"}]}`)
	select {
	case <-answered:
		t.Fatal("answered although held")
	default:
	}
	release()
	release()
	select {
	case <-answered:
	case <-time.After(5 * time.Second):
		t.Fatal("not answered after the release")
	}
}

func TestOwnReply(t *testing.T) {
	t.Parallel()
	server := start(t, modelserver.Options{Reply: func(r modelserver.Request) string { return "<" + r.Prompt + ">" }})
	if _, answer := post(t, server, "/v1/chat/completions", `{"messages":[{"role":"user","content":"hi"}]}`); !strings.Contains(answer, `\u003chi\u003e`) {
		t.Errorf("answer = %s", answer)
	}
}
