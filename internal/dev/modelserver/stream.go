package modelserver

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// object is a JSON object in the making.
type object = map[string]any

// eventStream writes server-sent events, each flushed at once.
type eventStream struct {
	w http.ResponseWriter
}

func newEventStream(w http.ResponseWriter) eventStream {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache")
	w.WriteHeader(http.StatusOK)
	return eventStream{w}
}

// named sends an event whose name is repeated as "type" in its data.
func (s eventStream) named(name string, data object) {
	data["type"] = name
	_, _ = fmt.Fprintf(s.w, "event: %s\n", name)
	s.data(data)
}

// data sends an event without a name.
func (s eventStream) data(data object) {
	text, err := json.Marshal(data)
	if err != nil {
		return
	}
	s.raw(string(text))
}

func (s eventStream) raw(text string) {
	_, _ = fmt.Fprintf(s.w, "data: %s\n\n", text)
	if f, ok := s.w.(http.Flusher); ok {
		f.Flush()
	}
}

// textOf finds the text blocks in a message's content, which every protocol
// gives either as a string or as a list of blocks.
func textOf(content json.RawMessage) []string {
	if len(content) == 0 {
		return nil
	}
	var text string
	if json.Unmarshal(content, &text) == nil {
		return []string{text}
	}
	var blocks []struct {
		Text    string          `json:"text"`
		Content json.RawMessage `json:"content"`
	}
	if json.Unmarshal(content, &blocks) != nil {
		return nil
	}
	var texts []string
	for _, block := range blocks {
		if block.Text != "" {
			texts = append(texts, block.Text)
			continue
		}
		texts = append(texts, textOf(block.Content)...)
	}
	return texts
}
