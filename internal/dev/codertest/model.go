package codertest

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/modelserver"
)

// Model is the model server, at an address that workspaces reach. The agents of all
// workspaces share it, so a test tells its own requests by texts that only it sends.
type Model struct {
	*modelserver.Server

	URL string

	mu    sync.Mutex
	gates map[string]*gate
}

// gate holds back the answers to requests that contain a text.
type gate struct {
	arrived chan struct{} // Closed with the first such request.
	release chan struct{}
	once    sync.Once
}

func startModel(s *Server) (*Model, error) {
	listener, err := net.Listen("tcp", address+":0")
	if err != nil {
		return nil, err
	}
	s.listeners = append(s.listeners, listener)
	m := &Model{Server: modelserver.New(modelserver.Options{}), URL: "http://" + listener.Addr().String(), gates: map[string]*gate{}}
	server := &http.Server{Handler: m.hold(m.Handler()), ReadHeaderTimeout: time.Minute}
	go func() { _ = server.Serve(listener) }() // Ends with the listener.
	return m, nil
}

// Hold lets every request that contains text wait for its answer until release is
// called. The channel arrived is closed when the first of them has come.
func (m *Model) Hold(text string) (arrived <-chan struct{}, release func()) {
	g := &gate{arrived: make(chan struct{}), release: make(chan struct{})}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.gates[text] = g
	return g.arrived, sync.OnceFunc(func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		delete(m.gates, text)
		close(g.release)
	})
}

func (m *Model) hold(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, modelserver.DefaultMaxBody))
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		if g := m.gateFor(body); g != nil {
			g.once.Do(func() { close(g.arrived) })
			select {
			case <-g.release:
			case <-r.Context().Done():
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

func (m *Model) gateFor(body []byte) *gate {
	m.mu.Lock()
	defer m.mu.Unlock()
	for text, g := range m.gates {
		if bytes.Contains(body, []byte(text)) {
			return g
		}
	}
	return nil
}
