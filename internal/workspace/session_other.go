//go:build !unix

package workspace

import (
	"errors"
	"syscall"
)

func ownSession() *syscall.SysProcAttr { return nil }

func hangUpGroup(int) error { return errors.ErrUnsupported }
