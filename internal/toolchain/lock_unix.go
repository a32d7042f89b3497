//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package toolchain

import (
	"fmt"
	"os"
	"syscall"
)

// lockFile takes an exclusive lock on path, waiting for whoever holds it, and
// returns how to give it back. The file stays: removing it would let two
// processes hold locks on two files of the same name.
func lockFile(path string) (unlock func() error, err error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX); err != nil {
		_ = file.Close() // The lock's error is the one that tells.
		return nil, fmt.Errorf("locking %s: %w", path, err)
	}
	return file.Close, nil
}
