package modelserver

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

func newTurn(role string, blocks []string) Turn {
	return Turn{Role: role, Text: strings.Join(blocks, "\n"), blocks: blocks}
}

func readAnthropic(body []byte, r *Request) error {
	var in struct {
		Model    string            `json:"model"`
		Stream   bool              `json:"stream"`
		Tools    []json.RawMessage `json:"tools"`
		System   json.RawMessage   `json:"system"`
		Messages []struct {
			Role    string          `json:"role"`
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return fmt.Errorf("messages request: %w", err)
	}
	r.Model, r.Stream, r.Tools = in.Model, in.Stream, len(in.Tools)
	if blocks := textOf(in.System); len(blocks) > 0 {
		r.Turns = append(r.Turns, newTurn(RoleSystem, blocks))
	}
	for _, m := range in.Messages {
		r.Turns = append(r.Turns, newTurn(m.Role, textOf(m.Content)))
	}
	return nil
}

func writeAnthropic(w http.ResponseWriter, r Request) {
	usage := object{"input_tokens": inputTokens(r), "output_tokens": 1, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}
	message := object{
		"id": fmt.Sprintf("msg_%06d", r.Seq), "type": "message", "role": RoleAssistant, "model": r.Model,
		"content": []any{}, "stop_reason": nil, "stop_sequence": nil,
		"usage": usage,
	}
	if !r.Stream {
		message["content"] = []any{object{"type": "text", "text": r.Reply}}
		message["stop_reason"] = "end_turn"
		usage["output_tokens"] = tokens(r.Reply)
		writeJSON(w, message)
		return
	}
	s := newEventStream(w)
	s.named("message_start", object{"message": message})
	s.named("content_block_start", object{"index": 0, "content_block": object{"type": "text", "text": ""}})
	s.named("ping", object{})
	for _, piece := range pieces(r.Reply) {
		s.named("content_block_delta", object{"index": 0, "delta": object{"type": "text_delta", "text": piece}})
	}
	s.named("content_block_stop", object{"index": 0})
	s.named("message_delta", object{
		"delta": object{"stop_reason": "end_turn", "stop_sequence": nil},
		"usage": object{"output_tokens": tokens(r.Reply)},
	})
	s.named("message_stop", object{})
}
