// Package scripttest runs the rendered scripts under the real agentapi, with
// the real agent programs, in network namespaces of their own. It holds tests
// only, and what they share: they drive the scripts from outside and look at what
// the model was told, which processes run, and what users can read.
//
// agents_test.go takes every agent through stops, kills and new conversations. The
// other files go by what the scripts promise: trouble_test.go (a session is given
// up only when it is gone), task_test.go (a task is given once), siblings_test.go
// (nobody else's session), stop_test.go, up_test.go, and chat_test.go with
// snapshot_test.go. random_test.go looks for what nobody thought of.
package scripttest
