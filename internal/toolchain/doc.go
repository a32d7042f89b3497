// Package toolchain installs the programs that the tests and the demo run
// against: AgentAPI, OpenTofu, the coder/coder provider, the coding agents and
// shellcheck.
//
// Each of them is pinned, with its version and a checksum, in tools/pins.json.
// Go programs are built inside their own downloaded module directory, because
// their modules carry replace lines that "go install" refuses; npm packages go
// into a folder of their own; Debian packages are taken from PATH and installed
// only when missing. Nothing is ever installed on behalf of a test: a test that
// needs a program asks [Path] or [RequirePath], which say how to install it.
package toolchain
