// Package workspace simulates a Coder workspace on one machine, for the demo
// and for tests that run the rendered scripts against real programs.
//
// AgentAPI listens on all interfaces, so nothing here is safe to run on a host
// network: call [Isolate] (or [Main] from TestMain) first. It moves the program
// into a network namespace of its own, in which loopback is all there is.
//
// A [Workspace] has a home, a folder and an environment; scripts run in it the
// way the Coder agent and the registry's agentapi module run them
// ([Workspace.RunPlain], [Workspace.RunStart]), and everything they leave
// behind is found again by a mark in the environment and killed by process id
// ([Workspace.KillAll]).
package workspace
