package modelserver

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// gemini routes the calls of the Gemini protocol, which are written behind the
// model's name: /v1beta/models/MODEL:CALL.
func (s *Server) gemini(w http.ResponseWriter, req *http.Request) {
	model, call, _ := strings.Cut(req.PathValue("call"), ":")
	read := func(body []byte, r *Request) error {
		r.Model, r.Stream = model, call == "streamGenerateContent"
		return readGemini(body, r)
	}
	switch call {
	case "generateContent", "streamGenerateContent":
		s.model(read, func(w http.ResponseWriter, r Request) {
			writeGemini(w, r, req.URL.Query().Get("alt") == "sse")
		})(w, req)
	case "countTokens":
		s.countTokens(read, "totalTokens")(w, req)
	default:
		http.NotFound(w, req)
	}
}

func readGemini(body []byte, r *Request) error {
	type content struct {
		Role  string `json:"role"`
		Parts []struct {
			Text     string          `json:"text"`
			Response json.RawMessage `json:"functionResponse"`
		} `json:"parts"`
	}
	var in struct {
		System   *content          `json:"systemInstruction"`
		Contents []content         `json:"contents"`
		Tools    []json.RawMessage `json:"tools"`
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return fmt.Errorf("gemini request: %w", err)
	}
	add := func(role string, c content) {
		var blocks []string
		for _, part := range c.Parts {
			if part.Text != "" {
				blocks = append(blocks, part.Text)
			}
			if len(part.Response) > 0 {
				role, blocks = RoleTool, append(blocks, string(part.Response))
			}
		}
		r.Turns = append(r.Turns, newTurn(role, blocks))
	}
	r.Tools = len(in.Tools)
	if in.System != nil {
		add(RoleSystem, *in.System)
	}
	for _, c := range in.Contents {
		if c.Role == "model" {
			add(RoleAssistant, c)
		} else {
			add(RoleUser, c)
		}
	}
	return nil
}

func writeGemini(w http.ResponseWriter, r Request, events bool) {
	answer := func(text, finish string) object {
		candidate := object{"index": 0, "content": object{"role": "model", "parts": []any{object{"text": text}}}}
		if finish != "" {
			candidate["finishReason"] = finish
		}
		return object{
			"candidates": []any{candidate}, "modelVersion": r.Model, "responseId": fmt.Sprintf("gemini-%06d", r.Seq),
			"usageMetadata": object{
				"promptTokenCount": inputTokens(r), "candidatesTokenCount": tokens(r.Reply),
				"totalTokenCount": inputTokens(r) + tokens(r.Reply),
			},
		}
	}
	switch {
	case !r.Stream:
		writeJSON(w, answer(r.Reply, "STOP"))
	case !events:
		// Without alt=sse a streamed answer is one JSON array.
		writeJSON(w, []any{answer(r.Reply, "STOP")})
	default:
		s, parts := newEventStream(w), pieces(r.Reply)
		for i, piece := range parts {
			finish := ""
			if i == len(parts)-1 {
				finish = "STOP"
			}
			s.data(answer(piece, finish))
		}
	}
}
