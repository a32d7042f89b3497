package workspace_test

import (
	"net"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/workspace"
)

// isolatedOnly skips a test on systems that have no namespaces. On Linux their
// absence is a failure: the tests that start AgentAPI need them.
func isolatedOnly(t *testing.T) {
	t.Helper()
	err := workspace.Isolated()
	if err != nil && runtime.GOOS == "linux" {
		t.Fatalf("%v; run the tests as root, or allow unprivileged user namespaces", err)
	}
	if err != nil {
		t.Skip(err)
	}
}

func TestIsolatedHasLoopbackAndNothingElse(t *testing.T) {
	isolatedOnly(t)
	interfaces, err := net.Interfaces()
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range interfaces {
		addresses, err := i.Addrs()
		if err != nil {
			t.Fatal(err)
		}
		if i.Flags&net.FlagLoopback == 0 && len(addresses) > 0 {
			t.Errorf("interface %s has addresses %v", i.Name, addresses)
		}
	}
	// The whole point: listening on all interfaces reaches nobody outside, and
	// loopback works.
	listener, err := net.Listen("tcp", ":0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	connection, err := net.DialTimeout("tcp", "127.0.0.1:"+port, time.Second)
	if err != nil {
		t.Fatalf("loopback does not work: %v", err)
	}
	connection.Close()
	if connection, err := net.DialTimeout("tcp", "192.0.2.1:80", time.Second); err == nil {
		connection.Close()
		t.Error("the outside can be reached")
	}
}

func TestIsolateReturnsAtOnceWhenIsolated(t *testing.T) {
	isolatedOnly(t)
	if err := workspace.Isolate(); err != nil {
		t.Error(err)
	}
}

// rerun starts this test program again as a stranger would, outside of our
// isolation as far as it knows, and has it run one test.
func rerun(t *testing.T, test string, env ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^"+test+"$", "-test.v")
	for _, entry := range os.Environ() {
		if !strings.HasPrefix(entry, "CODER_PERSISTENCE_ISOLATION=") {
			cmd.Env = append(cmd.Env, entry)
		}
	}
	cmd.Env = append(cmd.Env, env...)
	return cmd
}

const childVariable = "WORKSPACE_TEST_CHILD"

// TestChild is what the tests below run in a second isolated program.
func TestChild(t *testing.T) {
	switch os.Getenv(childVariable) {
	case "":
		t.Skip("for the other tests")
	case "exit":
		os.Exit(42)
	case "orphan":
		// A process that would outlive us, and that nobody would collect.
		if err := exec.Command("/bin/sh", "-c", "sleep 300 & ").Run(); err != nil {
			t.Fatal(err)
		}
	case "wait":
		println("waiting")
		time.Sleep(time.Minute)
	}
	if err := workspace.Isolated(); err != nil {
		t.Fatal(err)
	}
}

func TestExitCodePassesThrough(t *testing.T) {
	isolatedOnly(t)
	cmd := rerun(t, "TestChild", childVariable+"=exit")
	_ = cmd.Run()
	if code := cmd.ProcessState.ExitCode(); code != 42 {
		t.Errorf("exit code = %d, want 42", code)
	}
}

func TestOrphansEndWithTheProgram(t *testing.T) {
	isolatedOnly(t)
	// The orphan holds the output open: reading it to its end shows that it is
	// gone.
	cmd := rerun(t, "TestChild", childVariable+"=orphan")
	begin := time.Now()
	output, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	if took := time.Since(begin); took > 30*time.Second {
		t.Errorf("took %s: the orphan lived on", took)
	}
}

func TestSignalsPassThrough(t *testing.T) {
	isolatedOnly(t)
	cmd := rerun(t, "TestChild", childVariable+"=wait")
	output, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := output.Read(make([]byte, 16)); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	_ = cmd.Wait()
	if took := time.Since(begin); took > 30*time.Second {
		t.Errorf("took %s to end", took)
	}
	if code := cmd.ProcessState.ExitCode(); code != 130 && code != 2 {
		t.Errorf("exit code = %d, want that of an interrupted program", code)
	}
}

func TestInheritedVariableIsNotBelieved(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /proc")
	}
	here, err := os.Readlink("/proc/self/ns/net")
	if err != nil {
		t.Fatal(err)
	}
	cmd := rerun(t, "TestChild", childVariable+"=isolated", "CODER_PERSISTENCE_ISOLATION=program:"+here)
	output, err := cmd.CombinedOutput()
	if err == nil {
		t.Errorf("a program in the original namespace took itself for isolated:\n%s", output)
	}
}
