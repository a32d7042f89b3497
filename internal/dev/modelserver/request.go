package modelserver

import (
	"encoding/json"
	"strings"
	"time"
)

// API names the protocol of a request.
type API string

// The protocols the server speaks.
const (
	AnthropicMessages API = "anthropic-messages"
	OpenAIResponses   API = "openai-responses"
	OpenAIChat        API = "openai-chat"
	Gemini            API = "gemini"
	Augment           API = "augment" // of Auggie; always streaming
)

// The roles of a [Turn]. Every protocol's own names are mapped to these.
const (
	RoleSystem    = "system"
	RoleUser      = "user"
	RoleAssistant = "assistant"
	RoleTool      = "tool"
)

// Turn is one message of a request, flattened to its text.
type Turn struct {
	Role string `json:"role"`
	// Text holds the text blocks of the message, joined by a newline.
	Text string `json:"text"`

	blocks []string
}

// Request is one model request as the server understood it. It is also the
// shape of a line of the log file.
type Request struct {
	Seq  int       `json:"seq"`
	Time time.Time `json:"time"`
	API  API       `json:"api"`
	Path string    `json:"path"`
	// Model is the model that was asked for.
	Model  string `json:"model"`
	Stream bool   `json:"stream"`
	// Tools is how many tools the request offers to the model.
	Tools int `json:"tools"`
	// Helper is true for a request that is no part of the conversation, such
	// as the one that finds a title for it.
	Helper bool `json:"helper"`
	// Turns lists the whole request, system text first.
	Turns []Turn `json:"turns"`
	// Prompt is the last text the user typed, without the context that agents
	// put around it.
	Prompt string `json:"prompt"`
	// Reply is what the server answered.
	Reply string `json:"reply"`
	// Body is the request as it came.
	Body json.RawMessage `json:"body"`
}

// Conversation returns the turns of user and assistant, in order.
func (r Request) Conversation() []Turn {
	var turns []Turn
	for _, turn := range r.Turns {
		if turn.Role == RoleUser || turn.Role == RoleAssistant {
			turns = append(turns, turn)
		}
	}
	return turns
}

// LastUser returns the text of the last user turn, empty when there is none.
func (r Request) LastUser() string {
	for i := len(r.Turns) - 1; i >= 0; i-- {
		if r.Turns[i].Role == RoleUser {
			return r.Turns[i].Text
		}
	}
	return ""
}

// Carries reports whether a turn of the given role contains text. It answers
// the question of a resume test: does this request still hold the first prompt
// and the first reply?
func (r Request) Carries(role, text string) bool {
	return r.Count(role, text) > 0
}

// Count returns how many turns of the given role contain text, for example to
// see that a task prompt was sent once and not again.
func (r Request) Count(role, text string) int {
	n := 0
	for _, turn := range r.Turns {
		if turn.Role == role && strings.Contains(turn.Text, text) {
			n++
		}
	}
	return n
}

// Requests returns a copy of all model requests so far, oldest first.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests...)
}

// Conversation returns the requests that belong to the conversation proper,
// oldest first, without the helper requests.
func (s *Server) Conversation() []Request {
	return Filter(s.Requests(), func(r Request) bool { return !r.Helper })
}

// Asked returns the conversation requests whose last user turn contains text:
// the requests in which the model was asked exactly that.
func (s *Server) Asked(text string) []Request {
	return Filter(s.Conversation(), func(r Request) bool { return strings.Contains(r.LastUser(), text) })
}

// Filter returns the requests for which keep is true.
func Filter(requests []Request, keep func(Request) bool) []Request {
	var kept []Request
	for _, r := range requests {
		if keep(r) {
			kept = append(kept, r)
		}
	}
	return kept
}

// isHelper tells requests beside the conversation from those of it: a coding
// agent offers tools to the model whenever it converses, and none when it only
// wants a title, a topic or a summary.
func isHelper(r Request) bool { return r.Tools == 0 }
