// Package scripttest runs the rendered scripts under the real agentapi, with
// the real agent CLIs, in network namespaces of their own. It holds tests only,
// and what they share.
package scripttest
