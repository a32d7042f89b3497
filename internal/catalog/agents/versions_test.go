package agents

import (
	"regexp"
	"testing"
)

// A session that an older release wrote is recognized as one with a message. It
// would be given up otherwise, and its task given a second time.
func TestMessagesOfOlderReleases(t *testing.T) {
	for _, older := range []struct{ slug, version, line string }{
		{"qwen-code", "0.24.4", `"type":"user","provenance":"real_user","cwd":"/p","version":"0.24.4","message":{"role":"user"`},
		{"qwen-code", "0.15.6", `"type":"user","cwd":"/p","version":"0.15.6","message":{"role":"user"`},
		{"qwen-code", "0.7.1", `"type":"user","cwd":"/p","version":"0.7.1","message":{"role":"user"`},
	} {
		a, err := Default().Lookup(older.slug)
		if err != nil {
			t.Fatal(err)
		}
		if !regexp.MustCompile(a.Session.UserTurn.Pattern).MatchString(older.line) {
			t.Errorf("%s %s: %s is no message", older.slug, older.version, older.line)
		}
	}
	a, err := Default().Lookup("qwen-code")
	if err != nil {
		t.Fatal(err)
	}
	if regexp.MustCompile(a.Session.UserTurn.Pattern).MatchString(`"type":"user","provenance":"system","cwd":"/p"`) {
		t.Error("what the program says to itself is a message")
	}
}
