package workspace_test

import (
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/coder-persistence/terraform-provider-persistence/internal/dev/workspace"
)

func requireIsolation(t *testing.T) {
	t.Helper()
	if err := workspace.Isolated(); err != nil {
		t.Fatalf("%v; run the tests as root, or allow unprivileged user namespaces", err)
	}
}

func TestIsolatedHasLoopbackAndNothingElse(t *testing.T) {
	requireIsolation(t)
	interfaces, err := net.Interfaces()
	if err != nil {
		t.Fatal(err)
	}
	if len(interfaces) != 1 || interfaces[0].Flags&(net.FlagLoopback|net.FlagUp) != net.FlagLoopback|net.FlagUp {
		t.Errorf("interfaces = %v, want loopback alone, up", interfaces)
	}
}

func TestOrphansAreReaped(t *testing.T) {
	// Output returns once the orphan has closed its end, so only its zombie may be left.
	cmd := exec.Command("sh", "-c", "sleep 0.1 & echo $!")
	output, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(output)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := workspace.WaitGone(pid, time.Minute); err != nil {
		t.Error(err)
	}
}

func TestNotIsolatedInTheOriginalNamespace(t *testing.T) {
	here, err := os.Readlink("/proc/self/ns/net")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("CODER_PERSISTENCE_ISOLATION", here)
	if workspace.Isolated() == nil {
		t.Error("the original namespace passed for an isolated one")
	}
}
