package modelserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"sync"
	"time"
)

// DefaultMaxBody bounds a request body unless [Options.MaxBody] says otherwise.
// Agents send a few hundred kilobytes.
const DefaultMaxBody = 16 << 20

// Options configure a [Server]. The zero value is ready to use.
type Options struct {
	// LogPath names a file to which every model request is appended as a line
	// of JSON. Empty: memory only.
	LogPath string
	// MaxBody is the largest request body accepted, in bytes. Zero means
	// [DefaultMaxBody].
	MaxBody int64
	// Reply replaces the text of the answers. Nil means "reply N to: ECHO".
	Reply func(Request) string
}

// Server is the model server. Make one with [New].
type Server struct {
	options Options

	mu       sync.Mutex
	requests []Request
	log      *os.File
	logErr   error
	hold     chan struct{}

	http     *http.Server
	listener net.Listener
}

// New returns a server that is not listening yet.
func New(options Options) *Server {
	if options.MaxBody <= 0 {
		options.MaxBody = DefaultMaxBody
	}
	if options.Reply == nil {
		options.Reply = reply
	}
	return &Server{options: options}
}

// Start listens on addr ("127.0.0.1:0" picks a free port) and serves in the
// background. Any address that is not a loopback IP address is refused.
func (s *Server) Start(addr string) error {
	if err := checkLoopback(addr); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.listener != nil {
		return errors.New("model server: already started")
	}
	if s.options.LogPath != "" {
		log, err := os.OpenFile(s.options.LogPath, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			return fmt.Errorf("model server log: %w", err)
		}
		s.log = log
	}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		s.closeLog()
		return fmt.Errorf("model server: %w", err)
	}
	s.listener = listener
	s.http = &http.Server{Handler: s.Handler(), ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = s.http.Serve(listener) }()
	return nil
}

// checkLoopback refuses every listen address outside loopback. Names are
// refused too, because what they stand for is decided elsewhere.
func checkLoopback(addr string) error {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("model server: listen address %q: %w", addr, err)
	}
	if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		return fmt.Errorf("model server: refusing to listen on %q: only a loopback address such as 127.0.0.1 or ::1 is allowed", addr)
	}
	return nil
}

// URL is the base address, without a trailing slash and without /v1. It is
// empty before Start.
func (s *Server) URL() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.listener == nil {
		return ""
	}
	return "http://" + s.listener.Addr().String()
}

// Close stops the server at once, requests in flight included, and returns the
// first error that writing the log met. Requests stay available.
func (s *Server) Close() error {
	s.mu.Lock()
	server := s.http
	s.mu.Unlock()
	if server != nil {
		if err := server.Close(); err != nil {
			return fmt.Errorf("model server: %w", err)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closeLog()
	return s.logErr
}

func (s *Server) closeLog() {
	if s.log == nil {
		return
	}
	if err := s.log.Close(); err != nil && s.logErr == nil {
		s.logErr = err
	}
	s.log = nil
}

// Hold makes every answer of the conversation wait until release is called, so
// that a test can stop an agent in the middle of a turn. Requests are recorded
// at once. Calling release more than once is harmless.
func (s *Server) Hold() (release func()) {
	gate := make(chan struct{})
	s.mu.Lock()
	s.hold = gate
	s.mu.Unlock()
	var once sync.Once
	return func() {
		once.Do(func() {
			close(gate)
			s.mu.Lock()
			if s.hold == gate {
				s.hold = nil
			}
			s.mu.Unlock()
		})
	}
}

// Handler returns the server's routes, for use without [Server.Start].
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	// Clients disagree on whether the base address ends in /v1.
	for _, base := range []string{"", "/v1"} {
		mux.HandleFunc("POST "+base+"/messages", s.model(AnthropicMessages, readAnthropic, writeAnthropic))
		mux.HandleFunc("POST "+base+"/messages/count_tokens", s.countTokens(readAnthropic, "input_tokens"))
		mux.HandleFunc("POST "+base+"/responses", s.model(OpenAIResponses, readResponses, writeResponses))
		mux.HandleFunc("POST "+base+"/chat/completions", s.model(OpenAIChat, readChat, writeChat))
		mux.HandleFunc("GET "+base+"/models", listModels)
	}
	mux.HandleFunc("POST /v1beta/models/{call}", s.gemini)
	mux.HandleFunc("POST /chat-stream", s.model(Augment, readAugment, writeAugment))
	handleAugment(mux)
	mux.HandleFunc("HEAD /{$}", func(http.ResponseWriter, *http.Request) {})
	return mux
}

// reader fills in Model, Stream, Tools, Helper and Turns from the body.
type reader func(body []byte, r *Request) error

// writer sends the recorded request's answer in its protocol.
type writer func(w http.ResponseWriter, r Request)

func (s *Server) model(api API, read reader, write writer) http.HandlerFunc {
	return func(w http.ResponseWriter, req *http.Request) {
		r := Request{API: api, Path: req.URL.Path}
		if !s.read(w, req, read, &r) {
			return
		}
		s.record(&r)
		if !r.Helper && !s.waitHold(req.Context()) {
			return
		}
		write(w, r)
	}
}

func (s *Server) countTokens(read reader, field string) http.HandlerFunc {
	return func(w http.ResponseWriter, req *http.Request) {
		var r Request
		if s.read(w, req, read, &r) {
			writeJSON(w, http.StatusOK, map[string]int{field: inputTokens(r)})
		}
	}
}

// read takes in and understands one request; it answers itself when it cannot.
func (s *Server) read(w http.ResponseWriter, req *http.Request, read reader, r *Request) bool {
	body, err := io.ReadAll(http.MaxBytesReader(w, req.Body, s.options.MaxBody))
	if err != nil {
		status := http.StatusBadRequest
		if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
			status = http.StatusRequestEntityTooLarge
		}
		writeError(w, status, err)
		return false
	}
	if err := read(body, r); err != nil {
		writeError(w, http.StatusBadRequest, err)
		return false
	}
	r.Body = body
	r.Prompt = prompt(r.Turns)
	return true
}

// record gives the request its number, its time and its reply, and keeps it.
func (s *Server) record(r *Request) {
	r.Reply = s.options.Reply(*r)
	s.mu.Lock()
	defer s.mu.Unlock()
	r.Seq = len(s.requests) + 1
	r.Time = time.Now().UTC()
	s.requests = append(s.requests, *r)
	if s.log == nil {
		return
	}
	line, err := json.Marshal(r)
	if err == nil {
		_, err = s.log.Write(append(line, '\n'))
	}
	if err != nil && s.logErr == nil {
		s.logErr = fmt.Errorf("model server log: %w", err)
	}
}

// waitHold waits while answers are held back. It is false when the client went
// away meanwhile.
func (s *Server) waitHold(ctx context.Context) bool {
	s.mu.Lock()
	gate := s.hold
	s.mu.Unlock()
	if gate == nil {
		return true
	}
	select {
	case <-gate:
		return true
	case <-ctx.Done():
		return false
	}
}

func listModels(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, map[string]any{
		"object": "list",
		"data":   []any{map[string]any{"id": "loopback", "type": "model", "object": "model", "created": 0, "owned_by": "loopback", "display_name": "Loopback", "created_at": "2025-01-01T00:00:00Z"}},
	})
}

func writeError(w http.ResponseWriter, status int, err error) {
	writeJSON(w, status, map[string]any{
		"type":  "error",
		"error": map[string]any{"type": "invalid_request_error", "message": err.Error()},
	})
}

func writeJSON(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value)
}
