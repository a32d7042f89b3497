package scripttest

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/persistence"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/workspace"
)

const (
	taskID     = "5d1b8f3e-4c0a-4d52-9a57-5f7e7f6f2b11"
	agentToken = "the-agent's-token"
	// snapshotLimit is what a Coder server takes, in bytes.
	snapshotLimit = 64 * 1024
)

// coderServer stands for a Coder server that takes log snapshots.
type coderServer struct {
	*httptest.Server
	mu     sync.Mutex
	status int
	bodies [][]byte
}

func newCoderServer(t *testing.T) *coderServer {
	t.Helper()
	c := &coderServer{status: http.StatusNoContent}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		want := "POST /api/v2/workspaceagents/me/tasks/" + taskID + "/log-snapshot?format=agentapi"
		if got := r.Method + " " + r.URL.String(); got != want {
			t.Errorf("the snapshot went to %s, want %s", got, want)
		}
		if got := r.Header.Get("Coder-Session-Token"); got != agentToken {
			t.Errorf("the token is %q", got)
		}
		if got := r.Header.Get("Content-Type"); got != "application/json" {
			t.Errorf("the content type is %q", got)
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		c.bodies = append(c.bodies, body)
		w.WriteHeader(c.status)
	}))
	t.Cleanup(c.Close)
	return c
}

// take returns the bodies that came since it was called last.
func (c *coderServer) take() [][]byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	bodies := c.bodies
	c.bodies = nil
	return bodies
}

func (c *coderServer) answer(status int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.status = status
}

// snapshot is the body of a log snapshot.
type snapshot struct {
	Messages []workspace.Message `json:"messages"`
}

// newTask is a stand-in agent that works on a task of the server.
func newTask(t *testing.T) (*standIn, *coderServer) {
	t.Helper()
	coder := newCoderServer(t)
	s := newStandIn(t, func(r *persistence.Request) { r.TaskID = taskID })
	s.Setenv("CODER_AGENT_URL", coder.URL+"/")
	s.Setenv("CODER_AGENT_TOKEN", agentToken)
	return s, coder
}

// TestHazardF_SnapshotInBytes: the limit of a log snapshot is in bytes. A long
// chat that is not ASCII is cut between messages, a long last message inside.
func TestHazardF_SnapshotInBytes(t *testing.T) {
	t.Parallel()
	s, coder := newTask(t)
	s.behave("long=150")
	s.start()
	for _, text := range []string{firstMessage, secondMessage, thirdMessage} {
		s.say(text)
	}
	chat, err := s.client().Messages(s.context())
	s.must(err)

	check := func(script string) (snapshot, int) {
		t.Helper()
		s.result.ShutdownScript = script
		if result := s.stop(); !strings.Contains(result.Output, "log snapshot posted") {
			t.Errorf("the script does not say that it posted a snapshot:\n%s", result.Output)
		}
		bodies := coder.take()
		if len(bodies) != 1 {
			t.Fatalf("%d snapshots were posted, want one", len(bodies))
		}
		var sent snapshot
		if !utf8.Valid(bodies[0]) {
			t.Error("the snapshot is not UTF-8")
		}
		if err := json.Unmarshal(bodies[0], &sent); err != nil {
			t.Errorf("the snapshot is not JSON: %v", err)
		}
		return sent, len(bodies[0])
	}
	script := s.result.ShutdownScript
	sent, size := check(script)
	t.Logf("of %d messages the last %d were posted, in %d bytes", len(chat), len(sent.Messages), size)
	if size > snapshotLimit {
		t.Errorf("the snapshot has %d bytes, more than %d", size, snapshotLimit)
	}
	n := len(sent.Messages)
	if n < 2 || n >= len(chat) {
		t.Fatalf("%d of %d messages were posted, want the last few", n, len(chat))
	}
	for i, message := range sent.Messages {
		if message != chat[len(chat)-n+i] {
			t.Errorf("message %d differs from the chat's", i)
		}
	}

	// Without the remedy characters are counted. The locale of the workspace
	// has characters of several bytes, or both would be the same.
	s.Setenv("LC_ALL", "C.UTF-8")
	s.start()
	if _, size := check(strings.ReplaceAll(script, "local LC_ALL=C ", "local ")); size <= snapshotLimit {
		t.Errorf("the variant without the remedy posted %d bytes: this test proves nothing", size)
	}
}

