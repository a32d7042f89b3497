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
)

// mountHome puts a file system of the given size, as tmpfs writes it, in the
// place of the home directory.
func (f *fixture) mountHome(size string) {
	f.t.Helper()
	if err := unix.Mount("tmpfs", f.Home, "tmpfs", 0, "size="+size); err != nil {
		f.t.Fatalf("this test needs a small file system, and mounting one is refused: %v. Run it as root.", err)
	}
	f.t.Cleanup(func() {
		f.must(f.KillAll())
		f.unmount(f.Home)
	})
	f.must(os.MkdirAll(f.Workdir, 0o755))
}

// unmount waits until the kernel has let go of the files of killed processes.
func (f *fixture) unmount(dir string) {
	f.t.Helper()
	f.waitFor("the end of all use of "+dir, func() bool {
		err := unix.Unmount(dir, 0)
		if err != nil && !errors.Is(err, syscall.EBUSY) {
			f.t.Fatal(err)
		}
		return err == nil
	})
}

// fill leaves no room in the home directory and returns how to free it.
func (f *fixture) fill() (free func()) {
	f.t.Helper()
	path := filepath.Join(f.Home, "large")
	file, err := os.Create(path)
	f.must(err)
	for size := 1 << 16; size > 0; {
		if _, err = file.Write(make([]byte, size)); err != nil {
			size /= 2
		}
	}
	if !errors.Is(err, syscall.ENOSPC) {
		f.t.Fatalf("filling the disk ended with %v", err)
	}
	f.must(file.Close())
	return func() { f.must(os.Remove(path)) }
}

// readOnly makes a directory read-only for everybody, root included, and
// returns how to undo it.
func (f *fixture) readOnly(dir string) (undo func()) {
	f.t.Helper()
	err := unix.Mount(dir, dir, "", unix.MS_BIND, "")
	if err == nil {
		err = unix.Mount("", dir, "", unix.MS_BIND|unix.MS_REMOUNT|unix.MS_RDONLY, "")
	}
	if err != nil {
		f.t.Fatalf("this test needs a read-only directory, and mounting one is refused: %v. Run it as root.", err)
	}
	mounted := true
	undo = func() {
		if mounted {
			mounted = false
			f.must(f.KillAll())
			f.unmount(dir)
		}
	}
	f.t.Cleanup(undo)
	return undo
}

// TestFullDisk: on a full disk nothing is begun, and what was saved before stays
// whole.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	f := newFake(t, withPrompt(prompt))
	f.mountHome("512k")
	free := f.fill()
	f.refused("disk")
	f.took(prompt, 0)
	free()
	f.start()
	f.tell(firstMessage)
	f.stop()
	free = f.fill()
	f.refused("disk")
	free()
	f.start()
	f.chat(firstMessage)

	// The disk becomes full while the agent runs.
	free = f.fill()
	f.tell(secondMessage)
	time.Sleep(2500 * time.Millisecond) // more than two save intervals
	if f.run.AgentAPI() == 0 {
		t.Error("the full disk ended agentapi")
	}
	if result := f.stop(); claims(result.Output) && !f.saved(secondMessage) && !strings.Contains(result.Output, ": 1 user messages") {
		t.Errorf("the stop says that the whole chat is saved, and it lacks what was said last:\n%s", result.Output)
	}
	if !f.saved(firstMessage) {
		t.Error("the chat that was saved before is lost")
	}
	free()
	f.start()
	f.chat(firstMessage)
	f.tell(thirdMessage)
	f.stop()
	f.start()
	f.chat(firstMessage, thirdMessage)
	f.began(3)
	f.took(prompt, 1)
}

// TestReadOnlyHome: nothing can be written at all, or not in the data
// directory.
func TestReadOnlyHome(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name    string
		earlier bool
		place   func(f *fake) string
	}{
		{"home, from the beginning", false, func(f *fake) string { return f.Home }},
		{"home, later", true, func(f *fake) string { return f.Home }},
		{"data directory", true, func(f *fake) string { return f.result.DataDir }},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			f := newFake(t)
			if test.earlier {
				f.start()
				f.tell(firstMessage)
				f.stop()
			}
			undo := f.readOnly(test.place(f))
			f.refused("writ")
			if result := f.plain(); result.ExitCode == 0 || !strings.Contains(result.Output, "writ") {
				t.Errorf("the plain start ended with status %d:\n%s", result.ExitCode, result.Output)
			}
			f.stopAgent()
			undo()
			f.start()
			if test.earlier {
				f.chat(firstMessage)
				f.began(1)
			}
		})
	}
}

// TestFullTemporaryDirectory: bash may put texts into temporary files. Neither
// a start nor a stop with a long chat needs any.
func TestFullTemporaryDirectory(t *testing.T) {
	t.Parallel()
	f, coder := newTask(t)
	f.must(unix.Mount("tmpfs", f.Tmp, "tmpfs", 0, "size=64k"))
	t.Cleanup(func() {
		f.must(f.KillAll())
		f.unmount(f.Tmp)
	})
	f.Setenv(terminalHeight, "1000")
	f.behave("long=500")
	f.start()
	f.tell(firstMessage)
	large, err := os.Create(filepath.Join(f.Tmp, "large"))
	f.must(err)
	for err == nil {
		_, err = large.Write(make([]byte, 4096))
	}
	f.must(large.Close())
	f.stopAgent()
	if !f.saved(firstMessage) {
		t.Error("the chat is not saved")
	}
	if bodies := coder.take(); len(bodies) != 1 || len(bodies[0]) < snapshotLimit*9/10 {
		t.Errorf("%d snapshots were posted; want one of almost %d bytes", len(bodies), snapshotLimit)
	}
}
