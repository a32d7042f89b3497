package script

import (
	"fmt"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/catalog"
	"github.com/coder-persistence/terraform-provider-coder-persistence/internal/session"
)

// quoter turns values into bash words and remembers the first error, which can
// only be a NUL byte.
type quoter struct {
	err             error
	usedWorkdirJSON bool
	usedRepository  bool
}

func (q *quoter) quote(text string) string {
	quoted, err := syntax.Quote(text, syntax.LangBash)
	if err != nil && q.err == nil {
		q.err = fmt.Errorf("%q cannot be part of a shell script: %w", text, err)
	}
	if strings.HasPrefix(quoted, "$'") {
		// Escapes such as \u200b mean nothing to bash in the C locale. Between
		// plain quotes every byte stands for itself, and a prompt of several
		// lines can be read.
		return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
	}
	return quoted
}

// inDoubleQuotes makes text safe inside a double-quoted message and in a
// comment: a catalog entry can come from the provider configuration.
func inDoubleQuotes(text string) string {
	var out strings.Builder
	for _, r := range text {
		switch {
		case r < ' ' || r == 0x7f:
			out.WriteByte(' ')
		case strings.ContainsRune("\\\"$`", r):
			out.WriteByte('\\')
			out.WriteRune(r)
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}

// optional is quote, but keeps "" empty so that a template can test for it.
func (q *quoter) optional(text string) string {
	if text == "" {
		return ""
	}
	return q.quote(text)
}

func (q *quoter) list(items []string) string {
	words := make([]string, len(items))
	for i, item := range items {
		words[i] = q.quote(item)
	}
	return strings.Join(words, " ")
}

// command renders the words of a command line.
func (q *quoter) command(words []session.Word) string {
	rendered := make([]string, len(words))
	for i, word := range words {
		rendered[i] = q.word(word, false)
	}
	return strings.Join(rendered, " ")
}

// needle renders a text to search for; the working directory stands in it as
// it stands in JSON.
func (q *quoter) needle(text string) string {
	if text == "" {
		return ""
	}
	return q.word(session.SplitToken(text), true)
}

func (q *quoter) needles(texts []string) []string {
	words := make([]string, len(texts))
	for i, text := range texts {
		words[i] = q.needle(text)
	}
	return words
}

func (q *quoter) word(word session.Word, workdirAsJSON bool) string {
	var out strings.Builder
	for _, part := range word {
		switch part.Variable {
		case "":
			out.WriteString(q.quote(part.Text))
		case session.Session:
			out.WriteString(`"$session_id"`)
		case session.Prompt:
			out.WriteString(`"$prompt"`)
		case session.Args:
			out.WriteString(`"${extra_args[@]}"`)
		case session.Repository:
			q.usedRepository, q.usedWorkdirJSON = true, true
			out.WriteString(`"$(json_text "$repository")"`)
		case session.Workdir:
			if workdirAsJSON {
				q.usedWorkdirJSON = true
				out.WriteString(`"$(json_text "$workdir")"`)
			} else {
				out.WriteString(`"$workdir"`)
			}
		}
	}
	return out.String()
}

// root renders a directory that an environment variable can move.
func (q *quoter) root(r catalog.Root) string {
	fallback := `"$home"/` + q.quote(r.Home)
	switch {
	case r.Workdir:
		return "$workdir"
	case r.Repository:
		q.usedRepository = true
		return "$repository"
	case r.Env == "":
		return fallback
	case r.EnvPath == "":
		return "${" + r.Env + ":-" + fallback + "}"
	default:
		return "${" + r.Env + ":-" + fallback + "}${" + r.Env + ":+/" + q.quote(r.EnvPath) + "}"
	}
}

// glob renders a pattern: wildcards stay bare, everything else is quoted.
func (q *quoter) glob(pattern string) string {
	var out strings.Builder
	for _, part := range session.SplitToken(pattern) {
		if part.Variable == session.Session {
			out.WriteString(`"$session_id"`)
			continue
		}
		for i, literal := range strings.Split(part.Text, "*") {
			if i > 0 {
				out.WriteByte('*')
			}
			if literal != "" {
				out.WriteString(q.quote(literal))
			}
		}
	}
	return out.String()
}
