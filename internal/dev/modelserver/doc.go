// Package modelserver is a small, deterministic model server for tests and the
// demo. It speaks the protocols that coding agents use: Anthropic Messages,
// OpenAI Responses, OpenAI Chat Completions and Gemini generateContent, each
// streaming and not, and that of Augment's servers, as far as Auggie needs it
// for a conversation.
//
// # Replies
//
// A reply is one line, "reply N to: ECHO". N is one more than the number of
// this server's own replies that the request carries as history, and ECHO is
// the beginning of the last text the user typed. An agent that resumed its
// session therefore gets "reply 2", and one that lost it gets "reply 1": the
// answer alone tells whether the memory survived.
//
// # What was asked
//
// Every model request is kept in memory. Agents also send requests that are no
// part of the conversation (to name the session, to sum it up); [Request.Helper]
// tells those apart, [Server.Conversation] leaves them out.
package modelserver