// TestHazardF_EveryCut looks at the cutting alone, with many chats and limits.
func TestHazardF_EveryCut(t *testing.T) {
	t.Parallel()
	s, _ := newTask(t)
	functions, _, found := strings.Cut(s.result.ShutdownScript, "\nif [[ ! -d $state_dir ]]; then")
	if !found {
		t.Fatal("the shutdown script has changed: where does its work begin?")
	}
	const cases = 400
	random := rand.New(rand.NewPCG(1, 2))
	chats := make([]snapshot, cases)
	limits := make([]int, cases)
	for i := range chats {
		for id := range 1 + random.IntN(14) {
			chats[i].Messages = append(chats[i].Messages, workspace.Message{ID: id, Role: []string{"agent", "user"}[id%2], Content: randomText(random)})
		}
		limits[i] = 300 + random.IntN(2500)
		text, err := json.Marshal(chats[i])
		s.must(err)
		// agentapi's answer begins with another field.
		text = append([]byte(`{"$schema":"http://localhost/schemas/MessagesResponseBody.json",`), text[1:]...)
		s.must(os.WriteFile(filepath.Join(s.LogDir, fmt.Sprint(i)), text, 0o600))
	}
	var loop strings.Builder
	for i, limit := range limits {
		fmt.Fprintf(&loop, "recent_messages \"$(<%d)\" %d >%d.cut\n", i, limit, i)
	}
	result, err := s.RunPlain(s.context(), functions+"\ncd \"$DIR\"\n"+loop.String(), map[string]string{"DIR": s.LogDir, "LC_ALL": "C.UTF-8"})
	if err != nil || result.ExitCode != 0 {
		t.Fatalf("%v: %s", err, result.Output)
	}
	for i, chat := range chats {
		text, err := os.ReadFile(filepath.Join(s.LogDir, fmt.Sprintf("%d.cut", i)))
		s.must(err)
		var cut snapshot
		if err := json.Unmarshal(text, &cut); err != nil || !utf8.Valid(text) || len(text) > limits[i] || len(cut.Messages) == 0 {
			t.Fatalf("chat %d cut to %d bytes (limit %d): %v\n%s", i, len(text), limits[i], err, text)
		}
		rest := chat.Messages[len(chat.Messages)-len(cut.Messages):]
		for j, message := range cut.Messages {
			alone := len(cut.Messages) == 1 && strings.HasSuffix(rest[j].Content, message.Content) && message.Role == rest[j].Role
			if message != rest[j] && !alone {
				t.Errorf("chat %d, limit %d: message %d became %+v, was %+v", i, limits[i], j, message, rest[j])
			}
		}
		if n := len(rest); n < min(10, len(chat.Messages)) {
			more, err := json.Marshal(snapshot{chat.Messages[len(chat.Messages)-n-1:]})
			s.must(err)
			if len(more) <= limits[i] {
				t.Errorf("chat %d: %d messages were kept in %d bytes, one more fits", i, n, limits[i])
			}
		}
	}
}

// randomText is hard to cut: it has escapes, JSON of its own, and characters
// of every length, and may have no blank.
func randomText(random *rand.Rand) string {
	pieces := []string{
		"a", "word ", "\n", "\\", "\"", "\\n", "é", "返事", "🙂", "<&>", "\t", "\u2028", "\x01", "/", "123",
		`"},{"id":7,"content":"`, `"messages":[`, `]}`, "\\\\\"", "\\u00e9",
	}
	if random.IntN(3) == 0 {
		pieces = pieces[:1+random.IntN(9)]
	}
	var text strings.Builder
	for range random.IntN(400) {
		text.WriteString(pieces[random.IntN(len(pieces))])
	}
	return text.String()
}

// TestHazardG_NoTask: outside a task nothing is posted, and where the template
// gives the random id that a plain workspace has, one line says why not.
func TestHazardG_NoTask(t *testing.T) {
	t.Parallel()
	s, coder := newTask(t)
	s.start()
	s.say(firstMessage)
	coder.answer(http.StatusNotFound)
	result := s.stop()
	if !strings.Contains(result.Output, "no log snapshot: this Coder server has no task "+taskID) || strings.Contains(result.Output, "ERROR") {
		t.Errorf("a refused snapshot is not explained:\n%s", result.Output)
	}
	if n := len(coder.take()); n != 1 {
		t.Errorf("%d requests came, want one", n)
	}

	s.rerender(nil)
	s.start()
	if result := s.stop(); strings.Contains(result.Output, "snapshot") || len(coder.take()) != 0 {
		t.Errorf("without a task a snapshot was posted:\n%s", result.Output)
	}
}

// TestHazardH_TokenNoLongerValid: while a workspace is deleted its agent's
// token is refused. That is no error, and the stop goes on.
func TestHazardH_TokenNoLongerValid(t *testing.T) {
	t.Parallel()
	s, coder := newTask(t)
	s.start()
	s.say(firstMessage)
	for status, text := range map[int]string{
		http.StatusUnauthorized:        "the agent's token is no longer valid (the workspace is being deleted)",
		http.StatusInternalServerError: "no log snapshot: HTTP status 500",
	} {
		coder.answer(status)
		result := s.stop()
		if !strings.Contains(result.Output, text) || strings.Contains(result.Output, "ERROR") || !strings.Contains(result.Output, "the chat is saved: 1 user messages") {
			t.Errorf("status %d: want %q and a saved chat:\n%s", status, text, result.Output)
		}
		s.start()
	}
	coder.Close()
	if result := s.stop(); !strings.Contains(result.Output, "no log snapshot: HTTP status 000") || !strings.Contains(result.Output, "the chat is saved") {
		t.Errorf("a server that is gone is not explained:\n%s", result.Output)
	}
}
