package modelserver_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/modelserver"
)

// The same three-turn conversation in every protocol.
var protocols = []struct {
	api      string
	path     string
	streamed string // path for streaming when it differs
	body     string
	// text finds the reply in a whole answer, delta its part in an event.
	text, delta []any
	events      []string
}{
	{
		api: "anthropic", path: "/v1/messages",
		body: `{"model":"m","stream":STREAM,"tools":[{"name":"t"}],"system":[{"type":"text","text":"be brief"}],"messages":[
			{"role":"user","content":[{"type":"text","text":"<system-reminder>today is Monday</system-reminder>"},{"type":"text","text":"first question"}]},
			{"role":"assistant","content":[{"type":"text","text":"reply 1 to: first question"}]},
			{"role":"user","content":"second question"}]}`,
		text: []any{"content", 0, "text"}, delta: []any{"delta", "text"},
		events: []string{"message_start", "content_block_start", "ping", "content_block_delta", "content_block_stop", "message_delta", "message_stop"},
	},
	{
		api: "responses", path: "/v1/responses",
		body: `{"model":"m","stream":STREAM,"tools":[{"type":"function"}],"instructions":"be brief","input":[
			{"type":"message","role":"user","content":[{"type":"input_text","text":"<environment_context><cwd>/w</cwd></environment_context>"}]},
			{"type":"message","role":"user","content":[{"type":"input_text","text":"first question"}]},
			{"type":"reasoning","summary":[]},
			{"type":"message","role":"assistant","content":[{"type":"output_text","text":"reply 1 to: first question"}]},
			{"type":"message","role":"user","content":[{"type":"input_text","text":"second question"}]}]}`,
		text: []any{"output", 0, "content", 0, "text"}, delta: []any{"delta"},
		events: []string{
			"response.created", "response.in_progress", "response.output_item.added", "response.content_part.added",
			"response.output_text.delta", "response.output_text.done", "response.content_part.done",
			"response.output_item.done", "response.completed",
		},
	},
	{
		api: "chat", path: "/v1/chat/completions",
		body: `{"model":"m","stream":STREAM,"tools":[{"type":"function"}],"messages":[
			{"role":"system","content":"be brief"},
			{"role":"user","content":"first question\n<turn-context>\n<time>now</time>\n</turn-context>"},
			{"role":"assistant","content":"reply 1 to: first question"},
			{"role":"user","content":[{"type":"text","text":"second question\n<turn-context>later</turn-context>"}]}]}`,
		text: []any{"choices", 0, "message", "content"}, delta: []any{"choices", 0, "delta", "content"},
	},
	{
		api: "gemini", path: "/v1beta/models/m:generateContent", streamed: "/v1beta/models/m:streamGenerateContent?alt=sse",
		body: `{"tools":[{"functionDeclarations":[]}],"systemInstruction":{"parts":[{"text":"be brief"}]},"contents":[
			{"role":"user","parts":[{"text":"first question"}]},
			{"role":"model","parts":[{"text":"reply 1 to: first question"}]},
			{"role":"user","parts":[{"text":"second question"}]}]}`,
		text: []any{"candidates", 0, "content", "parts", 0, "text"}, delta: []any{"candidates", 0, "content", "parts", 0, "text"},
	},
}

const secondReply = "reply 2 to: second question"

