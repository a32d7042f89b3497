// Package agentstandin imitates the agent CLIs that tests cannot have, because
// no public package registry carries them or because they only work with their
// vendor's servers: Amp, Amazon Q, Kiro CLI, Cursor CLI and Aider.
//
// A stand-in takes the documented arguments, refuses all others, keeps its
// conversation where and how the real program is documented to, and speaks to
// a model server of the OpenAI Chat Completions protocol. It shows that the
// scripts do what the catalog says; it shows nothing about the real programs.
package agentstandin
