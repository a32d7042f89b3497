package agents

import (
	"regexp"
	"testing"
)

// A session that an older release wrote is recognized as one with a message when
// the agent takes it over. It would be given up otherwise, and its task given a
// second time.
func TestMessagesOfOlderReleases(t *testing.T) {
	for _, older := range []struct {
		slug, version, line string
		taken               bool
	}{
		{"gemini", "0.61.0", `{"$set":{"messages":[{"id":"1","type":"user","content":[{"text":"Count the files."}]}]}}`, true},
		{"gemini", "0.61.0", `{"$set":{"messages":[{"id":"1","type":"user","content":[{"text":"<session_context>"}]}]}}`, false},
		{"gemini", "0.38.2", `          "text": "Count the files."`, false},
		{"gemini", "0.19.1", `      "content": "Count the files."`, false},
		{"qwen-code", "0.24.4", `"type":"user","provenance":"real_user","cwd":"/p","version":"0.24.4"`, true},
		{"qwen-code", "0.24.4", `"type":"user","provenance":"system","cwd":"/p","version":"0.24.4"`, false},
		{"qwen-code", "0.15.6", `"type":"user","cwd":"/p","version":"0.15.6"`, true},
	} {
		a, err := Default().Lookup(older.slug)
		if err != nil {
			t.Fatal(err)
		}
		if regexp.MustCompile(a.Session.UserTurn.Pattern).MatchString(older.line) != older.taken {
			t.Errorf("%s %s: a message the agent takes over? Want %t: %s", older.slug, older.version, older.taken, older.line)
		}
	}
}
