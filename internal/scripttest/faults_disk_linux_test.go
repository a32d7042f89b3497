package scripttest

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/workspace"
)

// mountHome puts a file system of the given size, as tmpfs writes it, in the
// place of the home directory.
func (s *standIn) mountHome(size string) {
	s.t.Helper()
	if err := unix.Mount("tmpfs", s.Home, "tmpfs", 0, "size="+size); err != nil {
		s.t.Fatalf("this test needs a small file system, and mounting one is refused: %v. Run it as root.", err)
	}
	s.t.Cleanup(func() {
		s.keepLog()
		s.run = nil
		s.must(s.KillAll())
		s.unmount(s.Home)
	})
	s.must(os.MkdirAll(s.Workdir, 0o755))
}

// unmount waits until the kernel has let go of the files of killed processes.
func (s *standIn) unmount(dir string) {
	s.t.Helper()
	s.waitFor("the end of all use of "+dir, func() bool {
		err := unix.Unmount(dir, 0)
		if err != nil && !errors.Is(err, syscall.EBUSY) {
			s.t.Fatal(err)
		}
		return err == nil
	})
}

// fill leaves no room in the home directory and returns how to free it.
func (s *standIn) fill() (free func()) {
	s.t.Helper()
	path := filepath.Join(s.Home, "large")
	file, err := os.Create(path)
	s.must(err)
	for size := 1 << 16; size > 0; {
		if _, err = file.Write(make([]byte, size)); err != nil {
			size /= 2
		}
	}
	if !errors.Is(err, syscall.ENOSPC) {
		s.t.Fatalf("filling the disk ended with %v", err)
	}
	s.must(file.Close())
	return func() { s.must(os.Remove(path)) }
}

// readOnly makes a directory read-only for everybody, root included, and
// returns how to undo it.
func (s *standIn) readOnly(dir string) (undo func()) {
	s.t.Helper()
	err := unix.Mount(dir, dir, "", unix.MS_BIND, "")
	if err == nil {
		err = unix.Mount("", dir, "", unix.MS_BIND|unix.MS_REMOUNT|unix.MS_RDONLY, "")
	}
	if err != nil {
		s.t.Fatalf("this test needs a read-only directory, and mounting one is refused: %v. Run it as root.", err)
	}
	mounted := true
	undo = func() {
		if mounted {
			mounted = false
			s.must(s.KillAll())
			s.unmount(dir)
		}
	}
	s.t.Cleanup(undo)
	return undo
}

// TestFaultFullDisk: on a full disk nothing is begun, and what was saved before
// stays whole.
func TestFaultFullDisk(t *testing.T) {
	t.Parallel()
	s := newStandIn(t, nil)
	s.mountHome("512k")

	free := s.fill()
	s.refused("is the disk full?")
	free()

	s.start()
	s.say(firstMessage)
	s.stop()
	free = s.fill()
	s.refused("is the disk full?")
	free()
	s.start()
	s.chat(firstMessage)

	// The disk becomes full while the agent runs.
	free = s.fill()
	s.say(secondMessage)
	time.Sleep(2500 * time.Millisecond) // more than two save intervals
	if s.run.AgentAPI() == 0 {
		t.Error("the full disk ended agentapi")
	}
	s.foreign = append(s.foreign, "No space left on device")
	result := s.stop()
	if !strings.Contains(result.Output, "is the disk full?") {
		t.Errorf("the stop does not say that the disk is full:\n%s", result.Output)
	}
	if !s.state().Contains(workspace.RoleUser, firstMessage) {
		t.Error("the chat that was saved before is lost")
	}
	free()
	s.start()
	s.chat(firstMessage)
	s.say(thirdMessage)
	s.stop()
	s.start()
	s.chat(firstMessage, thirdMessage)
	s.began(3)
}

// TestFaultReadOnlyHome: nothing can be written at all.
func TestFaultReadOnlyHome(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name    string
		earlier bool
	}{{"from the beginning", false}, {"later", true}} {
		t.Run(test.name, func(t *testing.T) {
			s := newStandIn(t, nil)
			if test.earlier {
				s.start()
				s.say(firstMessage)
				s.stop()
			}
			undo := s.readOnly(s.Home)
			s.refused("writable")
			if result := s.plain(); result.ExitCode == 0 || !strings.Contains(result.Output, "writable") {
				t.Errorf("the plain start ended with status %d:\n%s", result.ExitCode, result.Output)
			}
			if result := s.shutdown(); result.ExitCode != 0 {
				t.Errorf("the stop ended with status %d:\n%s", result.ExitCode, result.Output)
			}
			undo()
			s.start()
			if test.earlier {
				s.chat(firstMessage)
			}
		})
	}
}

// TestFaultReadOnlyDataDir: only the data directory cannot be written to.
func TestFaultReadOnlyDataDir(t *testing.T) {
	t.Parallel()
	s := newStandIn(t, nil)
	s.start()
	s.say(firstMessage)
	s.stop()
	undo := s.readOnly(s.result.DataDir)
	s.refused("writable")
	if result := s.shutdown(); result.ExitCode != 0 {
		t.Errorf("the stop ended with status %d:\n%s", result.ExitCode, result.Output)
	}
	undo()
	s.start()
	s.chat(firstMessage)
	s.began(1)
}

// TestFaultFullTemporaryDirectory: bash may put texts into temporary files. A
// stop with a long chat must not need any.
func TestFaultFullTemporaryDirectory(t *testing.T) {
	t.Parallel()
	s, coder := newTask(t)
	s.must(unix.Mount("tmpfs", s.Tmp, "tmpfs", 0, "size=64k"))
	t.Cleanup(func() { s.unmount(s.Tmp) })
	s.behave("long=500")
	s.start()
	s.say(firstMessage)
	large, err := os.Create(filepath.Join(s.Tmp, "large"))
	s.must(err)
	for err == nil {
		_, err = large.Write(make([]byte, 4096))
	}
	s.must(large.Close())
	result := s.shutdown()
	for _, text := range []string{"log snapshot posted", "the chat is saved: 1 user messages"} {
		if result.ExitCode != 0 || !strings.Contains(result.Output, text) {
			t.Errorf("the stop ended with status %d and does not say %q:\n%s", result.ExitCode, text, result.Output)
		}
	}
	if bodies := coder.take(); len(bodies) != 1 || len(bodies[0]) < snapshotLimit*9/10 {
		t.Errorf("%d snapshots were posted; want one of almost %d bytes", len(bodies), snapshotLimit)
	}
	s.must(s.KillAll())

	// Without the remedy the shutdown script fails.
	s.must(os.Remove(large.Name()))
	s.start()
	s.must(os.WriteFile(large.Name(), make([]byte, 48<<10), 0o600))
	s.result.ShutdownScript = without(t, s.result.ShutdownScript, `mapfile -d $'\x1e' -t all < <(printf '%s\n' `, `mapfile -d $'\x1e' -t all <<<$(printf '%s\n' `)
	s.foreign = append(s.foreign, "environment: line", "failed unexpectedly") // what bash itself says
	if result := s.shutdown(); strings.Contains(result.Output, "log snapshot posted") {
		t.Errorf("the variant without the remedy posts the snapshot: this test proves nothing:\n%s", result.Output)
	}
}
