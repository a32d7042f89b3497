package modelserver

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// Kinds of node in Augment's protocol.
const (
	augmentTextNode       = 0
	augmentToolResultNode = 1
)

// augmentNode is a part of a question or of an answer.
type augmentNode struct {
	Type int `json:"type"`
	Text struct {
		Content string `json:"content"`
	} `json:"text_node"`
	ToolResult struct {
		Content string `json:"content"`
	} `json:"tool_result_node"`
	// Content is the text of an answer's node.
	Content string `json:"content"`
}

// handleAugment adds what Auggie asks of its own servers besides the model.
func handleAugment(mux *http.ServeMux) {
	answers := map[string]object{
		"/get-models": {
			"default_model": "loopback", "languages": []any{}, "feature_flags": object{},
			"models": []any{object{"name": "loopback", "suggested_prefix_char_count": 0, "suggested_suffix_char_count": 0}},
		},
		"/agents/list-remote-tools":        {"tools": []any{}},
		"/settings/get-mcp-tenant-configs": {},
		"/settings/get-mcp-user-configs":   {},
		"/report-error":                    {},
	}
	for path, answer := range answers {
		mux.HandleFunc("POST "+path, func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, answer) })
	}
}

func readAugment(body []byte, r *Request) error {
	var in struct {
		Model   string            `json:"model"`
		Tools   []json.RawMessage `json:"tool_definitions"`
		Silent  bool              `json:"silent"`
		Message string            `json:"message"`
		Nodes   []augmentNode     `json:"nodes"`
		History []struct {
			Message  string        `json:"request_message"`
			Nodes    []augmentNode `json:"request_nodes"`
			Text     string        `json:"response_text"`
			Response []augmentNode `json:"response_nodes"`
		} `json:"chat_history"`
		Guidelines string `json:"user_guidelines"`
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return fmt.Errorf("chat-stream request: %w", err)
	}
	r.Model, r.Stream, r.Tools = in.Model, true, len(in.Tools)
	if in.Guidelines != "" {
		r.Turns = append(r.Turns, newTurn(RoleSystem, []string{in.Guidelines}))
	}
	ask := func(message string, nodes []augmentNode) {
		role, blocks := RoleUser, []string(nil)
		if message != "" {
			blocks = append(blocks, message)
		}
		for _, node := range nodes {
			switch node.Type {
			case augmentTextNode:
				blocks = append(blocks, node.Text.Content)
			case augmentToolResultNode:
				role, blocks = RoleTool, append(blocks, node.ToolResult.Content)
			}
		}
		r.Turns = append(r.Turns, newTurn(role, blocks))
	}
	for _, exchange := range in.History {
		ask(exchange.Message, exchange.Nodes)
		var texts []string
		for _, node := range exchange.Response {
			texts = append(texts, node.Content)
		}
		if len(texts) == 0 {
			texts = []string{exchange.Text}
		}
		r.Turns = append(r.Turns, newTurn(RoleAssistant, []string{strings.Join(texts, "")}))
	}
	ask(in.Message, in.Nodes)
	// A silent request asks for a title; it offers tools like any other.
	r.Helper = in.Silent
	return nil
}

// writeAugment answers in lines of JSON.
func writeAugment(w http.ResponseWriter, r Request) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusOK)
	send := func(answer object) {
		if json.NewEncoder(w).Encode(answer) != nil {
			return
		}
		if f, ok := w.(http.Flusher); ok {
			f.Flush()
		}
	}
	for _, piece := range pieces(r.Reply) {
		send(object{"text": piece})
	}
	// The whole text once more: Auggie keeps this node in its history.
	send(object{"text": "", "stop_reason": 1, "nodes": []any{object{"id": 1, "type": augmentTextNode, "content": r.Reply}}})
}