func TestProtocols(t *testing.T) {
	t.Parallel()
	for _, p := range protocols {
		t.Run(p.api, func(t *testing.T) {
			t.Parallel()
			server := start(t)

			status, answer := post(t, server, p.path, strings.Replace(p.body, "STREAM", "false", 1))
			if status != 200 {
				t.Fatalf("status %d: %s", status, answer)
			}
			if got := dig(t, answer, p.text); got != secondReply {
				t.Errorf("reply = %q, want %q", got, secondReply)
			}

			path := p.path
			if p.streamed != "" {
				path = p.streamed
			}
			_, stream := post(t, server, path, strings.Replace(p.body, "STREAM", "true", 1))
			events, text := readStream(t, stream, p.delta)
			if text != secondReply {
				t.Errorf("streamed reply = %q, want %q", text, secondReply)
			}
			if !slices.Equal(events, p.events) {
				t.Errorf("events = %q, want %q", events, p.events)
			}

			requests := server.Conversation()
			if len(requests) != 2 {
				t.Fatalf("%d conversation requests, want 2", len(requests))
			}
			for i, r := range requests {
				if r.Model != "m" || r.Stream != (i == 1) || r.Tools != 1 {
					t.Errorf("request %d = %s stream=%t tools=%d", i+1, r.Model, r.Stream, r.Tools)
				}
				if r.Prompt != "second question" || r.Turns[0].Role != modelserver.RoleSystem || !r.Carries(modelserver.RoleUser, "first question") ||
					!r.Carries(modelserver.RoleAssistant, "reply 1 to: first question") {
					t.Errorf("request %d: prompt %q, turns %+v", i+1, r.Prompt, r.Turns)
				}
			}
		})
	}
}

// readStream returns the distinct event names in order and the joined deltas.
func readStream(t *testing.T, stream string, delta []any) (events []string, text string) {
	t.Helper()
	name := ""
	for line := range strings.Lines(stream) {
		line = strings.TrimSuffix(line, "\n")
		if event, ok := strings.CutPrefix(line, "event: "); ok {
			name = event
			if len(events) == 0 || events[len(events)-1] != name {
				events = append(events, name)
			}
		}
		data, ok := strings.CutPrefix(line, "data: ")
		if !ok || data == "[DONE]" || name != "" && !strings.HasSuffix(name, "delta") {
			continue
		}
		if got, ok := find(t, data, delta).(string); ok {
			text += got
		}
	}
	return events, text
}

func dig(t *testing.T, document string, path []any) string {
	t.Helper()
	text, _ := find(t, document, path).(string)
	return text
}

// find follows a path of object keys and list indices.
func find(t *testing.T, document string, path []any) any {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(document), &value); err != nil {
		t.Fatalf("%v in %s", err, document)
	}
	for _, step := range path {
		switch step := step.(type) {
		case string:
			fields, _ := value.(map[string]any)
			value = fields[step]
		case int:
			list, _ := value.([]any)
			if step >= len(list) {
				return nil
			}
			value = list[step]
		}
	}
	return value
}

func TestCountTokens(t *testing.T) {
	t.Parallel()
	server := start(t)
	if _, answer := post(t, server, "/v1/messages/count_tokens", `{"messages":[{"role":"user","content":"hello"}]}`); answer != "{\"input_tokens\":2}\n" {
		t.Errorf("answer = %s", answer)
	}
	const count = `{"contents":[{"role":"user","parts":[{"text":"hello"}]}]}`
	if _, answer := post(t, server, "/v1beta/models/m:countTokens", count); answer != "{\"totalTokens\":2}\n" {
		t.Errorf("answer = %s", answer)
	}
	if n := len(server.Requests()); n != 0 {
		t.Errorf("%d requests recorded: counting tokens asks no model", n)
	}
}

func TestGeminiStreamWithoutEvents(t *testing.T) {
	t.Parallel()
	server := start(t)
	_, answer := post(t, server, "/v1beta/models/m:streamGenerateContent", `{"tools":[{}],"contents":[{"parts":[{"text":"hi"}]}]}`)
	if got := dig(t, answer, []any{0, "candidates", 0, "content", "parts", 0, "text"}); got != "reply 1 to: hi" {
		t.Errorf("answer = %s", answer)
	}
}

func TestResponsesWithPlainInput(t *testing.T) {
	t.Parallel()
	server := start(t)
	_, answer := post(t, server, "/responses", `{"tools":[{}],"input":"hi"}`)
	if got := dig(t, answer, []any{"output", 0, "content", 0, "text"}); got != "reply 1 to: hi" {
		t.Errorf("answer = %s", answer)
	}
}

