//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package toolchain

// lockFile does nothing where advisory locks are missing. Two installations at
// the same time then do the work twice; each still moves a complete folder into place.
func lockFile(string) (unlock func() error, err error) {
	return func() error { return nil }, nil
}
