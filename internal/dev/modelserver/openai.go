package modelserver

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// openAIRole maps a role of the OpenAI protocols.
func openAIRole(role string) string {
	switch role {
	case "developer":
		return RoleSystem
	case "function":
		return RoleTool
	}
	return role
}

func readChat(body []byte, r *Request) error {
	var in struct {
		Model    string            `json:"model"`
		Stream   bool              `json:"stream"`
		Tools    []json.RawMessage `json:"tools"`
		Messages []struct {
			Role    string          `json:"role"`
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return fmt.Errorf("chat completions request: %w", err)
	}
	r.Model, r.Stream, r.Tools = in.Model, in.Stream, len(in.Tools)
	for _, m := range in.Messages {
		r.Turns = append(r.Turns, newTurn(openAIRole(m.Role), textOf(m.Content)))
	}
	return nil
}

func writeChat(w http.ResponseWriter, r Request) {
	usage := object{"prompt_tokens": inputTokens(r), "completion_tokens": tokens(r.Reply), "total_tokens": inputTokens(r) + tokens(r.Reply)}
	answer := func(kind string, choice object) object {
		choice["index"] = 0
		return object{
			"id": fmt.Sprintf("chatcmpl-%06d", r.Seq), "object": kind, "created": r.Time.Unix(), "model": r.Model,
			"choices": []any{choice},
		}
	}
	if !r.Stream {
		whole := answer("chat.completion", object{
			"message": object{"role": RoleAssistant, "content": r.Reply}, "finish_reason": "stop",
		})
		whole["usage"] = usage
		writeJSON(w, whole)
		return
	}
	const kind = "chat.completion.chunk"
	s := newEventStream(w)
	s.data(answer(kind, object{"delta": object{"role": RoleAssistant, "content": ""}, "finish_reason": nil}))
	for _, piece := range pieces(r.Reply) {
		s.data(answer(kind, object{"delta": object{"content": piece}, "finish_reason": nil}))
	}
	last := answer(kind, object{"delta": object{}, "finish_reason": "stop"})
	last["usage"] = usage
	s.data(last)
	s.raw("[DONE]")
}

func readResponses(body []byte, r *Request) error {
	var in struct {
		Model        string            `json:"model"`
		Stream       bool              `json:"stream"`
		Tools        []json.RawMessage `json:"tools"`
		Instructions string            `json:"instructions"`
		Input        json.RawMessage   `json:"input"`
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return fmt.Errorf("responses request: %w", err)
	}
	r.Model, r.Stream, r.Tools = in.Model, in.Stream, len(in.Tools)
	if in.Instructions != "" {
		r.Turns = append(r.Turns, newTurn(RoleSystem, []string{in.Instructions}))
	}
	var text string
	if json.Unmarshal(in.Input, &text) == nil {
		r.Turns = append(r.Turns, newTurn(RoleUser, []string{text}))
		return nil
	}
	var items []struct {
		Type    string          `json:"type"`
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
		Output  json.RawMessage `json:"output"`
	}
	if len(in.Input) > 0 {
		if err := json.Unmarshal(in.Input, &items); err != nil {
			return fmt.Errorf("responses request: input: %w", err)
		}
	}
	for _, item := range items {
		switch {
		case item.Role != "":
			r.Turns = append(r.Turns, newTurn(openAIRole(item.Role), textOf(item.Content)))
		case len(item.Output) > 0:
			r.Turns = append(r.Turns, newTurn(RoleTool, textOf(item.Output)))
		}
	}
	return nil
}

func writeResponses(w http.ResponseWriter, r Request) {
	responseID, itemID := fmt.Sprintf("resp_%06d", r.Seq), fmt.Sprintf("msg_%06d", r.Seq)
	part := func(text string) object {
		return object{"type": "output_text", "text": text, "annotations": []any{}, "logprobs": []any{}}
	}
	item := func(status string, content ...any) object {
		if content == nil {
			content = []any{}
		}
		return object{"id": itemID, "type": "message", "role": RoleAssistant, "status": status, "content": content}
	}
	response := func(status string, output ...any) object {
		if output == nil {
			output = []any{}
		}
		return object{
			"id": responseID, "object": "response", "created_at": r.Time.Unix(), "status": status, "model": r.Model,
			"output": output, "error": nil, "incomplete_details": nil, "instructions": nil, "metadata": object{},
			"parallel_tool_calls": true, "tool_choice": "auto", "tools": []any{}, "usage": nil,
		}
	}
	done := response("completed", item("completed", part(r.Reply)))
	done["usage"] = object{
		"input_tokens": inputTokens(r), "input_tokens_details": object{"cached_tokens": 0},
		"output_tokens": tokens(r.Reply), "output_tokens_details": object{"reasoning_tokens": 0},
		"total_tokens": inputTokens(r) + tokens(r.Reply),
	}
	if !r.Stream {
		writeJSON(w, done)
		return
	}
	s, sequence := newEventStream(w), 0
	send := func(name string, data object) {
		data["sequence_number"] = sequence
		sequence++
		s.named(name, data)
	}
	inPart := func(data object) object {
		data["item_id"], data["output_index"], data["content_index"] = itemID, 0, 0
		return data
	}
	send("response.created", object{"response": response("in_progress")})
	send("response.in_progress", object{"response": response("in_progress")})
	send("response.output_item.added", object{"output_index": 0, "item": item("in_progress")})
	send("response.content_part.added", inPart(object{"part": part("")}))
	for _, piece := range pieces(r.Reply) {
		send("response.output_text.delta", inPart(object{"delta": piece, "logprobs": []any{}}))
	}
	send("response.output_text.done", inPart(object{"text": r.Reply, "logprobs": []any{}}))
	send("response.content_part.done", inPart(object{"part": part(r.Reply)}))
	send("response.output_item.done", object{"output_index": 0, "item": item("completed", part(r.Reply))})
	send("response.completed", object{"response": done})
}