func TestReplyText(t *testing.T) {
	t.Parallel()
	for prompt, want := range map[string]string{
		"hello":                        "reply 3 to: hello",
		"  two\n lines ":               "reply 3 to: two lines",
		"\x1b[1mbold":                  "reply 3 to: [1mbold",
		strings.Repeat("ü", 50):        "reply 3 to: " + strings.Repeat("ü", 40),
		strings.Repeat("1234567 ", 20): "reply 3 to: 1234567 1234567 1234567 1234567 1234567",
	} {
		if got := modelserver.ReplyText(3, prompt); got != want {
			t.Errorf("ReplyText(3, %q) = %q, want %q", prompt, got, want)
		}
	}
}

func TestPromptLeavesInjectedContextOut(t *testing.T) {
	t.Parallel()
	for content, want := range map[string]string{
		`"<a>x</a>\nhello\n<b>y</b>"`:                             "hello",
		`"is 1 < 2 and <b> open?"`:                                "is 1 < 2 and <b> open?",
		`[{"text":"hello"},{"text":"<note>later</note>"}]`:        "hello",
		`"<only>context</only>"`:                                  "<only>context</only>",
		`[{"type":"tool_result","content":[{"text":"from it"}]}]`: "from it",
	} {
		server := start(t)
		post(t, server, "/v1/messages", `{"messages":[{"role":"user","content":`+content+`}]}`)
		if got := server.Requests()[0].Prompt; got != want {
			t.Errorf("prompt of %s = %q, want %q", content, got, want)
		}
	}
}

// Augment's protocol streams lines of JSON and has no other form.
func TestAugment(t *testing.T) {
	t.Parallel()
	server := start(t)
	const body = `{"model":"m","message":"","silent":SILENT,"tool_definitions":[{"name":"t"}],"user_guidelines":"be brief","chat_history":[
		{"request_message":"","request_nodes":[{"id":1,"type":0,"text_node":{"content":"first question"}},{"id":2,"type":4}],
		 "response_text":"","response_nodes":[{"id":1,"type":0,"content":"reply 1 to: first question"}]},
		{"request_message":"","request_nodes":[{"id":1,"type":1,"tool_result_node":{"content":"42"}}],"response_text":"done"}],
		"nodes":[{"id":1,"type":0,"text_node":{"content":"second question"}}]}`
	_, answer := post(t, server, "/chat-stream", strings.Replace(body, "SILENT", "false", 1))
	text := ""
	for line := range strings.Lines(answer) {
		text += dig(t, line, []any{"text"})
		if strings.Contains(line, "nodes") && dig(t, line, []any{"nodes", 0, "content"}) != secondReply {
			t.Errorf("the last line lacks the whole reply: %s", line)
		}
	}
	if text != secondReply {
		t.Errorf("reply = %q, want %q", text, secondReply)
	}
	requests := server.Conversation()
	if len(requests) != 1 {
		t.Fatalf("%d conversation requests, want 1", len(requests))
	}
	r := requests[0]
	if r.Model != "m" || !r.Stream || r.Tools != 1 || r.Prompt != "second question" || r.Turns[0].Role != modelserver.RoleSystem ||
		!r.Carries(modelserver.RoleUser, "first question") || !r.Carries(modelserver.RoleTool, "42") || !r.Carries(modelserver.RoleAssistant, "done") {
		t.Errorf("request = %+v", r)
	}
	post(t, server, "/chat-stream", strings.Replace(body, "SILENT", "true", 1))
	if got := len(server.Conversation()); got != 1 {
		t.Errorf("a silent request counts as conversation: %d", got)
	}
	for _, path := range []string{
		"/get-models", "/agents/list-remote-tools", "/settings/get-mcp-user-configs", "/settings/get-mcp-tenant-configs", "/report-error",
	} {
		if status, answer := post(t, server, path, "{}"); status != 200 || !strings.HasPrefix(answer, "{") {
			t.Errorf("%s: %d %s", path, status, answer)
		}
	}
}
