package modelserver

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// Server is a running model server.
type Server struct {
	// URL is the base address, without a trailing slash and without /v1.
	URL string

	http     *http.Server
	mu       sync.Mutex
	requests []Request
	holds    []*hold
}

// hold holds back the answers to requests that contain a text.
type hold struct {
	text    string
	arrived chan struct{} // closed with the first such request
	release chan struct{}
	once    sync.Once
}

// Start serves on a free port of the address, which is loopback unless the whole
// network is the caller's own.
func Start(address string) (*Server, error) {
	listener, err := net.Listen("tcp", net.JoinHostPort(address, "0"))
	if err != nil {
		return nil, fmt.Errorf("model server: %w", err)
	}
	s := &Server{URL: "http://" + listener.Addr().String()}
	s.http = &http.Server{Handler: s.handler(), ReadHeaderTimeout: time.Minute}
	go func() { _ = s.http.Serve(listener) }() // ends with Close
	return s, nil
}

// Close stops the server at once, requests in flight included. Requests stay
// available.
func (s *Server) Close() error { return s.http.Close() }

// Hold makes the answers to requests of the conversation that contain text wait
// until release is called, so that a test can stop an agent in the middle of a
// turn. Requests are recorded at once; arrived is closed with the first. Calling
// release more than once is harmless.
func (s *Server) Hold(text string) (arrived <-chan struct{}, release func()) {
	h := &hold{text: text, arrived: make(chan struct{}), release: make(chan struct{})}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.holds = append(s.holds, h)
	return h.arrived, sync.OnceFunc(func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.holds = slices.DeleteFunc(s.holds, func(other *hold) bool { return other == h })
		close(h.release)
	})
}

func (s *Server) handler() http.Handler {
	mux := http.NewServeMux()
	// Clients disagree on whether the base address ends in /v1.
	for _, base := range []string{"", "/v1"} {
		mux.HandleFunc("POST "+base+"/messages", s.model(readAnthropic, writeAnthropic))
		mux.HandleFunc("POST "+base+"/messages/count_tokens", s.countTokens(readAnthropic, "input_tokens"))
		mux.HandleFunc("POST "+base+"/responses", s.model(readResponses, writeResponses))
		mux.HandleFunc("POST "+base+"/chat/completions", s.model(readChat, writeChat))
		mux.HandleFunc("GET "+base+"/models", listModels)
	}
	mux.HandleFunc("POST /v1beta/models/{call}", s.gemini)
	mux.HandleFunc("POST /chat-stream", s.model(readAugment, writeAugment))
	handleAugment(mux)
	mux.HandleFunc("HEAD /{$}", func(http.ResponseWriter, *http.Request) {})
	return mux
}

// reader fills in Model, Stream, Tools, Helper and Turns from the body.
type reader func(body []byte, r *Request) error

// writer sends the recorded request's answer in its protocol.
type writer func(w http.ResponseWriter, r Request)

func (s *Server) model(read reader, write writer) http.HandlerFunc {
	return func(w http.ResponseWriter, req *http.Request) {
		var r Request
		if !s.read(w, req, read, &r) {
			return
		}
		s.record(&r)
		if !r.Helper && !s.waitHold(req.Context(), &r) {
			return
		}
		write(w, r)
	}
}

func (s *Server) countTokens(read reader, field string) http.HandlerFunc {
	return func(w http.ResponseWriter, req *http.Request) {
		var r Request
		if s.read(w, req, read, &r) {
			writeJSON(w, map[string]int{field: inputTokens(r)})
		}
	}
}

// read takes in and understands one request; it answers itself when it cannot.
func (s *Server) read(w http.ResponseWriter, req *http.Request, read reader, r *Request) bool {
	body, err := io.ReadAll(req.Body)
	if err == nil {
		err = read(body, r)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return false
	}
	r.Body = body
	r.Prompt = prompt(r.Turns)
	r.Helper = r.Helper || r.Tools == 0
	return true
}

// record gives the request its number, its time and its reply, and keeps it.
func (s *Server) record(r *Request) {
	r.Reply = reply(*r)
	s.mu.Lock()
	defer s.mu.Unlock()
	r.Seq = len(s.requests) + 1
	r.Time = time.Now().UTC()
	s.requests = append(s.requests, *r)
}

// waitHold waits while the answer is held back. It is false when the client went
// away meanwhile.
func (s *Server) waitHold(ctx context.Context, r *Request) bool {
	s.mu.Lock()
	i := slices.IndexFunc(s.holds, func(h *hold) bool { return strings.Contains(string(r.Body), h.text) })
	if i < 0 {
		s.mu.Unlock()
		return true
	}
	h := s.holds[i]
	s.mu.Unlock()
	h.once.Do(func() { close(h.arrived) })
	select {
	case <-h.release:
		return true
	case <-ctx.Done():
		return false
	}
}

func listModels(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, map[string]any{
		"object": "list",
		"data": []any{map[string]any{
			"id": "loopback", "type": "model", "object": "model", "created": 0, "owned_by": "loopback",
			"display_name": "Loopback", "created_at": "2025-01-01T00:00:00Z",
		}},
	})
}

func writeJSON(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(value)
}
