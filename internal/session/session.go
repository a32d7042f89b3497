// Package session turns a catalog entry into the three answers a start script
// needs: how to start the agent cold, how to resume it, and how to tell which
// of the two is due. It imports nothing of Terraform.
package session

import (
	"fmt"
	"strings"

	"github.com/google/uuid"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
)

// Variable is a value that is only known while the script runs, or that the
// script holds in one place.
type Variable string

// The variables of a command line. Each is the catalog placeholder of the same
// meaning.
const (
	Session Variable = catalog.PlaceholderSession
	Prompt  Variable = catalog.PlaceholderPrompt
	Workdir Variable = catalog.PlaceholderWorkdir
	Args    Variable = catalog.PlaceholderArgs
	// Repository stands in what is searched for, not in a command line.
	Repository Variable = catalog.PlaceholderRepository
)

// variables lists what Split looks for.
var variables = []Variable{Session, Prompt, Workdir, Args, Repository}

// Part is either literal text or a variable.
type Part struct {
	Text     string
	Variable Variable // "" for literal text
}

// Word is one argument of a command line: its parts, joined without a blank.
// A word that is the single variable Args stands for any number of arguments.
type Word []Part

// Plan is how one agent is started and resumed in one workspace.
type Plan struct {
	// ID is the identifier of the first session, "" when the CLI chooses it.
	ID       string
	IDKind   catalog.IDKind
	Binaries []string
	Package  string
	// NewID and IDPattern get an identifier from the CLI; see catalog.Session.
	NewID     []string
	IDPattern string

	Cold, ColdPrompt []Word
	Warm, WarmPrompt []Word

	Detect           catalog.Detect
	Capture          *catalog.Capture
	Locks            *catalog.Locks
	IgnoresInterrupt bool
}

// namespace makes the UUIDs of this provider its own.
var namespace = uuid.NewSHA1(uuid.NameSpaceURL, []byte("https://github.com/coder-persistence/terraform-provider-coder-persistence"))

// New plans the sessions of agent under the given name. The identifier depends
// on agent, name, home and workdir alone, so that equal input gives an equal
// plan and two agents in one workspace never share a session. It returns an
// error when the catalog entry has no session description.
func New(agent *catalog.Agent, name, home, workdir string) (*Plan, error) {
	s := agent.Session
	if s == nil {
		return nil, fmt.Errorf("the catalog does not describe how %s is started", agent.DisplayName)
	}
	p := &Plan{
		IDKind:           s.ID,
		Binaries:         s.Binaries,
		Package:          s.Package,
		NewID:            s.NewID,
		IDPattern:        s.IDPattern,
		Cold:             Split(s.Cold),
		ColdPrompt:       Split(s.ColdPrompt),
		Warm:             Split(s.Warm),
		WarmPrompt:       Split(s.WarmPrompt),
		Detect:           s.Detect,
		Capture:          s.Capture,
		Locks:            s.Locks,
		IgnoresInterrupt: s.IgnoresInterrupt,
	}
	p.ID = PlannedID(s.ID, agent.Slug, name, home, workdir)
	return p, nil
}

// PlannedID returns the identifier of an agent's first session, or "" when the
// CLI chooses it.
func PlannedID(kind catalog.IDKind, slug, name, home, workdir string) string {
	switch kind {
	case catalog.IDUUID:
		return uuid.NewSHA1(namespace, []byte(strings.Join([]string{slug, name, home, workdir}, "\x00"))).String()
	case catalog.IDName:
		return "coder-" + name
	default:
		return ""
	}
}

// Split turns the tokens of a catalog command line into words.
func Split(tokens []string) []Word {
	words := make([]Word, len(tokens))
	for i, token := range tokens {
		words[i] = SplitToken(token)
	}
	return words
}

// SplitToken turns one token into its literal and variable parts.
func SplitToken(token string) Word {
	var word Word
	for token != "" {
		at, found := len(token), Variable("")
		for _, v := range variables {
			if i := strings.Index(token, string(v)); i >= 0 && i < at {
				at, found = i, v
			}
		}
		if at > 0 {
			word = append(word, Part{Text: token[:at]})
		}
		if found != "" {
			word = append(word, Part{Variable: found})
		}
		token = token[at+len(found):]
	}
	return word
}
