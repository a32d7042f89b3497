// Package codertest runs the provider and the modules of this repository on a
// real Coder server: Postgres, coderd with its provisioners, and workspaces that
// are processes of this machine, all in one network namespace. "make test-coder"
// runs it; it needs root, because a workspace gets namespaces and a user of its own.
package codertest
