package modelserver

import (
	"slices"
	"strings"
	"time"
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
	Role string
	// Text holds the text blocks of the message, joined by a newline.
	Text string

	blocks []string
}

// Request is one model request as the server understood it.
type Request struct {
	Seq  int
	Time time.Time
	// Model is the model that was asked for.
	Model  string
	Stream bool
	// Tools is how many tools the request offers to the model.
	Tools int
	// Helper is true for a request that is no part of the conversation, such
	// as the one that finds a title for it: a coding agent offers tools to the
	// model whenever it converses, and none when it only wants a title, a topic
	// or a summary.
	Helper bool
	// Turns lists the whole request, system text first.
	Turns []Turn
	// Prompt is the last text the user typed, without the context that agents
	// put around it.
	Prompt string
	// Reply is what the server answered.
	Reply string
	// Body is the request as it came.
	Body []byte
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
	return slices.Clone(s.requests)
}

// Conversation returns the requests that belong to the conversation proper,
// oldest first, without the helper requests.
func (s *Server) Conversation() []Request {
	return slices.DeleteFunc(s.Requests(), func(r Request) bool { return r.Helper })
}

// Asked returns the conversation requests whose last user turn contains text:
// the requests in which the model was asked exactly that.
func (s *Server) Asked(text string) []Request {
	return slices.DeleteFunc(s.Conversation(), func(r Request) bool { return !strings.Contains(r.LastUser(), text) })
}
