//go:build unix

package workspace

import "syscall"

// ownSession starts a process in a session of its own, as the Coder agent does.
func ownSession() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// hangUpGroup sends SIGHUP to the process group that pid leads.
func hangUpGroup(pid int) error { return syscall.Kill(-pid, syscall.SIGHUP) }
