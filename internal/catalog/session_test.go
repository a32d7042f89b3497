package catalog_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-persistence/internal/catalog/agents"
)

// The start script needs every built-in session to be consistent in itself.
func TestSessionsFitTogether(t *testing.T) {
	var ready []string
	for _, a := range agents.Default().Agents() {
		s := a.Session
		if s == nil || len(s.Binaries) == 0 || s.Package == "" {
			t.Errorf("%s: how it is started is not described", a.Slug)
			continue
		}
		for _, e := range catalog.Problems(&a) {
			t.Error(e)
		}
		if s.ScriptReady {
			ready = append(ready, a.Slug)
		}
		if s.Evidence.Verified() != (s.CheckedVersion != "") {
			t.Errorf("%s: evidence %s, checked with %q", a.Slug, s.Evidence, s.CheckedVersion)
		}
		if (s.ID == catalog.IDCommand) != (len(s.NewID) > 0) {
			t.Errorf("%s: id %s, but NewID is %v", a.Slug, s.ID, s.NewID)
		}
		prints := s.ID == catalog.IDCommand || s.Capture != nil && s.Capture.Kind == catalog.CaptureCommand
		if prints != (s.IDPattern != "") {
			t.Errorf("%s: pattern %q", a.Slug, s.IDPattern)
		}
		if _, err := regexp.CompilePOSIX(s.IDPattern); err != nil {
			t.Errorf("%s: %v", a.Slug, err)
		}
		if c := s.Capture; c != nil && (c.Kind == catalog.CaptureFile) != (c.Glob != "" && c.IDLength > 0) {
			t.Errorf("%s: %+v", a.Slug, *c)
		}
		switch d := s.Detect; d.Kind {
		case catalog.DetectFile:
			if d.Glob == "" || d.Root.Home == "" && !d.Root.Repository {
				t.Errorf("%s: %+v", a.Slug, d)
			}
		case catalog.DetectCommand:
			if len(d.Command) == 0 || d.Contains == "" {
				t.Errorf("%s: %+v", a.Slug, d)
			}
		case catalog.DetectStored:
		default:
			t.Errorf("%s: detection %q", a.Slug, d.Kind)
		}
	}
	if len(ready) != len(agents.Default().Agents()) {
		t.Errorf("start scripts are offered for %v only", ready)
	}
}

// Each kind of following a CLI has what it needs and nothing else.
func TestFollowsFitTogether(t *testing.T) {
	for _, a := range agents.Default().Agents() {
		f := a.Session.Follow
		if f == nil {
			continue
		}
		if f.Source == "" || f.Evidence == "" {
			t.Errorf("%s: no source", a.Slug)
		}
		files, ids, field := len(f.Globs) > 0, f.IDLength > 0, f.IDField != ""
		fits := false
		switch f.Kind {
		case catalog.FollowNone:
			fits = !files && !ids && !field
		case catalog.FollowPIDFile:
			fits = files && field && strings.Contains(strings.Join(f.Globs, ""), catalog.PlaceholderPID)
		case catalog.FollowLockFile:
			fits = files && !ids && !field && strings.Contains(strings.Join(f.Globs, ""), "/*/") && strings.Contains(strings.Join(f.Globs, ""), catalog.PlaceholderPID)
		case catalog.FollowHeld:
			fits = files && ids
		case catalog.FollowContent:
			fits = files && ids != field && strings.Contains(f.Message, catalog.PlaceholderMessage)
		case catalog.FollowCommand:
			fits = !files && a.Session.IDPattern != "" && f.RecordStart != "" && len(f.Command) > 0 && strings.Contains(f.Message, catalog.PlaceholderMessage) &&
				slices.Contains(f.Export, catalog.PlaceholderSession)
		}
		if !fits {
			t.Errorf("%s: %+v", a.Slug, *f)
		}
	}
}

// The patterns that tell a given task compile, and a store that only says what
// is missing has one.
func TestUserTurnsFitTogether(t *testing.T) {
	for _, a := range agents.Default().Agents() {
		s := a.Session
		if _, err := regexp.CompilePOSIX(strings.ReplaceAll(s.UserTurn.Pattern, catalog.PlaceholderSession, "x")); err != nil {
			t.Errorf("%s: %v", a.Slug, err)
		}
		if len(s.UserTurn.Command) > 0 && s.UserTurn.Pattern == "" || s.UserTurn.Pattern == "" && s.Detect.Kind == catalog.DetectCommand {
			t.Errorf("%s: what tells a given task in %v?", a.Slug, s.UserTurn.Command)
		}
	}
}

// A template's arguments must not choose the session, so every agent that can
// resume says which of its options do.
func TestEveryAgentReservesTheOptionsThatChooseASession(t *testing.T) {
	for _, a := range agents.Default().Agents() {
		if a.Session != nil && len(a.Session.Reserved) == 0 {
			t.Errorf("%s reserves no option", a.Slug)
		}
	}
}
