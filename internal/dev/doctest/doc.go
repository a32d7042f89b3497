// Package doctest holds the documentation to its word: its tests validate every
// code block, apply every example with a real engine, and follow the links.
package doctest
