package catalog

import (
	"regexp"
	"testing"
)

// The start script needs every built-in session to be consistent in itself.
func TestSessionsFitTogether(t *testing.T) {
	var ready []string
	for _, a := range Default().Agents() {
		s := a.Session
		if s == nil || len(s.Binaries) == 0 || s.Package == "" {
			t.Errorf("%s: how it is started is not described", a.Slug)
			continue
		}
		f := &fieldErrors{agent: a.Slug}
		s.check(f)
		for _, e := range f.errors {
			t.Error(e)
		}
		if s.ScriptReady {
			ready = append(ready, a.Slug)
		}
		if s.Evidence.Verified() != (s.CheckedVersion != "") {
			t.Errorf("%s: evidence %s, checked with %q", a.Slug, s.Evidence, s.CheckedVersion)
		}
		if (s.ID == IDCommand) != (len(s.NewID) > 0) {
			t.Errorf("%s: id %s, but NewID is %v", a.Slug, s.ID, s.NewID)
		}
		prints := s.ID == IDCommand || s.Capture != nil && s.Capture.Kind == CaptureCommand
		if prints != (s.IDPattern != "") {
			t.Errorf("%s: pattern %q", a.Slug, s.IDPattern)
		}
		if _, err := regexp.CompilePOSIX(s.IDPattern); err != nil {
			t.Errorf("%s: %v", a.Slug, err)
		}
		if c := s.Capture; c != nil && (c.Kind == CaptureFile) != (c.Glob != "" && c.IDLength > 0) {
			t.Errorf("%s: %+v", a.Slug, *c)
		}
		switch d := s.Detect; d.Kind {
		case DetectFile:
			if d.Glob == "" || d.Root.Home == "" && !d.Root.Repository {
				t.Errorf("%s: %+v", a.Slug, d)
			}
		case DetectCommand:
			if len(d.Command) == 0 || d.Contains == "" {
				t.Errorf("%s: %+v", a.Slug, d)
			}
		case DetectStored:
			if !a.NeedsNetwork {
				t.Errorf("%s: nothing local proves a session", a.Slug)
			}
		default:
			t.Errorf("%s: detection %q", a.Slug, d.Kind)
		}
	}
	if len(ready) != len(Default().Agents()) {
		t.Errorf("start scripts are offered for %v only", ready)
	}
}
