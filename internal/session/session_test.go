package session

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/google/uuid"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
)

const home = "/home/coder"

// TestPlannedIDsNeverChange pins identifiers: one that changed with a new
// version of the provider would leave every running agent without its session.
func TestPlannedIDsNeverChange(t *testing.T) {
	for _, c := range []struct {
		kind                      catalog.IDKind
		slug, name, home, workdir string
		want                      string
	}{
		{catalog.IDUUID, "claude-code", "claude-code", "/home/coder", "/home/coder", "73555e03-4708-59fb-9380-580ffabc55c9"},
		{catalog.IDUUID, "claude-code", "reviewer", "/home/coder", "/home/coder/project", "f2727b2c-5295-5e54-8378-243c5ec0e7fd"},
		{catalog.IDUUID, "gemini", "gemini", "/home/coder", "/home/coder", "320bb5fb-f265-5694-a9d7-0d83e3a54864"},
		{catalog.IDUUID, "copilot", "a.b-c_d", "/root", "/srv/Käse und Brot", "bcc63708-1d62-56c7-8546-7bb81a0bde49"},
		{catalog.IDName, "goose", "goose", "/home/coder", "/home/coder", "coder-goose"},
		{catalog.IDName, "goose", "reviewer", "/root", "/srv", "coder-reviewer"},
		{catalog.IDCaptured, "codex", "codex", "/home/coder", "/home/coder", ""},
		{catalog.IDCommand, "cursor-cli", "cursor-cli", "/home/coder", "/home/coder", ""},
		{catalog.IDDirectory, "aider", "aider", "/home/coder", "/home/coder", ""},
	} {
		if got := PlannedID(c.kind, c.slug, c.name, c.home, c.workdir); got != c.want {
			t.Errorf("PlannedID(%s, %s, %s, %s, %s) = %q, want %q", c.kind, c.slug, c.name, c.home, c.workdir, got, c.want)
		}
	}
}

func TestPlannedIDsDiffer(t *testing.T) {
	seen := map[string]string{}
	for _, slug := range catalog.Default().Slugs() {
		for _, name := range []string{"one", "two", "one/two"} {
			for _, dir := range []string{"/home/coder", "/home/coder/project", "/root"} {
				for _, at := range []string{"/home/coder", "/root"} {
					id := PlannedID(catalog.IDUUID, slug, name, at, dir)
					label := fmt.Sprint(slug, name, at, dir)
					if other, taken := seen[id]; taken {
						t.Errorf("%q and %q share the identifier %s", label, other, id)
					}
					seen[id] = label
					if parsed, err := uuid.Parse(id); err != nil || parsed.Version() != 5 || parsed.String() != id {
						t.Errorf("%q is not a UUID of version 5 in lower case", id)
					}
				}
			}
		}
	}
	// Fields are told apart, however they are joined.
	if PlannedID(catalog.IDUUID, "a", "bc", home, home) == PlannedID(catalog.IDUUID, "ab", "c", home, home) {
		t.Error("two different agents share an identifier")
	}
}

func TestNew(t *testing.T) {
	for _, agent := range catalog.Default().Agents() {
		plan, err := New(&agent, "reviewer", home, home+"/project")
		if agent.Session == nil {
			if err == nil {
				t.Errorf("%s: a plan without a session description", agent.Slug)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", agent.Slug, err)
			continue
		}
		again, _ := New(&agent, "reviewer", home, home+"/project")
		if !reflect.DeepEqual(plan, again) {
			t.Errorf("%s: two plans of the same agent differ", agent.Slug)
		}
		if want := PlannedID(agent.Session.ID, agent.Slug, "reviewer", home, home+"/project"); plan.ID != want {
			t.Errorf("%s: identifier %q, want %q", agent.Slug, plan.ID, want)
		}
		if agent.Session.ScriptReady {
			checkCommands(t, agent.Slug, plan)
		}
	}
}

// checkCommands makes sure that a plan can do what a start script asks of it:
// never a prompt where none is due, always the session on a resume.
func checkCommands(t *testing.T, slug string, plan *Plan) {
	t.Helper()
	// An identifier is there before a cold start when we or a command made it.
	cold := plan.ID != "" || plan.IDKind == catalog.IDCommand
	for label, c := range map[string]struct {
		words           []Word
		prompt, session bool
	}{
		"cold":             {plan.Cold, false, cold},
		"cold with prompt": {plan.ColdPrompt, true, cold},
		"warm":             {plan.Warm, false, plan.IDKind != catalog.IDDirectory},
		"warm with prompt": {plan.WarmPrompt, true, plan.IDKind != catalog.IDDirectory},
	} {
		if len(c.words) == 0 {
			if c.prompt {
				continue // AgentAPI types the prompt
			}
			t.Errorf("%s, %s: no command line", slug, label)
			continue
		}
		if got := holds(c.words, Prompt); got != c.prompt {
			t.Errorf("%s, %s: has a prompt: %v, want %v", slug, label, got, c.prompt)
		}
		if got := holds(c.words, Session); got != c.session {
			t.Errorf("%s, %s: names the session: %v, want %v", slug, label, got, c.session)
		}
		if !holds(c.words, Args) {
			t.Errorf("%s, %s: leaves the template's arguments out", slug, label)
		}
	}
}

func holds(words []Word, v Variable) bool {
	for _, word := range words {
		for _, part := range word {
			if part.Variable == v {
				return true
			}
		}
	}
	return false
}

func TestSplitToken(t *testing.T) {
	text := func(s string) Part { return Part{Text: s} }
	variable := func(v Variable) Part { return Part{Variable: v} }
	for _, c := range []struct {
		token string
		want  Word
	}{
		{"", nil},
		{"--resume", Word{text("--resume")}},
		{"{session}", Word{variable(Session)}},
		{"--text={prompt}", Word{text("--text="), variable(Prompt)}},
		{"{session}.jsonl", Word{variable(Session), text(".jsonl")}},
		{"a{session}b{workdir}c", Word{text("a"), variable(Session), text("b"), variable(Workdir), text("c")}},
		{"{session}{session}", Word{variable(Session), variable(Session)}},
		{"{args}", Word{variable(Args)}},
		{"{Session}", Word{text("{Session}")}},
		{"{session", Word{text("{session")}},
		{"{{session}}", Word{text("{"), variable(Session), text("}")}},
		{"{unknown}", Word{text("{unknown}")}},
		{"ä{prompt}ö", Word{text("ä"), variable(Prompt), text("ö")}},
	} {
		if got := SplitToken(c.token); !reflect.DeepEqual(got, c.want) {
			t.Errorf("SplitToken(%q) = %q, want %q", c.token, got, c.want)
		}
	}
}

func TestSplit(t *testing.T) {
	got := Split([]string{"--resume", "{session}", ""})
	want := []Word{{{Text: "--resume"}}, {{Variable: Session}}, nil}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := Split(nil); len(got) != 0 {
		t.Errorf("no tokens became %q", got)
	}
}
