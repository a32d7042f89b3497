package provider

import (
	"bufio"
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestBinaryServesProtocol6 builds the provider and shakes hands with it the
// way an engine does.
func TestBinaryServesProtocol6(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "provider")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", binary, "../..").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary)
	cmd.Env = []string{
		"TF_PLUGIN_MAGIC_COOKIE=d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
		"PLUGIN_PROTOCOL_VERSIONS=6",
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	cancel() // ends it; what it says about that is of no interest
	_ = cmd.Wait()
	fields := strings.Split(strings.TrimSpace(line), "|")
	if err != nil || len(fields) < 5 || fields[1] != "6" || fields[4] != "grpc" {
		t.Errorf("the handshake is %q (%v), want protocol 6 over gRPC", line, err)
	}
}
