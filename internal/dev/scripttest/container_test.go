package scripttest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// containerName is the name under which the test program acts as the first
// process of a container.
const containerName = "container-init"

// container is a container inside a workspace, with the workspace's programs
// and a home directory of its own under the same path.
type container struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (c *container) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text.Write(p)
}

func (c *container) output() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text.String()
}

// container runs a script in a container, which then goes on until the test
// ends.
func (f *fixture) container(script string) *container {
	f.t.Helper()
	self, err := os.Executable()
	f.must(err)
	c := &container{}
	cmd := exec.CommandContext(f.context(), self)
	cmd.Args = []string{containerName, script}
	cmd.Env = f.Environ(nil)
	cmd.Stdout, cmd.Stderr = c, c
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: unix.CLONE_NEWPID | unix.CLONE_NEWNS | unix.CLONE_NEWNET}
	f.must(cmd.Start())
	f.t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	return c
}

// containerMain is the first process of a container.
func containerMain() (status int, ok bool) {
	if filepath.Base(os.Args[0]) != containerName {
		return 0, false
	}
	home := os.Getenv("HOME")
	for _, step := range []func() error{
		func() error { return unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, "") },
		func() error { return unix.Mount("proc", "/proc", "proc", 0, "") },
		func() error { return unix.Mount("tmpfs", home, "tmpfs", 0, "size=64m") },
		func() error { return os.MkdirAll(filepath.Join(home, "project"), 0o755) },
		loopbackUp,
	} {
		if err := step(); err != nil {
			fmt.Fprintln(os.Stderr, "container:", err)
			return 1, true
		}
	}
	cmd := exec.Command("/bin/bash", "-c", os.Args[1])
	cmd.Dir, cmd.Stdout, cmd.Stderr = home, os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "container:", err)
	}
	for {
		// The first process collects what has lost its parent.
		if _, err := syscall.Wait4(-1, nil, 0, nil); err != nil {
			_ = unix.Pause()
		}
	}
}

func loopbackUp() error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer func() { _ = unix.Close(fd) }()
	request, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	if err := unix.IoctlIfreq(fd, unix.SIOCGIFFLAGS, request); err != nil {
		return err
	}
	request.SetUint16(request.Uint16() | unix.IFF_UP)
	return unix.IoctlIfreq(fd, unix.SIOCSIFFLAGS, request)
}
