package scripttest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/workspace"
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

func newCoderServer(t testing.TB) *coderServer {
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

// newTask is a fake agent that works on a task of the server.
func newTask(t testing.TB) (*fake, *coderServer) {
	t.Helper()
	coder := newCoderServer(t)
	f := newFake(t, forTask(taskID))
	f.Setenv("CODER_AGENT_URL", coder.URL+"/")
	f.Setenv("CODER_AGENT_TOKEN", agentToken)
	return f, coder
}

// TestSnapshotInBytes: the limit of a log snapshot is in bytes. A long chat that
// is not ASCII is cut between messages.
func TestSnapshotInBytes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name     string
		behavior string
		messages int // at least
	}{{"many messages", "long=150", 2}, {"one message too long", "long=600", 1}} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			f, coder := newTask(t)
			f.behave(test.behavior)
			f.Setenv(terminalHeight, "1000")
			// The locale has characters of several bytes.
			f.Setenv("LC_ALL", "C.UTF-8")
			f.start()
			for _, text := range []string{firstMessage, secondMessage, thirdMessage} {
				f.tell(text)
			}
			chat, err := f.client().Messages(f.context())
			f.must(err)
			f.stop()
			bodies := coder.take()
			if len(bodies) != 1 {
				t.Fatalf("%d snapshots were posted, want one", len(bodies))
			}
			var sent snapshot
			if err := json.Unmarshal(bodies[0], &sent); err != nil || !utf8.Valid(bodies[0]) {
				t.Errorf("the snapshot is not JSON in UTF-8: %v", err)
			}
			if size := len(bodies[0]); size > snapshotLimit || size < snapshotLimit/3 {
				t.Errorf("the snapshot has %d bytes, with a limit of %d", size, snapshotLimit)
			}
			n := len(sent.Messages)
			if n < test.messages || n >= len(chat) {
				t.Fatalf("%d of %d messages were posted", n, len(chat))
			}
			for i, message := range sent.Messages {
				whole := chat[len(chat)-n+i]
				cut := n == 1 && strings.HasSuffix(whole.Content, message.Content) && message.Role == whole.Role
				if message != whole && !cut {
					t.Errorf("message %d differs from the chat's", i)
				}
			}
		})
	}
}

// TestSnapshotOfLoginScreen: after a restart the agent shows a login screen and
// the chat is not loaded. What a stop posts then must not replace the good
// snapshot of the stop before.
func TestSnapshotOfLoginScreen(t *testing.T) {
	t.Parallel()
	f, coder := newTask(t)
	f.start()
	for _, text := range []string{firstMessage, secondMessage, thirdMessage} {
		f.tell(text)
	}
	f.stop()
	var good snapshot
	if bodies := coder.take(); len(bodies) != 1 || json.Unmarshal(bodies[0], &good) != nil || len(good.Messages) < 6 {
		t.Fatalf("the first stop posted %d snapshots with %d messages", len(bodies), len(good.Messages))
	}
	f.behave("never-ready")
	f.launch()
	f.must(f.run.WaitListening(f.context()))
	f.stop()
	for _, body := range coder.take() {
		var sent snapshot
		f.must(json.Unmarshal(body, &sent))
		if len(sent.Messages) < len(good.Messages) {
			t.Errorf("a snapshot of %d messages replaced one of %d: %s", len(sent.Messages), len(good.Messages), body)
		}
	}
}

// TestNoTask: outside a task nothing is posted, and where the template gives
// the random id that a plain workspace has, the script says so without an error.
func TestNoTask(t *testing.T) {
	t.Parallel()
	f, coder := newTask(t)
	f.start()
	f.tell(firstMessage)
	coder.answer(http.StatusNotFound)
	if result := f.stop(); !strings.Contains(result.Output, taskID) || strings.Contains(result.Output, "ERROR") {
		t.Errorf("a refused snapshot is not explained:\n%s", result.Output)
	}
	if n := len(coder.take()); n != 1 {
		t.Errorf("%d requests came, want one", n)
	}
	f.render(withPrompt(""))
	f.start()
	if result := f.stop(); strings.Contains(result.Output, "snapshot") || len(coder.take()) != 0 {
		t.Errorf("without a task a snapshot was posted:\n%s", result.Output)
	}
}

// TestSnapshotRefused: while a workspace is deleted its agent's token is not
// valid any more, and a server can fail or be gone. The stop goes on.
func TestSnapshotRefused(t *testing.T) {
	t.Parallel()
	f, coder := newTask(t)
	for _, status := range []int{http.StatusUnauthorized, http.StatusInternalServerError, 0} {
		if status == 0 {
			coder.Close()
		} else {
			coder.answer(status)
		}
		text := "The server answers with " + itoa(status)
		f.start()
		f.tell(text)
		if result := f.stop(); !strings.Contains(result.Output, "snapshot") || strings.Contains(result.Output, "ERROR") || !f.saved(text) {
			t.Errorf("status %d; the chat is saved: %v\n%s", status, f.saved(text), result.Output)
		}
	}
}
