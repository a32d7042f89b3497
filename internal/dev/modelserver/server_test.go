package modelserver_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/modelserver"
)

func start(t *testing.T) *modelserver.Server {
	t.Helper()
	server, err := modelserver.Start("127.0.0.1")
	if err != nil {
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
	response, err := http.Post(server.URL+path, "application/json", strings.NewReader(body))
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

func TestMalformedRequests(t *testing.T) {
	t.Parallel()
	server := start(t)
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
	server := start(t)
	response, err := http.Get(server.URL + "/v1/models")
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

func TestQueries(t *testing.T) {
	t.Parallel()
	server := start(t)
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
	if last := second.LastUser(); last != "and test it" {
		t.Errorf("last user turn = %q", last)
	}
}

func TestHold(t *testing.T) {
	t.Parallel()
	server := start(t)
	arrived, release := server.Hold("wait")
	answered := make(chan struct{})
	go func() {
		defer close(answered)
		post(t, server, "/v1/messages", `{"tools":[{}],"messages":[{"role":"user","content":"wait"}]}`)
	}()
	<-arrived
	if len(server.Asked("wait")) != 1 {
		t.Error("the held request was not recorded")
	}
	// Helper requests, and those that say something else, are answered meanwhile.
	post(t, server, "/v1/messages", `{"messages":[{"role":"user","content":"title of wait"}]}`)
	post(t, server, "/v1/messages", `{"tools":[{}],"messages":[{"role":"user","content":"go on"}]}`)
	select {
	case <-answered:
		t.Fatal("answered although held")
	default:
	}
	release()
	release()
	<-answered
}
